"""Which entity each reference of a message means. Pure: a snapshot in, what is new out.

A name or number is looked up before anything else; then what facts and earlier words lead to; then
what the conversation has at hand. What stays doubtful is put to a person and never made one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kesher.domain.entity import Entity, EntityName, Mention, Merge, Reference, ReferenceKind
from kesher.domain.fact import Fact, Review
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.memory.described import described, pronoun
from kesher.memory.draft import Draft
from kesher.memory.identifying import is_numbered, named, numbered, speaker_named
from kesher.memory.related import related
from kesher.memory.schema import Schema
from kesher.memory.window import ASSISTANT, MENTIONS, Window, partner
from kesher.ports.clock import NewId
from kesher.ports.memory import MemoryView
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import notions

NOBODY = ""
"""Stands for a pronoun that points at nothing known."""

_BESIDE = re.compile(r"[\s,(\"״“'–:-]{0,4}|\s*(?:מס'?|מספר|number|no\.?|#)\s*", re.IGNORECASE)
_ANNOUNCED = re.compile(r"\)?[^.!?,:\n]{0,16}:\s*")
_COMPLEMENT = re.compile(
    r"\s+(?:ל(?=[א-ת]{3})|אצל |עם |with |for |at |to |у |к |عند |مع )(?:the )?([^\W\d]+)"
)
_TOLD_BY_PURPOSE = frozenset({"appointment", "task"})
_POINTING = frozenset({ReferenceKind.DEFINITE, ReferenceKind.RELATION})
_CALLED = frozenset({ReferenceKind.NAME, ReferenceKind.NUMBER})


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a message's references mean, and what must be written for it.

    Attributes:
        entity_ids: One per reference, in their order; `NOBODY` for a pronoun without an antecedent.
        entities: New ones, and known ones of which something was learned or that were merged.
        facts: Known facts that a merge moved or ended.
    """

    entity_ids: tuple[str, ...]
    entities: tuple[Entity, ...]
    names: tuple[EntityName, ...]
    mentions: tuple[Mention, ...]
    merges: tuple[Merge, ...]
    facts: tuple[Fact, ...]
    reviews: tuple[Review, ...]


def resolve(
    references: Sequence[Reference],
    message: LogMessage,
    view: MemoryView,
    schema: Schema,
    *,
    new_id: NewId,
    now: datetime,
) -> Resolution:
    """Find or make the entity of each reference of one message.

    Args:
        references: In any order; those with spans are read in text order.
        view: The memory before this message, the log with it.
        schema: Tells which relations have one holder at a time.
        now: When we learn of the message; aware.
    """
    draft = Draft(view, message, new_id=new_id, now=now)
    reading = _Reading(draft, schema)
    order = sorted(range(len(references)), key=lambda at: _turn(references[at]))
    found: dict[int, str] = {}
    for place, at in enumerate(order):
        later = references[order[place + 1]] if place + 1 < len(order) else None
        entity = reading.entity_of(references[at], later)
        found[at] = entity.id if entity else NOBODY
    change = draft.change()
    return Resolution(
        entity_ids=tuple(
            draft.entity(found[at]).id if found[at] else NOBODY for at in range(len(references))
        ),
        entities=change.entities,
        names=change.names,
        mentions=change.mentions,
        merges=change.merges,
        facts=change.facts,
        reviews=change.reviews,
    )


def _turn(reference: Reference) -> tuple[bool, int, bool]:
    """When a reference is read: in text order, a thing that is only implied after all others.

    Of two readings of the same words the name comes first, and the other means the same.
    """
    implied = reference.end == 0 and reference.kind is ReferenceKind.DEFINITE
    return implied, reference.start, reference.kind not in _CALLED


class _Reading:
    """One message as it is read from its start to its end."""

    def __init__(self, draft: Draft, schema: Schema) -> None:
        self._draft = draft
        self._schema = schema
        self._partner = partner(draft)
        self._owner: Entity | None = None
        self._known: Window | None = None
        self._last: tuple[Reference, Entity] | None = None
        # The same message may be read twice, by rules and then by a model.
        message = draft.message
        stored = draft.view.recent_mentions(message.thread_id, None, limit=MENTIONS)
        self._read = {
            (one.start, one.end): one.entity_id for one in stored if one.message_id == message.id
        }

    def entity_of(self, reference: Reference, later: Reference | None) -> Entity | None:
        """Return the entity of the next reference; None of a pronoun that points at nothing."""
        speaking = self._speaking(reference)
        if speaking is not None:
            return speaking
        span = (reference.start, reference.end)
        if span in self._read and reference.end > reference.start:
            return self._draft.entity(self._read[span])
        entity = self._pointed(reference, later)
        if entity is None:
            return None
        entity = self._draft.learn(entity, reference)
        self._draft.mention(entity, reference, indirect=reference.kind not in _CALLED)
        self._read[span] = entity.id
        self._last = (reference, entity)
        return entity

    @property
    def owner(self) -> Entity:
        """The person whose memory the message adds to: its speaker, or whom it is said to."""
        if self._owner is None:
            message = self._draft.message
            own = message.role is Speaking.USER
            self._owner = self._speaker(message.speaker if own else self._partner)
        return self._owner

    @property
    def window(self) -> Window:
        """What is at hand before the reference being read."""
        if self._known is None:
            self._known = Window(self._draft, self.owner)
        return self._known

    def _speaking(self, reference: Reference) -> Entity | None:
        """Who "I" and "you" are. An assistant has no memory of itself: both are its user."""
        if reference.kind is ReferenceKind.ADDRESSEE:
            return self._speaker(self._partner)
        return self.owner if reference.kind is ReferenceKind.SPEAKER else None

    def _speaker(self, speaker: str) -> Entity:
        known = self._draft.speaker(speaker)
        if known is not None:
            return known
        if speaker in (USER_SPEAKER, ASSISTANT):
            type_ = "thing" if speaker == ASSISTANT else "person"
            reference = Reference(ReferenceKind.SPEAKER, type=type_)
            return self._draft.create(type_, speaker, reference, speaker=speaker)
        return speaker_named(speaker, self._draft)

    def _pointed(self, reference: Reference, later: Reference | None) -> Entity | None:
        if reference.kind is ReferenceKind.RELATION:
            single = self._schema.key(reference.relation).single
            return related(reference, self._draft, self.window, self.owner, single=single)
        if reference.kind is ReferenceKind.NAME:
            return self._named(reference)
        if reference.kind is ReferenceKind.NUMBER and is_numbered(reference):
            return numbered(reference, self._draft, self.window, self._beside(reference))
        if reference.kind is ReferenceKind.PRONOUN:
            seen = pronoun(reference, self.window.seen())
            return seen.entity if seen else None
        return self._described(reference, later)

    def _named(self, reference: Reference) -> Entity:
        """A name; behind a description ("the technician, Sergey") it is the described one's."""
        beside = self._beside(reference)
        return named(reference, self._draft, self.window, self.owner, beside)

    def _described(self, reference: Reference, later: Reference | None) -> Entity:
        """A description; what a number or name beside it means, else what is at hand, else new."""
        beside = self._beside(reference)
        if beside is not None:
            return self._draft.describe(beside, reference)
        if later is not None and self._joined(reference, later):
            known = self._already(later)
            if known is not None:
                return self._draft.describe(known, reference)
        text = self._draft.message.text
        around = (text[: reference.start], text[reference.end :])
        fuller = _with_complement(reference, around[1])
        seen = described(fuller, self.window.seen(), around)
        entity = seen.entity if seen is not None else self._new_thing(reference)
        told = seen is None or fuller is not reference
        return self._draft.describe(entity, fuller) if told else entity

    def _already(self, reference: Reference) -> Entity | None:
        """The entity that a name or number beside a description has already."""
        if reference.kind is ReferenceKind.NUMBER and is_numbered(reference):
            return numbered(reference, self._draft, self.window, None, known_only=True)
        return None

    def _new_thing(self, reference: Reference) -> Entity:
        type_ = reference.type
        if not type_:
            words = fold_name(reference.text).split()
            meant = [notion.type for word in words for notion in notions().get(word, ())]
            type_ = meant[0] if meant else "thing"
        return self._draft.create(type_, reference.text or type_, reference)

    def _beside(self, reference: Reference) -> Entity | None:
        """The entity of the reference right before, where the two are one phrase."""
        if self._last is None or not self._joined(self._last[0], reference):
            return None
        return self._draft.entity(self._last[1].id)

    def _joined(self, first: Reference, second: Reference) -> bool:
        """Whether a description and a name or number stand side by side and fit each other."""
        pointing = any(map(_describes, (first, second)))
        called = any(one.kind in _CALLED and not _describes(one) for one in (first, second))
        if not (pointing and called) or first.end > second.start:
            return False
        if first.kind is ReferenceKind.RELATION and first.also:
            return fold_name(second.text) == fold_name(first.also[0])
        gap = self._draft.message.text[first.end : second.start]
        called_first = not _describes(first)
        beside = _BESIDE.fullmatch(gap) or (called_first and _ANNOUNCED.fullmatch(gap))
        return bool(beside) and _fit(first, second)


def _describes(reference: Reference) -> bool:
    """Whether words tell of a thing without being its own name: "the lamp", "my wife", "R6"."""
    short = reference.kind is ReferenceKind.NUMBER and not is_numbered(reference)
    return reference.kind in _POINTING or short


def _with_complement(reference: Reference, behind: str) -> Reference:
    """An appointment or task is told by what it is for: "תור לאורתופד", "a talk for the board"."""
    found = _COMPLEMENT.match(behind) if reference.type in _TOLD_BY_PURPOSE else None
    return replace(reference, text=f"{reference.text} {found.group(1)}") if found else reference


def _fit(first: Reference, second: Reference) -> bool:
    """Two words of one phrase are of one type, or one does not say; people only with people."""
    types = {first.type, second.type} - {"", "thing", "product"}
    numbered_person = ReferenceKind.NUMBER in (first.kind, second.kind) and "person" in types
    return len(types) < 2 and not numbered_person
