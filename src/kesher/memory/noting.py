"""What a model asks to be remembered, as a fact of the user that waits for a person where it must.

It is the model's word and not the person's: said by the assistant, and less sure.
"""

from dataclasses import dataclass, replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Extraction, Fact, Held, Review, ReviewKind, Statement
from kesher.domain.log import USER_SPEAKER, LogMessage
from kesher.memory.hearing import Hearing, hear, take_in
from kesher.ports.memory import MemoryChange, MemoryView

NOTE = "note"
"""Its key; a user may have any number of notes."""

_CONFIDENCE = 0.6


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a note.

    Attributes:
        facts: Those that rest on it; empty where all of it was known.
    """

    facts: tuple[Fact, ...]


def noted(message: LogMessage, view: MemoryView, hearing: Hearing) -> tuple[MemoryChange, Kept]:
    """Return what a clean note changes: what the rules find in it, else itself as one fact."""
    change, learned = hear(message, view, hearing)
    if learned.facts:
        return change, Kept(learned.facts)
    change = _as_fact(message, message.text, view, hearing)
    return change, Kept(_resting_on(message, change))


def quarantined(
    message: LogMessage, text: str, reason: str, view: MemoryView, hearing: Hearing
) -> tuple[MemoryChange, Kept]:
    """Return what a note that waits for a person changes.

    Its fact is held, so that nothing reads it, and a review puts it to a person.

    Args:
        message: Stands in the log in its place, without its words.
        reason: Why it waits, in a sentence.
    """
    change = _as_fact(message, text, view, hearing)
    waiting = tuple(replace(fact, held=Held.QUARANTINED) for fact in _resting_on(message, change))
    if not waiting:
        return MemoryChange(), Kept(())
    reviews = tuple(
        Review(
            id=hearing.new_id("review"),
            kind=ReviewKind.QUARANTINE,
            reason=reason,
            thread_id=message.thread_id,
            message_id=message.id,
            created_at=hearing.now,
            new_fact_id=fact.id,
        )
        for fact in waiting
    )
    return replace(change, facts=waiting, reviews=reviews), Kept(waiting)


def _as_fact(message: LogMessage, text: str, view: MemoryView, hearing: Hearing) -> MemoryChange:
    quote = (0, len(text)) if message.text == text else (0, 0)
    statement = Statement(
        Reference(ReferenceKind.SPEAKER), NOTE, text, quote, confidence=_CONFIDENCE
    )
    # About the user, though the model says it.
    about_user = replace(message, speaker=USER_SPEAKER)
    return take_in(Extraction(statements=(statement,)), about_user, view, hearing)[0]


def _resting_on(message: LogMessage, change: MemoryChange) -> tuple[Fact, ...]:
    return tuple(fact for fact in change.facts if fact.source_message_id == message.id)
