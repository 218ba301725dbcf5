"""One tenant's memory in lists: a `MemoryView` for tests, written to by `add` and `apply`."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from kesher.domain.entity import Entity, EntityName, Mention, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.log import LogMessage
from kesher.errors import ConflictError
from kesher.ports.memory import MemoryChange


class MemoryLists:
    """A `MemoryView` over dictionaries and lists, in the order in which things were written.

    It keeps the promise of the database: no two open values of a single-valued key.

    Attributes:
        merges, reviews: All that were applied, by id.
    """

    def __init__(self, messages: Iterable[LogMessage] = ()) -> None:
        self.merges: dict[str, Merge] = {}
        self.reviews: dict[str, Review] = {}
        self._threads: defaultdict[str, list[LogMessage]] = defaultdict(list)
        self._entities: dict[str, Entity] = {}
        self._speaking: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._absorbed: defaultdict[str, set[str]] = defaultdict(set)
        self._names: defaultdict[str, dict[str, EntityName]] = defaultdict(dict)
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        self._mentions: defaultdict[str, list[Mention]] = defaultdict(list)
        self._facts: dict[str, Fact] = {}
        self._by_subject: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._by_object: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for message in messages:
            self.add(message)

    def add(self, message: LogMessage) -> None:
        """Append a message to the log; one that is there already adds nothing."""
        if self.message(message.thread_id, message.id) is None:
            self._threads[message.thread_id].append(message)

    def apply(self, change: MemoryChange) -> None:
        """Write a change. A record with a known id replaces the stored one.

        Raises:
            ConflictError: it would leave two open values of a single-valued key. What was written
                before the conflict was seen stays: a test ends there.
        """
        for entity in change.entities:
            self._put_entity(entity)
        for name in change.names:
            self._names[name.entity_id].setdefault(name.key, name)
            self._named[name.key].add(name.entity_id)
        for mention in change.mentions:
            self._mentions[mention.thread_id].append(mention)
        for fact in change.facts:
            self._put_fact(fact)
        self.reviews |= {review.id: review for review in change.reviews}
        self.merges |= {merge.id: merge for merge in change.merges}
        self._refuse_two_open(change.facts)

    def message(self, thread_id: str, message_id: str) -> LogMessage | None:
        """Return one message of the log."""
        return next((m for m in self._threads.get(thread_id, ()) if m.id == message_id), None)

    def messages_before(
        self, thread_id: str, message_id: str | None, *, limit: int
    ) -> Sequence[LogMessage]:
        """Return the last `limit` messages before one (None: all), oldest first."""
        before = self._threads.get(thread_id, [])[: self._place(thread_id, message_id)]
        return before[max(len(before) - limit, 0) :]

    def speaker(self, speaker: str) -> Entity | None:
        """Return the entity of a speaker, the standing one first."""
        found = [self._entities[id_] for id_ in self._speaking.get(speaker, ()) if speaker]
        found = [one for one in found if one.speaker == speaker]
        return min(found, key=lambda one: one.merged_into is not None, default=None)

    def entities(self, ids: Collection[str]) -> Sequence[Entity]:
        """Return these entities, each as itself, in the order asked."""
        return [self._entities[id_] for id_ in dict.fromkeys(ids) if id_ in self._entities]

    def entities_named(self, keys: Collection[str]) -> Sequence[tuple[EntityName, Entity]]:
        """Return the standing entities that have, or took in one that has, any of these names."""
        return [
            (self._names[id_][key], self._standing(id_))
            for key in dict.fromkeys(keys)
            for id_ in sorted(self._named.get(key, ()))
        ]

    def names(self, entity_ids: Collection[str]) -> Sequence[EntityName]:
        """Return all names of these entities and of those that were merged into them."""
        return [
            name
            for id_ in dict.fromkeys(entity_ids)
            for one in self._with_absorbed(id_)
            for name in self._names.get(one, {}).values()
        ]

    def recent_mentions(
        self, thread_id: str, before_message_id: str | None, *, limit: int
    ) -> Sequence[Mention]:
        """Return the thread's last mentions before a message, newest first."""
        place = {m.id: at for at, m in enumerate(self._threads.get(thread_id, ()))}
        end = self._place(thread_id, before_message_id)
        before = [m for m in self._mentions.get(thread_id, ()) if place[m.message_id] < end]
        before.sort(key=lambda mention: (place[mention.message_id], mention.start), reverse=True)
        return before[:limit]

    def facts(
        self,
        *,
        subjects: Collection[str] | None = None,
        objects: Collection[str] | None = None,
        keys: Collection[str] | None = None,
        history: bool = False,
    ) -> Sequence[Fact]:
        """Return facts by subject, object and key (all given must fit), oldest first."""
        ids: Iterable[str] = self._facts
        if subjects is not None:
            ids = [id_ for one in dict.fromkeys(subjects) for id_ in self._by_subject.get(one, ())]
        elif objects is not None:
            ids = [id_ for one in dict.fromkeys(objects) for id_ in self._by_object.get(one, ())]
        found = [
            fact
            for fact in map(self._facts.__getitem__, ids)
            if (subjects is None or fact.subject_id in subjects)
            and (objects is None or fact.object_id in objects)
            and (keys is None or fact.key in keys)
            and (history or fact.recorded_until is None)
        ]
        return sorted(found, key=lambda fact: fact.recorded_from)

    def waiting_reviews(self, thread_id: str) -> Sequence[Review]:
        """Return the decisions that messages of the thread raised and that wait, oldest first."""
        return [
            review
            for review in self.reviews.values()
            if review.verdict is None and review.thread_id == thread_id
        ]

    def merges_by_id(self, ids: Collection[str]) -> Sequence[Merge]:
        """Return these merges in the order asked, those undone among them."""
        return [self.merges[id_] for id_ in dict.fromkeys(ids) if id_ in self.merges]

    def messages_called(self, message_id: str) -> Sequence[LogMessage]:
        """Return the messages of that id, in whatever threads, oldest first."""
        return [
            message
            for messages in self._threads.values()
            for message in messages
            if message.id == message_id
        ]

    def facts_by_id(self, ids: Collection[str]) -> Sequence[Fact]:
        """Return these facts, in any state."""
        return [self._facts[id_] for id_ in dict.fromkeys(ids) if id_ in self._facts]

    def _put_entity(self, entity: Entity) -> None:
        known = self._entities.get(entity.id)
        if known is not None and known.merged_into is not None:
            self._absorbed[known.merged_into].discard(known.id)
        if entity.merged_into is not None:
            self._absorbed[entity.merged_into].add(entity.id)
        self._entities[entity.id] = entity
        self._speaking[entity.speaker][entity.id] = None

    def _put_fact(self, fact: Fact) -> None:
        known = self._facts.get(fact.id)
        if known is not None:
            self._by_subject[known.subject_id].pop(fact.id, None)
            self._by_object[known.object_id or ""].pop(fact.id, None)
        self._facts[fact.id] = fact
        self._by_subject[fact.subject_id][fact.id] = None
        self._by_object[fact.object_id or ""][fact.id] = None

    def _refuse_two_open(self, written: Sequence[Fact]) -> None:
        open_: dict[tuple[str, str, str], str] = {}
        for fact in self.facts(subjects={fact.subject_id for fact in written}):
            if not fact.single or fact.valid_until is not None or fact.held is not None:
                continue
            place = (fact.subject_id, fact.key, fact.kind)
            if place in open_:
                raise ConflictError(
                    f"`{fact.key}` of `{fact.subject_id}` would have two open values, in facts "
                    f"`{open_[place]}` and `{fact.id}`. End or hold one of them in the same change."
                )
            open_[place] = fact.id

    def _place(self, thread_id: str, message_id: str | None) -> int:
        messages = self._threads.get(thread_id, [])
        return next((at for at, m in enumerate(messages) if m.id == message_id), len(messages))

    def _standing(self, entity_id: str) -> Entity:
        entity = self._entities[entity_id]
        while entity.merged_into is not None:
            entity = self._entities[entity.merged_into]
        return entity

    def _with_absorbed(self, entity_id: str) -> list[str]:
        found = [entity_id]
        for one in found:
            found.extend(sorted(self._absorbed.get(one, ())))
        return found
