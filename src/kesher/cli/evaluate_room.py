"""`kesher evaluate room`, and its questions, runs and comparisons."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer
from rich.progress import Progress

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.evaluation_lines import comparison_lines, question_line, run_line, run_lines
from kesher.cli.failures import CommandError
from kesher.cli.stopping import stopped_by_ctrl_c
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings

RunId = Annotated[str, typer.Argument(help="A run's id; `kesher evaluate runs` lists them.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to `kesher evaluate`."""
    app.command("room")(evaluate_room)
    app.command("questions")(questions)
    app.command("runs")(runs)
    app.command("compare")(compare)


def evaluate_room(
    context: typer.Context,
    room: RoomName,
    questions_file: Annotated[
        Path | None,
        typer.Option("--questions", help="JSON lines in place of the room's own set."),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", help="Compare with this run (an id).")
    ] = None,
    refusals: Annotated[
        bool,
        typer.Option(
            "--refusals/--no-refusals", help="Look also at what is refused without a model."
        ),
    ] = True,
    json: Json = False,
) -> None:
    """Search a room's questions and say how high their right pages come; keep the run.

    Ctrl-C ends it after the question that is under way; what was asked is kept.
    """
    body: JsonObject = {"refusals": refusals}
    if questions_file is not None:
        body |= {"jsonl": _text_of(questions_file), "name": questions_file.name}
    found = run(_evaluated(settings_of(context), room, body, baseline))
    if json:
        write_json(found)
        return
    for line in run_lines(found["run"], found["outcomes"]):
        write(line)
    if baseline is not None:
        for line in comparison_lines(found["comparison"]):
            write(line)


def questions(
    context: typer.Context,
    room: RoomName,
    add: Annotated[
        Path | None, typer.Option("--import", help="Add those of a file of JSON lines.")
    ] = None,
    from_answers: Annotated[
        bool,
        typer.Option("--from-answers", help="Add those of answers with verified citations."),
    ] = False,
    delete: Annotated[
        str | None, typer.Option("--delete", help="Take one out of the set (an id).")
    ] = None,
    json: Json = False,
) -> None:
    """List the questions that a room is evaluated with, after any changes to them."""
    lines = None if add is None else {"jsonl": _text_of(add), "name": add.name}
    found = run(_changed(settings_of(context), room, lines, from_answers, delete))
    if json:
        write_json(found)
        return
    for each in found:
        write(question_line(each))


def runs(context: typer.Context, room: RoomName, json: Json = False) -> None:
    """List a room's runs, newest first."""
    found: list[JsonObject] = run(_called(settings_of(context), room, "runs"))
    if json:
        write_json(found)
        return
    for each in found:
        write(run_line(each))


def compare(
    context: typer.Context, room: RoomName, before: RunId, after: RunId, json: Json = False
) -> None:
    """Compare two runs: means with intervals, and which questions were won and lost."""
    found = run(_compared(settings_of(context), room, before, after))
    if json:
        write_json(found)
        return
    for line in comparison_lines(found):
        write(line)


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(
            "input.invalid", f"`{file}` cannot be read ({error}). Give a JSON Lines file."
        ) from error


async def _path(client: Client, room: str) -> str:
    return f"/api/rooms/{(await client.room(room))['id']}/evaluation"


async def _called(settings: Settings, room: str, what: str) -> Any:  # noqa: ANN401 - JSON
    async with connected(settings) as client:
        return await client.call("GET", f"{await _path(client, room)}/{what}")


async def _compared(settings: Settings, room: str, before: str, after: str) -> JsonObject:
    async with connected(settings) as client:
        return await _comparison(client, await _path(client, room), before, after)


async def _comparison(client: Client, path: str, before: str, after: str) -> JsonObject:
    asked = f"{path}/comparison?before={_quoted(before)}&after={_quoted(after)}"
    found: JsonObject = await client.call("GET", asked)
    return found


async def _changed(
    settings: Settings, room: str, lines: JsonObject | None, from_answers: bool, delete: str | None
) -> list[JsonObject]:
    async with connected(settings) as client:
        path = f"{await _path(client, room)}/questions"
        if lines is not None:
            done = await client.call("POST", f"{path}/import", lines)
            errors.print(f"{done['new']} new, {done['replaced']} replaced.", markup=False)
        if from_answers:
            done = await client.call("POST", f"{path}/take", {})
            errors.print(
                f"{done['new']} new from answers; left out: {done['standing']} that stand already, "
                f"{done['unverified']} without a verified citation, {done['follow_ups']} that lean "
                "on an earlier question.",
                markup=False,
            )
        if delete is not None:
            await client.call("DELETE", f"{path}/{_quoted(delete)}")
        found: list[JsonObject] = await client.call("GET", path)
        return found


async def _evaluated(
    settings: Settings, room: str, body: JsonObject, baseline: str | None
) -> JsonObject:
    async with connected(settings) as client:
        path = await _path(client, room)
        if baseline is not None:  # before minutes are spent, not after
            await client.call("GET", f"{path}/runs/{_quoted(baseline)}")
        run_id = await _followed(client, path, body)
        found: JsonObject = await client.call("GET", f"{path}/runs/{run_id}")
        if baseline is not None:
            found["comparison"] = await _comparison(client, path, baseline, run_id)
        return found


async def _followed(client: Client, path: str, body: JsonObject) -> str:
    """Show a run as it goes, and return its id once it is stored."""
    begun: list[str] = []
    stopping = stopped_by_ctrl_c(
        client, partial(_stop_path, path, begun), words="Stopping; what was asked is kept."
    )
    with Progress(console=errors, transient=True) as progress, stopping:
        bar = progress.add_task("questions", total=None)
        async for name, data in client.events("POST", f"{path}/runs", body):
            if name == "evaluation":
                begun.append(data["run_id"])
            elif name == "progress":
                progress.update(bar, completed=data["done"], total=data["total"])
            elif name == "error":
                raise CommandError(data["code"], data["detail"])
            elif name == "done":
                return begun[0]
    raise CommandError("server", "The server ended before the run did.")


def _stop_path(path: str, begun: Sequence[str], asked: int) -> str | None:
    """Return where Ctrl-C stops the run that has begun; a second one ends the command."""
    return f"{path}/runs/{begun[0]}/stop" if begun and not asked else None


def _quoted(identifier: str) -> str:
    return quote(identifier, safe="")
