"""What memory holds, as people and pages read it: facts, why, the graph, who is known."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.app.memory.joining import as_known, known_facts
from kesher.app.memory.recalling import check_instants
from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState, Review
from kesher.domain.log import USER_SPEAKER, LogMessage
from kesher.domain.scope import Scope
from kesher.errors import InputError, NotFoundError
from kesher.memory.names import Likeness, likeness, name_keys
from kesher.memory.rendering import Known
from kesher.ports.clock import Clock
from kesher.ports.memory import MemoryStore, MemoryView
from kesher.text.naming.folding import fold_name

MOST_HOPS = 2
_AS_WRITTEN = Likeness.SAME + 1
SHOWN = frozenset({FactState.CURRENT, FactState.EVENT})


@dataclass(frozen=True, slots=True)
class FactsQuery:
    """Which facts of an entity.

    Attributes:
        entity: Its id, or a name; empty: the user.
        as_of: The instant in the world; None: now.
        believed_at: By what was known then; None: by all that is known.
        history: Also what is not current then: superseded, ended, lapsed, corrected, held.
        keys: Only these; empty: all.
        everyone: Of all entities; `entity` is then not looked at.
    """

    entity: str = ""
    as_of: datetime | None = None
    believed_at: datetime | None = None
    history: bool = False
    keys: tuple[str, ...] = ()
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Where a fact comes from and what became of it.

    Attributes:
        message: In which its value stands.
        quote: Those words.
        chain: All values of its subject and key, oldest first, this one among them.
        ended_by: The message that ended it.
        reviews: Decisions asked for or made about it.
    """

    known: Known
    message: LogMessage | None
    quote: str
    chain: tuple[Known, ...]
    ended_by: LogMessage | None
    reviews: tuple[Review, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Entities round one, and the facts that lead from one to another or describe one.

    Attributes:
        hops: Of each entity, how many facts away from the first it is.
    """

    entities: tuple[Entity, ...]
    hops: dict[str, int]
    facts: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Looking:
    """Reads of a tenant's memory."""

    store: MemoryStore
    clock: Clock

    async def facts(self, scope: Scope, query: FactsQuery) -> tuple[Known, ...]:
        """Return an entity's facts, oldest first; without `history` those that hold then.

        Raises:
            NotFoundError: no entity of that id or name.
            InputError: several entities have that name, or an instant has no UTC offset.
        """
        check_instants(query.as_of, query.believed_at)
        as_of = query.as_of or self.clock()
        waiting = await self.store.review_list(scope, pending=True)

        def read(view: MemoryView) -> tuple[Known, ...]:
            subjects = None if query.everyone else _subjects(view, query.entity)
            facts = view.facts(subjects=subjects, keys=query.keys or None, history=True)
            known = as_known(view, facts, waiting, as_of=as_of, believed_at=query.believed_at)
            return tuple(each for each in known if query.history or each.state in SHOWN)

        return await self.store.look(scope, read)

    async def entity(self, scope: Scope, name_or_id: str) -> Entity:
        """Return one entity. Raises NotFoundError, or InputError where a name is several's."""
        found = await self.store.look(scope, lambda view: entity_of(view, name_or_id))
        if found is None:
            raise NotFoundError("entity", name_or_id or USER_SPEAKER)
        return found

    async def entities(self, scope: Scope, ids: Collection[str]) -> dict[str, Entity]:
        """Return these entities by id, those that were merged into others among them."""
        found = await self.store.look(scope, lambda view: view.entities(ids))
        return {entity.id: entity for entity in found}

    async def facts_by_id(self, scope: Scope, ids: Sequence[str]) -> tuple[Known, ...]:
        """Return these facts as they are now, in the order asked."""
        now = self.clock()
        return await self.store.look(
            scope, lambda view: tuple(known_facts(view, ids, (), as_of=now))
        )

    async def profile(self, scope: Scope, *, as_of: datetime | None = None) -> tuple[Known, ...]:
        """Return what is known of the user and lasts: their stable facts, current then."""
        known = await self.facts(scope, FactsQuery(as_of=as_of))
        return tuple(
            each
            for each in known
            if each.fact.kind is FactKind.STABLE and each.state is FactState.CURRENT
        )

    async def why(self, scope: Scope, fact_id: str) -> Why:
        """Return where a fact comes from. Raises NotFoundError."""
        reviews = await self.store.review_list(scope, pending=False)
        now = self.clock()
        return await self.store.look(scope, lambda view: _why(view, fact_id, reviews, now))

    async def graph(
        self, scope: Scope, name_or_id: str, *, hops: int = 1, as_of: datetime | None = None
    ) -> Graph:
        """Return the entities up to two hops round one, with all facts between and about them.

        Args:
            as_of: Facts get their state at this instant; None: now. History is among them.

        Raises:
            NotFoundError, InputError: as `entity`; InputError also for more than two hops.
        """
        if not 0 <= hops <= MOST_HOPS:
            raise InputError(f"A graph goes 0 to {MOST_HOPS} hops far, not {hops}.")
        check_instants(as_of)
        centre = await self.entity(scope, name_or_id)
        instant = as_of or self.clock()
        waiting = await self.store.review_list(scope, pending=True)

        def read(view: MemoryView) -> Graph:
            return _graph(
                view, centre, hops, lambda facts: as_known(view, facts, waiting, as_of=instant)
            )

        return await self.store.look(scope, read)


def _subjects(view: MemoryView, name_or_id: str) -> list[str]:
    entity = entity_of(view, name_or_id)
    if entity is None and name_or_id not in ("", USER_SPEAKER):
        raise NotFoundError("entity", name_or_id)
    return [entity.id] if entity else []


def entity_of(view: MemoryView, name_or_id: str) -> Entity | None:
    """Return the standing entity of an id or name; empty: the user.

    Raises:
        InputError: several entities have that name.
    """
    if not name_or_id or name_or_id == USER_SPEAKER:
        return view.speaker(USER_SPEAKER)
    entity = next(iter(view.entities([name_or_id])), None)
    if entity is not None:
        return _standing(view, entity)
    speaker = view.speaker(name_or_id)
    if speaker is not None:
        return speaker
    found = _named(view, name_or_id)
    if len(found) > 1:
        listed = ", ".join(f"{each.id} ({each.name})" for each in found.values())
        raise InputError(f"`{name_or_id}` may be any of {listed}. Ask by id.")
    return next(iter(found.values()), None)


def _named(view: MemoryView, name: str) -> dict[str, Entity]:
    """Return, by id, whom the name names: as it is written, else by sound, else by a piece of it.

    Names share keys with names that only sound near them; an erasure by name must not take those.
    """
    folded = fold_name(name)
    by_fit: dict[int, dict[str, Entity]] = {}
    for called, entity in view.entities_named(name_keys(name)):
        alike = likeness(name, called.text, entity.type)
        fit = _AS_WRITTEN if fold_name(called.text) == folded else int(alike)
        if fit >= Likeness.PART:
            by_fit.setdefault(fit, {})[entity.id] = entity
    return by_fit[max(by_fit)] if by_fit else {}


def _standing(view: MemoryView, entity: Entity) -> Entity:
    while entity.merged_into is not None:
        (entity,) = view.entities([entity.merged_into])
    return entity


def _why(view: MemoryView, fact_id: str, reviews: Sequence[Review], now: datetime) -> Why:
    fact = next(iter(view.facts_by_id([fact_id])), None)
    if fact is None:
        raise NotFoundError("fact", fact_id)
    chain = view.facts(subjects=[fact.subject_id], keys=[fact.key], history=True)
    waiting = [each for each in reviews if each.verdict is None]
    known = as_known(view, chain, waiting, as_of=now)
    message = view.message(fact.thread_id, fact.source_message_id)
    return Why(
        known=next(each for each in known if each.fact.id == fact_id),
        message=message,
        quote=message.text[slice(*fact.quote)] if message else "",
        chain=tuple(known),
        ended_by=_what_ended(view, fact),
        reviews=tuple(each for each in reviews if fact_id in (each.old_fact_id, each.new_fact_id)),
    )


def _what_ended(view: MemoryView, fact: Fact) -> LogMessage | None:
    """Return the message that ended a fact; None: none did, or which of several is not known.

    A fact knows the message's id alone, which is one of its thread: what took the fact's place
    knows the thread, and else the end has the message's time.
    """
    if fact.ended_by is None:
        return None
    successor = next(iter(view.facts_by_id([fact.superseded_by or ""])), None)
    if successor is not None and successor.source_message_id == fact.ended_by:
        return view.message(successor.thread_id, fact.ended_by)
    called = view.messages_called(fact.ended_by)
    timely = [message for message in called if message.at == fact.valid_until]
    likely = called if len(called) == 1 else timely
    return likely[0] if len(likely) == 1 else None


def _graph(
    view: MemoryView,
    centre: Entity,
    hops: int,
    known: Callable[[Sequence[Fact]], list[Known]],
) -> Graph:
    reached = {centre.id: 0}
    frontier = [centre.id]
    for hop in range(1, hops + 1):
        edges = _edges(view, frontier)
        ends = {end for fact in edges for end in (fact.subject_id, fact.object_id) if end}
        frontier = sorted(ends - reached.keys())
        reached |= dict.fromkeys(frontier, hop)
    facts = view.facts(subjects=list(reached), history=True)
    inside = [fact for fact in facts if fact.object_id is None or fact.object_id in reached]
    return Graph(
        entities=tuple(view.entities(list(reached))),
        hops=reached,
        facts=tuple(known(inside)),
    )


def _edges(view: MemoryView, ids: Sequence[str]) -> list[Fact]:
    if not ids:
        return []
    out = [fact for fact in view.facts(subjects=ids, history=True) if fact.object_id]
    return [*out, *view.facts(objects=ids, history=True)]
