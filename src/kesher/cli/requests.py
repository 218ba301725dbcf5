"""`kesher requests` and `kesher request`: what the model saw."""

from typing import Annotated, Any
from urllib.parse import quote

import typer

from kesher.cli.client import Client, JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import write, write_json
from kesher.config.settings import Settings
from kesher.text.harmless import escaped

_HASH_CHARS = 12


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("trajectories")(trajectories)
    app.command("requests")(requests)
    app.command("request")(request)


def trajectories(
    context: typer.Context,
    export: Annotated[
        str | None, typer.Option("--export", help="Write this one (an id) as JSON lines.")
    ] = None,
    json: Json = False,
) -> None:
    """List the agents' trajectories, newest first, or write one out whole."""
    if export is not None:
        run(_write_out(settings_of(context), export))
        return
    found: list[JsonObject] = run(_all(settings_of(context)))
    if json:
        write_json(found)
        return
    for each in found:
        write(f"{each['id']}  {each['created_at']}  {each['title']}")


def requests(
    context: typer.Context,
    owner: Annotated[str, typer.Argument(help="A thread's or a trajectory's id.")],
    json: Json = False,
) -> None:
    """List what was sent to the model for a thread or a trajectory, oldest first."""
    found: list[JsonObject] = run(_listed(settings_of(context), owner))
    if json:
        write_json(found)
        return
    for each in found:
        write(f"{each['id']}  {each['at']}  {each['model']}  {_figures(each)}")


def request(
    context: typer.Context,
    request_id: Annotated[str, typer.Argument(help="A request's id.")],
    json: Json = False,
) -> None:
    """Show exactly what the model saw at one turn, and what it cost."""
    found: JsonObject = run(_one(settings_of(context), request_id))
    if json:
        write_json(found)
    else:
        _tell(found)


async def _all(settings: Settings) -> Any:  # noqa: ANN401 - JSON
    async with connected(settings) as client:
        return await client.call("GET", "/api/trajectories")


async def _write_out(settings: Settings, trajectory_id: str) -> None:
    async with connected(settings) as client:
        async for line in client.lines(f"/api/trajectories/{quote(trajectory_id, safe='')}/export"):
            write(escaped(line))  # JSON says the same value without the terminal's sequences


async def _listed(settings: Settings, owner: str) -> Any:  # noqa: ANN401 - JSON
    async with connected(settings) as client:
        for kind in ("threads", "trajectories"):
            found = await _requests_of(client, kind, owner)
            if found is not None:
                return found
    raise CommandError(
        "not_found",
        f"There is no thread or trajectory `{owner}`. `kesher ask` and "
        "`kesher agent` end with the id; `kesher trajectories` lists them.",
    )


async def _requests_of(client: Client, kind: str, owner: str) -> Any:  # noqa: ANN401 - JSON
    try:
        return await client.call("GET", f"/api/{kind}/{quote(owner, safe='')}/requests")
    except CommandError as error:
        if error.refused_code == "not_found":
            return None
        raise


async def _one(settings: Settings, request_id: str) -> JsonObject:
    async with connected(settings) as client:
        found: JsonObject = await client.call("GET", f"/api/requests/{quote(request_id, safe='')}")
        return found


def _tell(found: JsonObject) -> None:
    write(f"Request {found['id']} for {found['owner_id']}, {found['at']}")
    write(f"To {found['model']} by the profile {found['profile']}: {_figures(found)}")
    write(f"SHA-256 of tools and messages, joined: {found['body_hash']}")
    write(_cache(found["audit"]))
    for schema in found["tools"]:
        write(f"\n--- tool\n{schema}")
    for message in found["messages"]:
        parts = [each for each in found["segments"] if each["message"] == message["index"]]
        _tell_message(message, parts)


def _tell_message(message: JsonObject, parts: list[JsonObject]) -> None:
    shown = message["message"] or {"role": "erased"}
    tokens = sum(part["tokens"] for part in parts)
    write(f"\n--- message {message['index']}: {shown['role']}, {tokens:,} tokens")
    for part in parts:
        if part["refs"] or part["erased"]:
            gone = ", erased: its document was deleted" if part["erased"] else ""
            write(f"    [{part['kind']} of {', '.join(part['refs'])}: {_short(part)}{gone}]")
    content = shown.get("content")
    if content:
        write(content if isinstance(content, str) else str(content))
    for name, value in shown.items():
        if name not in ("role", "content"):
            write(f"{name}: {value}")


def _short(part: JsonObject) -> str:
    return f"{part['tokens']:,} tokens, sha256 {part['hash'][:_HASH_CHARS]}"


def _figures(found: JsonObject) -> str:
    said = [f"{found['tokens']:,} tokens assembled"]
    usage = found["usage"]
    if usage is not None and usage["input_tokens"] is not None:
        cached = usage["cached_tokens"] or 0
        said.append(
            f"{usage['input_tokens']:,} billed ({cached:,} cached, "
            f"{usage['uncached_tokens']:,} uncached), {usage['output_tokens'] or 0:,} written"
        )
    if found["price_usd"] is not None:
        said.append(f"${found['price_usd']:.6f}")
    if found["purpose"] != "turn":
        said.append(f"for a {found['purpose']}")
    return "; ".join(said)


def _cache(audit: JsonObject | None) -> str:
    if audit is None:
        return "Cache: not audited."
    total = audit["reused_tokens"] + audit["new_tokens"]
    said = f"Cache: {audit['reused_tokens']:,} of {total:,} tokens as in the request before"
    broken = audit["broken"]
    if broken is None:
        return f"{said}; nothing broke."
    lawful = " by a logged edit" if audit["logged"] else ""
    return (
        f"{said}; broken{lawful} at message {broken['message']}, byte {broken['byte']:,}: "
        f"{broken['cause']}. {broken['explanation']}"
    )
