"""The people of rooms: listed, given roles, removed; rooms transferred and rescued."""

from fastapi import APIRouter, status

from kesher.domain.access import Membership, RoomRole
from kesher.domain.roles import Member
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import InputError
from kesher.server import member_schemas as schemas
from kesher.server import views
from kesher.server.deps import CallerIs, CallerRoom, State

router = APIRouter(tags=["people of rooms"])


@router.get("/rooms/{room_id}/members")
async def list_members(state: State, scope: CallerRoom) -> list[schemas.Member]:
    """List a room's people, highest role first, then by name."""
    return [_member(each) for each in await state.services.access.members.members(scope)]


@router.put("/rooms/{room_id}/members/{user_id}")
async def put_member(
    state: State, scope: CallerRoom, caller: CallerIs, user_id: str, body: schemas.RoleGiven
) -> schemas.Membership:
    """Give a person a role. Managers give viewer and member; the owner, manager too."""
    role = RoomRole(body.role)
    return _membership(await state.services.access.members.put(scope, user_id, role, caller=caller))


@router.delete("/rooms/{room_id}/members/{user_id}", status_code=status.HTTP_204_NO_CONTENT)
async def remove_member(state: State, scope: CallerRoom, caller: CallerIs, user_id: str) -> None:
    """Take a person's role away; the invitations that the person made end with it."""
    await state.services.access.members.remove(scope, user_id, caller=caller)


@router.post("/rooms/{room_id}/leave", status_code=status.HTTP_204_NO_CONTENT)
async def leave_room(state: State, scope: CallerRoom, caller: CallerIs) -> None:
    """Give up one's own role. The owner transfers the room first."""
    if caller.user_id is None:
        raise InputError("The local person has no role that could be given up.")
    await state.services.access.members.remove(scope, caller.user_id, caller=caller)


@router.post("/rooms/{room_id}/transfer")
async def transfer_room(
    state: State, scope: CallerRoom, caller: CallerIs, body: schemas.NewOwner
) -> schemas.Membership:
    """Make a member the owner; the owner until now becomes a manager."""
    return _membership(
        await state.services.access.members.transfer(scope, body.user_id, caller=caller)
    )


@router.get("/administration/rooms")
async def list_all_rooms(state: State) -> list[schemas.AdministeredRoom]:
    """List every room by name, with its size and its owner, and nothing of what it holds."""
    scope = Scope()
    found = []
    for room in await state.services.store.rooms(scope):
        at = RoomScope(scope.tenant_id, room.id)
        people = await state.services.access.members.members(at)
        owner = next((each for each in people if each.role is RoomRole.OWNER), None)
        found.append(
            schemas.AdministeredRoom(
                id=room.id,
                name=room.name,
                created_at=room.created_at,
                archived_at=room.archived_at,
                figures=views.room_figures(await state.services.store.figures(at)),
                owner=_member(owner) if owner else None,
                people=len(people),
            )
        )
    return found


@router.put("/administration/rooms/{room_id}/owner")
async def put_room_owner(
    state: State, scope: CallerRoom, caller: CallerIs, body: schemas.NewOwner
) -> schemas.Membership:
    """Give a room whose owner is gone another one; the owner until now becomes a manager."""
    return _membership(
        await state.services.access.members.transfer(scope, body.user_id, caller=caller)
    )


def _member(member: Member) -> schemas.Member:
    return schemas.Member(
        user_id=member.user_id,
        name=member.name,
        email=member.email,
        role=member.role,
        since=member.since,
        disabled=member.disabled,
    )


def _membership(membership: Membership) -> schemas.Membership:
    return schemas.Membership(
        room_id=membership.room_id, user_id=membership.user_id, role=membership.role
    )
