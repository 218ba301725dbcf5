"""What every route is given: the services, and the scope that each call must carry."""

from typing import Annotated

from fastapi import Depends, Path, Request

from kesher.domain.scope import RoomScope, Scope
from kesher.server.state import ServerState


def _state(request: Request) -> ServerState:
    state = request.app.state.kesher
    if not isinstance(state, ServerState):
        raise TypeError("The application was not made by kesher.server.app.create_app.")
    return state


def _scope() -> Scope:
    return Scope()


def _room_scope(
    scope: Annotated[Scope, Depends(_scope)],
    room_id: Annotated[str, Path(description="The room's id.")],
) -> RoomScope:
    return RoomScope(scope.tenant_id, room_id)


State = Annotated[ServerState, Depends(_state)]
CallerScope = Annotated[Scope, Depends(_scope)]
CallerRoom = Annotated[RoomScope, Depends(_room_scope)]
