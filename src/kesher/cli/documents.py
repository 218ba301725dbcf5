"""`kesher add`, `documents`, `remove` and `sample`: what a room holds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import counted, errors, write, write_json
from kesher.config.settings import Settings

OPEN = ("queued", "reading", "embedding")


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("add")(add)
    app.command("documents")(list_documents)
    app.command("retry")(retry)
    app.command("remove")(remove)
    app.command("sample")(sample)


def add(
    context: typer.Context,
    room: RoomName,
    files: Annotated[
        list[Path], typer.Argument(help="PDF, Word, PowerPoint, Excel, HTML, mail or text files.")
    ],
    new_version_of: Annotated[
        str, typer.Option(help="Id or name of the document that the one file is a new version of.")
    ] = "",
    json: Json = False,
) -> None:
    """Take files into a room and read them, showing how far each has come."""
    if new_version_of and len(files) > 1:
        raise CommandError(
            "input.invalid", "`--new-version-of` takes one file. Add the others apart."
        )
    for file in files:
        if file.is_dir():
            raise CommandError(
                "input.invalid", f"`{file}` is a folder. Name the files in it: `{file}/*`."
            )
        if not file.is_file():
            raise CommandError("input.invalid", f"There is no file `{file}`.")
    documents, refused = run(_add(settings_of(context), room, files, new_version_of=new_version_of))
    _tell(documents, json=json)
    if refused:
        raise typer.Exit(1)


def sample(context: typer.Context, json: Json = False) -> None:
    """Load the sample room: the handbook of an invented company."""
    documents = run(_sample(settings_of(context)))
    _tell(documents, json=json)


def list_documents(context: typer.Context, room: RoomName, json: Json = False) -> None:
    """List a room's documents."""
    documents = run(_list(settings_of(context), room))
    if json:
        write_json(documents)
    for document in documents if not json else ():
        write(f"{document['id']}  {summary(document)}")


def retry(
    context: typer.Context,
    room: RoomName,
    document: Annotated[str, typer.Argument(help="The document's id or name.")],
    json: Json = False,
) -> None:
    """Go on with a document that failed, was cancelled, or lacks pages; what was read stays."""
    _tell(run(_retry(settings_of(context), room, document)), json=json)


def remove(
    context: typer.Context,
    room: RoomName,
    document: Annotated[str, typer.Argument(help="The document's id or name.")],
    erase_quotations: Annotated[
        bool, typer.Option(help="Erase what answers, records and evaluations quote from it, too.")
    ] = False,
) -> None:
    """Delete a document and all that came of it; answers keep what they quoted."""
    quotations = "erase" if erase_quotations else "keep"
    write(f"Deleted {run(_remove(settings_of(context), room, document, quotations))}.")


async def _add(
    settings: Settings, room: str, files: Sequence[Path], *, new_version_of: str
) -> tuple[list[JsonObject], int]:
    """Send each file, whatever becomes of the others; return documents and number refused."""
    async with connected(settings) as client:
        found = await client.room(room)
        old = (await find_document(client, found, new_version_of))["id"] if new_version_of else ""
        uploads: list[str] = []
        for file in files:
            try:
                upload = await client.upload(found["id"], file, version_of=old)
            except CommandError as error:
                said = str(error)
                named = said if f"`{file.name}`" in said else f"{file.name}: {said}"
                errors.print(named, markup=False)
                continue
            for line in _remarks(upload, file):
                errors.print(line, markup=False)
            uploads.append(upload["document"]["id"])
        documents = await _follow(client, found["id"], uploads) if uploads else []
        return documents, len(files) - len(uploads)


def _remarks(upload: JsonObject, file: Path) -> list[str]:
    """Say what a person may want to know of an upload before its reading ends."""
    document = upload["document"]
    if document["superseded_by"]:
        return [
            f"{file.name}: the room has it as an older version. To go back to it: "
            f"kesher restore-version {document['room_id']} {document['id']}"
        ]
    if upload["duplicate"]:
        return [f"{file.name}: the room has it already."] if document["state"] == "ready" else []
    if upload["same_name"]:
        return [
            f"{file.name}: the room has another document of this name. If this is its new version: "
            f"kesher add {document['room_id']} FILE --new-version-of {upload['same_name']}"
        ]
    return []


async def _sample(settings: Settings) -> list[JsonObject]:
    async with connected(settings) as client:
        room = await client.call("POST", "/api/sample")
        documents: list[JsonObject] = await client.call("GET", f"/api/rooms/{room['id']}/documents")
        return await _follow(client, room["id"], [item["id"] for item in documents])


async def _follow(client: Client, room_id: str, ids: Sequence[str]) -> list[JsonObject]:
    """Show progress until none of the documents is under way; return them."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[stage]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors, transient=True) as progress:
        bars: dict[str, TaskID] = {}
        async for _, documents in client.events("GET", f"/api/rooms/{room_id}/events"):
            ours = [item for item in documents if item["id"] in ids]
            for document in ours:
                _advance(progress, bars, document)
            if not any(item["state"] in OPEN for item in ours):
                return ours
    raise CommandError("server", "The server ended before the documents were read. Ask again.")


def _advance(progress: Progress, bars: dict[str, TaskID], document: JsonObject) -> None:
    if document["id"] not in bars:
        bars[document["id"]] = progress.add_task(document["name"], stage="", total=None)
    if document["state"] == "embedding":
        done, total, unit = document["chunks_done"], document["chunks"], "chunks"
    else:
        done, total, unit = document["pages_done"], document["pages_total"], "pages"
    stage = f"{document['state']} {done}/{total} {unit}" if total else document["state"]
    progress.update(bars[document["id"]], completed=done, total=total or None, stage=stage)


async def _list(settings: Settings, room: str) -> list[JsonObject]:
    async with connected(settings) as client:
        found = await client.room(room)
        documents: list[JsonObject] = await client.call(
            "GET", f"/api/rooms/{found['id']}/documents"
        )
        return documents


async def _retry(settings: Settings, room: str, document: str) -> list[JsonObject]:
    async with connected(settings) as client:
        found = await client.room(room)
        wanted = await find_document(client, found, document)
        await client.call("POST", f"/api/documents/{wanted['id']}/retry")
        return await _follow(client, found["id"], [wanted["id"]])


async def _remove(settings: Settings, room: str, document: str, quotations: str) -> str:
    async with connected(settings) as client:
        wanted = await find_document(client, await client.room(room), document)
        await client.call("DELETE", f"/api/documents/{wanted['id']}?quotations={quotations}")
        return str(wanted["name"])


async def find_document(client: Client, room: JsonObject, document: str) -> JsonObject:
    """Return the room's document of that name or id; of versions, the current one by name.

    Raises:
        CommandError: there is none, or several have the name.
    """
    documents: list[JsonObject] = await client.call("GET", f"/api/rooms/{room['id']}/documents")
    wanted = [item for item in documents if document == item["id"]] or [
        item for item in documents if document == item["name"] and item["current"]
    ]
    if len(wanted) == 1:
        return wanted[0]
    raise CommandError(
        "not_found",
        f"There is no document `{document}` in `{room['name']}`."
        if not wanted
        else f"{len(wanted)} documents of `{room['name']}` are called `{document}`; give "
        f"the id that `kesher documents` shows.",
    )


def _tell(documents: Sequence[JsonObject], *, json: bool) -> None:
    if json:
        write_json(documents)
    else:
        for document in documents:
            write(summary(document))
            for failure in document["failures"]:
                errors.print(f"  page {failure['number']}: {failure['reason']}", markup=False)
    if any(document["state"] == "failed" for document in documents):
        raise typer.Exit(1)


def summary(document: JsonObject) -> str:
    """Describe a document in one line."""
    called = document["name"]
    if document["versions"] > 1:
        called += f", version {document['version']}"
    if document["state"] == "failed":
        return f"{called}: failed. {document['error']}"
    if document["state"] != "ready":
        return f"{called}: {document['state']}"
    ocr = f", {document['pages_ocr']} by OCR" if document["pages_ocr"] else ""
    pages, chunks = counted(document["pages_total"], "page"), counted(document["chunks"], "chunk")
    return f"{called}: ready, {pages}{ocr}, {chunks}"
