"""Transactions on what was sent to models: requests, and segments kept once a tenant."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial
from typing import Any

from sqlalchemy import (
    Connection,
    Insert,
    Row,
    Select,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from kesher.adapters.sql import tables
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import find, lock_room, with_id
from kesher.adapters.sql.memory.references import known_in_memory
from kesher.adapters.sql.request_details import read_audit, read_usage, write_audit, write_usage
from kesher.adapters.sql.usage import count_request
from kesher.domain.request import Segment, SegmentKind, SentRequest
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError


def save_request(
    connection: Connection, scope: Scope, request: SentRequest, *, room_id: str | None
) -> None:
    """Store a request with its segments, or add usage and price to one that is stored.

    Raises:
        NotFoundError: the tenant has no such room, trajectory or thread.
        ConflictError: a request of that id was sent for another owner or with another body.
    """
    if room_id is not None:
        lock_room(connection, RoomScope(scope.tenant_id, room_id))
    is_new = find(connection, scope, tables.requests, request.id, "id") is None
    of_ref = _documents_of(connection, scope, request.segments) if is_new else {}
    user_id = _hold_owner(connection, scope, request.owner_id)
    count = partial(count_request, connection, scope, request, room_id=room_id, user_id=user_id)
    earlier = _stored(connection, scope, request)
    if earlier is not None:
        this = {"tenant": scope.tenant_id, "identifier": request.id}
        billed = {"usage": write_usage(request.usage), "price_usd": request.price_usd}
        connection.execute(_billing(), {**this, **billed})
        count(earlier)
        return
    connection.execute(insert(tables.requests), _values(scope, request, room_id))
    gone = _gone(connection, scope, _checked(request, room_id), of_ref)
    _keep_texts(connection, scope, request.segments, gone)
    _keep_places(connection, scope, request)
    _keep_documents(connection, scope, request.segments, of_ref)
    count(None)


def read_request(connection: Connection, scope: Scope, request_id: str) -> SentRequest:
    """Return a request with its segments in order; an erased one has no text."""
    found = select(tables.requests).where(with_id(tables.requests, scope, request_id))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("request", request_id)
    return request_from(row, _segments(connection, scope, request_id))


def list_requests(connection: Connection, scope: Scope, owner_id: str) -> Sequence[SentRequest]:
    """Return an owner's requests, oldest first, without their segments."""
    rows = connection.execute(_of_owner(), {"tenant": scope.tenant_id, "owner": owner_id})
    return [request_from(row, ()) for row in rows]


def delete_requests(connection: Connection, scope: Scope, owner_ids: Sequence[str]) -> None:
    """Remove the owners' requests, and the segments that no other request of the tenant has."""
    for owners in in_parts(owner_ids):
        held = tables.requests.c
        theirs = (held.tenant_id == scope.tenant_id) & held.owner_id.in_(owners)
        hashes = _hashes_of(connection, scope, select(held.id).where(theirs))
        connection.execute(delete(tables.requests).where(theirs))
        _drop_unused(connection, scope, hashes)


def _hold_owner(connection: Connection, scope: Scope, owner_id: str) -> str | None:
    """Hold the thread or trajectory, and return whose it is."""
    for table in (tables.threads, tables.trajectories):
        row = find(connection, scope, table, owner_id, "user_id", hold=True)
        if row is not None:
            user_id: str | None = row.user_id
            return user_id
    raise NotFoundError("trajectory or thread", owner_id)


def _stored(connection: Connection, scope: Scope, request: SentRequest) -> SentRequest | None:
    """Hold the request as it stands, without its segments; None: it is new."""
    this = {"tenant": scope.tenant_id, "identifier": request.id}
    row = connection.execute(_held(), this).first()
    if row is None:
        return None
    if (row.owner_id, row.body_hash) != (request.owner_id, request.body_hash):
        raise ConflictError(
            f"There is a request `{request.id}` already, with another body or for another owner. "
            f"What was sent never changes: give each request an id of its own."
        )
    return request_from(row, ())


def _documents_of(
    connection: Connection, scope: Scope, segments: Sequence[Segment]
) -> dict[str, str]:
    """Return the document of each reference that is a chunk of the tenant, and hold these."""
    refs = sorted({ref for segment in segments for ref in segment.refs})
    found: dict[str, str] = {}
    for part in in_parts(refs):
        rows = connection.execute(_holding_documents(), {"tenant": scope.tenant_id, "refs": part})
        found.update((row.id, row.document_id) for row in rows)
    return found


# Making these takes longer than running them.


@cache
def _of_owner() -> Select[Any]:
    held = tables.requests.c
    theirs = (held.tenant_id == bindparam("tenant")) & (held.owner_id == bindparam("owner"))
    return select(tables.requests).where(theirs).order_by(held.at, held.sequence, held.id)


@cache
def _held() -> Select[Any]:
    held = tables.requests.c
    this = (held.tenant_id == bindparam("tenant")) & (held.id == bindparam("identifier"))
    return select(tables.requests).where(this).with_for_update()


@cache
def _billing() -> Update:
    held = tables.requests.c
    this = (held.tenant_id == bindparam("tenant")) & (held.id == bindparam("identifier"))
    return update(tables.requests).where(this)


@cache
def _holding_documents() -> Select[str, str]:
    chunk, document = tables.chunks.c, tables.documents.c
    same = (document.tenant_id == chunk.tenant_id) & (document.id == chunk.document_id)
    return (
        select(chunk.id, chunk.document_id)
        .select_from(tables.chunks.join(tables.documents, same))
        .where(
            chunk.tenant_id == bindparam("tenant"), chunk.id.in_(bindparam("refs", expanding=True))
        )
        .order_by(chunk.document_id, chunk.id)
        # A deletion that has begun is waited for: then its chunks are no longer found.
        .with_for_update(key_share=True, of=tables.documents)
    )


@cache
def _known_documents() -> Select[str, str]:
    held = tables.segment_documents.c
    return select(held.document_id, held.hash).where(
        held.tenant_id == bindparam("tenant"), held.hash.in_(bindparam("hashes", expanding=True))
    )


def _checked(request: SentRequest, room_id: str | None) -> Sequence[Segment]:
    """Return the segments whose references must lead to something: a room's, and memory's."""
    if room_id is not None:
        return request.segments
    return [segment for segment in request.segments if segment.kind is SegmentKind.MEMORY]


def _gone(
    connection: Connection, scope: Scope, segments: Sequence[Segment], of_ref: dict[str, str]
) -> set[str]:
    """Return the hashes of those with a reference to no chunk, fact, or message of the log."""
    others = {ref for segment in segments for ref in segment.refs} - of_ref.keys()
    known = of_ref.keys() | known_in_memory(connection, scope, sorted(others))
    return {segment.hash for segment in segments if not known >= set(segment.refs)}


def _keep_texts(
    connection: Connection,
    scope: Scope,
    segments: Sequence[Segment],
    gone: AbstractSet[str],
) -> None:
    """Store each text once, in the order of hashes, so that two writers never wait in a circle.

    Args:
        gone: Hashes of those that are kept without their text, since what they show was deleted
            or erased after the search.
    """
    texts: dict[str, str | None] = {}
    for segment in segments:
        texts[segment.hash] = None if segment.hash in gone else segment.text or None
    rows = [
        {"tenant_id": scope.tenant_id, "hash": digest, "text": texts[digest]}
        for digest in sorted(texts)
    ]
    if rows:
        connection.execute(_keeping(connection.dialect.name), rows)


@cache
def _keeping(dialect: str) -> Insert:
    """Return the statement that adds a segment, or holds the row and mends an erased text."""
    new: Any = (postgresql if dialect == "postgresql" else sqlite).insert(tables.segments)
    key = [tables.segments.c.tenant_id, tables.segments.c.hash]
    text = func.coalesce(tables.segments.c.text, new.excluded.text)
    statement: Insert = new.on_conflict_do_update(index_elements=key, set_={"text": text})
    return statement


def _keep_places(connection: Connection, scope: Scope, request: SentRequest) -> None:
    rows = [
        {
            "tenant_id": scope.tenant_id,
            "request_id": request.id,
            "position": position,
            "hash": segment.hash,
            "kind": segment.kind,
            "tokens": segment.tokens,
            "message": segment.message,
            "sequence": segment.sequence,
            "refs": segment.refs,
        }
        for position, segment in enumerate(request.segments)
    ]
    if rows:
        connection.execute(insert(tables.request_segments), rows)


def _keep_documents(
    connection: Connection, scope: Scope, segments: Sequence[Segment], of_ref: dict[str, str]
) -> None:
    """Remember which documents a segment holds chunks of, also when these are cut anew later."""
    pairs = {(of_ref[ref], s.hash) for s in segments for ref in s.refs if ref in of_ref}
    for part in in_parts(sorted({digest for _, digest in pairs})):
        there = connection.execute(_known_documents(), {"tenant": scope.tenant_id, "hashes": part})
        pairs.difference_update((row.document_id, row.hash) for row in there)
    rows = [
        {"tenant_id": scope.tenant_id, "document_id": document_id, "hash": digest}
        for document_id, digest in sorted(pairs)
    ]
    if rows:
        connection.execute(insert(tables.segment_documents), rows)


def _hashes_of(connection: Connection, scope: Scope, request_ids: Select[tuple[str]]) -> list[str]:
    held = tables.request_segments.c
    found = select(held.hash).where(
        held.tenant_id == scope.tenant_id, held.request_id.in_(request_ids)
    )
    return sorted(set(connection.scalars(found)))


def _drop_unused(connection: Connection, scope: Scope, hashes: Sequence[str]) -> None:
    held, used = tables.segments.c, tables.request_segments.c
    is_used = exists().where(used.tenant_id == held.tenant_id, used.hash == held.hash)
    for part in in_parts(hashes):
        these = (held.tenant_id == scope.tenant_id) & held.hash.in_(part)
        # First held, then looked at: a request that is being saved holds them too.
        connection.execute(select(held.hash).where(these).order_by(held.hash).with_for_update())
        connection.execute(delete(tables.segments).where(these, ~is_used))


def _segments(connection: Connection, scope: Scope, request_id: str) -> tuple[Segment, ...]:
    place, held = tables.request_segments.c, tables.segments.c
    same = (held.tenant_id == place.tenant_id) & (held.hash == place.hash)
    found = (
        select(tables.request_segments, held.text)
        .select_from(tables.request_segments.join(tables.segments, same))
        .where(place.tenant_id == scope.tenant_id, place.request_id == request_id)
        .order_by(place.position)
    )
    return tuple(
        Segment(
            kind=row.kind,
            text=row.text or "",
            hash=row.hash,
            tokens=row.tokens,
            message=row.message,
            sequence=row.sequence,
            refs=row.refs,
        )
        for row in connection.execute(found)
    )


def request_from(row: Row[Any], segments: tuple[Segment, ...]) -> SentRequest:
    """Return the request that a row of `requests` holds, with these segments."""
    return SentRequest(
        id=row.id,
        owner_id=row.owner_id,
        sequence=row.sequence,
        at=row.at,
        model=row.model,
        profile=row.profile,
        segments=segments,
        body_hash=row.body_hash,
        tokens=row.tokens,
        audit=read_audit(row.audit),
        usage=read_usage(row.usage),
        price_usd=row.price_usd,
        max_output_tokens=row.max_output_tokens,
        temperature=row.temperature,
        purpose=row.purpose,
    )


def _values(scope: Scope, request: SentRequest, room_id: str | None) -> dict[str, object]:
    return {
        "tenant_id": scope.tenant_id,
        "id": request.id,
        "owner_id": request.owner_id,
        "room_id": room_id,
        "sequence": request.sequence,
        "at": request.at,
        "model": request.model,
        "profile": request.profile,
        "body_hash": request.body_hash,
        "tokens": request.tokens,
        "audit": write_audit(request.audit),
        "usage": write_usage(request.usage),
        "price_usd": request.price_usd,
        "max_output_tokens": request.max_output_tokens,
        "temperature": request.temperature,
        "purpose": request.purpose,
    }
