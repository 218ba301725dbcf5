"""Which references of a request's segments lead into memory."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.row_security import everywhere
from kesher.domain.fact import fact_ref, parsed_fact_ref
from kesher.domain.log import message_ref, parsed_message_ref
from kesher.domain.scope import Scope


def known_in_memory(connection: Connection, scope: Scope, refs: Sequence[str]) -> set[str]:
    """Return those that are facts or messages, of the tenant or named as another's; hold these.

    An erasure that has begun is waited for: then they are no longer found. One that begins later
    waits for the request, and finds it.
    """
    own = _facts(connection, scope, refs) | _messages(connection, scope, refs)
    return own | _facts_of_others(connection, scope, refs)


def _facts_of_others(connection: Connection, scope: Scope, refs: Sequence[str]) -> set[str]:
    """Return the references to facts in memories of other tenants, which a room's thread uses."""
    tenants: dict[str, list[str]] = {}
    for tenant, fact_id in filter(None, map(parsed_fact_ref, refs)):
        tenants.setdefault(tenant, []).append(fact_id)
    if not tenants:
        return set()
    with everywhere(connection):
        return {
            fact_ref(fact_id, tenant=tenant, seen_by=scope.tenant_id)
            for tenant, ids in sorted(tenants.items())
            for fact_id in _facts(connection, Scope(tenant), sorted(ids))
        }


def _facts(connection: Connection, scope: Scope, refs: Sequence[str]) -> set[str]:
    held = tables.facts.c
    found: set[str] = set()
    for part in in_parts(refs):
        these = select(held.id).where(held.tenant_id == scope.tenant_id, held.id.in_(part))
        found.update(connection.scalars(these.order_by(held.id).with_for_update(key_share=True)))
    return found


def _messages(connection: Connection, scope: Scope, refs: Sequence[str]) -> set[str]:
    held = tables.log_messages.c
    threads: dict[str, list[str]] = {}
    for message in filter(None, map(parsed_message_ref, refs)):
        threads.setdefault(message.thread_id, []).append(message.message_id)
    found: set[str] = set()
    for thread_id, ids in sorted(threads.items()):
        for part in in_parts(ids):
            these = select(held.id).where(
                held.tenant_id == scope.tenant_id, held.thread_id == thread_id, held.id.in_(part)
            )
            rows = connection.scalars(these.order_by(held.id).with_for_update(key_share=True))
            found.update(message_ref(thread_id, identifier) for identifier in rows)
    return found
