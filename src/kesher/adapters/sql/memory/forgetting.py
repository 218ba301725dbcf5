"""Names, entities, reviews and merges that nothing but what is erased knows of."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_, case, select, update

from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.doomed import Part, remove, with_any
from kesher.adapters.sql.memory.rows import Values
from kesher.adapters.sql.memory.turns import Turn
from kesher.domain.log import USER_SPEAKER

_OLD_ERASED = "This waits for a decision. The fact that it was compared with was erased."


def forget_names(turn: Turn, messages: Sequence[Part]) -> int:
    """Remove the names that were learned from these messages; count them.

    A name that a mention in another message repeats stays, as learned from that one. An entity
    called by a name that went is called by the oldest that is left, or as the log calls it where
    it speaks. The mentions in these messages are removed already.
    """
    held = tables.entity_names.c
    gone = [row for row in names_from(turn, messages) if not _is_repeated(turn, row)]
    for row in gone:
        this = and_(held.entity_id == row.entity_id, held.key == row.key)
        remove(turn.connection, turn.scope, tables.entity_names, [this])
    for row in gone:
        _call_otherwise(turn, row)
    return len(gone)


def names_from(turn: Turn, messages: Sequence[Part]) -> Sequence[Row[Any]]:
    """Return the rows of the names that were learned from these messages."""
    held = tables.entity_names.c
    learned = (
        and_(held.thread_id == part.thread_id, held.message_id.in_(part.ids)) for part in messages
    )
    return _rows(turn, tables.entity_names, learned)


def merge_groups(turn: Turn, entity_ids: Iterable[str]) -> dict[str, Row[Any]]:
    """Return the rows of these entities, and of all that they were merged with, by id."""
    held = tables.entities.c
    found: dict[str, Row[Any]] = {}
    asked: set[str] = set()
    asking = set(entity_ids)
    while asking:
        asked |= asking
        linked = [*with_any(held.id, asking), *with_any(held.merged_into, asking)]
        rows = _rows(turn, tables.entities, linked)
        found.update((row.id, row) for row in rows)
        near = {row.id for row in rows} | {row.merged_into for row in rows if row.merged_into}
        asking = near - asked
    return found


def unknown_now(turn: Turn, touched: Collection[str]) -> set[str]:
    """Return those of the touched entities that nothing knows of any more, to be removed.

    An entity is known by a mention, a fact, a message of its speaker, a fact that undoing a merge
    would give back to it, or an entity that was merged into it and is known.
    """
    group = merge_groups(turn, touched)
    known = _known(turn, group)
    for identifier in list(known):
        above = group[identifier].merged_into
        while above in group and above not in known:
            known.add(above)
            above = group[above].merged_into
    gone = {identifier for identifier in touched if identifier in group} - known
    while below := {row.id for row in group.values() if row.merged_into in gone} - known - gone:
        gone |= below
    return gone


def forget_reviews(
    turn: Turn, messages: Sequence[Part], facts: Collection[str], entities: Collection[str]
) -> int:
    """Remove the reviews that ask about what is erased; count them.

    One whose new fact stays is still to be decided: it loses its old fact and its words.
    """
    held = tables.reviews.c
    raised = (
        and_(held.thread_id == part.thread_id, held.message_id.in_(part.ids)) for part in messages
    )
    doubts = (
        and_(condition, held.new_fact_id.is_(None))
        for condition in with_any(held.old_fact_id, facts)
    )
    of_merges = _rows(turn, tables.reviews, [held.entity_ids != ()])
    about = [row.id for row in of_merges if not set(row.entity_ids).isdisjoint(entities)]
    conditions = [*raised, *with_any(held.new_fact_id, facts), *doubts, *with_any(held.id, about)]
    count = remove(turn.connection, turn.scope, tables.reviews, conditions)
    for condition in with_any(held.old_fact_id, facts):
        these = and_(held.tenant_id == turn.scope.tenant_id, condition)
        bare = {"old_fact_id": None, "reason": _OLD_ERASED, "decided_reason": ""}
        turn.connection.execute(update(tables.reviews).where(these).values(**bare))
    return count


def trim_merges(turn: Turn, facts: Collection[str]) -> None:
    """Take erased facts out of what undoing a merge would move."""
    held = tables.merges.c
    for row in _rows(turn, tables.merges, [held.moved_facts != ()]):
        left = tuple(fact for fact in row.moved_facts if fact not in facts)
        if left != row.moved_facts:
            this = and_(held.tenant_id == turn.scope.tenant_id, held.id == row.id)
            turn.connection.execute(update(tables.merges).where(this).values(moved_facts=left))


def remove_entities(turn: Turn, entity_ids: Collection[str]) -> dict[str, int]:
    """Remove entities with their names and merges; count the rows of each."""
    merge = tables.merges.c
    merges = [*with_any(merge.kept_id, entity_ids), *with_any(merge.absorbed_id, entity_ids)]
    of_entity = with_any(tables.entity_names.c.entity_id, entity_ids)
    these = with_any(tables.entities.c.id, entity_ids)
    return {
        "merges": remove(turn.connection, turn.scope, tables.merges, merges),
        "names": remove(turn.connection, turn.scope, tables.entity_names, of_entity),
        "entities": remove(turn.connection, turn.scope, tables.entities, these),
    }


def _known(turn: Turn, group: Mapping[str, Row[Any]]) -> set[str]:
    fact, mention = tables.facts.c, tables.mentions.c
    found: set[str] = set()
    for column in (mention.entity_id, fact.subject_id, fact.object_id):
        mine = column.table.c.tenant_id == turn.scope.tenant_id
        for condition in with_any(column, group):
            found.update(turn.connection.scalars(select(column).distinct().where(mine, condition)))
    absorbed = _rows(turn, tables.merges, with_any(tables.merges.c.absorbed_id, group))
    found.update(row.absorbed_id for row in absorbed if row.moved_facts and not row.undone_at)
    found.update(identifier for identifier, row in group.items() if _has_spoken(turn, row.speaker))
    return found


def _has_spoken(turn: Turn, speaker: str) -> bool:
    held = tables.log_messages.c
    said = select(held.id).where(held.tenant_id == turn.scope.tenant_id, held.speaker == speaker)
    return bool(speaker) and turn.connection.execute(said.limit(1)).first() is not None


def _is_repeated(turn: Turn, name: Row[Any]) -> bool:
    """Tell whether another message says the name, and let it be learned from that one then."""
    mention, message = tables.mentions.c, tables.log_messages.c
    found = (
        select(message.thread_id, message.id)
        .join(
            tables.mentions,
            and_(
                mention.tenant_id == message.tenant_id,
                mention.thread_id == message.thread_id,
                mention.message_sequence == message.sequence,
            ),
        )
        .where(
            mention.tenant_id == turn.scope.tenant_id,
            mention.entity_id == name.entity_id,
            mention.text == name.text,
        )
        .order_by(message.sequence)
    )
    row = turn.connection.execute(found.limit(1)).first()
    if row is None:
        return False
    _update(turn, name, {"thread_id": row.thread_id, "message_id": row.id})
    return True


def _update(turn: Turn, name: Row[Any], values: Values) -> None:
    held = tables.entity_names.c
    this = and_(
        held.tenant_id == turn.scope.tenant_id,
        held.entity_id == name.entity_id,
        held.key == name.key,
    )
    turn.connection.execute(update(tables.entity_names).where(this).values(**values))


def _call_otherwise(turn: Turn, gone: Row[Any]) -> None:
    held, name = tables.entities.c, tables.entity_names.c
    left = (
        select(name.text)
        .where(name.tenant_id == turn.scope.tenant_id, name.entity_id == gone.entity_id)
        .order_by(name.sequence)
        .limit(1)
    )
    this = and_(
        held.tenant_id == turn.scope.tenant_id,
        held.id == gone.entity_id,
        held.name == gone.text,
    )
    speaker = case((held.speaker == USER_SPEAKER, ""), else_=held.speaker)
    called = turn.connection.scalar(left)
    renamed = update(tables.entities).where(this)
    turn.connection.execute(renamed.values(name=speaker if called is None else called))


def _rows(
    turn: Turn, table: Table, conditions: Iterable[ColumnElement[bool]]
) -> Sequence[Row[Any]]:
    mine = table.c.tenant_id == turn.scope.tenant_id
    return [
        row
        for condition in conditions
        for row in turn.connection.execute(select(table).where(mine, condition))
    ]
