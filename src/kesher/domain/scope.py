"""Whose data a call may touch. Every store function takes one."""

from dataclasses import dataclass

DEFAULT_TENANT = "local"


@dataclass(frozen=True, slots=True)
class Scope:
    """One tenant, and within it one room where a call concerns a room."""

    tenant_id: str = DEFAULT_TENANT


@dataclass(frozen=True, slots=True)
class RoomScope(Scope):
    """One room of one tenant."""

    room_id: str = ""

    def __post_init__(self) -> None:
        if not self.room_id:
            raise ValueError("A RoomScope needs a room_id.")
