"""Transactions that erase, and their receipts."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, select, true

from kesher.adapters.sql.erasure import erase_facts_elsewhere, erase_references
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.doomed import (
    Part,
    about_entities,
    find_facts,
    find_messages,
    from_messages,
    in_log,
    mentions_in,
    remove,
    with_any,
)
from kesher.adapters.sql.memory.forgetting import (
    forget_names,
    forget_reviews,
    merge_groups,
    names_from,
    remove_entities,
    trim_merges,
    unknown_now,
)
from kesher.adapters.sql.memory.reopening import reopen
from kesher.adapters.sql.memory.rows import erased_from
from kesher.adapters.sql.memory.turns import Turn, taken_turn
from kesher.domain.ids import new_id
from kesher.domain.log import MessageRef, Speaking, message_ref
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError
from kesher.ports.memory import Erased, Foreseen

_message = tables.log_messages.c
_mention = tables.mentions.c

_BY_TABLE = {
    "facts": tables.facts,
    "mentions": tables.mentions,
    "names": tables.entity_names,
    "reviews": tables.reviews,
    "merges": tables.merges,
    "entities": tables.entities,
    "messages": tables.log_messages,
}


def erase_message(
    connection: Connection, scope: Scope, thread_id: str, message_id: str, *, now: datetime
) -> Erased:
    """Remove a message and all that derives from it alone; NotFoundError if there is none."""
    with taken_turn(connection, scope) as turn:
        this = and_(_message.thread_id == thread_id, _message.id == message_id)
        messages = find_messages(connection, scope, this)
        if not messages:
            raise NotFoundError("message", message_id)
        what = f"message `{message_id}` of thread `{thread_id}`"
        return _receipt(turn, what, _erase(turn, messages, ()), now=now)


def erase_thread(connection: Connection, scope: Scope, thread_id: str, *, now: datetime) -> Erased:
    """Remove a thread's messages and all that derives from them alone; NotFoundError if none."""
    with taken_turn(connection, scope) as turn:
        messages = find_messages(connection, scope, _message.thread_id == thread_id)
        if not messages:
            raise NotFoundError("thread", thread_id)
        return _receipt(turn, f"thread `{thread_id}`", _erase(turn, messages, ()), now=now)


def erase_entity(connection: Connection, scope: Scope, entity_id: str, *, now: datetime) -> Erased:
    """Remove an entity, all merged with it and what its speaker said; NotFoundError if none."""
    with taken_turn(connection, scope) as turn:
        group = merge_groups(turn, [entity_id])
        if not group:
            raise NotFoundError("entity", entity_id)
        speakers = sorted({row.speaker for row in group.values() if row.speaker})
        said = and_(_message.speaker.in_(speakers), _message.role == Speaking.USER)
        messages = find_messages(connection, scope, said)
        counts = _erase(turn, messages, sorted(group))
        return _receipt(turn, f"entity `{entity_id}`", counts, now=now)


def erase_tenant(connection: Connection, scope: Scope, *, now: datetime) -> Erased:
    """Remove the tenant's whole memory but the receipts."""
    with taken_turn(connection, scope) as turn:
        held = tables.facts.c
        facts = connection.scalars(select(held.id).where(held.tenant_id == scope.tenant_id)).all()
        messages = find_messages(connection, scope, true())
        counts = {  # nothing goes before what refers to it
            name: remove(connection, scope, table, [true()]) for name, table in _BY_TABLE.items()
        }
        counts["requests"] = _forget_in_prompts(turn, facts, messages)
        return _receipt(turn, "the whole memory", counts, now=now)


def foresee(
    connection: Connection,
    scope: Scope,
    erase: Callable[..., Erased],
    *what: str,
    now: datetime,
) -> Foreseen:
    """Erase, see what went, and take it back: nobody else sees any of it."""
    facts, messages = _fact_ids(connection, scope), _message_refs(connection, scope)
    savepoint = connection.begin_nested()
    receipt = erase(connection, scope, *what, now=now)
    facts_left = set(_fact_ids(connection, scope))
    messages_left = set(_message_refs(connection, scope))
    savepoint.rollback()
    return Foreseen(
        receipt,
        tuple(each for each in facts if each not in facts_left),
        tuple(each for each in messages if each not in messages_left),
    )


def list_erasures(connection: Connection, scope: Scope) -> Sequence[Erased]:
    """Return the receipts, oldest first."""
    held = tables.erasures.c
    found = select(tables.erasures).where(held.tenant_id == scope.tenant_id)
    return [erased_from(row) for row in connection.execute(found.order_by(held.sequence))]


def _fact_ids(connection: Connection, scope: Scope) -> Sequence[str]:
    held = tables.facts.c
    mine = select(held.id).where(held.tenant_id == scope.tenant_id)
    return connection.scalars(mine.order_by(held.sequence)).all()


def _message_refs(connection: Connection, scope: Scope) -> Sequence[MessageRef]:
    mine = select(_message.thread_id, _message.id).where(_message.tenant_id == scope.tenant_id)
    rows = connection.execute(mine.order_by(_message.sequence))
    return [MessageRef(row.thread_id, row.id) for row in rows]


def _erase(turn: Turn, messages: Sequence[Part], entity_ids: Collection[str]) -> dict[str, int]:
    """Remove messages and entities with what derives from them alone; count by table."""
    connection, scope = turn.connection, turn.scope
    facts = find_facts(connection, scope, [*from_messages(messages), *about_entities(entity_ids)])
    touched = _touched(turn, messages, facts.values()) - set(entity_ids)
    counts = {"kept_messages": _said_by_others(turn, messages, entity_ids)}
    these_facts = with_any(tables.facts.c.id, facts)
    counts["facts"] = remove(connection, scope, tables.facts, these_facts)
    reopen(turn, facts, messages)
    trim_merges(turn, facts.keys())
    mentions = [*mentions_in(messages), *with_any(_mention.entity_id, entity_ids)]
    counts["mentions"] = remove(connection, scope, tables.mentions, mentions)
    counts["messages"] = remove(connection, scope, tables.log_messages, in_log(messages))
    names = forget_names(turn, messages)
    gone = {*entity_ids, *unknown_now(turn, touched)}
    counts["reviews"] = forget_reviews(turn, messages, facts.keys(), gone)
    counts.update(remove_entities(turn, gone))
    counts["names"] += names
    # Last: a request that held the facts while it was stored is in the database by now.
    counts["requests"] = _forget_in_prompts(turn, facts, messages)
    return counts


def _forget_in_prompts(turn: Turn, facts: Collection[str], messages: Sequence[Part]) -> int:
    """Take facts and messages out of recorded requests, whosesoever; count the requests."""
    connection, scope = turn.connection, turn.scope
    own = erase_references(connection, scope, _references(facts, messages))
    return own + erase_facts_elsewhere(connection, scope, facts)


def _references(facts: Iterable[str], messages: Sequence[Part]) -> set[str]:
    """Return all that a segment which shows the facts or messages may refer to."""
    said = (message_ref(part.thread_id, one) for part in messages for one in part.ids)
    return {*facts, *said}


def _touched(turn: Turn, messages: Sequence[Part], facts: Iterable[Row[Any]]) -> set[str]:
    """Return the entities that the messages mention or name, or that the facts are about."""
    found: set[str | None] = set()
    mine = _mention.tenant_id == turn.scope.tenant_id
    for condition in mentions_in(messages):
        found.update(turn.connection.scalars(select(_mention.entity_id).where(mine, condition)))
    for row in facts:
        found |= {row.subject_id, row.object_id}
    found.update(row.entity_id for row in names_from(turn, messages))
    return {identifier for identifier in found if identifier is not None}


def _said_by_others(turn: Turn, messages: Sequence[Part], entity_ids: Collection[str]) -> int:
    """Count the messages that mention the entities and stay."""
    mine = _mention.tenant_id == turn.scope.tenant_id
    found: set[int] = set()
    for condition in with_any(_mention.entity_id, entity_ids):
        found.update(
            turn.connection.scalars(select(_mention.message_sequence).where(mine, condition))
        )
    return len(found.difference(*(part.sequences for part in messages)))


def _receipt(turn: Turn, what: str, counts: Mapping[str, int], *, now: datetime) -> Erased:
    """Keep and return the receipt."""
    receipt = Erased(
        id=new_id("era"),
        what=what,
        at=now,
        requests=counts["requests"],
        kept_messages=counts.get("kept_messages", 0),
        **{name: counts[name] for name in _BY_TABLE},
    )
    row = {"tenant_id": turn.scope.tenant_id, "sequence": turn.next(), **asdict(receipt)}
    turn.connection.execute(insert(tables.erasures).values(**row))
    return receipt
