"""`kesher thread`: the conversations of a room, and their deletion."""

from typing import Annotated

import typer

from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import confirmed, write, write_json
from kesher.config.settings import Settings

app = typer.Typer(help="Conversations: list and delete.", no_args_is_help=True)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="thread")


@app.command("list")
def list_threads(context: typer.Context, room: RoomName, json: Json = False) -> None:
    """List a room's conversations, newest first; each person's own, and those that are shared."""
    threads = run(_list(settings_of(context), room))
    if json:
        write_json(threads)
    for thread in threads if not json else ():
        at = thread["created_at"][:16].replace("T", " ")
        write(f"{thread['id']}  {at}  {thread['title']}")


@app.command("delete")
def delete(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="The conversation's id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a conversation with its answers, their records, and links to them."""
    write(f"Deleted {run(_delete(settings_of(context), thread, yes=yes))}.")


async def _list(settings: Settings, room: str) -> list[JsonObject]:
    async with connected(settings) as client:
        found = await client.room(room)
        threads: list[JsonObject] = await client.call("GET", f"/api/rooms/{found['id']}/threads")
        return threads


async def _delete(settings: Settings, thread: str, *, yes: bool) -> str:
    async with connected(settings) as client:
        found = await client.call("GET", f"/api/threads/{thread}")
        title = str(found["title"])
        if not yes and not confirmed(f"Delete `{title}` and all its answers?"):
            raise CommandError("cancelled", "Nothing was deleted.")
        await client.call("DELETE", f"/api/threads/{thread}")
        return title
