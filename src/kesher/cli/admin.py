"""`kesher admin`: the people who may sign in, and the server's secret, from its own machine."""

import sys
from typing import Annotated

import typer

from kesher.cli.client import JsonObject, connected, page_base
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.people import everybody, found_person
from kesher.cli.terminal import counted, errors, write, write_json
from kesher.config.settings import Settings

app = typer.Typer(
    help="People who may sign in: administrators, links, disabling.", no_args_is_help=True
)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="admin")


Email = Annotated[str, typer.Argument(help="The person's e-mail.")]


@app.command("create")
def create(
    context: typer.Context,
    email: Email,
    name: Annotated[str, typer.Option(help="The person's name; default: the e-mail's.")] = "",
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
    json: Json = False,
) -> None:
    """Make an administrator. The first one owns all that is there, and ends single-user mode."""
    password = _read_password() if password_stdin else _asked_password()
    body = {"email": email, "name": name, "password": password, "administrator": True}
    shown = run(_created(settings_of(context), body))
    if json:
        write_json(shown)
    else:
        write(_line(shown))
        errors.print("Whoever uses this server signs in from now on, on its page too.")


@app.command("add")
def add(
    context: typer.Context,
    email: Email,
    name: Annotated[str, typer.Option(help="The person's name; default: the e-mail's.")] = "",
    json: Json = False,
) -> None:
    """Make a plain account, and print the link by which its person sets a password."""
    shown = run(_added(settings_of(context), {"email": email, "name": name}))
    if json:
        write_json(shown)
    else:
        write(_line(shown["person"]))
        write(shown["link"]["url"])
        errors.print(f"Good once, until {shown['link']['expires_at']}. Hand it to {email} alone.")


@app.command("link")
def link(context: typer.Context, email: Email, json: Json = False) -> None:
    """Print a link by which a person sets a password; it is good once, for three days."""
    shown = run(_linked(settings_of(context), email))
    if json:
        write_json(shown)
    else:
        write(shown["url"])
        errors.print(f"Good once, until {shown['expires_at']}. Hand it to {email} alone.")


@app.command("people")
def people(context: typer.Context, json: Json = False) -> None:
    """List everybody who has an account."""
    found = run(_people(settings_of(context)))
    if json:
        write_json(found)
        return
    for person in found:
        write(_line(person))


@app.command("disable")
def disable(context: typer.Context, email: Email, json: Json = False) -> None:
    """Let a person in no more, and end all their sessions; what is theirs stays."""
    _show(run(_changed(settings_of(context), email, {"disabled": True})), json=json)


@app.command("enable")
def enable(context: typer.Context, email: Email, json: Json = False) -> None:
    """Let a person in again."""
    _show(run(_changed(settings_of(context), email, {"disabled": False})), json=json)


@app.command("rotate-secret")
def rotate_secret(context: typer.Context, json: Json = False) -> None:
    """Encrypt the stored keys of models with a new secret; the former one opens nothing more."""
    rotated = run(_rotated(settings_of(context)))
    if json:
        write_json(rotated)
    else:
        write(f"Encrypted anew: {counted(rotated['keys'], 'key')}.")


def _show(person: JsonObject, *, json: bool) -> None:
    if json:
        write_json(person)
    else:
        write(_line(person))


def _line(person: JsonObject) -> str:
    marks = [word for word in ("administrator", "disabled") if person[word]]
    return "  ".join([person["email"], person["name"], *marks])


def _read_password() -> str:
    return sys.stdin.readline().rstrip("\r\n")


def _asked_password() -> str:
    if not sys.stdin.isatty():
        raise CommandError(
            "input.invalid", "There is no terminal to ask on. Give `--password-stdin`."
        )
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return password


async def _created(settings: Settings, body: JsonObject) -> JsonObject:
    async with connected(settings) as client:
        made: JsonObject = await client.call("POST", "/api/people", body)
        person: JsonObject = made["person"]
        return person


async def _added(settings: Settings, body: JsonObject) -> JsonObject:
    base = page_base(settings)
    async with connected(settings) as client:
        made: JsonObject = await client.call("POST", "/api/people", body)
    link: JsonObject = made["link"]
    return {**made, "link": {**link, "url": base + link["path"]}}


async def _rotated(settings: Settings) -> JsonObject:
    async with connected(settings) as client:
        rotated: JsonObject = await client.call("POST", "/api/settings/secret/rotate")
        return rotated


async def _people(settings: Settings) -> list[JsonObject]:
    async with connected(settings) as client:
        return await everybody(client)


async def _changed(settings: Settings, email: str, change: JsonObject) -> JsonObject:
    async with connected(settings) as client:
        person = await found_person(client, email)
        shown: JsonObject = await client.call("PATCH", f"/api/people/{person['id']}", change)
        return shown


async def _linked(settings: Settings, email: str) -> JsonObject:
    base = page_base(settings)
    async with connected(settings) as client:
        person = await found_person(client, email)
        path = f"/api/people/{person['id']}/password-link"
        shown: JsonObject = await client.call("POST", path)
    # The address that the answer names may be of a server that lives for this command alone.
    return {**shown, "url": base + shown["path"]}
