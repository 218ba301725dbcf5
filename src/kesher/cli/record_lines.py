"""A record, and what a replay found, as lines for a person. Pure."""

from collections.abc import Iterator
from typing import Any

from kesher.cli.client import JsonObject

_EXCERPT_CHARS = 80
_HASH_CHARS = 12
_BOTH = "both"


def record_lines(record: JsonObject) -> Iterator[str]:
    """Yield how an answer came about."""
    yield f"{record['answer_id']}  {record['created_at']}  {record['kind']}"
    yield f"Question: {_one_line(record['question'])}"
    if record["held_fraction"] is not None:
        yield f"How likely the passages hold an answer: {record['held_fraction']:.2f}"
    for search in record["retrievals"]:
        yield from _search_lines(search)
    yield from _prompt_lines(record["prompt"])
    for call in record["calls"]:
        yield _call_line(call)
    yield ""
    yield "Times, in milliseconds: " + ", ".join(
        f"{each['name']} {each['ms']:.1f}" for each in record["timeline"]
    )
    yield f"In all: {record['total_ms']:.1f}"
    yield _values("Versions", record["versions"])
    yield _values("Settings", record["settings"])


def replay_lines(replay: JsonObject) -> Iterator[str]:
    """Yield what would differ today."""
    yield "It would differ today." if replay["differs"] else "Nothing would differ today."
    for kind in ("versions", "settings"):
        for each in replay[kind]:
            yield f"{kind}: {each['name']} was {_value(each['then'])}, is {_value(each['now'])}"
    for search in replay["searches"]:
        yield from _change_lines(search)
    if replay["prompt"]:
        yield from _prompt_change_lines(replay["prompt"])
    if replay["answer"]:
        yield from _answer_lines(replay["answer"])


def _search_lines(search: JsonObject) -> Iterator[str]:
    figures = search["figures"]
    size = len(search["vector"] or ())
    yield ""
    yield f"Search ({search['label']}): {_one_line(search['search_text'])}"
    yield (
        f"    {search['embedder']}, {size} numbers, over {figures['chunks']:,} chunks; "
        + ", ".join(f"{each['name']} {each['ms']:.1f} ms" for each in search["stages"])
    )
    for row in search["rows"]:
        if row["rank"] is not None:
            yield _row_line(row)


def _row_line(row: JsonObject) -> str:
    place = "  +" if row["neighbour_of"] else f"{row['rank']:3}"
    marks = ", ".join(
        f"{name} #{mark['rank']} {mark['score']:.4g}" for name, mark in row["marks"].items()
    )
    grade = "" if row["grade"] is None else f", grade {row['grade']}"
    sent = ", sent" if row["sent"] else ""
    gone = "" if row["standing"] == "standing" else f", {row['standing']}"
    pages = "–".join(map(str, row["page_numbers"]))
    name = f"{row['document_name']}, page {pages}" if row["document_name"] else row["chunk_id"]
    text = _one_line(row["excerpt"])[:_EXCERPT_CHARS]
    return f"{place}. {name}  ({marks or 'beside it'}{grade}{sent}{gone})  {text}"


def _prompt_lines(prompt: JsonObject) -> Iterator[str]:
    sent = "Sent" if prompt["sent"] else "No model was asked; a prompt would take"
    yield ""
    yield f"{sent} {prompt['tokens']:,} of the room's {prompt['room_tokens']:,} tokens:"
    for each in prompt["segments"]:
        refs = f" of {', '.join(each['refs'])}" if each["refs"] else ""
        state = "" if each["state"] in ("kept", "not_sent") else f", {each['state']}"
        yield f"    {each['kind']}{refs}: {each['tokens']:,} tokens{state}"


def _call_line(call: JsonObject) -> str:
    counted = ""
    if call["input_tokens"] is not None:
        counted = (
            f"; {call['input_tokens']:,} billed ({call['cached_tokens'] or 0:,} cached, "
            f"{call['uncached_tokens']:,} uncached), {call['output_tokens'] or 0:,} written"
        )
    price = "" if call["price_usd"] is None else f"; ${call['price_usd']:.6f}"
    return (
        f"{call['request_id']} ({call['label']}) to {call['model']}: {call['tokens']:,} tokens"
        f"{counted}{price}"
    )


def _change_lines(search: JsonObject) -> Iterator[str]:
    then, now = search["figures_then"], search["figures_now"]
    yield ""
    yield (
        f"Search ({search['label']}): chunks then {then['chunks']:,}, now {now['chunks']:,}; "
        f"documents then {then['documents']:,}, now {now['documents']:,}"
    )
    changed = [hit for hit in search["hits"] if hit["fate"] != "same"]
    yield f"    {len(search['hits']) - len(changed)} hits stand where they stood"
    for hit in changed:
        yield f"    {hit['fate']}: {_place(hit['then'])} → {_place(hit['now'])}, {hit['standing']}"


def _place(place: JsonObject | None) -> str:
    if place is None:
        return "nowhere"
    if place["rank"] is not None:
        beside = f" (beside {place['neighbour_of']})" if place["neighbour_of"] else ""
        return f"{place['chunk_id']} #{place['rank']}{beside}"
    fused = place["marks"].get("fused")
    return f"{place['chunk_id']} no hit" + (f" (fused #{fused['rank']})" if fused else "")


def _prompt_change_lines(prompt: JsonObject) -> Iterator[str]:
    yield ""
    yield f"Prompt: {prompt['tokens_then']:,} tokens then, {prompt['tokens_now']:,} now"
    for part in prompt["parts"]:
        if part["fate"] != "same":
            refs = f" of {', '.join(part['refs'])}" if part["refs"] else ""
            name = part["hash"][:_HASH_CHARS]
            yield f"    {part['fate']}: {part['kind']}{refs}, {part['tokens']:,} tokens, {name}"


def _answer_lines(answer: JsonObject) -> Iterator[str]:
    yield ""
    kinds = {answer["kind_then"], answer["kind_now"]}
    if len(kinds) > 1:
        yield f"Answer: {answer['kind_then']} then, {answer['kind_now']} now"
    if all(piece["side"] == _BOTH for piece in answer["pieces"]):
        yield "The answer is the same, word for word."
        return
    marks = {"both": " ", "then": "-", "now": "+"}
    for piece in answer["pieces"]:
        for line in piece["text"].strip("\n").split("\n"):
            yield f"{marks[piece['side']]} {line}"


def _values(name: str, values: list[JsonObject]) -> str:
    return f"{name}: " + ", ".join(f"{each['name']} {_value(each['value'])}" for each in values)


def _value(value: Any) -> str:  # noqa: ANN401 - JSON
    return "none" if value is None else str(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())
