"""Where a thing is that an address names, and what one person is there."""

from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.access import RoomRole


class Thing(StrEnum):
    """What an id in an address may name; the value is what an error calls it."""

    ROOM = "room"
    DOCUMENT = "document"
    CHUNK = "chunk"
    THREAD = "thread"
    ANSWER = "answer"
    RESEARCH = "research"
    REQUEST = "request"
    SHARE = "link"
    TRAJECTORY = "trajectory"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a thing is, and what one person is there.

    Attributes:
        room_id: None: it is in no room (a trajectory, and what was sent for one).
        role: The person's in that room; None: none.
        archived: The room is only read.
        owner_id: Whose the thread or the trajectory is; None: the local person's, or the thing
            belongs to its room and not to a person.
        shared: The thread may be read by the others of its room.
    """

    room_id: str | None
    role: RoomRole | None = None
    archived: bool = False
    owner_id: str | None = None
    shared: bool = False
