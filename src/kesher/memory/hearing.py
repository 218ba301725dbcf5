"""One message to all that it changes: extract → resolve → revise, by rules, in one pure step."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from kesher.domain.entity import Entity, Reference
from kesher.domain.fact import Extraction, Fact, Review, Statement
from kesher.domain.log import LogMessage
from kesher.memory.after import ViewAfter
from kesher.memory.confirming import decided
from kesher.memory.extraction import extract
from kesher.memory.own_words import beginning
from kesher.memory.remembered import remembered
from kesher.memory.resolution import NOBODY, resolve
from kesher.memory.reviewing import Deciding, decide_all
from kesher.memory.revision import Heard, Resolved, revise_heard
from kesher.memory.schema import Schema
from kesher.ports.memory import MemoryChange, MemoryView

BEFORE = 6
"""Messages before one that its rules may look at."""

_MOST_MENTIONS = 50
"""Each is looked up among the known. Of a pasted list of names more would keep others waiting."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What hearing needs besides the message.

    Attributes:
        new_id: Makes a fresh id for a kind of thing (`fact`, `review`, `entity`, `merge`).
        now: When we learn of the message; aware.
    """

    schema: Schema
    new_id: Callable[[str], str]
    now: datetime


@dataclass(frozen=True, slots=True)
class Learned:
    """What a message changed.

    Attributes:
        facts: New facts, and stored ones as they became.
        refused: What was stated and not stored, each with the reason.
    """

    facts: tuple[Fact, ...]
    entities: tuple[Entity, ...]
    reviews: tuple[Review, ...]
    refused: tuple[tuple[Statement, str], ...]


def hear(message: LogMessage, view: MemoryView, hearing: Hearing) -> tuple[MemoryChange, Learned]:
    """Return what a new message changes, by rules alone.

    A person's clear yes or no to an assistant that asks about a fact that waits decides it.
    """
    message = beginning(message)
    before = [
        beginning(each)
        for each in view.messages_before(message.thread_id, message.id, limit=BEFORE)
    ]
    extraction = extract(message, before, hearing.schema, lambda: remembered(view, message))
    reviews, verdict = decided(message, before, view, hearing.schema)
    if verdict is not None and not extraction.statements:
        deciding = Deciding(message.speaker, hearing.now, hearing.new_id, hearing.schema)
        change = decide_all(view, reviews, verdict, deciding)
        return change, Learned(change.facts, (), change.reviews, ())
    return take_in(extraction, message, view, hearing)


def take_in(
    extraction: Extraction, message: LogMessage, view: MemoryView, hearing: Hearing
) -> tuple[MemoryChange, Learned]:
    """Return what an extraction changes, whoever made it: rules or a model."""
    references = list(dict.fromkeys(_references(extraction)))
    resolution = resolve(
        references, message, view, hearing.schema, new_id=hearing.new_id, now=hearing.now
    )
    ids = dict(zip(references, resolution.entity_ids, strict=True))
    revision = revise_heard(
        _heard(extraction, ids),
        message,
        ViewAfter(view, resolution.facts),
        hearing.schema,
        new_id=hearing.new_id,
        now=hearing.now,
    )
    change = MemoryChange(
        entities=resolution.entities,
        names=resolution.names,
        mentions=resolution.mentions,
        facts=_last_of_each((*resolution.facts, *revision.facts)),
        reviews=(*resolution.reviews, *revision.reviews),
        merges=resolution.merges,
    )
    refused = (*_about_nobody(extraction, ids), *revision.refused)
    return change, Learned(revision.facts, resolution.entities, change.reviews, refused)


def _about_nobody(
    extraction: Extraction, ids: dict[Reference, str]
) -> Iterator[tuple[Statement, str]]:
    for statement in extraction.statements:
        if not _is_known(statement, ids):
            yield statement, f"Nobody known is meant by `{statement.subject.text}`."


def _is_known(statement: Statement, ids: dict[Reference, str]) -> bool:
    who = [statement.subject, *([statement.object] if statement.object else [])]
    return all(ids[reference] != NOBODY for reference in who)


def _last_of_each(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple({fact.id: fact for fact in facts}.values())


def _references(extraction: Extraction) -> Iterator[Reference]:
    yield from extraction.references[:_MOST_MENTIONS]
    for statement in extraction.statements:
        yield statement.subject
        if statement.object is not None:
            yield statement.object
    yield from (reference for _, reference in extraction.triggers)


def _heard(extraction: Extraction, ids: dict[Reference, str]) -> Heard:
    statements = [
        Resolved(
            statement,
            ids[statement.subject],
            ids[statement.object] if statement.object is not None else None,
        )
        for statement in extraction.statements
        if _is_known(statement, ids)
    ]
    return Heard(
        statements=tuple(statements),
        triggers=tuple(
            (name, ids[reference])
            for name, reference in extraction.triggers
            if ids[reference] != NOBODY
        ),
        doubts=_doubts(extraction, ids),
    )


def _doubts(extraction: Extraction, ids: dict[Reference, str]) -> tuple[tuple[str, str, str], ...]:
    speaker = next((ids[each] for each in ids if each.kind == "speaker"), "")
    return tuple((key, reason, speaker) for key, reason in extraction.doubts if speaker)
