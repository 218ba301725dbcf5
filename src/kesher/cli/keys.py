"""`kesher key`: the API keys by which programs act for people, from the server's own machine."""

from typing import Annotated

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.people import found_person
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings
from kesher.domain.access import Capability, Right

app = typer.Typer(
    help="API keys, by which programs act for people: make, list, revoke.", no_args_is_help=True
)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="key")


_DAYS = 90


@app.command("create")
def create(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    context: typer.Context,
    email: Annotated[str, typer.Argument(help="For whom the key speaks.")],
    name: Annotated[str, typer.Argument(help="The program that will use it.")],
    right: Annotated[
        list[Right] | None,
        typer.Option(help="The most that it may in rooms; repeat. Default: read and ask."),
    ] = None,
    capability: Annotated[
        list[Capability] | None, typer.Option("--may", help="What else it may; repeat.")
    ] = None,
    room: Annotated[
        list[str] | None, typer.Option(help="The only rooms that it opens, by name or id; repeat.")
    ] = None,
    days: Annotated[
        int, typer.Option(min=0, help="How long it is good; 0: until it is revoked.")
    ] = _DAYS,
    json: Json = False,
) -> None:
    """Make a key, and print it once. Without `--right` and with `--may` it opens no room."""
    rights = right or ([] if capability else [Right.READ, Right.ASK])
    body: JsonObject = {
        "name": name,
        "rights": rights,
        "capabilities": capability or [],
        "expires_in_days": days or None,
    }
    made = run(_made(settings_of(context), email, body, room))
    if json:
        write_json(made)
    else:
        write(made["secret"])
        errors.print(f"Shown only now. {_line(made['key'])}", markup=False)


@app.command("list")
def list_keys(context: typer.Context, json: Json = False) -> None:
    """List everybody's keys, newest first."""
    keys, emails = run(_listed(settings_of(context)))
    if json:
        write_json(keys)
        return
    for key in keys:
        write(f"{emails.get(key['user_id'], key['user_id'])}  {_line(key)}")


@app.command("revoke")
def revoke(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="The key's id, its first characters, or all of it.")],
    json: Json = False,
) -> None:
    """Revoke a key: it opens nothing from the next request on."""
    shown = run(_revoked(settings_of(context), key))
    if json:
        write_json(shown)
    else:
        write(_line(shown))


def _line(key: JsonObject) -> str:
    words = [key["id"], f"{key['prefix']}…", key["name"], ",".join(key["rights"]) or "no room"]
    words += key["capabilities"]
    if key["rooms"] is not None:
        words.append(f"only {', '.join(key['rooms'])}")
    if key["revoked_at"]:
        words.append("revoked")
    elif key["expires_at"]:
        words.append(f"until {key['expires_at']}" if key["open"] else "over")
    words.append(f"used {key['used_at']}" if key["used_at"] else "never used")
    return "  ".join(words)


async def _made(
    settings: Settings, email: str, body: JsonObject, rooms: list[str] | None
) -> JsonObject:
    async with connected(settings) as client:
        person = await found_person(client, email)
        if rooms:
            body["rooms"] = [(await client.room(room))["id"] for room in rooms]
        made: JsonObject = await client.call("POST", f"/api/people/{person['id']}/keys", body)
        return made


async def _listed(settings: Settings) -> tuple[list[JsonObject], dict[str, str]]:
    async with connected(settings) as client:
        emails = {each["id"]: each["email"] for each in await client.call("GET", "/api/people")}
        return await client.call("GET", "/api/keys"), emails


async def _revoked(settings: Settings, key: str) -> JsonObject:
    async with connected(settings) as client:
        shown: JsonObject = await client.call("DELETE", f"/api/keys/{await _id(client, key)}")
        return shown


async def _id(client: Client, key: str) -> str:
    """Return the id of the one key that is meant."""
    found = [
        each["id"]
        for each in await client.call("GET", "/api/keys")
        if key == each["id"] or key.startswith(each["prefix"])
    ]
    if len(found) != 1:
        how_many = "Several keys begin" if found else "No key begins"
        raise CommandError("not_found", f"{how_many} so. `kesher key list` shows their ids.")
    identifier: str = found[0]
    return identifier
