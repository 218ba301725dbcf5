"""What the API takes and shows of API keys."""

from datetime import datetime

from pydantic import Field

from kesher.domain.access import Capability, Right
from kesher.server.schemas import Schema

_NAME_CHARS = 120
_ROOMS = 1_000
_MOST_DAYS = 3_650
_USUAL_DAYS = 90


class KeyCreate(Schema):
    """A new API key. It never may more than its person may at the moment of each request."""

    name: str = Field(max_length=_NAME_CHARS, description="The program that will use it.")
    rights: list[Right] = Field(
        [Right.READ, Right.ASK], description="The most that it may do in a room."
    )
    capabilities: list[Capability] = Field(
        [],
        description="What else it may: the memory of its person (and other names', where the "
        "person administers), agents and administration (administrators' keys only).",
    )
    rooms: list[str] | None = Field(
        None,
        max_length=_ROOMS,
        description="Ids of the only rooms that it opens; null: all of its person's, later ones "
        "too.",
    )
    expires_in_days: int | None = Field(
        _USUAL_DAYS, ge=1, le=_MOST_DAYS, description="Null: it is good until it is revoked."
    )


class Key(Schema):
    """An API key without its secret."""

    id: str
    user_id: str = Field(description="For whom it speaks.")
    name: str
    prefix: str = Field(description="Its first characters, to tell keys apart.")
    rights: list[Right]
    capabilities: list[Capability]
    rooms: list[str] | None = Field(description="Null: every room of its person.")
    open: bool = Field(
        description="Whether it is neither revoked nor over; that of a disabled person opens "
        "nothing all the same."
    )
    created_at: datetime
    expires_at: datetime | None = Field(description="Null: never.")
    revoked_at: datetime | None = Field(description="Null: it was not.")
    used_at: datetime | None = Field(description="To the minute; null: never.")


class KeyCreated(Schema):
    """A new API key with its secret, which is shown only here."""

    key: Key
    secret: str = Field(description="What a program sends as `Authorization: Bearer SECRET`.")
