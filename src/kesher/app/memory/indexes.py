"""What search over a tenant's memory holds in this process, brought up to date before each use."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.domain.log import LogMessage, MessageRef
from kesher.domain.scope import Scope
from kesher.memory.fact_ranking import FactIndex
from kesher.memory.schema import Schema
from kesher.memory.turn_ranking import Turn, TurnIndex
from kesher.ports.memory import MemoryStore, MemoryView
from kesher.ports.memory_vectors import MemoryVectorStore, Written

_ROWS = 5_000
"""Rows of each kind that are read at a time."""

SUBJECT_KEY = "product"
"""What an order is of says more about it than its number: it joins its facts' descriptions."""


@dataclass(slots=True)
class MemoryIndex:
    """One tenant's turns and facts as search sees them. A hit is always joined with the tables.

    Attributes:
        sequence: All that was written up to this number is in it.
        erasures: Receipts that the tenant had then.
    """

    turns: TurnIndex
    facts: FactIndex
    sequence: int = 0
    erasures: int = 0
    turn_places: dict[MessageRef, int] = field(default_factory=dict)
    fact_places: dict[str, int] = field(default_factory=dict)


class MemoryIndexes:
    """Indexes by tenant, the least recently used let go.

    Args:
        embedder: Name of the embedding model whose vectors serve.
        kept: Tenants whose indexes stay in memory at once.
    """

    def __init__(
        self,
        store: MemoryStore,
        vectors: MemoryVectorStore,
        *,
        embedder: str,
        schema: Schema,
        kept: int,
    ) -> None:
        self._store = store
        self._vectors = vectors
        self._embedder = embedder
        self._schema = schema
        self._kept = kept
        self._indexes: OrderedDict[str, MemoryIndex] = OrderedDict()
        # A lock lives as long as somebody holds it or waits for it: tenants have no end.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def fresh(self, scope: Scope) -> MemoryIndex:
        """Return the tenant's index with all that is written by now.

        Of an index that is older than an erasure nothing is kept: it is made anew.
        """
        lock = self._locks.setdefault(scope.tenant_id, asyncio.Lock())
        async with lock:
            held = self._indexes.pop(scope.tenant_id, None)
            index = await self._caught_up(scope, held)
            self._indexes[scope.tenant_id] = index
            while len(self._indexes) > self._kept:
                self._indexes.popitem(last=False)
            return index

    def _empty(self) -> MemoryIndex:
        return MemoryIndex(TurnIndex(), FactIndex(self._schema))

    async def _caught_up(self, scope: Scope, held: MemoryIndex | None) -> MemoryIndex:
        index = held or self._empty()
        while True:
            written = await self._vectors.written(
                scope, embedder=self._embedder, after=index.sequence, limit=_ROWS
            )
            if written.erasures != index.erasures and index.sequence:
                index = self._empty()
                index.erasures = written.erasures
                continue
            subjects = await self._subjects(scope, written.facts)
            if index is held:  # others may be ranking in it, in this thread
                _take(index, written, subjects)
            else:
                await asyncio.to_thread(_take, index, written, subjects)
            if not written.more:
                return index

    async def _subjects(self, scope: Scope, facts: Sequence[Fact]) -> dict[str, tuple[Entity, str]]:
        ids = {fact.subject_id for fact in facts}
        return await self._store.look(scope, lambda view: described_subjects(view, ids))


def described_subjects(view: MemoryView, ids: set[str]) -> dict[str, tuple[Entity, str]]:
    """Return entities by id, each with what else says which one it is."""
    products = view.facts(subjects=ids, keys=[SUBJECT_KEY]) if ids else ()
    also = {fact.subject_id: fact.value for fact in products}
    return {entity.id: (entity, also.get(entity.id, "")) for entity in view.entities(ids)}


def _take(index: MemoryIndex, written: Written, subjects: dict[str, tuple[Entity, str]]) -> None:
    for message in written.messages:
        index.turn_places[_ref(message)] = len(index.turns.turns)
        index.turns.add(Turn(_ref(message), message.speaker, message.text, message.at))
    for fact in written.facts:
        if fact.subject_id in subjects:
            entity, also = subjects[fact.subject_id]
            place = index.facts.add(fact, entity, also=also, vector=None)
            index.fact_places[fact.id] = place
    for ref, vector in written.turn_vectors:
        if ref in index.turn_places:
            index.turns.embed(index.turn_places[ref], vector)
    for fact_id, vector in written.fact_vectors:
        if fact_id in index.fact_places:
            index.facts.embed(index.fact_places[fact_id], vector)
    index.sequence = written.sequence
    index.erasures = written.erasures


def _ref(message: LogMessage) -> MessageRef:
    return MessageRef(message.thread_id, message.id)
