"""`kesher room`: the people of a room, links for them, transfer and archive."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from kesher.cli.client import Client, JsonObject, connected, page_base
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings

Email = Annotated[str, typer.Argument(help="The person's e-mail or id.")]


class Given(StrEnum):
    """The roles that one person gives another."""

    VIEWER = "viewer"
    MEMBER = "member"
    MANAGER = "manager"


def add_to(app: typer.Typer) -> None:
    """Add the commands to `kesher room`."""
    for name, command in (
        ("members", members),
        ("role", role),
        ("remove", remove),
        ("leave", leave),
        ("transfer", transfer),
        ("invite", invite),
        ("invitations", invitations),
        ("revoke", revoke),
        ("archive", archive),
        ("unarchive", unarchive),
    ):
        app.command(name)(command)


def members(context: typer.Context, room: RoomName, json: Json = False) -> None:
    """List a room's people and their roles."""
    found = run(_called(settings_of(context), room, "GET", "/members"))
    if json:
        write_json(found)
        return
    for person in found:
        marks = ["disabled"] if person["disabled"] else []
        write("  ".join([person["role"], person["email"], person["name"], *marks]))


def role(context: typer.Context, room: RoomName, email: Email, given: Given) -> None:
    """Give a person a role in a room, in place of another."""
    run(_with_person(settings_of(context), room, email, "PUT", {"role": given.value}))
    write(f"{email} is {given.value} of {room}.")


def remove(context: typer.Context, room: RoomName, email: Email) -> None:
    """Take a person's role in a room away; the links that the person made end with it."""
    run(_with_person(settings_of(context), room, email, "DELETE"))
    write(f"{email} has no role in {room} any more.")


def leave(context: typer.Context, room: RoomName) -> None:
    """Give up your own role in a room (with an API key's person)."""
    run(_called(settings_of(context), room, "POST", "/leave"))
    write(f"You left {room}.")


def transfer(context: typer.Context, room: RoomName, email: Email) -> None:
    """Make a person the owner of a room; the owner until now becomes a manager."""
    run(_transferred(settings_of(context), room, email))
    write(f"{email} owns {room}.")


def invite(
    context: typer.Context,
    room: RoomName,
    given: Annotated[Given, typer.Option("--role", help="What who joins will be.")] = Given.VIEWER,
    hours: Annotated[float, typer.Option(help="For so long it lets people in.")] = 168.0,
    uses: Annotated[int, typer.Option(help="So many may join by it; 0: any number.")] = 1,
    json: Json = False,
) -> None:
    """Print a link by which people join a room. It is shown this once."""
    body = {"role": given.value, "hours": hours, "uses": uses or None}
    settings = settings_of(context)
    base = page_base(settings)
    made = run(_called(settings, room, "POST", "/invitations", body))
    # The address that the answer names may be of a server that lives for this command alone.
    made["url"] = base + made["path"]
    if json:
        write_json(made)
        return
    write(made["url"])
    errors.print(f"For the role {given.value}, until {made['expires_at']}. Its id: {made['id']}")


def invitations(context: typer.Context, room: RoomName, json: Json = False) -> None:
    """List a room's links, those that are over included."""
    found = run(_called(settings_of(context), room, "GET", "/invitations"))
    if json:
        write_json(found)
        return
    for each in found:
        left = "any number" if each["uses_left"] is None else f"{each['uses_left']} left"
        state = "open" if each["open"] else "over"
        write(f"{each['id']}  {state}  {each['role']}  {left}  until {each['expires_at']}")


def revoke(
    context: typer.Context,
    room: RoomName,
    invitation: Annotated[str, typer.Argument(help="The link's id: `kesher room invitations`.")],
) -> None:
    """End a link; who has joined by it stays."""
    run(_called(settings_of(context), room, "DELETE", f"/invitations/{invitation}"))
    write(f"{invitation} lets nobody in any more.")


def archive(context: typer.Context, room: RoomName) -> None:
    """Let a room only be read and exported from now on."""
    run(_called(settings_of(context), room, "PATCH", "", {"archived": True}))
    write(f"{room} is archived.")


def unarchive(context: typer.Context, room: RoomName) -> None:
    """Take an archived room into use again."""
    run(_called(settings_of(context), room, "PATCH", "", {"archived": False}))
    write(f"{room} is in use again.")


async def _called(
    settings: Settings, room: str, method: str, path: str, body: JsonObject | None = None
) -> Any:  # noqa: ANN401 - whatever the route gives
    async with connected(settings) as client:
        return await client.call(method, await _address(client, room) + path, body)


async def _with_person(
    settings: Settings, room: str, email: str, method: str, body: JsonObject | None = None
) -> None:
    async with connected(settings) as client:
        address = await _address(client, room)
        await client.call(
            method, f"{address}/members/{await _person(client, address, email)}", body
        )


async def _transferred(settings: Settings, room: str, email: str) -> None:
    async with connected(settings) as client:
        address = await _address(client, room)
        body = {"user_id": await _person(client, address, email)}
        await client.call("POST", f"{address}/transfer", body)


async def _address(client: Client, room: str) -> str:
    return f"/api/rooms/{(await client.room(room))['id']}"


async def _person(client: Client, room: str, email: str) -> str:
    """Return a person's id: one of the room's, or where the caller may see them, of the server's.

    Raises:
        CommandError: nobody there has that e-mail or id.
    """
    wanted = email.strip().lower()
    for person in await client.call("GET", f"{room}/members"):
        if wanted in (person["email"], person["user_id"]):
            return str(person["user_id"])
    for person in await client.call("GET", "/api/people"):
        if wanted in (person["email"], person["id"]):
            return str(person["id"])
    raise CommandError(
        "not_found",
        f"Nobody here has the e-mail `{email}`. `kesher room invite` makes a link for somebody "
        f"new; `kesher admin people` lists everybody.",
    )
