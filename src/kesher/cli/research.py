"""`kesher research`: the cost first, then ticks as it goes, Ctrl-C to stop and keep."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Annotated

import typer
from rich.status import Status

from kesher.cli.ask import tell, text_of
from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.stopping import stopped_by_ctrl_c
from kesher.cli.terminal import confirmed, counted, errors, write, write_json
from kesher.config.settings import Settings
from kesher.text.harmless import one_line

Asked = Annotated[
    str | None, typer.Argument(help="The question; `-` reads it from standard input.")
]

_STATES = {"answered": "done", "running": "under way", "interrupted": "to be resumed"}


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("research")(research)


def research(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    context: typer.Context,
    room: RoomName,
    question: Asked = None,
    thread: Annotated[
        str | None, typer.Option("--thread", help="Answer in this thread (an id).")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", help="Go on with this research (an id).")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Begin without asking about the cost.")
    ] = False,
    json: Json = False,
) -> None:
    """Research a question in a room's documents, in rounds; without a question, list what was.

    Ctrl-C stops the search and has the answer written from what was found; again, ends that too.
    """
    settings = settings_of(context)
    if resume is not None:
        if question is not None:
            raise typer.BadParameter("Give a question or --resume, not both.")
        done = run(_resumed(settings, resume))
    elif question is not None:
        body = {"text": text_of(question), "thread_id": thread}
        done = run(_begun(settings, room, body, asks=not yes))
    else:
        _list(run(_listed(settings, room)), json=json)
        return
    if json:
        write_json(done)
    else:
        tell(done["answer"])
        errors.print(_spent(done["spent"]), markup=False)


async def _listed(settings: Settings, room: str) -> list[JsonObject]:
    async with connected(settings) as client:
        found = await client.room(room)
        runs: list[JsonObject] = await client.call("GET", f"/api/rooms/{found['id']}/research")
        return runs


async def _begun(settings: Settings, room: str, body: JsonObject, *, asks: bool) -> JsonObject:
    async with connected(settings) as client:
        path = f"/api/rooms/{(await client.room(room))['id']}/research"
        estimate = await client.call("POST", f"{path}/estimate", {"text": body["text"]})
        errors.print(expected(estimate), markup=False)
        if asks and estimate["model"] and not confirmed("Begin?"):
            raise CommandError("cancelled", "Nothing was asked of the model.")
        return await _followed(client, client.events("POST", path, body))


async def _resumed(settings: Settings, run_id: str) -> JsonObject:
    async with connected(settings) as client:
        return await _followed(client, client.events("POST", f"/api/research/{run_id}/resume"))


async def _followed(client: Client, events: AsyncIterator[tuple[str, JsonObject]]) -> JsonObject:
    """Show a run as it goes, and return its answer with what it took."""
    progress = _Progress()
    stopping = stopped_by_ctrl_c(
        client, partial(_stop_path, progress), words="Stopping; what was found is kept."
    )
    with errors.status("planning") as status, stopping:
        async for name, data in events:
            if name == "error":
                if progress.run_id:
                    errors.print(f"Go on with `--resume {progress.run_id}`.", markup=False)
                raise CommandError(data["code"], data["detail"])
            if name == "paused":
                raise CommandError(
                    "server", f"The server ended. Go on with `--resume {data['run_id']}`."
                )
            if name == "done":
                return {"answer": data["answer"], "spent": progress.spent}
            progress.take(name, data, status)
    raise CommandError("server", f"The server ended. Go on with `--resume {progress.run_id}`.")


class _Progress:
    """What a run has told so far, shown a line a step."""

    def __init__(self) -> None:
        self.run_id = self.answer_id = ""
        self.aspects: list[str] = []
        self.spent: JsonObject = {"calls": 0, "tokens": 0, "price_usd": None}

    def take(self, name: str, data: JsonObject, status: Status) -> None:
        """Show one event."""
        if name == "research":
            self.run_id, self.answer_id = data["run"]["id"], data["run"]["answer_id"]
            errors.print(f"research {self.run_id}", markup=False)
        elif name == "plan":
            self.aspects = data["aspects"]
            for number, aspect in enumerate(self.aspects, start=1):
                errors.print(f"  {number}. {one_line(aspect)}", markup=False)
        elif name == "progress":
            self.spent = data["spent"]
            status.update(f"{data['elapsed_seconds']:.0f} s · {_spent(self.spent)}")
        else:
            for line in self._lines(name, data):
                errors.print(f"  {line}", markup=False)

    def _lines(self, name: str, data: JsonObject) -> Iterator[str]:
        if name == "searched":
            again = f" again: {one_line(data['query'])}" if data["round"] > 1 else ""
            yield f"{data['aspect'] + 1}. {counted(len(data['hits']), 'passage')}{again}"
        elif name == "graded" and data["grades"]:
            relevant = sum(grade >= 2 for grade in data["grades"].values())
            yield f"{data['aspect'] + 1}. {relevant} of {len(data['grades'])} are relevant"
        elif name == "checked":
            for finding in data["findings"]:
                mark = "✓" if finding["covered"] else "✗"
                missing = f" {one_line(finding['missing'])}" if finding["missing"] else ""
                yield f"{mark} {finding['aspect'] + 1}.{missing}"
        elif name == "halted":
            yield "the cost limit was reached" if data["reason"] == "limit" else "stopped"


def _stop_path(progress: _Progress, asked: int) -> str | None:
    """Return what Ctrl-C stops: the search, then the writing, then nothing but the command."""
    if not progress.run_id or asked > 1:
        return None
    if asked:
        return f"/api/answers/{progress.answer_id}/stop"
    return f"/api/research/{progress.run_id}/stop"


def expected(estimate: JsonObject) -> str:
    """Return what a research would take, in one line."""
    seconds = _range(estimate["seconds"], "{:,.0f}")
    if estimate["model"] is None:
        return f"No model is set: it goes by rules and costs nothing. About {seconds} s."
    parts = [
        f"{estimate['model']}: {_range(estimate['calls'], '{:,.0f}')} calls",
        f"{_range(estimate['tokens'], '{:,.0f}')} tokens",
        f"${_range(estimate['price_usd'], '{:.3f}')}"
        if estimate["price_usd"]
        else "no prices are known of this model",
        f"about {seconds} s{' as measured here' if estimate['measured'] else ''}",
    ]
    limits = estimate["limits"]
    if limits["tokens"]:
        parts.append(f"never more than {limits['tokens']:,} tokens")
    if limits["usd"]:
        parts.append(f"never more than ${limits['usd']:.2f}")
    return ", ".join(parts) + "."


def _range(amount: JsonObject, form: str) -> str:
    least, most = form.format(amount["least"]), form.format(amount["most"])
    return least if least == most else f"{least}–{most}"


def _spent(spent: JsonObject) -> str:
    price = f", ${spent['price_usd']:.4f}" if spent["price_usd"] is not None else ""
    return f"{counted(spent['calls'], 'call')}, {spent['tokens']:,} tokens{price}"


def _list(runs: list[JsonObject], *, json: bool) -> None:
    """Show a room's research, newest first."""
    if json:
        write_json(runs)
        return
    if not runs:
        errors.print("Nothing was researched in this room.", markup=False)
    for each in runs:
        write(f"{each['id']}  {_STATES[each['state']]}  {one_line(each['question'])}")
