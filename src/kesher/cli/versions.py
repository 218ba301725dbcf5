"""`kesher versions` and `restore-version`: what a document was before."""

from typing import Annotated

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.documents import find_document, summary
from kesher.cli.failures import CommandError
from kesher.cli.terminal import write, write_json
from kesher.config.settings import Settings

Document = Annotated[str, typer.Argument(help="The document's id or name.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("versions")(versions)
    app.command("restore-version")(restore_version)


def versions(
    context: typer.Context, room: RoomName, document: Document, json: Json = False
) -> None:
    """List all versions of a document, the newest first."""
    found = run(_versions(settings_of(context), room, document))
    if json:
        write_json(found)
    for each in found if not json else ():
        mark = "current" if each["current"] else "older" if each["superseded_by"] else "new"
        write(f"{each['id']}  {mark}  {summary(each)}")


def restore_version(
    context: typer.Context,
    room: RoomName,
    version: Annotated[str, typer.Argument(help="The id of the version, as `versions` shows it.")],
) -> None:
    """Let an older version of a document become the newest again."""
    write(summary(run(_restore(settings_of(context), room, version))))


async def _versions(settings: Settings, room: str, document: str) -> list[JsonObject]:
    async with connected(settings) as client:
        found = await _any_version(client, room, document)
        listed: list[JsonObject] = await client.call(
            "GET", f"/api/documents/{found['id']}/versions"
        )
        return listed


async def _restore(settings: Settings, room: str, version: str) -> JsonObject:
    async with connected(settings) as client:
        found = await _any_version(client, room, version)
        restored: JsonObject = await client.call("POST", f"/api/documents/{found['id']}/restore")
        return restored


async def _any_version(client: Client, room: str, document: str) -> JsonObject:
    """Return a document of the room by its name, or any version of one by its id."""
    within = await client.room(room)
    try:
        return await find_document(client, within, document)
    except CommandError:
        if not document.startswith("doc_"):
            raise
    found: JsonObject = await client.call("GET", f"/api/documents/{document}")
    if found["room_id"] != within["id"]:
        raise CommandError("not_found", f"There is no document `{document}` in `{within['name']}`.")
    return found
