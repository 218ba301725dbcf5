"""What models took, by room, person, day and model; and how much may be taken."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from kesher.app.ledger_export import usage_csv
from kesher.domain.access import Caller
from kesher.domain.limits import Holder
from kesher.domain.scope import Scope
from kesher.domain.usage import UsageBy, UsageFilter
from kesher.server import usage_schemas as schemas
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, State
from kesher.server.state import ServerState

router = APIRouter(tags=["usage"])


@dataclass(frozen=True, slots=True)
class _Wanted:
    days: UsageFilter
    by: UsageBy


def _asked(
    by: Annotated[UsageBy, Query(description="What is added up by.")] = UsageBy.DAY,
    first: Annotated[date | None, Query(alias="from", description="First day, UTC.")] = None,
    last: Annotated[date | None, Query(alias="to", description="Last day, included.")] = None,
) -> _Wanted:
    return _Wanted(UsageFilter(first, last), by)


Wanted = Annotated[_Wanted, Depends(_asked)]
OfRoom = Annotated[str | None, Query(description="Of this room only.")]
OfPerson = Annotated[str | None, Query(description="Of this person only.")]


@router.get("/usage")
async def show_usage(
    state: State,
    scope: CallerScope,
    wanted: Wanted,
    room_id: OfRoom = None,
    user_id: OfPerson = None,
) -> schemas.Usage:
    """Add up what all rooms and people took."""
    return await _shown(state, scope, _of(wanted, room_id, user_id))


@router.get("/usage/export", response_class=Response)
async def export_usage(
    state: State,
    scope: CallerScope,
    wanted: Wanted,
    room_id: OfRoom = None,
    user_id: OfPerson = None,
) -> Response:
    """Give the same as CSV, which opens in spreadsheets, Hebrew too."""
    of = _of(wanted, room_id, user_id)
    rows = await state.services.ledger.usage.usage(scope, of.days, of.by)
    named = {"Content-Disposition": 'attachment; filename="usage.csv"'}
    return Response(usage_csv(rows, of.by), headers=named, media_type="text/csv; charset=utf-8")


@router.get("/rooms/{room_id}/usage")
async def show_room_usage(state: State, scope: CallerRoom, wanted: Wanted) -> schemas.Usage:
    """Add up what a room took."""
    return await _shown(state, scope, _of(wanted, scope.room_id, None))


@router.get("/me/usage")
async def show_my_usage(
    state: State, scope: CallerScope, caller: CallerIs, wanted: Wanted
) -> schemas.Usage:
    """Add up what one took oneself."""
    own = _of(wanted, None, _own(caller))
    rows = await state.services.ledger.usage.usage(scope, own.days, own.by)
    if own.by is UsageBy.ROOM and caller.user is not None:
        # A room's name is for whoever may read it now, and for none of a key that opens others.
        roles = await state.services.access.members.roles(scope)
        rows = [
            row if caller.rights_in(row.key, roles.get(row.key)) else replace(row, name="")
            for row in rows
        ]
    return schemas.shown_usage(own.by, own.days.first, own.days.last, list(rows))


@router.get("/rooms/{room_id}/limits")
async def show_room_limits(state: State, scope: CallerRoom) -> schemas.Limits:
    """Show what a room may take and hold."""
    limiting = state.services.ledger.limiting
    return schemas.shown_limits(await limiting.held(scope, Holder.ROOM, scope.room_id))


@router.put("/rooms/{room_id}/limits")
async def set_room_limits(
    state: State, scope: CallerRoom, caller: CallerIs, body: schemas.RoomLimits
) -> schemas.Limits:
    """Set what a room may take and hold; what is not named stays as it is.

    An owner sets no more than an administrator, or the settings, give the room.
    """
    held = await state.services.ledger.limiting.put(
        scope, (Holder.ROOM, scope.room_id), schemas.amounts(body), caller=caller
    )
    return schemas.shown_limits(held)


@router.get("/people/{user_id}/limits")
async def show_person_limits(state: State, scope: CallerScope, user_id: str) -> schemas.Limits:
    """Show what a person may take."""
    limiting = state.services.ledger.limiting
    return schemas.shown_limits(await limiting.held(scope, Holder.PERSON, user_id))


@router.put("/people/{user_id}/limits")
async def set_person_limits(
    state: State, scope: CallerScope, caller: CallerIs, user_id: str, body: schemas.PersonLimits
) -> schemas.Limits:
    """Set what a person may take; what is not named stays as it is."""
    held = await state.services.ledger.limiting.put(
        scope, (Holder.PERSON, user_id), schemas.amounts(body), caller=caller
    )
    return schemas.shown_limits(held)


def _own(caller: Caller) -> str:
    return caller.user_id or ""


def _of(wanted: _Wanted, room_id: str | None, user_id: str | None) -> _Wanted:
    return replace(wanted, days=replace(wanted.days, room_id=room_id, user_id=user_id))


async def _shown(state: ServerState, scope: Scope, wanted: _Wanted) -> schemas.Usage:
    days = wanted.days
    rows = await state.services.ledger.usage.usage(scope, days, wanted.by)
    return schemas.shown_usage(wanted.by, days.first, days.last, list(rows))
