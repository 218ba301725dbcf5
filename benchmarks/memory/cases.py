"""`user_memory`: key facts of long calls found in a context of 1,000 tokens; see README.md."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import yaml
from benchmarks.memory.opened import ZONE, Opened

from kesher.app.memory.recalling import MemoryContext, RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.domain.fact import FactState
from kesher.domain.log import Speaking
from kesher.domain.scope import Scope
from kesher.ranking.bm25 import Bm25
from kesher.text.terms import index_terms, query_terms

Json = dict[str, Any]
BUDGET_TOKENS = 1_000
NUMBER = re.compile(r"[A-Za-z]{0,4}[-#]?\d[\d,.:/-]*\d|\d")
"""An amount, date, time, telephone or reference number, its letters with it."""


@dataclass(frozen=True)
class Case:
    """A case with what an answer needs.

    Attributes:
        key: Numbers that the expected answer or its criteria name and a message says.
    """

    layer: str
    messages: Sequence[NewMessage]
    question: str
    key: frozenset[str]


def read_cases(folder: Path) -> Iterator[Case]:
    """Yield the cases of `layer1` to `layer3`; those whose answer names no said number left out."""
    for file in sorted(folder.glob("layer*/*.yaml")):
        given = yaml.safe_load(file.read_text(encoding="utf-8"))
        messages = list(_messages(given))
        said = set().union(*(numbers(each.text) for each in messages))
        wanted = numbers(f"{given.get('expected_behavior', '')} {given['evaluation_criteria']}")
        if wanted & said:
            question = given["user_question"]
            yield Case(file.parent.name, messages, question, frozenset(wanted & said))


def numbers(text: str) -> frozenset[str]:
    """Return a text's numbers, written alike: without separators, a final point or `.00`."""
    found = (re.sub(r"[,#-]", "", each).rstrip(".:/") for each in NUMBER.findall(text))
    return frozenset(each.removesuffix(".00").casefold() for each in found)


def _messages(given: Json) -> Iterator[NewMessage]:
    for history in given["conversation_histories"]:
        at = datetime.fromisoformat(str(history["timestamp"])).replace(tzinfo=UTC)
        for place, each in enumerate(history["messages"]):
            yield NewMessage(
                history["conversation_id"],
                each["content"],
                at + timedelta(seconds=20 * place),
                Speaking(each["role"]),
                id=str(place),
            )


async def judged(held: Opened, cases: Sequence[Case]) -> dict[str, dict[str, float]]:
    """Return by layer and way the mean share of key facts found, and whole and stale ones."""
    rows: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
    for number, case in enumerate(cases):
        row = await _judged(held, Scope(f"case {number}"), case)
        rows[case.layer].append(row)
        rows["all"].append(row)
    return {
        layer: {
            name: sum(each[name] for each in held_rows) / len(held_rows) for name in held_rows[0]
        }
        | {"cases": len(held_rows)}
        for layer, held_rows in rows.items()
    }


async def _judged(held: Opened, scope: Scope, case: Case) -> dict[str, float]:
    for message in case.messages:
        await held.memory.remember.add(scope, message)
    while await held.memory.tending.step():
        continue
    asked_at = max(each.at for each in case.messages if each.at) + timedelta(days=1)
    query = RecallQuery(case.question, asked_at, BUDGET_TOKENS, ZONE)
    context = await held.memory.recall.recall(scope, query)
    ways = {
        "kesher": context.text,
        "bm25": _by_words(held, case),
        "latest": _taken(held, [each.text for each in reversed(case.messages)]),
    }
    found = {way: len(case.key & numbers(text)) / len(case.key) for way, text in ways.items()}
    whole = {f"{way}_whole": float(share == 1) for way, share in found.items()}
    return {**found, **whole, "facts": len(context.facts), "stale": _stale(context)}


def _stale(context: MemoryContext) -> int:
    return sum(
        known.state is FactState.CURRENT and known.fact.superseded_by is not None
        for known in context.facts
    )


def _by_words(held: Opened, case: Case) -> str:
    texts = [each.text for each in case.messages]
    ranked = Bm25.of([index_terms(text) for text in texts])
    order = ranked.rank(query_terms(case.question), top=len(texts))
    return _taken(held, [texts[place] for place, _ in order])


def _taken(held: Opened, texts: Sequence[str]) -> str:
    left, taken = BUDGET_TOKENS, []
    for text in texts:
        tokens = held.counter.count(text)
        if tokens <= left:
            left -= tokens
            taken.append(text)
    return "\n".join(taken)
