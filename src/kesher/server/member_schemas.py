"""What the API takes and shows of the people of rooms, and of links by which they join."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kesher.app.invitations import MOST_HOURS, MOST_USES
from kesher.domain.access import RoomRole
from kesher.server.schemas import RoomFigures, Schema

Given = Literal["viewer", "member", "manager"]
"""What one person gives another; an owner is made by transfer."""

_SECRET = Field(min_length=1, max_length=200, description="What stands behind `#` in the link.")


class Member(Schema):
    """A person of a room."""

    user_id: str
    name: str
    email: str
    role: RoomRole
    since: datetime = Field(description="Since when the person has this role.")
    disabled: bool = Field(description="The person's account lets nobody in.")


class Membership(Schema):
    """A person's role in a room."""

    room_id: str
    user_id: str
    role: RoomRole


class RoleGiven(Schema):
    """What a person is to be in a room."""

    role: Given


class NewOwner(Schema):
    """Who is to own a room."""

    user_id: str = Field(min_length=1, max_length=200)


class InvitationRequest(Schema):
    """A link to be made."""

    role: Given = "viewer"
    hours: float = Field(168.0, gt=0, le=MOST_HOURS, description="For so long it lets people in.")
    uses: int | None = Field(
        1, ge=1, le=MOST_USES, description="So many may join by it; null: any number."
    )


class Invitation(Schema):
    """A link by which people join a room, without its secret."""

    id: str
    room_id: str
    role: RoomRole
    created_by: str = Field(description="Whose it is; empty: the local person's.")
    created_at: datetime
    expires_at: datetime
    uses_left: int | None = Field(description="So many may still join by it; null: any number.")
    revoked_at: datetime | None
    open: bool = Field(description="Whether somebody may still join by it.")


class NewInvitation(Invitation):
    """A link that was just made. Its secret is shown this once."""

    secret: str
    path: str = Field(description="The page's address that opens it, with the secret behind `#`.")
    url: str = Field(description="The same, whole: to hand on.")


class InvitationSecret(Schema):
    """A link's secret, as whoever holds the link sends it."""

    secret: str = _SECRET


class InvitationSignUp(Schema):
    """A link's secret, and the account that is to join by it."""

    secret: str = _SECRET
    email: str = Field(max_length=254)
    name: str = Field("", max_length=120)
    password: str = Field(max_length=1_000, description="At least 10 characters.")


class InvitationShown(Schema):
    """What a link leads to."""

    room_name: str
    role: RoomRole
    expires_at: datetime
    sign_up: bool = Field(description="Whether somebody without an account may make one by it.")


class AdministeredRoom(Schema):
    """A room as administrators see it: its name, its size and who answers for it."""

    id: str
    name: str
    created_at: datetime
    archived_at: datetime | None
    figures: RoomFigures
    owner: Member | None = Field(description="Null: nobody owns it.")
    people: int = Field(description="How many have a role in it.")
