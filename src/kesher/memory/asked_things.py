"""Which known things a question describes: "the mattress", "наушники", "ההחזר"."""

from collections.abc import Iterator
from datetime import UTC, datetime

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.draft import Draft
from kesher.memory.names import NUMBERED, meanings, peeled, without_article
from kesher.memory.window import Seen, Window
from kesher.ports.memory import MemoryView
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import describing, notions, small_words

_THINGS = frozenset({"order", "product", "thing", "ticket", "appointment", "task", "medication"})
_REFUNDS = frozenset({"refund_status", "refund_amount", "refund_method"})
_MOST = 3
_ANY_TIME = datetime.min.replace(tzinfo=UTC)
"""The window goes by the order of messages alone."""


def things_asked(question: str, view: MemoryView, owner: Entity, thread_id: str) -> Iterator[str]:
    """Yield the ids of things that the question's nouns describe, those spoken of last first.

    Where it has no such noun: what waits for a refund it asks about, else the last order, ticket
    or appointment that it calls just that.
    """
    words = _words(question)
    seen = [one for one in _at_hand(view, owner, thread_id) if one.entity.type in _THINGS]
    nouns = _nouns(question, words)
    called = [one for one in seen if nouns & one.notions]
    if called:
        yield from (one.entity.id for one in _told_apart(called, words)[:_MOST])
        return
    if any("refund" in describing().get(word, ()) for word in words):
        yield from _refunded(view, seen)
        return
    yield from _of_the_kind(question, words, seen)


def _at_hand(view: MemoryView, owner: Entity, thread_id: str) -> list[Seen]:
    """What the thread has at hand behind its last message, and what the asker owns."""
    asked = LogMessage("", thread_id, Speaking.USER, _ANY_TIME, "", owner.speaker)
    return Window(Draft(view, asked, new_id=str, now=_ANY_TIME), owner).seen()


def _words(question: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            ending for word in fold_name(question).split() for ending in peeled(word) if ending
        )
    )


def _nouns(question: str, words: tuple[str, ...]) -> set[str]:
    """Notions of the question's nouns that tell more than "order" and "case"."""
    whole = tuple(fold_name(question).split())
    found = {*meanings(whole), *meanings(tuple(map(without_article, whole)))}
    found |= {one for word in words for one in meanings((word,))}
    return {notion for notion in found if not notion.startswith(tuple(NUMBERED))}


def _told_apart(called: list[Seen], words: tuple[str, ...]) -> list[Seen]:
    """Of several of one kind those whose other words the question has, the open ones first."""
    shared = {one.entity.id: len(set(words) & one.words) for one in called}
    best = max(shared.values())
    fitting = [one for one in called if shared[one.entity.id] == best]
    return sorted(fitting, key=lambda one: (one.closed, one.rank))


def _refunded(view: MemoryView, seen: list[Seen]) -> Iterator[str]:
    """The thing whose refund is still open, else the one refunded last."""
    held = [one.entity.id for one in seen]
    replacing = [fact.subject_id for fact in view.facts(objects=held, keys={"replaces"})]
    facts = view.facts(subjects=[*held, *replacing], keys=_REFUNDS)
    settled = {fact.subject_id for fact in facts if fact.value in small_words("settled")}
    latest = max(facts, key=lambda fact: _openness(fact, settled), default=None)
    if latest is not None:
        yield latest.subject_id


def _openness(fact: Fact, settled: set[str]) -> tuple[bool, datetime]:
    return fact.subject_id not in settled, fact.recorded_from


def _of_the_kind(question: str, words: tuple[str, ...], seen: list[Seen]) -> Iterator[str]:
    """The last thing of a kind that the question points at: "ההזמנה", "my order"."""
    whole = fold_name(question).split()
    pointed = set(whole) & (small_words("mine") | small_words("definite"))
    kinds = {
        notion.type
        for word in (words if pointed else [w[1:] for w in whole if w.startswith("ה")])
        for notion in notions().get(word, ())
    }
    fitting = [one for one in seen if one.entity.type in kinds & _THINGS - {"product", "thing"}]
    fitting.sort(key=lambda one: (one.closed, one.rank))
    yield from (one.entity.id for one in fitting[:1])
