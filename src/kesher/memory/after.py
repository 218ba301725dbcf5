"""The memory as it will be once facts that a merge moved are written."""

from collections.abc import Collection, Sequence

from typing_extensions import override

from kesher.domain.entity import Entity, EntityName, Mention, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.log import LogMessage
from kesher.ports.memory import MemoryView


class ViewAfter(MemoryView):
    """A view with some of its facts changed; all else is as it was."""

    def __init__(self, before: MemoryView, changed: Sequence[Fact]) -> None:
        self._before = before
        self._changed = {fact.id: fact for fact in changed}

    @override
    def facts(
        self,
        *,
        subjects: Collection[str] | None = None,
        objects: Collection[str] | None = None,
        keys: Collection[str] | None = None,
        history: bool = False,
    ) -> Sequence[Fact]:
        found = self._before.facts(subjects=subjects, objects=objects, keys=keys, history=history)
        same = [fact for fact in found if fact.id not in self._changed]
        moved = [
            fact
            for fact in self._changed.values()
            if (subjects is None or fact.subject_id in subjects)
            and (objects is None or fact.object_id in objects)
            and (keys is None or fact.key in keys)
            and (history or fact.recorded_until is None)
        ]
        return sorted((*same, *moved), key=lambda fact: fact.recorded_from) if moved else same

    @override
    def waiting_reviews(self, thread_id: str) -> Sequence[Review]:
        return self._before.waiting_reviews(thread_id)

    @override
    def merges_by_id(self, ids: Collection[str]) -> Sequence[Merge]:
        return self._before.merges_by_id(ids)

    @override
    def messages_called(self, message_id: str) -> Sequence[LogMessage]:
        return self._before.messages_called(message_id)

    @override
    def facts_by_id(self, ids: Collection[str]) -> Sequence[Fact]:
        found = self._before.facts_by_id(ids)
        return [self._changed.get(fact.id, fact) for fact in found]

    @override
    def message(self, thread_id: str, message_id: str) -> LogMessage | None:
        return self._before.message(thread_id, message_id)

    @override
    def messages_before(
        self, thread_id: str, message_id: str | None, *, limit: int
    ) -> Sequence[LogMessage]:
        return self._before.messages_before(thread_id, message_id, limit=limit)

    @override
    def speaker(self, speaker: str) -> Entity | None:
        return self._before.speaker(speaker)

    @override
    def entities(self, ids: Collection[str]) -> Sequence[Entity]:
        return self._before.entities(ids)

    @override
    def entities_named(self, keys: Collection[str]) -> Sequence[tuple[EntityName, Entity]]:
        return self._before.entities_named(keys)

    @override
    def names(self, entity_ids: Collection[str]) -> Sequence[EntityName]:
        return self._before.names(entity_ids)

    @override
    def recent_mentions(
        self, thread_id: str, before_message_id: str | None, *, limit: int
    ) -> Sequence[Mention]:
        return self._before.recent_mentions(thread_id, before_message_id, limit=limit)
