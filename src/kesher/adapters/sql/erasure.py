"""Taking what was erased out of what was recorded of requests; hashes stay."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, delete, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.column_types import clean
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.request_details import without_excerpts
from kesher.adapters.sql.requests import delete_requests
from kesher.adapters.sql.row_security import everywhere, whole_tenant
from kesher.domain.fact import fact_ref
from kesher.domain.scope import RoomScope, Scope


def erase_document(connection: Connection, scope: Scope, document_id: str) -> None:
    """Remove the texts of the tenant's segments that hold chunks of the document."""
    _erase(connection, scope, tables.segment_documents.c.document_id == document_id)


def erase_room(connection: Connection, scope: RoomScope) -> None:
    """Remove the requests of the room's threads, and its documents' words from all others."""
    threads, documents = tables.threads.c, tables.documents.c
    owners = select(threads.id).where(
        threads.tenant_id == scope.tenant_id, threads.room_id == scope.room_id
    )
    held = list(connection.scalars(owners.order_by(threads.id).with_for_update()))
    with whole_tenant(connection):
        delete_requests(connection, scope, held)
    of_room = select(documents.id).where(
        documents.tenant_id == scope.tenant_id, documents.room_id == scope.room_id
    )
    _erase(connection, scope, tables.segment_documents.c.document_id.in_(of_room))


def erase_requests(connection: Connection, scope: Scope, hashes: Sequence[str]) -> None:
    """Remove the texts of these segments; which requests held them stays known."""
    held = tables.segment_documents.c
    blank_texts(connection, scope, hashes)
    for part in in_parts(hashes):
        these = (held.tenant_id == scope.tenant_id) & held.hash.in_(part)
        connection.execute(delete(tables.segment_documents).where(these))


def erase_references(connection: Connection, scope: Scope, refs: Collection[str]) -> int:
    """Remove the texts of segments that refer to any of these; count the requests they stood in."""
    held, wanted = tables.request_segments.c, {clean(ref) for ref in refs}
    referring = select(held.request_id, held.hash, held.refs).where(
        held.tenant_id == scope.tenant_id, held.refs != ()
    )
    found = [row for row in connection.execute(referring) if not wanted.isdisjoint(row.refs)]
    blank_texts(connection, scope, sorted({row.hash for row in found}))
    return len({row.request_id for row in found})


def erase_facts_elsewhere(connection: Connection, scope: Scope, facts: Collection[str]) -> int:
    """Remove the texts of other tenants' segments that hold these facts of the tenant's memory.

    Only the memory of a room's thread or of an agent stands in another's requests.
    """
    with everywhere(connection):
        return _erase_facts(connection, scope, facts)


def _erase_facts(connection: Connection, scope: Scope, facts: Collection[str]) -> int:
    held = tables.request_segments.c
    found = connection.execute(
        select(held.tenant_id, held.request_id, held.hash, held.refs)
        .where(tables.MEMORY_SEGMENT, held.tenant_id != scope.tenant_id)
        .order_by(held.tenant_id)
    ).all()
    requests: set[tuple[str, str]] = set()
    hashes: dict[str, set[str]] = {}
    for row in found:
        wanted = (fact_ref(one, tenant=scope.tenant_id, seen_by=row.tenant_id) for one in facts)
        if not set(row.refs).isdisjoint(map(clean, wanted)):
            requests.add((row.tenant_id, row.request_id))
            hashes.setdefault(row.tenant_id, set()).add(row.hash)
    for tenant, these in hashes.items():
        blank_texts(connection, Scope(tenant), sorted(these))
    return len(requests)


def _erase(connection: Connection, scope: Scope, condition: ColumnElement[bool]) -> None:
    held = tables.segment_documents.c
    these = (held.tenant_id == scope.tenant_id) & condition
    hashes = sorted(set(connection.scalars(select(held.hash).where(these))))
    blank_texts(connection, scope, hashes)
    connection.execute(delete(tables.segment_documents).where(these))


def blank_texts(connection: Connection, scope: Scope, hashes: Sequence[str]) -> None:
    """Remove the texts of these segments, held in the order in which all hold them."""
    _blank_excerpts(connection, scope, hashes)
    for part in in_parts(hashes):
        texts = tables.segments.c
        which = (texts.tenant_id == scope.tenant_id) & texts.hash.in_(part)
        connection.execute(select(texts.hash).where(which).order_by(texts.hash).with_for_update())
        connection.execute(update(tables.segments).where(which).values(text=None))


def _blank_excerpts(connection: Connection, scope: Scope, hashes: Sequence[str]) -> None:
    """Take the few words around a break out of the audits of all whose requests held the text."""
    with whole_tenant(connection):
        _blank_audits(connection, scope, hashes)


def _blank_audits(connection: Connection, scope: Scope, hashes: Sequence[str]) -> None:
    requests, places = tables.requests.c, tables.request_segments.c
    for part in in_parts(hashes):
        holding = select(places.request_id).where(
            places.tenant_id == scope.tenant_id, places.hash.in_(part)
        )
        owners = select(requests.owner_id).where(
            requests.tenant_id == scope.tenant_id, requests.id.in_(holding)
        )
        audited = select(requests.id, requests.audit).where(
            requests.tenant_id == scope.tenant_id,
            requests.owner_id.in_(owners),
            requests.audit.is_not(None),
        )
        for row in connection.execute(audited.order_by(requests.id)).all():
            bare = without_excerpts(row.audit)
            if bare != row.audit:
                this = (requests.tenant_id == scope.tenant_id) & (requests.id == row.id)
                connection.execute(update(tables.requests).where(this).values(audit=bare))
