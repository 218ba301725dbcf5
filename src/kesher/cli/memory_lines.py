"""Memory as lines for a person."""

from collections.abc import Iterator

from kesher.cli.client import JsonObject
from kesher.cli.terminal import counted


def context_lines(context: JsonObject) -> Iterator[str]:
    """Yield what memory gives, or that it knows nothing of it."""
    if not context["is_known"]:
        yield "Not known. The nearest:" if context["text"] else "Not known."
    yield from context["text"].splitlines()
    yield f"({context['tokens']} tokens)"


def fact_line(fact: JsonObject) -> str:
    """Return a fact with its id, whose it is and what it is at the instant asked."""
    until = f" until {fact['valid_until']}" if fact["valid_until"] else ""
    review = ", in review" if fact["in_review"] else ""
    return (
        f"{fact['id']}  {fact['subject']['name']}  {fact['key']}: {fact['value']}  "
        f"[{fact['state']}{review}] from {fact['valid_from']}{until}"
    )


def why_lines(why: JsonObject) -> Iterator[str]:
    """Yield where a fact comes from."""
    yield fact_line(why["fact"])
    if why["message"]:
        said = why["message"]
        yield f"said {said['at']} by {said['speaker']} in {said['thread']}: {said['text']}"
        yield f"in these words: {why['quote']}"
    else:
        yield "Its message was erased."
    for each in why["chain"]:
        if each["id"] != why["fact"]["id"]:
            yield f"  also: {fact_line(each)}"
    if why["ended_by"]:
        yield f"ended by: {why['ended_by']['text']}"
    for review in why["reviews"]:
        yield f"review {review['id']}: {review['verdict'] or 'waits'}: {review['reason']}"


def graph_lines(graph: JsonObject) -> Iterator[str]:
    """Yield the entities by distance, and the facts that lead from one to another."""
    names = {each["id"]: each["name"] for each in graph["entities"]}
    for entity_id, hops in sorted(graph["hops"].items(), key=lambda each: each[1]):
        yield f"{hops}  {entity_id}  {names.get(entity_id, '')}"
    for fact in graph["facts"]:
        if fact["object_id"]:
            to = names.get(fact["object_id"], fact["object_id"])
            yield f"{fact['subject']['name']} --{fact['key']}--> {to}  [{fact['state']}]"


def review_lines(review: JsonObject) -> Iterator[str]:
    """Yield a decision that waits, with both values and their words."""
    yield f"{review['id']}  {review['kind']}: {review['reason']}"
    for name in ("old", "new"):
        side = review[name]
        if side:
            yield f"  {name}: {side['key']} = {side['value']}  (said: {side['quote']})"
    for entity_id in review["entity_ids"]:
        yield f"  entity {entity_id}"
    if review["asked_by"]:
        yield f"  asked by: {review['asked_by']}"


_ERASED = {
    "messages": "message",
    "mentions": "mention",
    "facts": "fact",
    "entities": "entity",
    "names": "name",
    "reviews": "review",
    "merges": "merge",
    "requests": "request",
}


def receipt_line(receipt: JsonObject) -> str:
    """Return what an erasure took away, and what of others' words stays."""
    counts = ", ".join(
        f"{receipt[many]} {one if receipt[many] == 1 else many}" for many, one in _ERASED.items()
    )
    kept = receipt["kept_messages"]
    stays = f"; {counted(kept, 'message')} in which others speak of it: kept" if kept else ""
    return f"{receipt['id']}: {counts}{stays}"
