"""Whether a person's message decides what was put to them: a clear yes or no to that very question.

A stray "yes" decides nothing: the assistant's message right before must ask for a word about the
fact that waits, by its value or by what its key is called.
"""

import re
from collections.abc import Sequence

from kesher.domain.fact import Fact, Review, ReviewKind, Verdict
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.schema import Schema
from kesher.ports.memory import MemoryView
from kesher.text.confirmations import asks_for_a_word, says_no, says_yes
from kesher.text.words import all_readings, words

_QUESTION = re.compile(r"[^.!?؟\n]*[?؟]")
_TELLING_LETTERS = 3


def decided(
    message: LogMessage, before: Sequence[LogMessage], view: MemoryView, schema: Schema
) -> tuple[tuple[Review, ...], Verdict | None]:
    """Return the reviews that a message decides, and how; none and None where it decides nothing.

    Args:
        before: The last messages of the thread before it, oldest first; only reviews that one of
            these raised are decided.
    """
    verdict = _answer(message, before)
    if verdict is None:
        return (), None
    lately = {each.id for each in before}
    waiting = [
        review
        for review in view.waiting_reviews(message.thread_id)
        if review.message_id in lately and review.kind is not ReviewKind.MERGE
    ]
    asked = _asked_about(before[-1].text, waiting, view, schema)
    return (tuple(asked), verdict) if asked else ((), None)


def _answer(message: LogMessage, before: Sequence[LogMessage]) -> Verdict | None:
    asked = before[-1] if before else None
    if message.role is not Speaking.USER or asked is None or "?" in message.text:
        return None
    if asked.role is not Speaking.ASSISTANT or not asks_for_a_word(asked.text):
        return None
    if says_yes(message.text):
        return Verdict.ACCEPT
    return Verdict.REFUSE if says_no(message.text) else None


def _asked_about(
    text: str, waiting: Sequence[Review], view: MemoryView, schema: Schema
) -> list[Review]:
    """Return the reviews whose value the question names; else those whose key it names.

    A key's name alone points at nothing where several facts of such keys wait.
    """
    said = all_readings(" ".join(_QUESTION.findall(text)))
    facts = {review.id: _facts(review, view) for review in waiting}
    named = [r for r in waiting if any(_names_value(said, f) for f in facts[r.id])]
    if named:
        return named
    by_key = [r for r in waiting if any(_names_key(said, f, schema) for f in facts[r.id])]
    return by_key if len({r.old_fact_id or r.new_fact_id for r in by_key}) == 1 else []


def _facts(review: Review, view: MemoryView) -> Sequence[Fact]:
    ids = [id_ for id_ in (review.old_fact_id, review.new_fact_id) if id_]
    return view.facts_by_id(ids)


def _names_value(said: frozenset[str], fact: Fact) -> bool:
    telling = [w.fold for w in words(fact.value) if len(w.fold) >= _TELLING_LETTERS]
    return bool(telling) and said.issuperset(telling)


def _names_key(said: frozenset[str], fact: Fact, schema: Schema) -> bool:
    key = schema.key(fact.key)
    labels = (key.he, key.en, *(name.replace("_", " ") for name in key.also))
    return any(
        label and said.issuperset(word.fold for word in words(label)) and words(label)
        for label in labels
    )
