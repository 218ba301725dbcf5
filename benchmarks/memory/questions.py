"""Questions to a household whose facts stand in memory: which it knows, and what it finds."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.memory.opened import Opened, opened

from kesher.app.memory.recalling import MemoryContext, RecallQuery
from kesher.domain.entity import Entity, EntityName, Gender
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.memory.draft import described_keys
from kesher.memory.names import name_keys
from kesher.memory.related import described_key
from kesher.ports.memory import MemoryChange, MemoryView

Json = dict[str, Any]
STORY = Path(__file__).parents[2] / "tests" / "data" / "memory_questions" / "story.json"
BUDGETS_TOKENS = (30, 60, 120, 300)
SCOPE = Scope("בית")
THREAD = "שיחה"


async def questioned() -> Json:
    """Return the shares, in per cent, and the questions whose verdict was wrong."""
    story = json.loads(STORY.read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as held:
            await tell(held, story)
            return await _judged(held, story)


async def tell(held: Opened, story: Json) -> None:
    """Put the household's entities, names and facts into memory, and let them be embedded."""
    at = datetime.fromisoformat(story["at"])
    message = LogMessage("m1", THREAD, Speaking.USER, at, "…", time_zone=story["zone"])
    change = MemoryChange(
        entities=tuple(_entity(each, at) for each in story["entities"]),
        names=tuple(_names(story)),
        facts=tuple(_fact(each, story["facts"]) for each in story["facts"]),
    )
    await held.store.parts.memory.add_message(SCOPE, message, _changing(change))
    while await held.memory.tending.step():
        continue


async def ask(held: Opened, story: Json, text: str, budget_tokens: int) -> MemoryContext:
    """Return what memory gives for one question."""
    at, zone = datetime.fromisoformat(story["at"]), story["zone"]
    query = RecallQuery(text, at, budget_tokens, zone, thread_id=THREAD, turns=False)
    return await held.memory.recall.recall(SCOPE, query)


async def _judged(held: Opened, story: Json) -> Json:
    found: Counter[int] = Counter()
    wrong: dict[str, list[str]] = {"said to be known": [], "said to be unknown": []}
    needed = sum(len(each["needs"]) for each in story["questions"])
    for each in story["questions"]:
        for tokens in BUDGETS_TOKENS:
            context = await ask(held, story, each["text"], tokens)
            found[tokens] += len({fact.id for fact in context.facts} & set(each["needs"]))
        if context.is_known != each["known"]:
            verdict = "said to be known" if context.is_known else "said to be unknown"
            wrong[verdict].append(each["text"])
    known = sum(each["known"] for each in story["questions"])
    unknown = len(story["questions"]) - known
    return {
        "unknown, said so": 100 * (1 - len(wrong["said to be known"]) / unknown),
        "known, said so": 100 * (1 - len(wrong["said to be unknown"]) / known),
        "needed facts found": {t: 100 * found[t] / needed for t in BUDGETS_TOKENS},
        **wrong,
    }


def _entity(given: Json, at: datetime) -> Entity:
    return Entity(
        given["id"],
        given["type"],
        given["name"],
        at,
        gender=Gender(given["gender"]),
        speaker=given["speaker"],
    )


def _names(story: Json) -> Iterator[EntityName]:
    found: dict[tuple[str, str], EntityName] = {}
    for given in story["entities"]:
        for text in (given["name"], *given["aliases"]):
            for key in name_keys(text, given["type"]):
                found.setdefault((given["id"], key), EntityName(given["id"], key, text))
        if given["relation"]:
            relation, _, words = given["relation"].partition(": ")
            key = described_key("user", relation)
            found[given["id"], key] = EntityName(given["id"], key, words)
    for fact in story["facts"]:  # what an order is of, it is called by
        for key in described_keys(fact["value"]) if fact["key"] == "product" else ():
            found[fact["subject"], key] = EntityName(fact["subject"], key, fact["value"])
    yield from found.values()


def _fact(given: Json, facts: list[Json]) -> Fact:
    since = datetime.fromisoformat(f"{given['since']}T09:00:00+02:00")
    until = datetime.fromisoformat(f"{given['until']}T09:00:00+02:00") if given["until"] else None
    by = next((each["id"] for each in facts if each["id"] == given["by"]), None)
    return Fact(
        id=given["id"],
        subject_id=given["subject"],
        key=given["key"],
        value=given["value"],
        object_id=given["object"],
        kind=FactKind(given["kind"]),
        confidence=0.95,
        thread_id=THREAD,
        source_message_id="m1",
        quote=(0, 0),
        said_by=Speaking.USER,
        valid_from=since,
        recorded_from=since,
        valid_until=until,
        superseded_by=by,
    )


def _changing(change: MemoryChange) -> Callable[[MemoryView], tuple[MemoryChange, None]]:
    return lambda _: (change, None)
