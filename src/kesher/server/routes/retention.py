"""How long a room keeps what it keeps."""

from fastapi import APIRouter

from kesher.app.retention import RoomRetention
from kesher.domain.retention import Kept
from kesher.server.deps import CallerRoom, State
from kesher.server.retention_schemas import RetentionDays, RetentionRule

router = APIRouter(prefix="/rooms/{room_id}/retention", tags=["rooms"])


@router.get("")
async def get_retention(state: State, scope: CallerRoom) -> list[RetentionRule]:
    """Show how long a room keeps each kind of things, and what is over. Changes nothing."""
    return _shown(await state.services.retaining.of_room(scope))


@router.put("")
async def set_retention(
    state: State, scope: CallerRoom, request: RetentionDays
) -> list[RetentionRule]:
    """Give a room days of its own, in place of all that it had. What is over is removed soon."""
    given = {kind: getattr(request, kind.value) for kind in Kept}
    days = {kind: each for kind, each in given.items() if each is not None}
    await state.services.retaining.keep(scope, days)
    return _shown(await state.services.retaining.of_room(scope))


def _shown(found: RoomRetention) -> list[RetentionRule]:
    return [
        RetentionRule(
            kind=kind.value,
            days=found.rule.days.get(kind, 0),
            own=kind in found.own,
            due=list(found.due.get(kind, ())),
        )
        for kind in Kept
    ]
