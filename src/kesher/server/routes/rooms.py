"""Rooms: list, make, rename, delete."""

from fastapi import APIRouter, status

from kesher.domain.document import Room
from kesher.domain.scope import RoomScope
from kesher.server import schemas, views
from kesher.server.deps import CallerRoom, CallerScope, State

router = APIRouter(prefix="/rooms", tags=["rooms"])


@router.get("")
async def list_rooms(state: State, scope: CallerScope) -> list[schemas.Room]:
    """List the rooms, by name."""
    store = state.services.store
    found = await store.rooms(scope)
    return [
        views.room(room, await store.figures(RoomScope(scope.tenant_id, room.id))) for room in found
    ]


@router.post("", status_code=status.HTTP_201_CREATED)
async def create_room(
    state: State, scope: CallerScope, request: schemas.RoomCreate
) -> schemas.Room:
    """Make a room. Its name is taken once."""
    room = await state.services.rooms.create(
        scope, request.name, ocr_languages=tuple(request.ocr_languages)
    )
    return await _shown(state, RoomScope(scope.tenant_id, room.id), room)


@router.get("/{room_id}")
async def get_room(state: State, scope: CallerRoom) -> schemas.Room:
    """Show a room and what it holds."""
    return await _shown(state, scope, await state.services.store.room(scope))


@router.patch("/{room_id}")
async def update_room(state: State, scope: CallerRoom, request: schemas.RoomUpdate) -> schemas.Room:
    """Rename a room, or set the languages of its scans."""
    languages = tuple(request.ocr_languages) if request.ocr_languages else None
    room = await state.services.rooms.update(scope, name=request.name, ocr_languages=languages)
    return await _shown(state, scope, room)


@router.delete("/{room_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_room(state: State, scope: CallerRoom) -> None:
    """Delete a room with its documents, indexes, threads and answers."""
    await state.services.rooms.delete(scope)


async def _shown(state: State, scope: RoomScope, room: Room) -> schemas.Room:
    return views.room(room, await state.services.store.figures(scope))
