"""`kesher room`: make, list, rename, delete."""

from typing import Annotated

import typer

from kesher.cli import room_people
from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.people import found_person
from kesher.cli.terminal import confirmed, counted, errors, write, write_json
from kesher.config.settings import Settings

app = typer.Typer(help="Rooms: make, list, rename, delete; their people.", no_args_is_help=True)

Languages = Annotated[
    list[str] | None,
    typer.Option("--ocr", help="Language of scans by Tesseract's name, main one first; repeat."),
]

room_people.add_to(app)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="room")


@app.command("create")
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The room's name.")],
    ocr: Languages = None,
    owner: Annotated[
        str, typer.Option(help="E-mail of the person who is to own it, where there are accounts.")
    ] = "",
    json: Json = False,
) -> None:
    """Make a room."""
    body: JsonObject = {"name": name, **({"ocr_languages": ocr} if ocr else {})}
    room, is_nobodys = run(_create(settings_of(context), body, owner))
    if json:
        write_json(room)
    else:
        write(f"{room['name']}  {room['id']}")
    if is_nobodys:
        errors.print(
            f"Nobody owns it: of all people only this machine's commands open it. Give it an "
            f"owner: kesher room transfer {room['id']} E-MAIL",
            markup=False,
        )


@app.command("list")
def list_rooms(context: typer.Context, json: Json = False) -> None:
    """List the rooms and what they hold."""
    rooms = run(_list(settings_of(context)))
    if json:
        write_json(rooms)
        return
    if not rooms:
        write("No rooms yet. `kesher room create NAME` makes one; `kesher sample` loads a sample.")
    for room in rooms:
        figures = room["figures"]
        write(
            f"{room['name']}  {room['id']}  {counted(figures['documents'], 'document')}, "
            f"{counted(figures['chunks'], 'chunk')} of {figures['dimensions']} numbers"
        )


@app.command("rename")
def rename(
    context: typer.Context,
    room: RoomName,
    name: Annotated[str, typer.Argument(help="The new name.")],
    json: Json = False,
) -> None:
    """Give a room another name."""
    shown = run(_rename(settings_of(context), room, name))
    if json:
        write_json(shown)
    else:
        write(f"{shown['name']}  {shown['id']}")


@app.command("delete")
def delete(
    context: typer.Context,
    room: RoomName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a room with its documents, threads and answers."""
    run(_delete(settings_of(context), room, yes=yes))


@app.command("vectors")
def vectors(
    context: typer.Context,
    room: RoomName,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the growing of new ones.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with it.")] = False,
    json: Json = False,
) -> None:
    """Show by which embedding model a room is searched, and how far another's vectors are."""
    if stop and resume:
        raise CommandError("input.invalid", "Give `--stop` or `--resume`, not both.")
    what = "/stop" if stop else "/resume" if resume else ""
    shown = run(_vectors(settings_of(context), room, what))
    if json:
        write_json(shown)
        return
    write(f"searched by: {shown['embedder'] or 'nothing yet'}")
    if shown["growing"]:
        state = ", stopped" if shown["stopped"] else ""
        done = f"{shown['chunks_done']:,} of {shown['chunks']:,} chunks{state}"
        write(f"growing:     {shown['growing']}, {done}")


async def _vectors(settings: Settings, room: str, what: str) -> JsonObject:
    async with connected(settings) as client:
        found = await client.room(room)
        path = f"/api/rooms/{found['id']}/vectors{what}"
        shown: JsonObject = await client.call("POST" if what else "GET", path)
        return shown


async def _create(settings: Settings, body: JsonObject, owner: str) -> tuple[JsonObject, bool]:
    """Make a room; return it, and whether it is to be told that it has no owner."""
    async with connected(settings) as client:
        me = await client.call("GET", "/api/me")
        person = await found_person(client, owner) if owner else None
        room: JsonObject = await client.call("POST", "/api/rooms", body)
        if person is not None:
            path = f"/api/administration/rooms/{room['id']}/owner"
            await client.call("PUT", path, {"user_id": person["id"]})
        return room, me["mode"] == "accounts" and person is None


async def _list(settings: Settings) -> list[JsonObject]:
    async with connected(settings) as client:
        rooms: list[JsonObject] = await client.call("GET", "/api/rooms")
        return rooms


async def _rename(settings: Settings, room: str, name: str) -> JsonObject:
    async with connected(settings) as client:
        found = await client.room(room)
        shown: JsonObject = await client.call("PATCH", f"/api/rooms/{found['id']}", {"name": name})
        return shown


async def _delete(settings: Settings, room: str, *, yes: bool) -> None:
    async with connected(settings) as client:
        found = await client.room(room)
        documents = counted(found["figures"]["documents"], "document")
        question = f"Delete `{found['name']}` with {documents} and all its answers?"
        if not yes and not confirmed(question):
            raise CommandError("cancelled", "Nothing was deleted.")
        await client.call("DELETE", f"/api/rooms/{found['id']}")
        write(f"Deleted {found['name']}.")
