"""`kesher memory …`: say, recall, look at, decide on and erase what is remembered."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlencode

import typer

from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.instants import checked_instant
from kesher.cli.memory_import import Numbered, add_all, read_log
from kesher.cli.memory_lines import (
    context_lines,
    fact_line,
    graph_lines,
    receipt_line,
    review_lines,
    why_lines,
)
from kesher.cli.terminal import confirmed, counted, write, write_json
from kesher.text.harmless import escaped

app = typer.Typer(help="What is remembered of conversations.", no_args_is_help=True)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="memory")


Tenant = Annotated[str, typer.Option("--tenant", help="Whose memory: any text that names it.")]
Entity = Annotated[str, typer.Argument(help="An id or a name; left out: the user.")]
AsOf = Annotated[
    str,
    typer.Option(
        "--as-of", help="Instant in the world, ISO 8601 with offset.", callback=checked_instant
    ),
]
Role = Literal["user", "assistant"]
Verdict = Literal["accept", "refuse"]
By = Annotated[str, typer.Option("--by", help="Who decides; it is logged.")]
LOCAL = "local"
_TENANT = "kesher.memory.tenant"


@app.callback()
def _of_tenant(context: typer.Context, tenant: Tenant = LOCAL) -> None:
    """Take whose memory it is before the command."""
    context.meta[_TENANT] = tenant


@app.command("say")
def say(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="Any text that names the conversation.")],
    text: Annotated[str, typer.Argument(help="What was said.")],
    at: Annotated[
        str,
        typer.Option(
            "--at", help="When, ISO 8601 with offset; default now.", callback=checked_instant
        ),
    ] = "",
    role: Annotated[Role, typer.Option("--role", help="Who said it.")] = "user",
    json: Json = False,
) -> None:
    """Add a message to the log and show what memory gives for it."""
    body = {"thread": thread, "text": text, "role": role, **({"at": at} if at else {})}
    added = _call(context, "POST", "messages", body=body)
    if json:
        write_json(added)
        return
    learned = counted(len(added["learned"]), "fact")
    write(
        f"{added['id']}: {learned} new or changed" if added["is_new"] else "It was there already."
    )
    for line in context_lines(added["context"]):
        write(line)


@app.command("recall")
def recall(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What is asked.")],
    tokens: Annotated[int | None, typer.Option("--tokens", help="Budget, 30 at least.")] = None,
    as_of: AsOf = "",
    json: Json = False,
) -> None:
    """Show what memory gives for a question."""
    body = {"question": question, "tokens": tokens, **({"as_of": as_of} if as_of else {})}
    found = _call(context, "POST", "recall", body=body)
    if json:
        write_json(found)
        return
    for line in context_lines(found):
        write(line)


@app.command("facts")
def facts(
    context: typer.Context,
    entity: Entity = "",
    as_of: AsOf = "",
    history: Annotated[bool, typer.Option("--history", help="Also what holds no more.")] = False,
    json: Json = False,
) -> None:
    """List an entity's facts, oldest first."""
    asked = {"entity": entity, "as_of": as_of, "history": str(history).lower()}
    _list(_call(context, "GET", "facts", asked=asked), fact_line, json=json)


@app.command("why")
def why(
    context: typer.Context,
    fact: Annotated[str, typer.Argument(help="A fact's id (`kesher memory facts`).")],
    json: Json = False,
) -> None:
    """Show where a fact comes from: its message, its words, the values before and after."""
    found = _call(context, "GET", f"facts/{quote(fact, safe='')}")
    if json:
        write_json(found)
        return
    for line in why_lines(found):
        write(line)


@app.command("entities")
def entities(context: typer.Context, json: Json = False) -> None:
    """List who and what is known."""

    def line(each: JsonObject) -> str:
        return f"{each['id']}  {each['type']:12} {each['name']}"

    _list(_call(context, "GET", "entities"), line, json=json)


@app.command("graph")
def graph(
    context: typer.Context,
    entity: Entity = "",
    hops: Annotated[int, typer.Option("--hops", min=0, max=2, help="How far to go.")] = 1,
    as_of: AsOf = "",
    json: Json = False,
) -> None:
    """Show the entities round one, and the facts between them."""
    asked = {"entity": entity, "hops": str(hops), "as_of": as_of}
    found = _call(context, "GET", "graph", asked=asked)
    if json:
        write_json(found)
        return
    for line in graph_lines(found):
        write(line)


@app.command("reviews")
def reviews(context: typer.Context, json: Json = False) -> None:
    """List the decisions that wait for a person."""
    found = _call(context, "GET", "reviews")
    if json:
        write_json(found)
        return
    for each in found:
        for line in review_lines(each):
            write(line)
    if not found:
        write("Nothing waits.")


@app.command("decide")
def decide(
    context: typer.Context,
    verdict: Annotated[Verdict, typer.Argument(help="What is decided.")],
    ids: Annotated[list[str], typer.Argument(help="Reviews' ids: all or none.")],
    by: By = "user",
    json: Json = False,
) -> None:
    """Decide one or many reviews."""
    body = {"ids": ids, "verdict": verdict, "by": by}
    decided = _call(context, "POST", "reviews/verdict", body=body)
    if json:
        write_json(decided)
        return
    write(f"{counted(len(decided), 'review')} decided: {verdict}.")


@app.command("merge")
def merge(
    context: typer.Context,
    kept: Annotated[str, typer.Argument(help="Id of the entity that stays.")],
    absorbed: Annotated[str, typer.Argument(help="Id of the one that joins it.")],
    by: By = "user",
    reason: Annotated[str, typer.Option("--reason")] = "",
    json: Json = False,
) -> None:
    """Make two entities one; `kesher memory unmerge` undoes it."""
    body = {"kept": kept, "absorbed": absorbed, "by": by, "reason": reason}
    made = _call(context, "POST", "merges", body=body)
    write_json(made) if json else write(f"Merged; undo with: kesher memory unmerge {made['id']}")


@app.command("unmerge")
def unmerge(
    context: typer.Context,
    merge_id: Annotated[str, typer.Argument(help="A merge's id (`kesher memory merges`).")],
    json: Json = False,
) -> None:
    """Make two entities of a merged one again."""
    undone = _call(context, "POST", f"merges/{quote(merge_id, safe='')}/undo")
    write_json(undone) if json else write("Undone.")


@app.command("merges")
def merges(context: typer.Context, json: Json = False) -> None:
    """List the log of merges."""

    def line(each: JsonObject) -> str:
        state = "undone" if each["undone_at"] else "in force"
        return (
            f"{each['id']}  {each['kept_id']} <- {each['absorbed_id']}  {state}  {each['reason']}"
        )

    _list(_call(context, "GET", "merges"), line, json=json)


@app.command("threads")
def threads(context: typer.Context, json: Json = False) -> None:
    """List the conversations of the log, newest first."""

    def line(each: JsonObject) -> str:
        return f"{each['last_at']}  {each['messages']:5}  {each['id']}"

    _list(_call(context, "GET", "threads"), line, json=json)


@app.command("forget")
def forget(
    context: typer.Context,
    message: Annotated[
        tuple[str, str] | None, typer.Option("--message", help="Its thread and id.")
    ] = None,
    entity: Annotated[str | None, typer.Option("--entity", help="An id or a name.")] = None,
    everything: Annotated[bool, typer.Option("--everything")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """Erase a message, a person or thing, or everything; print the receipt. It cannot be undone."""
    if [message is not None, entity is not None, everything].count(True) != 1:
        raise typer.BadParameter("Name one of --message, --entity and --everything.")
    thread, message_id = message or (None, None)
    named = "this tenant's whole memory" if everything else f"`{entity or message_id}`"
    if not yes and not confirmed(f"Erase {named}, and all that derives from it?"):
        raise CommandError("cancelled", "Nothing was erased.")
    body = {"thread": thread, "message": message_id, "entity": entity, "everything": everything}
    receipt = _call(context, "POST", "erasures", body=body)
    if json:
        write_json(receipt)
        return
    write(receipt_line(receipt))


@app.command("export")
def export(context: typer.Context) -> None:
    """Write the log as JSON lines."""
    run(_lines(context, "export", lambda line: write(escaped(line))))


@app.command("cypher")
def cypher(context: typer.Context) -> None:
    """Write entities and facts as Cypher statements, for Neo4j and its kin."""
    run(_lines(context, "cypher", write))


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="JSON lines, as `kesher memory export` writes; - is stdin.")
    ],
    json: Json = False,
) -> None:
    """Add the messages of a log, oldest first; those that are there already change nothing."""
    found = read_log(file)
    new = run(_add_all(context, found))
    if json:
        write_json({"messages": len(found), "new": new})
    else:
        write(f"{counted(len(found), 'message')}, {new} new.")


@app.command("backlog")
def backlog(
    context: typer.Context,
    retry: Annotated[bool, typer.Option("--retry", help="Read again what failed.")] = False,
    json: Json = False,
) -> None:
    """Count what the background has still to do."""
    path, method = ("backlog/retry", "POST") if retry else ("backlog", "GET")
    found = _call(context, method, path)
    if json:
        write_json(found)
        return
    for name, count in found.items():
        write(f"{name.replace('_', ' ')}: {count}")


def _list(found: list[JsonObject], line: Callable[[JsonObject], str], *, json: bool) -> None:
    if json:
        write_json(found)
        return
    for each in found:
        write(line(each))


def _call(
    context: typer.Context,
    method: str,
    path: str,
    *,
    body: object = None,
    asked: Mapping[str, str] | None = None,
) -> Any:  # noqa: ANN401 - JSON
    async def calling() -> Any:  # noqa: ANN401 - JSON
        async with connected(settings_of(context)) as client:
            return await client.call(method, _address(context, path, asked or {}), body)

    return run(calling())


async def _add_all(context: typer.Context, found: list[Numbered]) -> int:
    async with connected(settings_of(context)) as client:

        async def add(body: JsonObject) -> JsonObject:
            added: JsonObject = await client.call("POST", _address(context, "messages"), body)
            return added

        return await add_all(found, add)


async def _lines(context: typer.Context, path: str, show: Callable[[str], None]) -> None:
    async with connected(settings_of(context)) as client:
        async for line in client.lines(_address(context, path)):
            show(line)


def _address(context: typer.Context, path: str, asked: Mapping[str, str] | None = None) -> str:
    given = {name: value for name, value in (asked or {}).items() if value}
    return f"/api/memory/{path}?{urlencode({'tenant': context.meta[_TENANT], **given})}"
