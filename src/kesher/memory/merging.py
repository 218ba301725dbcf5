"""Two entities become one, and two again. Pure: what is known in, what changes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kesher.domain.entity import Entity, Merge
from kesher.domain.fact import Fact
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.memory import MemoryChange, MemoryView

BY_RULE = "rule"


@dataclass(frozen=True, slots=True)
class Decision:
    """Why and by whom two entities were made one.

    Attributes:
        id: Of the merge.
        by: `rule`, or the name of the person who decided.
    """

    id: str
    reason: str
    by: str
    at: datetime


def merge(view: MemoryView, kept_id: str, absorbed_id: str, decision: Decision) -> MemoryChange:
    """Make two standing entities one: facts move, names are found through the one that is kept.

    Where both have an open value of a single-valued key, the later one stays open and supersedes
    the other, whose `Fact.ended_by` is then the merge's id: undoing opens it again.
    Mentions keep the entity that they were resolved to; a reader follows `Entity.merged_into`.

    Raises:
        NotFoundError: there is no such entity.
        ConflictError: one was merged already, or the two cannot be one: a fact joins them (one is
            the other's brother, or replaces it), or both speak in the log.
    """
    kept, absorbed = _standing(view, kept_id), _standing(view, absorbed_id)
    _refuse_contradiction(view, kept, absorbed)
    moving = _facts_of(view, absorbed_id)
    moved = {fact.id: _pointed(fact, absorbed_id, kept_id) for fact in moving}
    after = {fact.id: fact for fact in _facts_of(view, kept_id)} | moved
    closed = _close_doubles(list(after.values()), decision.id, decision.at)
    # The one that speaks must stay the one that its speaker finds.
    kept_after = replace(kept, speaker=kept.speaker or absorbed.speaker)
    return MemoryChange(
        entities=(kept_after, replace(absorbed, merged_into=kept_id)),
        facts=tuple((moved | closed).values()),
        merges=(
            Merge(
                id=decision.id,
                kept_id=kept_id,
                absorbed_id=absorbed_id,
                reason=decision.reason,
                by=decision.by,
                at=decision.at,
                moved_facts=tuple(moved),
            ),
        ),
    )


def undo(view: MemoryView, merged: Merge, *, at: datetime) -> MemoryChange:
    """Make two entities of a merged one again, with the facts and names that each had.

    Merges may be undone in any order. Facts learned since then stay with the one that was kept; a
    value that opens again beside a later one is superseded by it.

    Raises:
        ConflictError: the merge was undone already.
    """
    absorbed = _entity(view, merged.absorbed_id)
    if merged.undone_at is not None or absorbed.merged_into != merged.kept_id:
        raise ConflictError(
            f"Merge `{merged.id}` is not in force: `{merged.absorbed_id}` stands for itself. "
            f"List the merges to see which can be undone."
        )
    kept = _entity(view, merged.kept_id)
    entities = [replace(absorbed, merged_into=None)]
    if absorbed.speaker and kept.speaker == absorbed.speaker:
        entities.append(replace(kept, speaker=""))
    return MemoryChange(
        entities=tuple(entities),
        facts=tuple(_separated(view, merged, at)),
        merges=(replace(merged, undone_at=at),),
    )


def contradiction(view: MemoryView, one: Entity, other: Entity) -> str:
    """Say why two entities cannot be one; empty where nothing speaks against it."""
    if one.id == other.id:
        return "they are one already"
    if one.speaker and other.speaker:
        return f"both speak in the log, as `{one.speaker}` and `{other.speaker}`"
    between = [
        *view.facts(subjects={one.id}, objects={other.id}, history=True),
        *view.facts(subjects={other.id}, objects={one.id}, history=True),
    ]
    return f"the fact `{between[0].key}` joins one to the other" if between else ""


def _refuse_contradiction(view: MemoryView, kept: Entity, absorbed: Entity) -> None:
    reason = contradiction(view, kept, absorbed)
    if reason:
        raise ConflictError(
            f"`{absorbed.id}` ({absorbed.name}) cannot be merged into `{kept.id}` ({kept.name}): "
            f"{reason}. Correct that first, or leave them apart."
        )


def _close_doubles(facts: Sequence[Fact], merge_id: str, at: datetime) -> dict[str, Fact]:
    """Of several open values of one single-valued key, end all but the latest."""
    open_: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        if _is_open(fact):
            open_.setdefault((fact.subject_id, fact.key, fact.kind), []).append(fact)
    closed: dict[str, Fact] = {}
    for rivals in open_.values():
        *older, newest = sorted(rivals, key=lambda one: (one.valid_from, one.id))
        for fact in older:
            closed[fact.id] = replace(
                fact,
                valid_until=newest.valid_from,
                end_recorded_at=at,
                superseded_by=newest.id,
                ended_by=merge_id,
            )
    return closed


def _separated(view: MemoryView, merged: Merge, at: datetime) -> list[Fact]:
    """Facts that change as the absorbed entity goes: its own move, what a merge ended may open."""
    holder_id = _root(view, merged.kept_id).id
    known = {fact.id: fact for fact in _facts_of(view, holder_id)}
    moved = {
        fact.id: _pointed(fact, holder_id, merged.absorbed_id)
        for fact in view.facts_by_id(merged.moved_facts)
    }
    after = known | moved
    outside = {fact.superseded_by for fact in after.values() if fact.superseded_by} - after.keys()
    by_id = after | {fact.id: fact for fact in view.facts_by_id(outside)}
    after = {id_: _reopened(fact, by_id) for id_, fact in after.items()}
    after |= _close_doubles(list(after.values()), merged.id, at)
    before = known | {fact.id: fact for fact in view.facts_by_id(merged.moved_facts)}
    return [fact for id_, fact in after.items() if fact != before[id_]]


def _reopened(fact: Fact, by_id: Mapping[str, Fact]) -> Fact:
    """A value ended by a merge, and not by a message, opens once its successor is another's."""
    successor = by_id.get(fact.superseded_by or "")
    if successor is None or successor.subject_id == fact.subject_id:
        return fact
    by_message = fact.ended_by in (None, successor.source_message_id)
    return fact if by_message else _opened(fact)


def _opened(fact: Fact) -> Fact:
    return replace(fact, valid_until=None, end_recorded_at=None, superseded_by=None, ended_by=None)


def _pointed(fact: Fact, from_id: str, to_id: str) -> Fact:
    return replace(
        fact,
        subject_id=to_id if fact.subject_id == from_id else fact.subject_id,
        object_id=to_id if fact.object_id == from_id else fact.object_id,
    )


def _facts_of(view: MemoryView, entity_id: str) -> list[Fact]:
    """All facts about or with an entity, in any state."""
    found = [
        *view.facts(subjects={entity_id}, history=True),
        *view.facts(objects={entity_id}, history=True),
    ]
    return list({fact.id: fact for fact in found}.values())


def _is_open(fact: Fact) -> bool:
    ended = (fact.valid_until, fact.recorded_until, fact.held)
    return fact.single and all(end is None for end in ended)


def _standing(view: MemoryView, entity_id: str) -> Entity:
    entity = _entity(view, entity_id)
    if entity.merged_into is not None:
        raise ConflictError(
            f"`{entity_id}` ({entity.name}) is part of `{entity.merged_into}` already. Merge that "
            f"one, or undo the earlier merge first."
        )
    return entity


def _entity(view: MemoryView, entity_id: str) -> Entity:
    found = list(view.entities({entity_id}))
    if not found:
        raise NotFoundError("entity", entity_id)
    return found[0]


def _root(view: MemoryView, entity_id: str) -> Entity:
    entity = _entity(view, entity_id)
    while entity.merged_into is not None:
        entity = _entity(view, entity.merged_into)
    return entity
