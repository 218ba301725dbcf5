"""Who may give which role in a room, and take it away. Pure."""

from dataclasses import dataclass
from datetime import datetime

from kesher.domain.access import RoomRole
from kesher.errors import ConflictError, ForbiddenError

_BELOW_MANAGER = (None, RoomRole.VIEWER, RoomRole.MEMBER)


@dataclass(frozen=True, slots=True)
class Member:
    """A person of a room, as the others of it see them.

    Attributes:
        since: Since when the person has this role.
        disabled: The account lets nobody in; the role stays until somebody takes it away.
    """

    user_id: str
    name: str
    email: str
    role: RoomRole
    since: datetime
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class By:
    """Who changes the people of a room.

    Attributes:
        user_id: Whose rights in the room count, as they are in the moment of the change.
        administers: An administrator or the local person, who needs no role for it.
    """

    user_id: str | None
    administers: bool = False


def check_gives(giver: RoomRole | None, held: RoomRole | None, given: RoomRole | None) -> None:
    """Refuse a change of role that the giver may not make.

    A manager gives and takes what is below a manager; only the owner makes managers and takes
    that away. The owner's role is neither given nor taken here: it is transferred.

    Args:
        giver: The giver's role in the room; None: none.
        held: What the other person is until now; None: nothing.
        given: What the person is to be; None: nothing.

    Raises:
        ConflictError: the room would have two owners, or none.
        ForbiddenError: the giver lacks the right.
    """
    check_owner_stays(held, given)
    if giver is RoomRole.OWNER:
        return
    if giver is not RoomRole.MANAGER:
        raise ForbiddenError("Only the room's owner and managers change who is in it.")
    if held not in _BELOW_MANAGER or given not in _BELOW_MANAGER:
        raise ForbiddenError(
            "Only the room's owner makes managers and takes that away again. Ask the owner."
        )


def check_owner_stays(held: RoomRole | None, given: RoomRole | None) -> None:
    """Refuse whatever would leave a room with two owners, or with none.

    Raises:
        ConflictError: it would.
    """
    if held is RoomRole.OWNER and given is not RoomRole.OWNER:
        raise ConflictError("A room is never without its owner. Transfer it to somebody first.")
    if given is RoomRole.OWNER and held is not RoomRole.OWNER:
        raise ConflictError("A room has one owner. Transfer it instead.")
