"""Rooms: list, make, rename, archive, delete."""

from fastapi import APIRouter, status

from kesher.domain.access import Caller, Right
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope, Scope
from kesher.server import schemas, views
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, State
from kesher.server.state import ServerState

router = APIRouter(prefix="/rooms", tags=["rooms"])


@router.get("")
async def list_rooms(state: State, scope: CallerScope, caller: CallerIs) -> list[schemas.Room]:
    """List the rooms that the caller may read, by name."""
    roles = await state.services.access.members.roles(scope)
    rooms = [
        room
        for room in await state.services.store.rooms(scope)
        if Right.READ in caller.rights_in(room.id, roles.get(room.id))
    ]
    return [await shown(state, scope, caller, room) for room in rooms]


@router.post("", status_code=status.HTTP_201_CREATED)
async def create_room(
    state: State, scope: CallerScope, caller: CallerIs, request: schemas.RoomCreate
) -> schemas.Room:
    """Make a room, and become its owner. Its name is taken once on a server."""
    room = await state.services.rooms.create(
        scope, request.name, ocr_languages=tuple(request.ocr_languages)
    )
    return await shown(state, scope, caller, room)


@router.get("/{room_id}")
async def get_room(state: State, scope: CallerRoom, caller: CallerIs) -> schemas.Room:
    """Show a room and what it holds."""
    return await shown(state, scope, caller, await state.services.store.room(scope))


@router.patch("/{room_id}")
async def update_room(
    state: State, scope: CallerRoom, caller: CallerIs, request: schemas.RoomUpdate
) -> schemas.Room:
    """Rename a room, set the languages of its scans, archive it or take it into use again."""
    languages = tuple(request.ocr_languages) if request.ocr_languages else None
    room = await state.services.rooms.update(
        scope, name=request.name, ocr_languages=languages, archived=request.archived
    )
    return await shown(state, scope, caller, room)


@router.delete("/{room_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_room(state: State, scope: CallerRoom) -> None:
    """Delete a room with its documents, indexes, threads and answers."""
    await state.services.rooms.delete(scope)
    state.services.retaining.wake()


async def shown(state: ServerState, scope: Scope, caller: Caller, room: Room) -> schemas.Room:
    """Show a room, and what the caller is and may do there."""
    at = RoomScope(scope.tenant_id, room.id, user_id=scope.user_id)
    figures = await state.services.store.figures(at)
    return views.room(room, figures, caller, await state.services.access.members.role(at))
