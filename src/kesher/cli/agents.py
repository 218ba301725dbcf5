"""`kesher agent`."""

import sys
from typing import Annotated

import typer

from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings
from kesher.text.harmless import one_line, unhidden


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("agent")(agent)


def agent(
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
    json: Json = False,
) -> None:
    """Let an agent do something: it searches rooms, uses skills, and asks before risky calls."""
    if not text and trajectory is None:
        raise typer.BadParameter("Say what to do, or name a --trajectory to go on with.")
    if (allow or refuse) and (trajectory is None or text or (allow and refuse)):
        raise typer.BadParameter("--allow or --refuse goes with --trajectory, and without a text.")
    said = sys.stdin.read() if text == "-" else text
    settings = settings_of(context)
    finished = run(_agent(settings, said, trajectory, allow=allow, refuse=refuse))
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


def _exit(finished: JsonObject) -> None:
    """End the command: 0 for an answer or a question to a person, else 1."""
    raise typer.Exit(finished["data"]["stop"] not in ("answered", "confirmation"))


async def _agent(
    settings: Settings,
    text: str,
    trajectory: str | None,
    *,
    allow: str | None,
    refuse: str | None,
) -> JsonObject:
    async with connected(settings) as client:
        decided = allow or refuse
        if decided:
            path = f"/api/agents/{trajectory}/decisions/{decided}"
            await client.call("POST", path, {"allowed": allow is not None})
        if text:
            body = {"text": text, "trajectory_id": trajectory}
            events = client.events("POST", "/api/agents/run", body)
        else:
            events = client.events("POST", f"/api/agents/{trajectory}/resume")
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
        errors.print(f"→ {_call(data)}")
    elif name == "result":
        mark = "✗" if data["failed"] else "✓"
        line = " ".join(data["text"].split())[:160]
        errors.print(
            f"{mark} {data['call']['name']} ({data['seconds']:.1f} s): {line}", markup=False
        )
    elif name == "compacted":
        errors.print(f"compacted: {data['layer']}: {data['reason']}", markup=False)
    elif name == "confirmation":
        errors.print(
            f"? {_call(data)}\n  {data['reason']}\n"
            f"  --allow {data['interrupt_id']} or --refuse {data['interrupt_id']}",
            markup=False,
        )


def _call(data: JsonObject) -> str:
    """Return a call in one line, with what it hides: a person may have to judge it."""
    call = data["call"]
    return one_line(unhidden(f"{call['name']} {call['arguments']}"))


def _rest(finished: JsonObject) -> str:
    detail = finished["data"]["detail"]
    place = f"kesher agent --trajectory {finished['trajectory_id']}"
    return f"{finished['data']['stop']}: {detail} Go on with `{place}`.".replace(":  ", ": ")
