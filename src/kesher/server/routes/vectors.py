"""By which model's vectors a room is searched, and how far another's have grown."""

from fastapi import APIRouter
from pydantic import Field

from kesher.domain.scope import RoomScope
from kesher.server.deps import CallerRoom, State
from kesher.server.schemas import Schema

router = APIRouter(prefix="/rooms/{room_id}/vectors", tags=["rooms"])


class RoomVectors(Schema):
    """A room's vectors. While another model's grow, the room is searched by the former's."""

    embedder: str | None = Field(description="Whose are searched; null: nothing is ready yet.")
    growing: str | None = Field(description="Whose grow beside; null: no others.")
    chunks: int
    chunks_done: int = Field(description="Of these, with a vector of the growing ones.")
    stopped: bool = Field(description="They do not grow on until resumed.")


@router.get("")
async def room_vectors(state: State, scope: CallerRoom) -> RoomVectors:
    """Show by which model a room is searched, and how far those of the model that is set are."""
    return await _shown(state, scope)


@router.post("/stop")
async def stop_vectors(state: State, scope: CallerRoom) -> RoomVectors:
    """Stop the growing of another model's vectors. What has grown is kept."""
    await state.services.renewing.stop(scope)
    return await _shown(state, scope)


@router.post("/resume")
async def resume_vectors(state: State, scope: CallerRoom) -> RoomVectors:
    """Go on with the growing of another model's vectors."""
    await state.services.renewing.resume(scope)
    return await _shown(state, scope)


async def _shown(state: State, scope: RoomScope) -> RoomVectors:
    found = await state.services.renewing.vectors(scope)
    return RoomVectors(
        embedder=found.embedder,
        growing=found.growing,
        chunks=found.chunks,
        chunks_done=found.chunks_done,
        stopped=found.stopped,
    )
