"""`kesher agent`."""

import sys
from typing import Annotated
from urllib.parse import quote

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings
from kesher.text.harmless import one_line, unhidden


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("agent")(agent)


def agent(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(help="What to do; `-` reads it from stdin; empty: go on.")
    ] = "",
    trajectory: Annotated[
        str | None, typer.Option("--trajectory", help="Go on with this trajectory (an id).")
    ] = None,
    allow: Annotated[
        str | None, typer.Option("--allow", help="Allow the waiting call of this id, and go on.")
    ] = None,
    refuse: Annotated[
        str | None, typer.Option("--refuse", help="Refuse the waiting call of this id, and go on.")
    ] = None,
    waiting: Annotated[
        bool,
        typer.Option("--waiting", help="List the calls that wait for a person, and do nothing."),
    ] = False,
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="Whose memory a new trajectory has; absent: none."),
    ] = None,
    json: Json = False,
) -> None:
    """Let an agent do something: it searches rooms, uses skills, and asks before risky calls."""
    _check(text, trajectory, allow, refuse, waiting=waiting)
    settings = settings_of(context)
    if waiting:
        _list(run(_waiting(settings, trajectory)), json=json)
        return
    said = sys.stdin.read() if text == "-" else text
    body = {"text": said, "trajectory_id": trajectory, "memory": memory}
    finished = run(_agent(settings, body, allow=allow, refuse=refuse))
    if json:
        write_json(finished)
        _exit(finished)
    if finished["data"]["text"]:
        write(finished["data"]["text"])
    if finished["data"]["stop"] != "answered":
        errors.print(_rest(finished), markup=False)
    else:
        errors.print(f"trajectory {finished['trajectory_id']}", markup=False)
    _exit(finished)


def _check(
    text: str, trajectory: str | None, allow: str | None, refuse: str | None, *, waiting: bool
) -> None:
    """Refuse words that do not go together."""
    decides = allow is not None or refuse is not None
    if waiting and (text or decides):
        raise typer.BadParameter("--waiting lists only. Leave the text, --allow and --refuse out.")
    if decides and (text or (allow is not None and refuse is not None)):
        raise typer.BadParameter("Give --allow or --refuse, one of them and without a text.")
    if not (text or trajectory or decides or waiting):
        raise typer.BadParameter("Say what to do, or name a --trajectory to go on with.")


def _list(found: list[JsonObject], *, json: bool) -> None:
    """Show what waits, newest trajectory first, with what there is to do about each."""
    if json:
        write_json(found)
        return
    if not found:
        errors.print("Nothing waits for a person.", markup=False)
    for each in found:
        call = {"name": each["tool"], "arguments": each["arguments"]}
        write(f"{each['interrupt_id']}  {each['trajectory_id']}  {one_line(each['title'])}")
        write(f"  {_call({'call': call})}")
        write(f"  {one_line(unhidden(each['reason']))}")
    if found:
        errors.print("Go on with `kesher agent --allow ID` or `--refuse ID`.", markup=False)


def _exit(finished: JsonObject) -> None:
    """End the command: 0 for an answer or a question to a person, else 1."""
    raise typer.Exit(finished["data"]["stop"] not in ("answered", "confirmation"))


async def _waiting(settings: Settings, trajectory: str | None) -> list[JsonObject]:
    async with connected(settings) as client:
        return await _asked(client, trajectory)


async def _asked(client: Client, trajectory: str | None) -> list[JsonObject]:
    of = f"?trajectory_id={quote(trajectory, safe='')}" if trajectory else ""
    found: list[JsonObject] = await client.call("GET", f"/api/agents/waiting{of}")
    return found


async def _trajectory_of(client: Client, interrupt_id: str) -> str:
    """Return the trajectory that asked.

    Raises:
        CommandError: no call of that id waits.
    """
    found = await _asked(client, None)
    for each in found:
        if each["interrupt_id"] == interrupt_id:
            return str(each["trajectory_id"])
    waits = ", ".join(f"`{each['interrupt_id']}`" for each in found) or "nothing"
    raise CommandError(
        "not_found",
        f"No call `{interrupt_id}` waits for a person. Waiting: {waits}. "
        f"`kesher agent --waiting` lists them; a decided run goes on with `--trajectory`.",
    )


async def _agent(
    settings: Settings, body: dict[str, str | None], *, allow: str | None, refuse: str | None
) -> JsonObject:
    trajectory = body["trajectory_id"]
    async with connected(settings) as client:
        decided = allow or refuse
        if decided:
            trajectory = trajectory or await _trajectory_of(client, decided)
            path = f"/api/agents/{quote(trajectory, safe='')}/decisions/{quote(decided, safe='')}"
            await client.call("POST", path, {"allowed": allow is not None})
        if body["text"]:
            events = client.events("POST", "/api/agents/run", body)
        else:
            events = client.events("POST", f"/api/agents/{quote(trajectory or '', safe='')}/resume")
        finished: JsonObject | None = None
        async for name, event in events:
            if name == "error":
                raise CommandError(event["code"], event["detail"])
            _tell(name, event["data"])
            if name == "finished":
                finished = event
    if finished is None:
        raise CommandError("server", "The run ended without a last word. Resume it.")
    return finished


def _tell(name: str, data: JsonObject) -> None:
    """Show on stderr what happens."""
    if name == "call":
        errors.print(f"→ {_call(data)}", markup=False)
    elif name == "result":
        mark = "✗" if data["failed"] else "✓"
        line = " ".join(data["text"].split())[:160]
        errors.print(
            f"{mark} {data['call']['name']} ({data['seconds']:.1f} s): {line}", markup=False
        )
    elif name == "compacted":
        errors.print(f"compacted: {data['layer']}: {data['reason']}", markup=False)
    elif name == "tools_changed":
        errors.print(_changed_tools(data), markup=False)
    elif name == "confirmation":
        errors.print(
            f"? {_call(data)}\n  {data['reason']}\n"
            f"  --allow {data['interrupt_id']} or --refuse {data['interrupt_id']}",
            markup=False,
        )


def _changed_tools(data: JsonObject) -> str:
    """Return which tools are not as they were, and what that means for the calls of them."""
    said = [
        f"{words}: {', '.join(map(one_line, data[kind]))}."
        for kind, words in (
            ("missing", "Tools of this trajectory that are not here, so that calls of them fail"),
            ("changed", "Tools with another schema than the model sees"),
        )
        if data[kind]
    ]
    return " ".join(said)


def _call(data: JsonObject) -> str:
    """Return a call in one line, with what it hides: a person may have to judge it."""
    call = data["call"]
    return one_line(unhidden(f"{call['name']} {call['arguments']}"))


def _rest(finished: JsonObject) -> str:
    detail = finished["data"]["detail"]
    place = f"kesher agent --trajectory {finished['trajectory_id']}"
    return f"{finished['data']['stop']}: {detail} Go on with `{place}`.".replace(":  ", ": ")
