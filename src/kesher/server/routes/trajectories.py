"""Trajectories, and what models saw: read, exported, deleted."""

from typing import Annotated

from fastapi import APIRouter, Query, status
from starlette.responses import Response

from kesher.context.trajectory import Trajectory
from kesher.server import request_schemas as schemas
from kesher.server import request_views as views
from kesher.server.deps import CallerScope, State

router = APIRouter(tags=["trajectories"])

_JSON_LINES = "application/jsonl"
_MOST_REQUESTS = 200


@router.get("/trajectories")
async def list_trajectories(state: State, scope: CallerScope) -> list[schemas.Trajectory]:
    """List the trajectories, newest first."""
    return [views.trajectory(head) for head in await state.services.store.trajectories(scope)]


@router.get("/trajectories/{trajectory_id}")
async def get_trajectory(
    state: State, scope: CallerScope, trajectory_id: str
) -> schemas.TrajectoryDetail:
    """Show a trajectory with its prefix and its events, oldest first."""
    store = state.services.store
    head = await store.trajectory_head(scope, trajectory_id)
    return views.trajectory_detail(head, await store.trajectory_events(scope, trajectory_id))


@router.get(
    "/trajectories/{trajectory_id}/export",
    response_class=Response,
    responses={200: {"content": {_JSON_LINES: {"schema": {"type": "string"}}}}},
)
async def export_trajectory(state: State, scope: CallerScope, trajectory_id: str) -> Response:
    """Export a trajectory as JSON lines, the prefix first; its chain is checked before."""
    store = state.services.store
    head = await store.trajectory_head(scope, trajectory_id)
    events = await store.trajectory_events(scope, trajectory_id)
    lines = Trajectory(head.prefix, events).to_jsonl()
    # A lone surrogate becomes the JSON escape of itself, so that the line reads back the same.
    return Response(lines.encode("utf-8", "backslashreplace"), media_type=_JSON_LINES)


@router.get("/trajectories/{trajectory_id}/requests")
async def list_trajectory_requests(
    state: State, scope: CallerScope, trajectory_id: str
) -> list[schemas.SentRequest]:
    """List the requests that were sent for a trajectory, oldest first."""
    store = state.services.store
    await store.trajectory_head(scope, trajectory_id)
    return [views.sent_request(each) for each in await store.requests(scope, trajectory_id)]


@router.delete("/trajectories/{trajectory_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_trajectory(state: State, scope: CallerScope, trajectory_id: str) -> None:
    """Delete a trajectory, those it delegated to, their events and requests."""
    await state.services.store.delete_trajectory(scope, trajectory_id)
    state.services.retaining.wake()


@router.get("/threads/{thread_id}/requests")
async def list_thread_requests(
    state: State, scope: CallerScope, thread_id: str
) -> list[schemas.SentRequest]:
    """List the requests that were sent for a thread's questions, oldest first."""
    store = state.services.store
    await store.thread(scope, thread_id)
    return [views.sent_request(each) for each in await store.requests(scope, thread_id)]


@router.get("/requests")
async def list_recent_requests(
    state: State,
    scope: CallerScope,
    limit: Annotated[int, Query(ge=1, le=_MOST_REQUESTS)] = 50,
    after: Annotated[str | None, Query(description="Of the last one known: give older.")] = None,
) -> list[schemas.RecentRequest]:
    """List the newest requests of the caller's own threads and trajectories, newest first."""
    found = await state.services.recent_requests.recent(scope, limit=limit, after=after)
    return [views.recent_request(each) for each in found]


@router.get("/requests/{request_id}")
async def get_request(
    state: State, scope: CallerScope, request_id: str
) -> schemas.SentRequestDetail:
    """Show what the model saw at that turn, and what it cost."""
    return views.sent_request_detail(await state.services.store.request(scope, request_id))
