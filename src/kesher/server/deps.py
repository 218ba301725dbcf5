"""What every route is given: the services, and the scope that each call must carry.

They are asynchronous so that the framework calls them where it is: it takes a thread for the rest.
"""

from typing import Annotated

from fastapi import Depends, Path, Request

from kesher.domain.access import Caller
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotSignedInError
from kesher.server.lasting import STILL, Still
from kesher.server.state import ServerState


async def _state(request: Request) -> ServerState:
    state = request.app.state.kesher
    if not isinstance(state, ServerState):
        raise TypeError("The application was not made by kesher.server.app.create_app.")
    return state


async def _maybe_caller(request: Request) -> Caller | None:
    caller: Caller | None = request.scope["state"]["caller"]  # the gate always leaves one there
    return caller


async def _caller(caller: Annotated[Caller | None, Depends(_maybe_caller)]) -> Caller:
    if caller is None:
        raise NotSignedInError("Nobody is signed in. Sign in first.")
    return caller


async def _scope(caller: Annotated[Caller | None, Depends(_maybe_caller)]) -> Scope:
    # Nobody finds nothing: no account has this id.
    return Scope(user_id=caller.user_id if caller else "")


async def _room_scope(
    scope: Annotated[Scope, Depends(_scope)],
    room_id: Annotated[str, Path(description="The room's id.")],
) -> RoomScope:
    return RoomScope(scope.tenant_id, room_id, user_id=scope.user_id)


def _still(request: Request) -> Still | None:
    found: Still | None = request.scope["state"].get(STILL)  # the policy leaves it there
    return found


State = Annotated[ServerState, Depends(_state)]
MaybeCaller = Annotated[Caller | None, Depends(_maybe_caller)]
CallerIs = Annotated[Caller, Depends(_caller)]
CallerScope = Annotated[Scope, Depends(_scope)]
CallerRoom = Annotated[RoomScope, Depends(_room_scope)]
MayStill = Annotated[Still | None, Depends(_still)]
"""Raises once the caller may have no more; None: without accounts nobody is shut out."""
