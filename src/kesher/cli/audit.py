"""`kesher audit`: who did what."""

import sys
from typing import Annotated
from urllib.parse import urlencode

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import write, write_json
from kesher.config.settings import Settings

_PAGE = 1_000


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("audit")(audit)


def audit(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    context: typer.Context,
    room: Annotated[str, typer.Option(help="Of this room only: its name or id.")] = "",
    actor: Annotated[str, typer.Option(help="Whose acts: a person's or a key's id.")] = "",
    action: Annotated[
        str, typer.Option(help="`room.delete`, or `room.` for all that begin so.")
    ] = "",
    since: Annotated[str, typer.Option(help="From this instant (2026-11-30T00:00:00Z).")] = "",
    until: Annotated[str, typer.Option(help="Before this instant.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="Most events, the newest.")] = 50,
    csv: Annotated[
        bool, typer.Option("--csv", help="All of them as CSV, which opens in spreadsheets.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Tell whether an event was changed or taken out.")
    ] = False,
    json: Json = False,
) -> None:
    """List who did what, newest first."""
    settings = settings_of(context)
    if verify:
        _verified(run(_verification(settings)), json=json)
        return
    asked = {"actor": actor, "action": action, "since": since, "until": until}
    wanted = {name: value for name, value in asked.items() if value}
    if csv:
        run(_exported(settings, room, wanted))
        return
    events, names = run(_events(settings, room, wanted, limit))
    if json:
        write_json(events)
    for event in events if not json else ():
        write(_line(event, names))


def _verified(found: JsonObject, *, json: bool) -> None:
    if json:
        write_json(found)
    elif found["whole"]:
        write(f"The audit is whole: {found['events']:,} events.")
    if not found["whole"]:
        raise CommandError(
            "audit.broken",
            f"The audit is not whole. Event {found['broken_at']}: {found['reason']} Compare it "
            f"with a backup.",
        )


def _line(event: JsonObject, names: dict[str, str]) -> str:
    where = [_named(event[name], names) for name in ("room_id", "thing_id") if event[name]]
    told = [f"{name}={value}" for name, value in event["details"].items()]
    done = [] if event["outcome"] == "done" else [event["outcome"]]
    at = event["at"][:19].replace("T", " ")
    actor = _named(event["actor"], names)
    return "  ".join([at, actor, event["action"], *done, *where, *told])


def _named(identifier: str, names: dict[str, str]) -> str:
    """Return an id with what it is called now; alone where it is gone, or has no name."""
    called = names.get(identifier)
    return f"{identifier} ({called})" if called else identifier


async def _verification(settings: Settings) -> JsonObject:
    async with connected(settings) as client:
        found: JsonObject = await client.call("GET", "/api/audit/verification")
        return found


async def _events(
    settings: Settings, room: str, wanted: dict[str, str], limit: int
) -> tuple[list[JsonObject], dict[str, str]]:
    found: list[JsonObject] = []
    names: dict[str, str] = {}
    async with connected(settings) as client:
        path, before = await _path(client, room), ""
        while len(found) < limit:
            size = str(min(limit - len(found), _PAGE))
            asked = {**wanted, "limit": size, **({"before": before} if before else {})}
            page = await client.call("GET", f"{path}?{urlencode(asked)}")
            found += page["events"]
            names |= page["names"]
            if page["before"] is None:
                break
            before = str(page["before"])
    return found, names


async def _exported(settings: Settings, room: str, wanted: dict[str, str]) -> None:
    async with connected(settings) as client:
        path = f"{await _path(client, room)}/export?{urlencode({**wanted, 'format': 'csv'})}"
        async for line in client.lines(path):
            # As it came, with its mark at the beginning: it is read by programs.
            sys.stdout.write(line + "\n")


async def _path(client: Client, room: str) -> str:
    if not room:
        return "/api/audit"
    return f"/api/rooms/{(await client.room(room))['id']}/audit"
