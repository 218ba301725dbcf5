"""`kesher usage` and `kesher limits`: what models took, and how much may be taken."""

import sys
from typing import Annotated
from urllib.parse import urlencode

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.people import found_person
from kesher.cli.terminal import counted, write, write_json
from kesher.config.settings import Settings
from kesher.domain.usage import UsageBy

Room = Annotated[str, typer.Option(help="The room's name or id.")]
Person = Annotated[str, typer.Option(help="The person's e-mail.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("usage")(usage)
    app.command("limits")(limits)


def usage(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    context: typer.Context,
    by: Annotated[UsageBy, typer.Option(help="What is added up by.")] = UsageBy.DAY,
    first: Annotated[str, typer.Option("--from", help="First day, UTC (2026-11-01).")] = "",
    last: Annotated[str, typer.Option("--to", help="Last day, included.")] = "",
    room: Room = "",
    csv: Annotated[
        bool, typer.Option("--csv", help="As CSV, which opens in spreadsheets.")
    ] = False,
    json: Json = False,
) -> None:
    """Add up tokens, price and time of what models were asked."""
    asked = {"by": by.value, "from": first, "to": last}
    wanted = {name: value for name, value in asked.items() if value}
    settings = settings_of(context)
    if csv:
        run(_exported(settings, room, wanted))
        return
    found = run(_usage(settings, room, wanted))
    if json:
        write_json(found)
    for row in found["rows"] if not json else ():
        write(_line(row))


def limits(
    context: typer.Context,
    room: Room = "",
    person: Person = "",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=NUMBER; 0: none; NAME= alone: as the settings say."),
    ] = None,
    json: Json = False,
) -> None:
    """Show what a room or a person may take, or set it."""
    if bool(room) == bool(person):
        raise CommandError("input.invalid", "Whose limits? Give either `--room` or `--person`.")
    amounts = dict(_amount(each) for each in change or ())
    held = run(_limits(settings_of(context), room, person, amounts))
    if json:
        write_json(held)
        return
    for name, amount in held["in_force"].items():
        write(f"{name}  {amount:,g}")
    if not held["in_force"]:
        write("Nothing is limited.")


def _line(row: JsonObject) -> str:
    tokens = f"{row['input_tokens']:,} in ({row['cached_tokens']:,} cached)"
    cells = [
        row["name"] or row["key"] or "-",
        counted(row["requests"], "request"),
        counted(row["answers"], "answer"),
        tokens,
        f"{row['output_tokens']:,} out",
        f"${row['price_usd']:.4f}",
        f"{row['seconds']:,.1f} s",
    ]
    return "  ".join(cells)


def _amount(text: str) -> tuple[str, float | None]:
    name, equals, number = text.partition("=")
    try:
        if not equals:
            raise ValueError(text)
        return name, float(number) if number else None
    except ValueError as error:
        raise CommandError(
            "input.invalid", f"`{text}` sets no limit. Write `--set tokens_day=200000`."
        ) from error


async def _usage(settings: Settings, room: str, wanted: dict[str, str]) -> JsonObject:
    async with connected(settings) as client:
        found: JsonObject = await client.call("GET", await _path(client, room, wanted, ""))
        return found


async def _exported(settings: Settings, room: str, wanted: dict[str, str]) -> None:
    async with connected(settings) as client:
        async for line in client.lines(await _path(client, room, wanted, "/export")):
            # As it came, with its mark at the beginning: it is read by programs.
            sys.stdout.write(line + "\n")


async def _path(client: Client, room: str, wanted: dict[str, str], ending: str) -> str:
    of_room = {"room_id": (await client.room(room))["id"]} if room else {}
    return f"/api/usage{ending}?{urlencode({**wanted, **of_room})}"


async def _limits(
    settings: Settings, room: str, person: str, amounts: dict[str, float | None]
) -> JsonObject:
    async with connected(settings) as client:
        if room:
            path = f"/api/rooms/{(await client.room(room))['id']}/limits"
        else:
            path = f"/api/people/{(await found_person(client, person))['id']}/limits"
        if amounts:
            held: JsonObject = await client.call("PUT", path, amounts)
        else:
            held = await client.call("GET", path)
        return held
