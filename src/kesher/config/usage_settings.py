"""The settings of how much rooms and people may take."""

from pydantic import Field
from pydantic_settings import BaseSettings


class UsageSettings(BaseSettings):
    """A part of `Settings`, apart for its length. Rooms and people may have limits of their own."""

    room_tokens_day_limit: int = Field(
        0,
        ge=0,
        description="Most tokens, input and output, of a room's questions a day (UTC). 0: no "
        "limit. What is under way comes to its end.",
    )
    room_usd_month_limit: float = Field(
        0.0,
        ge=0,
        description="Most US dollars of a room a calendar month (UTC), at the profile's prices. "
        "0: no limit.",
    )
    room_questions_minute_limit: int = Field(
        0, ge=0, description="Most questions and researches in a room a minute. 0: no limit."
    )
    room_questions_day_limit: int = Field(
        0, ge=0, description="Most questions and researches in a room a day (UTC). 0: no limit."
    )
    room_limit_bytes: int = Field(
        0,
        ge=0,
        description="Most bytes of a room's originals, older versions included. 0: no limit.",
    )
    person_tokens_day_limit: int = Field(
        0,
        ge=0,
        description="Most tokens, input and output, that a person's questions and agents take a "
        "day (UTC). 0: no limit.",
    )
    person_usd_month_limit: float = Field(
        0.0, ge=0, description="Most US dollars of a person a calendar month (UTC). 0: no limit."
    )
    person_questions_minute_limit: int = Field(
        0, ge=0, description="Most questions and researches of a person a minute. 0: no limit."
    )
    person_questions_day_limit: int = Field(
        0, ge=0, description="Most questions and researches of a person a day (UTC). 0: no limit."
    )
