"""The audit: read, exported, verified."""

from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from kesher.app.ledger_export import as_csv, as_json_lines
from kesher.domain.audit import AuditEvent, AuditFilter
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.ports.audit import AuditStore
from kesher.server import audit_schemas as schemas
from kesher.server.audit_names import names_of
from kesher.server.deps import CallerRoom, CallerScope, State
from kesher.server.schemas import Instant
from kesher.server.state import ServerState

router = APIRouter(tags=["audit"])

_PAGE = 100
_MOST = 1_000

Limit = Annotated[int, Query(ge=1, le=_MOST, description="Most events of a page.")]
Before = Annotated[
    int | None, Query(ge=1, le=2**62, description="Only those of a lower `sequence`.")
]
Format = Annotated[
    Literal["jsonl", "csv"], Query(description="`csv` opens in spreadsheets, Hebrew too.")
]


def _wanted(
    actor: Annotated[str | None, Query(description="Whose acts.")] = None,
    action: Annotated[
        str | None, Query(description="`room.delete`, or `room.` for all that begin so.")
    ] = None,
    since: Annotated[Instant | None, Query(description="From this instant.")] = None,
    until: Annotated[Instant | None, Query(description="Before this instant.")] = None,
) -> AuditFilter:
    for name, instant in (("since", since), ("until", until)):
        if instant is not None and instant.tzinfo is None:
            raise InputError(f"`{name}` has no time zone. Write `2026-11-30T00:00:00Z`.")
    return AuditFilter(actor=actor, action=action, since=since, until=until)


Wanted = Annotated[AuditFilter, Depends(_wanted)]


@router.get("/audit")
async def list_audit(
    state: State, scope: CallerScope, wanted: Wanted, before: Before = None, limit: Limit = _PAGE
) -> schemas.AuditPage:
    """List what everybody did, newest first."""
    return await _page(state, scope, wanted, before, limit)


@router.get("/audit/verification")
async def verify_audit(state: State, scope: CallerScope) -> schemas.AuditVerification:
    """Look at every event, and tell whether none was changed, moved or taken out."""
    return schemas.shown_verification(await state.services.ledger.auditing.store.verify(scope))


@router.get("/audit/export", response_class=StreamingResponse)
async def export_audit(
    state: State,
    scope: CallerScope,
    wanted: Wanted,
    format: Format = "jsonl",  # noqa: A002 - the parameter's name in the address
) -> StreamingResponse:
    """Give all events that are wanted as JSON lines or CSV, newest first."""
    return _export(state.services.ledger.auditing.store, scope, wanted, format)


@router.get("/rooms/{room_id}/audit")
async def list_room_audit(
    state: State, scope: CallerRoom, wanted: Wanted, before: Before = None, limit: Limit = _PAGE
) -> schemas.AuditPage:
    """List what was done in a room and to it, newest first."""
    return await _page(state, scope, _in_room(wanted, scope.room_id), before, limit)


@router.get("/rooms/{room_id}/audit/export", response_class=StreamingResponse)
async def export_room_audit(
    state: State,
    scope: CallerRoom,
    wanted: Wanted,
    format: Format = "jsonl",  # noqa: A002 - the parameter's name in the address
) -> StreamingResponse:
    """Give all events of a room that are wanted as JSON lines or CSV, newest first."""
    store = state.services.ledger.auditing.store
    return _export(store, scope, _in_room(wanted, scope.room_id), format)


def _in_room(wanted: AuditFilter, room_id: str) -> AuditFilter:
    return AuditFilter(room_id, wanted.actor, wanted.action, wanted.since, wanted.until)


async def _page(
    state: ServerState, scope: Scope, wanted: AuditFilter, before: int | None, limit: int
) -> schemas.AuditPage:
    store = state.services.ledger.auditing.store
    events = await store.events(scope, wanted, before=before, limit=limit)
    return schemas.AuditPage(
        events=[schemas.shown_event(each) for each in events],
        before=events[-1].sequence if len(events) == limit else None,
        names=dict(await names_of(state, scope, events)),
    )


def _export(
    store: AuditStore,
    scope: Scope,
    wanted: AuditFilter,
    format: str,  # noqa: A002 - as above
) -> StreamingResponse:
    if format == "csv":
        content, media_type = as_csv(_all(store, scope, wanted)), "text/csv; charset=utf-8"
    else:
        content, media_type = as_json_lines(_all(store, scope, wanted)), "application/x-ndjson"
    named = {"Content-Disposition": f'attachment; filename="audit.{format}"'}
    return StreamingResponse(content, media_type=media_type, headers=named)


async def _all(store: AuditStore, scope: Scope, wanted: AuditFilter) -> AsyncIterator[AuditEvent]:
    before: int | None = None
    while events := await store.events(scope, wanted, before=before, limit=_MOST):
        for event in events:
            yield event
        before = events[-1].sequence
