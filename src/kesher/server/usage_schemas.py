"""Usage and limits as the API takes and shows them."""

from datetime import date
from typing import Annotated

from pydantic import Field

from kesher.app.limits import HeldLimits
from kesher.domain.limits import Amounts, Limit
from kesher.domain.usage import UsageBy, UsageRow
from kesher.server.schemas import Schema

_Amount = Annotated[float | None, Field(ge=0, le=1e15)]


class UsageSums(Schema):
    """What one room, person, day or model took."""

    key: str = Field(description="Its id, the day, or the model; empty: none, or the local person.")
    name: str = Field(description="Of the room or person; empty: it is gone, or has none.")
    requests: int = Field(description="Sent to models.")
    answers: int = Field(description="Those without a model too.")
    input_tokens: int
    cached_tokens: int = Field(description="Of the input, read from the provider's cache.")
    output_tokens: int
    reasoning_tokens: int = Field(description="Of the output, thought and not said.")
    price_usd: float = Field(description="At the profile's prices.")
    seconds: float = Field(description="From question to answer, of all answers.")


class Usage(Schema):
    """What models took."""

    by: UsageBy
    first: date | None = Field(description="The first day, UTC; null: from the beginning.")
    last: date | None = Field(description="The last day, included; null: until now.")
    rows: list[UsageSums] = Field(description="Days in their order, all else most tokens first.")


class RoomLimits(Schema):
    """Limits to set. 0: none, whatever the settings say; null: what holds without it again."""

    tokens_day: _Amount = None
    usd_month: _Amount = None
    questions_minute: _Amount = None
    questions_day: _Amount = None
    documents: _Amount = None
    bytes: _Amount = None


class PersonLimits(Schema):
    """Limits to set. 0: none, whatever the settings say; null: what holds without it again."""

    tokens_day: _Amount = None
    usd_month: _Amount = None
    questions_minute: _Amount = None
    questions_day: _Amount = None


class Limits(Schema):
    """The limits of a room or a person, by name."""

    in_force: dict[str, float] = Field(description="What holds; what is not in it is not limited.")
    by_administrator: dict[str, float] = Field(description="As set; 0: none.")
    by_owner: dict[str, float] = Field(description="As set by a room's owner; only if stricter.")
    used: dict[str, float] = Field(
        description="So much of each is taken by now; questions only where they are limited."
    )


def shown_usage(by: UsageBy, first: date | None, last: date | None, rows: list[UsageRow]) -> Usage:
    """Return sums as they are shown."""
    return Usage(by=by, first=first, last=last, rows=[_shown(row) for row in rows])


def shown_limits(held: HeldLimits) -> Limits:
    """Return limits as they are shown."""
    return Limits(
        in_force=_named(held.in_force),
        by_administrator=_named(held.given.by_administrator),
        by_owner=_named(held.given.by_owner),
        used=_named(held.used),
    )


def amounts(limits: RoomLimits | PersonLimits) -> dict[str, float | None]:
    """Return those limits that a request names."""
    return {name: getattr(limits, name) for name in Limit if name in limits.model_fields_set}


def _named(held: Amounts) -> dict[str, float]:
    return {limit.value: amount for limit, amount in held.items()}


def _shown(row: UsageRow) -> UsageSums:
    sums = row.sums
    return UsageSums(
        key=row.key,
        name=row.name,
        requests=sums.requests,
        answers=sums.answers,
        input_tokens=sums.input_tokens,
        cached_tokens=sums.cached_tokens,
        output_tokens=sums.output_tokens,
        reasoning_tokens=sums.reasoning_tokens,
        price_usd=sums.price_usd,
        seconds=sums.seconds,
    )
