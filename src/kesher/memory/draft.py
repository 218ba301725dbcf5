"""What one message adds to the known entities: the state of one `resolve`, over the store's."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from kesher.domain.entity import Entity, EntityName, Gender, Mention, Merge, Reference
from kesher.domain.fact import Fact, Review, ReviewKind
from kesher.domain.log import LogMessage
from kesher.memory.merging import BY_RULE, Decision, contradiction, merge
from kesher.memory.names import NUMBERED, content_words, meanings, name_keys
from kesher.ports.clock import NewId
from kesher.ports.memory import MemoryChange, MemoryView
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import notions

DESCRIBED = "@"
"""Begins a key that is no name: "my wife" of a speaker, "the technician" of a thread."""


def described_keys(text: str) -> tuple[str, ...]:
    """Return the keys of a description: its words, and what its nouns mean in any language.

    Nouns that only say the kind ("order", "פנייה") are no keys: they describe every one.
    """
    words = content_words(text)
    telling = [
        word for word in words if not {one.type for one in notions().get(word, ())} & NUMBERED
    ]
    keys = [f"{DESCRIBED}%{notion}" for notion in meanings(tuple(telling))]
    keys += [f"{DESCRIBED}^{word}" for word in telling]
    return tuple(dict.fromkeys(keys)) or (f"{DESCRIBED} {fold_name(text)}",)


class Draft:
    """Entities, names and mentions as they stand once this message is read so far."""

    def __init__(
        self, view: MemoryView, message: LogMessage, *, new_id: NewId, now: datetime
    ) -> None:
        self.view = view
        self.message = message
        self.now = now
        self._new_id = new_id
        self._entities: dict[str, Entity] = {}
        self._names: dict[tuple[str, str], EntityName] = {}
        self._mentions: list[Mention] = []
        self._facts: dict[str, Fact] = {}
        self._merges: list[Merge] = []
        self._reviews: list[Review] = []
        self._touched: set[str] = set()
        self._read: dict[str, Entity] = {}

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Mentions of this message so far, in the order resolved."""
        return tuple(self._mentions)

    def entity(self, entity_id: str) -> Entity:
        """Return the entity that stands under an id, over merges. Raises KeyError."""
        entity = self._entities.get(entity_id) or self._stored(entity_id)
        while entity.merged_into is not None:
            entity = self._entities.get(entity.merged_into) or self._stored(entity.merged_into)
        return entity

    def roots(self, ids: Iterable[str]) -> dict[str, Entity]:
        """Return per id the entity that stands under it; ids that are not known are left out."""
        wanted = list(dict.fromkeys(ids))
        self._fetch(wanted)
        known = [id_ for id_ in wanted if id_ in self._entities or id_ in self._read]
        return {id_: self.entity(id_) for id_ in known}

    def standing(self, ids: Iterable[str]) -> list[Entity]:
        """Return the standing entities under these ids, each once, in that order."""
        return list({one.id: one for one in self.roots(ids).values()}.values())

    def named(self, keys: Collection[str]) -> list[tuple[EntityName, Entity]]:
        """Return standing entities by their names' keys, those of this message too."""
        stored = self.view.entities_named(keys)
        wanted = set(keys)
        own = [name for (_, key), name in self._names.items() if key in wanted]
        self._read |= {entity.id: entity for _, entity in stored}
        found = [(name, self.entity(entity.id)) for name, entity in stored]
        return found + [(name, self.entity(name.entity_id)) for name in own]

    def names(self, ids: Collection[str]) -> list[EntityName]:
        """Return the names of entities, those of this message too."""
        wanted = {one.id for one in map(self.entity, ids)} | set(ids)
        own = [name for name in self._names.values() if name.entity_id in wanted]
        return [*self.view.names(wanted), *own]

    def create(self, type_: str, name: str, reference: Reference, *, speaker: str = "") -> Entity:
        """Add an entity, with the gender and number of the reference."""
        entity = Entity(
            id=self._new_id("ent"),
            type=type_ or "thing",
            name=name,
            created_at=self.now,
            gender=reference.gender,
            plural=reference.plural,
            speaker=speaker,
        )
        self._entities[entity.id] = entity
        self._touched.add(entity.id)
        return entity

    def learn(self, entity: Entity, reference: Reference) -> Entity:
        """Note gender and type where the reference tells what was not known."""
        entity = self.entity(entity.id)
        told = replace(
            entity,
            gender=entity.gender or Gender(reference.gender),
            type=reference.type if entity.type == "thing" and reference.type else entity.type,
        )
        if told != entity:
            self._entities[told.id] = told
        return told

    def speaker(self, speaker: str) -> Entity | None:
        """Return the entity that speaks under a name, if any."""
        own = next((one for one in self._entities.values() if one.speaker == speaker), None)
        known = own or self.view.speaker(speaker)
        return self.entity(known.id) if known is not None else None

    def give_voice(self, entity: Entity, speaker: str) -> Entity:
        """Let a known person be the one who speaks under a name."""
        speaking = replace(self.entity(entity.id), speaker=speaker)
        self._entities[speaking.id] = speaking
        return speaking

    def describe(self, entity: Entity, reference: Reference) -> Entity:
        """Note words that describe an entity: they tell it apart, and questions find it by them."""
        return self.call(entity, reference.text, keys=described_keys(reference.text))

    def call(self, entity: Entity, text: str, *, keys: Collection[str] = ()) -> Entity:
        """Add a name under which an entity is found.

        Args:
            keys: Look-up keys; left out: those of the name.
        """
        entity = self.entity(entity.id)
        for key in keys or name_keys(text, entity.type):
            self._names.setdefault((entity.id, key), EntityName(entity.id, key, text))
        return entity

    def rename(self, entity: Entity, text: str) -> Entity:
        """Change what an entity is called."""
        renamed = replace(self.entity(entity.id), name=text)
        self._entities[renamed.id] = renamed
        return renamed

    def mention(self, entity: Entity, reference: Reference, *, indirect: bool) -> None:
        """Note where the message mentions an entity."""
        if reference.end > reference.start:
            where = (self.message.thread_id, self.message.id, reference.start, reference.end)
            self._mentions.append(Mention(entity.id, *where, reference.text, indirect))

    def join(self, kept: Entity, absorbed: Entity, reason: str) -> Entity:
        """Make two entities one for certain. One new in this message is put to a person instead."""
        kept, absorbed = self.entity(kept.id), self.entity(absorbed.id)
        if kept.id == absorbed.id:
            return kept
        if absorbed.speaker and not kept.speaker:
            kept, absorbed = absorbed, kept
        if {kept.id, absorbed.id} & self._touched:
            self.doubt(kept, absorbed, reason)
            return kept
        if contradiction(self.view, kept, absorbed):
            return kept
        decision = Decision(self._new_id("merge"), reason, BY_RULE, self.now)
        change = merge(self.view, kept.id, absorbed.id, decision)
        for one in change.entities:
            told = self._entities.get(one.id, one)
            self._entities[one.id] = replace(told, speaker=one.speaker, merged_into=one.merged_into)
        self._touched |= {kept.id, absorbed.id}
        self._facts |= {fact.id: fact for fact in change.facts}
        self._merges.extend(change.merges)
        return self.entity(kept.id)

    def doubt(self, one: Entity, other: Entity, reason: str) -> None:
        """Ask a person whether two entities are one."""
        self._reviews.append(
            Review(
                id=self._new_id("review"),
                kind=ReviewKind.MERGE,
                reason=reason,
                thread_id=self.message.thread_id,
                message_id=self.message.id,
                created_at=self.now,
                entity_ids=(one.id, other.id),
            )
        )

    def change(self) -> MemoryChange:
        """Return all that is to be written."""
        return MemoryChange(
            entities=tuple(self._entities.values()),
            names=tuple(self._names.values()),
            mentions=tuple(
                replace(one, entity_id=self.entity(one.entity_id).id) for one in self._mentions
            ),
            facts=tuple(self._facts.values()),
            reviews=tuple(self._reviews),
            merges=tuple(self._merges),
        )

    def _stored(self, entity_id: str) -> Entity:
        if entity_id not in self._read:
            self._fetch([entity_id])
        return self._read[entity_id]

    def _fetch(self, ids: Collection[str]) -> None:
        """Read entities once, many in one call: the view does not change."""
        missing = [id_ for id_ in ids if id_ not in self._read and id_ not in self._entities]
        if missing:
            self._read |= {one.id: one for one in self.view.entities(missing)}
