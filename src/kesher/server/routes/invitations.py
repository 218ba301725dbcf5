"""Links by which people join rooms: made, listed, ended, looked at, accepted."""

from fastapi import APIRouter, Request, Response, status

from kesher.app.invitations import Offer
from kesher.app.people.accounts import NewPerson
from kesher.domain import access
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.server import member_schemas as schemas
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, State
from kesher.server.people_schemas import Me
from kesher.server.routes.people import let_in, origin_of
from kesher.server.state import ServerState

router = APIRouter(tags=["people of rooms"])

JOIN = "/join"
"""The page's address that opens an invitation. Browsers send nothing that stands behind `#`."""


@router.get("/rooms/{room_id}/invitations")
async def list_invitations(state: State, scope: CallerRoom) -> list[schemas.Invitation]:
    """List a room's invitations, newest first, those that are over included."""
    found = await state.services.access.invitations.all(scope)
    return [_shown(state, each) for each in found]


@router.post("/rooms/{room_id}/invitations", status_code=status.HTTP_201_CREATED)
async def create_invitation(
    state: State,
    request: Request,
    scope: CallerRoom,
    caller: CallerIs,
    body: schemas.InvitationRequest,
) -> schemas.NewInvitation:
    """Make a link by which people join the room. Its secret is shown this once."""
    offer = Offer(access.RoomRole(body.role), body.hours, body.uses)
    invitation, secret = await state.services.access.invitations.invite(scope, offer, caller=caller)
    shown = _shown(state, invitation)
    path = f"{JOIN}#{secret}"
    url = f"{str(request.base_url).rstrip('/')}{path}"
    return schemas.NewInvitation(**shown.model_dump(), secret=secret, path=path, url=url)


@router.delete(
    "/rooms/{room_id}/invitations/{invitation_id}", status_code=status.HTTP_204_NO_CONTENT
)
async def revoke_invitation(state: State, scope: CallerRoom, invitation_id: str) -> None:
    """End an invitation now; who has joined by it stays."""
    await state.services.access.invitations.revoke(scope, invitation_id)


@router.post("/invitations/look")
async def look_at_invitation(
    state: State, body: schemas.InvitationSecret
) -> schemas.InvitationShown:
    """Show what a link leads to, before anybody joins by it."""
    invitations = state.services.access.invitations
    invited = await invitations.look(Scope(), body.secret)
    return schemas.InvitationShown(
        room_name=invited.room_name,
        role=invited.invitation.role,
        expires_at=invited.invitation.expires_at,
        sign_up=invitations.sign_up,
    )


@router.post("/invitations/accept")
async def accept_invitation(
    state: State, scope: CallerScope, caller: CallerIs, body: schemas.InvitationSecret
) -> schemas.Membership:
    """Join a room by a link. Who has its role already, or a higher one, keeps it."""
    if caller.user_id is None:
        raise InputError("The local person has no account that could join. Sign in first.")
    joined = await state.services.access.invitations.accept(
        scope, body.secret, user_id=caller.user_id
    )
    return schemas.Membership(room_id=joined.room_id, user_id=joined.user_id, role=joined.role)


@router.post("/invitations/sign-up")
async def sign_up_by_invitation(
    state: State, request: Request, response: Response, body: schemas.InvitationSignUp
) -> Me:
    """Make an account by a link, join its room, and be signed in."""
    person = NewPerson(body.email, body.name, body.password)
    invitations = state.services.access.invitations
    invited = await invitations.look(Scope(), body.secret)
    user = await invitations.accept_as_new(Scope(), body.secret, person)
    request.scope["state"]["room_id"] = invited.invitation.room_id  # its audit tells who joined
    people = state.services.people
    signed = await people.signing_in.open(Scope(), user, origin_of(request))
    return await let_in(people, request, response, signed)


def _shown(state: ServerState, invitation: access.Invitation) -> schemas.Invitation:
    return schemas.Invitation(
        id=invitation.id,
        room_id=invitation.room_id,
        role=invitation.role,
        created_by=invitation.created_by,
        created_at=invitation.created_at,
        expires_at=invitation.expires_at,
        uses_left=invitation.uses_left,
        revoked_at=invitation.revoked_at,
        open=invitation.is_open(state.services.access.invitations.clock()),
    )
