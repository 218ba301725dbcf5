"""`kesher ask` and `kesher search`."""

import sys
from typing import Annotated, Any

import typer

from kesher.cli.client import JsonObject, connected
from kesher.cli.context import Json, RoomName, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings

Question = Annotated[str, typer.Argument(help="The question; `-` reads it from standard input.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("ask")(ask)
    app.command("search")(search)


def ask(
    context: typer.Context,
    room: RoomName,
    question: Question,
    thread: Annotated[
        str | None, typer.Option("--thread", help="Go on with this thread (an id).")
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="Whose memory a new thread has; absent: none."),
    ] = None,
    json: Json = False,
) -> None:
    """Answer a question from a room's documents, with references."""
    body = {"text": text_of(question), "thread_id": thread, "memory": memory}
    answer = run(_ask(settings_of(context), room, body))
    if json:
        write_json(answer)
    else:
        tell(answer)


def search(
    context: typer.Context,
    room: RoomName,
    text: Question,
    top: Annotated[
        int | None, typer.Option("--top", help="How many chunks.", min=1, max=100)
    ] = None,
    json: Json = False,
) -> None:
    """Find the chunks nearest to a text, by meaning and by words."""
    found = run(_search(settings_of(context), room, {"text": text_of(text), "top": top}))
    if json:
        write_json(found)
        return
    for hit in found["hits"]:
        write(f"{hit['rank']}. {_place(hit, hit['page_numbers'])}  (fused {hit['fused']:.4f})")
        write(f"   {' '.join(hit['text'].split())[:160]}")


def text_of(given: str) -> str:
    """Return a question, read from standard input where `-` is given."""
    return sys.stdin.read() if given == "-" else given


async def _ask(settings: Settings, room: str, body: JsonObject) -> JsonObject:
    async with connected(settings) as client:
        found = await client.room(room)
        with errors.status("searching") as status:
            async for name, data in client.events("POST", f"/api/rooms/{found['id']}/ask", body):
                if name == "stage":
                    status.update(data["stage"])
                elif name == "error":
                    raise CommandError(data["code"], data["detail"])
                elif name == "done":
                    answer: JsonObject = data["answer"]
                    return answer
    raise CommandError("server", "The server ended before the answer was whole. Ask again.")


async def _search(settings: Settings, room: str, body: JsonObject) -> JsonObject:
    async with connected(settings) as client:
        found = await client.room(room)
        result: JsonObject = await client.call("POST", f"/api/rooms/{found['id']}/search", body)
        return result


def tell(answer: JsonObject) -> None:
    """Show an answer with its references, and how it came about."""
    write(marked(answer["text"], answer["citations"]))
    if answer["kind"] == "not_found" and answer["hits"]:
        errors.print("Nearest passages:")
        for hit in answer["hits"][:3]:
            place = _place(hit, hit["page_numbers"])
            write(f"   {place}: {' '.join(hit['text'].split())[:120]}")
    for citation in _by_number(answer["citations"]):
        place = _place(citation, [page["page_number"] for page in citation["pages"]])
        checked = "" if citation["verified"] else "  (not found in the passage)"
        write(f"[{citation['number']}] {place}{checked}")
    _footnotes(answer)


def _place(cited: JsonObject, page_numbers: list[int]) -> str:
    """Say where a chunk or a quotation stands: its document, its pages, the headings above it."""
    pages = "–".join(str(number) for number in page_numbers)
    section = " › ".join(cited["section"])
    return f"{cited['document_name']}, page {pages}" + (f" · {section}" if section else "")


def _footnotes(answer: JsonObject) -> None:
    if answer["error"]:
        errors.print(answer["error"], markup=False)
    if answer["kind"] == "extractive":
        why = "The model did not answer" if answer["error"] else "No model is set"
        errors.print(f"{why}: these are the best sentences, quoted.")
    prompt = answer["prompt"]
    if not prompt["room_tokens"]:
        errors.print("The room holds no text yet: `kesher add ROOM FILE` has a file read.")
    sent = "Sent" if answer["model"] else "Nothing was sent. A prompt would take"
    errors.print(
        f"{sent} {prompt['sent_tokens']:,} tokens; the room holds {prompt['room_tokens']:,}. "
        f"Thread: {answer['thread_id']}. How it came about: kesher record show {answer['id']}"
    )


def marked(text: str, citations: list[JsonObject]) -> str:
    """Put `[n]` where each citation stands in the text."""
    parts, at = [], 0
    for citation in sorted(citations, key=lambda item: int(item["position"])):
        parts.append(text[at : citation["position"]])
        parts.append(f" [{citation['number']}]")
        at = citation["position"]
    return "".join([*parts, text[at:]])


def _by_number(citations: list[JsonObject]) -> list[JsonObject]:
    unique: dict[Any, JsonObject] = {}
    for citation in citations:
        unique.setdefault(citation["number"], citation)
    return [unique[number] for number in sorted(unique)]
