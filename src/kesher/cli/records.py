"""`kesher record`: how an answer came about, and whether it would differ today."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.record_lines import record_lines, replay_lines
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings
from kesher.text.harmless import escaped

app = typer.Typer(
    help="Engineer mode: how an answer came about, and whether it would differ today.",
    no_args_is_help=True,
)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="record")


AnswerId = Annotated[str, typer.Argument(help="An answer's id; `kesher ask` ends with it.")]
ShareId = Annotated[str, typer.Argument(help="A link's id.")]


class When(StrEnum):
    """Whose settings a question is asked again with."""

    THEN = "then"
    TODAY = "today"


class Form(StrEnum):
    """How a record is written out."""

    JSON = "json"
    MARKDOWN = "markdown"


@app.command("show")
def show(
    context: typer.Context,
    answer: AnswerId,
    ranks: Annotated[
        int,
        typer.Option("--ranks", help="With --json: how deep into each ranking.", min=0, max=200),
    ] = 50,
    json: Json = False,
) -> None:
    """Show how an answer came about: searches, prompt, calls, times, versions."""
    found = run(_call(settings_of(context), "GET", f"{_record(answer)}?ranks={ranks}"))
    _tell(found, json=json)


@app.command("replay")
def replay(
    context: typer.Context,
    answer: AnswerId,
    settings: Annotated[
        When, typer.Option("--settings", help="Whose settings; models are today's either way.")
    ] = When.TODAY,
    write_answer: Annotated[
        bool | None,
        typer.Option(
            "--answer/--no-answer",
            help="Write the answer again; a model is paid for it. Absent: only without a model.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Ask the question again on the room as it is, and tell what differs. Stores no answer."""
    body = {"settings": settings.value, "answer": write_answer}
    found = run(_call(settings_of(context), "POST", f"{_record(answer)}/replay", body))
    if json:
        write_json(found)
        return
    for line in replay_lines(found):
        write(line)


@app.command("export")
def export(
    context: typer.Context,
    answer: AnswerId,
    form: Annotated[Form, typer.Option("--form", help="For programs, or to read.")] = Form.MARKDOWN,
    to: Annotated[
        Path | None, typer.Option("--to", help="A new file; absent: standard output.")
    ] = None,
) -> None:
    """Write the whole record out as one file."""
    lines = run(_exported(settings_of(context), f"{_record(answer)}/export?form={form.value}"))
    if to is None:
        for line in lines:
            write(escaped(line) if form is Form.JSON else line)
        return
    try:
        with to.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as error:
        raise CommandError(
            "input.invalid", f"`{to}` cannot be made: {error.strerror}. Name a new file."
        ) from error
    errors.print(f"Written to {to}.")


@app.command("share")
def share(
    context: typer.Context,
    answer: AnswerId,
    hours: Annotated[
        float | None, typer.Option("--hours", help="How long it opens; absent: until revoked.")
    ] = None,
    json: Json = False,
) -> None:
    """Make a link to the record, for people who may see its room."""
    from kesher.app.records import MOST_SHARE_HOURS

    if hours is not None and not 0 < hours <= MOST_SHARE_HOURS:
        raise CommandError(
            "input.invalid",
            f"A link cannot end after {hours:g} hours. Give `--hours` more than 0 and at most "
            f"{MOST_SHARE_HOURS:,}, a year, or leave it out: then it opens until it is revoked.",
        )
    found = run(_call(settings_of(context), "POST", f"{_record(answer)}/shares", {"hours": hours}))
    if json:
        write_json(found)
    else:
        write(_share_line(found))


@app.command("shares")
def shares(context: typer.Context, answer: AnswerId, json: Json = False) -> None:
    """List the links to a record, those that have ended included."""
    found: list[JsonObject] = run(_call(settings_of(context), "GET", f"{_record(answer)}/shares"))
    if json:
        write_json(found)
        return
    for each in found:
        write(_share_line(each))


@app.command("open")
def open_share(context: typer.Context, room: RoomName, link: ShareId, json: Json = False) -> None:
    """Show the record that a link of the room opens."""
    _tell(run(_shared(settings_of(context), "GET", room, link)), json=json)


@app.command("revoke")
def revoke(context: typer.Context, room: RoomName, link: ShareId) -> None:
    """End a link now; it opens nothing from then on."""
    run(_shared(settings_of(context), "DELETE", room, link))
    errors.print(f"{link} opens nothing any more.")


def _tell(found: JsonObject, *, json: bool) -> None:
    if json:
        write_json(found)
        return
    for line in record_lines(found):
        write(line)


def _share_line(share: JsonObject) -> str:
    ends = share["expires_at"] or "until it is revoked"
    state = f"open, {ends}" if share["open"] else "ended"
    return f"{share['id']}  {share['path']}  {state}"


def _record(answer: str) -> str:
    return f"/api/answers/{quote(answer, safe='')}/record"


async def _call(settings: Settings, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
    async with connected(settings) as client:
        return await client.call(method, path, body)


async def _shared(settings: Settings, method: str, room: str, link: str) -> Any:  # noqa: ANN401 - JSON
    async with connected(settings) as client:
        found = await client.room(room)
        return await client.call(method, f"/api/rooms/{found['id']}/shared/{quote(link, safe='')}")


async def _exported(settings: Settings, path: str) -> list[str]:
    async with connected(settings) as client:
        return [line async for line in client.lines(path)]
