"""What is known of whom a thread speaks, as if it were said again: for corrections of it."""

from collections.abc import Iterator

from kesher.domain.entity import Entity, Reference, ReferenceKind
from kesher.domain.fact import Fact, FactKind, Statement
from kesher.domain.log import USER_SPEAKER, LogMessage
from kesher.memory.rules.subjects import SPEAKER
from kesher.memory.states import believed
from kesher.ports.memory import MemoryView

_MENTIONS = 120


def remembered(view: MemoryView, message: LogMessage) -> list[Statement]:
    """Return the open facts of the person and of what the thread spoke of, the newest first.

    A correction finds by them what was said too long ago for the last messages to hold it.
    """
    person = view.speaker(USER_SPEAKER)
    mentioned = view.recent_mentions(message.thread_id, message.id, limit=_MENTIONS)
    ids = list(dict.fromkeys(mention.entity_id for mention in mentioned))
    called = {entity.id: _called(entity) for entity in view.entities(ids)}
    if person is not None:
        called[person.id] = SPEAKER
    facts = view.facts(subjects=list(called), history=False)
    newest = sorted(facts, key=lambda fact: fact.recorded_from, reverse=True)
    return list(_as_said(newest, called))


def _called(entity: Entity) -> Reference:
    numbered = any(char.isdigit() for char in entity.name)
    kind = ReferenceKind.NUMBER if numbered else ReferenceKind.DEFINITE
    return Reference(kind, entity.name, type=entity.type)


def _as_said(facts: list[Fact], called: dict[str, Reference]) -> Iterator[Statement]:
    for fact in facts:
        if believed(fact) and fact.valid_until is None and fact.kind is not FactKind.EVENT:
            subject = called[fact.subject_id]
            yield Statement(subject, fact.key, fact.value, quote=fact.quote, kind=fact.kind)
