"""Two entities become one, and two again. Pure: what is known in, what changes out."""

from collections.abc import Sequence
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
    the other; `Fact.ended_by` is then the merge's id, so that `undo` opens exactly those again.
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
    closed = _close_doubles(_facts_of(view, kept_id), list(moved.values()), decision)
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

    Facts learned since then stay with the one that was kept, and end a value that would open again
    beside them. Merges may be undone in any order.

    Raises:
        ConflictError: it was undone already; or a later merge brought another value in the place
            of one that would open again: that later merge must be undone first.
    """
    absorbed = _entity(view, merged.absorbed_id)
    if merged.undone_at is not None or absorbed.merged_into != merged.kept_id:
        raise ConflictError(
            f"Merge `{merged.id}` is not in force: `{merged.absorbed_id}` stands for itself. "
            f"List the merges to see which can be undone."
        )
    holder = _root(view, merged.kept_id)
    back = _without_doubles(view, merged, holder, _restored(view, merged, holder.id))
    kept = _entity(view, merged.kept_id)
    entities = [replace(absorbed, merged_into=None)]
    if absorbed.speaker and kept.speaker == absorbed.speaker:
        entities.append(replace(kept, speaker=""))
    return MemoryChange(
        entities=tuple(entities), facts=tuple(back), merges=(replace(merged, undone_at=at),)
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


def _close_doubles(
    kept: Sequence[Fact], moved: Sequence[Fact], decision: Decision
) -> dict[str, Fact]:
    """Of two open values of one single-valued key, end the earlier one."""
    open_kept = {_place(fact): fact for fact in kept if _is_open(fact)}
    closed: dict[str, Fact] = {}
    for fact in moved:
        rival = open_kept.get(_place(fact)) if _is_open(fact) else None
        if rival is not None:
            older, newer = sorted((rival, fact), key=lambda one: (one.valid_from, one.id))
            closed[older.id] = replace(
                older,
                valid_until=newer.valid_from,
                end_recorded_at=decision.at,
                superseded_by=newer.id,
                ended_by=decision.id,
            )
    return closed


def _restored(view: MemoryView, merged: Merge, holder_id: str) -> list[Fact]:
    """Facts as they are after the merge's end: moved ones moved back, closed ones open."""
    moved = {
        fact.id: _pointed(fact, holder_id, merged.absorbed_id)
        for fact in view.facts_by_id(merged.moved_facts)
    }
    stayed = {fact.id: fact for fact in _facts_of(view, holder_id) if fact.id not in moved}
    opened = {
        fact.id: _opened(fact) for fact in (stayed | moved).values() if fact.ended_by == merged.id
    }
    return list((moved | opened).values())


def _without_doubles(
    view: MemoryView, merged: Merge, holder: Entity, back: Sequence[Fact]
) -> list[Fact]:
    """End what would open again beside a value learned since; refuse where a merge brought it."""
    after = {fact.id: fact for fact in (*_facts_of(view, holder.id), *back)}
    seen: dict[tuple[str, str, str], Fact] = {}
    for fact in sorted(filter(_is_open, after.values()), key=lambda one: one.recorded_from):
        older = seen.get(_place(fact))
        if older is not None:
            if fact.recorded_from <= merged.at:
                raise ConflictError(
                    f"Undoing merge `{merged.id}` would leave `{fact.subject_id}` with two values "
                    f"of `{fact.key}`, in facts `{older.id}` and `{fact.id}`, since another merge "
                    f"came after it. Undo the later merge first."
                )
            after[older.id] = _ended_by_newer(older, fact)
        seen[_place(fact)] = fact
    return [after[fact.id] for fact in back]


def _ended_by_newer(older: Fact, newer: Fact) -> Fact:
    return replace(
        older,
        valid_until=newer.valid_from,
        end_recorded_at=newer.recorded_from,
        superseded_by=newer.id,
        ended_by=newer.source_message_id,
    )


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


def _place(fact: Fact) -> tuple[str, str, str]:
    return fact.subject_id, fact.key, fact.kind


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
