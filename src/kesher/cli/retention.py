"""`kesher retention`: how long rooms keep what they keep, and what would go."""

from typing import Annotated

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import counted, write, write_json
from kesher.config.settings import Settings

KINDS = ("threads", "requests", "versions", "jobs")


def add_to(app: typer.Typer) -> None:
    """Add this command to the main one."""
    app.command("retention")(retention)


def retention(
    context: typer.Context,
    room: Annotated[str, typer.Argument(help="A room's id or name; all rooms if omitted.")] = "",
    keep: Annotated[
        list[str] | None,
        typer.Option(
            help="`KIND=DAYS`, once for each of threads, requests, versions, jobs; 0: for ever."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell every id that the next sweep removes.")
    ] = False,
    json: Json = False,
) -> None:
    """Show how long rooms keep what they keep and what is over, or give one room days of its own.

    Days that are given replace all that the room had; without any, nothing is changed.
    """
    days = dict(_days(each) for each in keep or ())
    if days and (not room or dry_run):
        raise CommandError(
            "input.invalid", "Days are set for one room, without `--dry-run`. Name the room."
        )
    found = run(_rules(settings_of(context), room, days))
    if json:
        write_json(found)
        return
    for each in found:
        _show(each, dry_run=dry_run)


def _days(given: str) -> tuple[str, int]:
    kind, _, days = given.partition("=")
    if kind not in KINDS or not days.isdecimal():
        raise CommandError(
            "input.invalid",
            f"`{given}` is not `KIND=DAYS` with one of {', '.join(KINDS)}: write `threads=30`.",
        )
    return kind, int(days)


async def _rules(settings: Settings, room: str, days: dict[str, int]) -> list[JsonObject]:
    async with connected(settings) as client:
        rooms = [await client.room(room)] if room else await client.call("GET", "/api/rooms")
        return [await _rule(client, each, days) for each in rooms]


async def _rule(client: Client, room: JsonObject, days: dict[str, int]) -> JsonObject:
    path = f"/api/rooms/{room['id']}/retention"
    rules = await (client.call("PUT", path, days) if days else client.call("GET", path))
    return {"room_id": room["id"], "room": room["name"], "rules": rules}


def _show(room: JsonObject, *, dry_run: bool) -> None:
    for rule in room["rules"]:
        kept = counted(rule["days"], "day") if rule["days"] else "for ever"
        own = ", the room's own" if rule["own"] else ""
        write(f"{room['room']}: {rule['kind']} {kept}{own}; {len(rule['due'])} over")
        for each in rule["due"] if dry_run else ():
            write(f"  {each}")
