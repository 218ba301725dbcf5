"""What models took: tokens, price and time, by day, person, room and model."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from kesher.domain.answer import Answer
from kesher.domain.request import SentRequest

EMBEDDING = "embedding"
"""The purpose of texts that an endpoint made vectors of."""
READING = "memory"
"""The purpose of messages that a model read for memory."""
ANSWERING = "turn"
"""The purpose that answers are counted with; see `Purpose`."""


class UsageBy(StrEnum):
    """What usage is added up by."""

    ROOM = "room"
    USER = "user"
    DAY = "day"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Sums:
    """Counts of what was asked of models.

    Attributes:
        requests: Sent to models, those for embeddings too.
        answers: Given to questions, those without a model too.
        input_tokens: As the provider counted; of a request that it did not count, our own count.
        cached_tokens: Of the input, read from the provider's cache.
        reasoning_tokens: Of the output, thought and not said; where the provider tells.
        price_usd: At the profile's prices; what has none adds nothing.
        seconds: From question to answer, of all answers together.
    """

    requests: int = 0
    answers: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    price_usd: float = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Input and output together: what limits are about."""
        return self.input_tokens + self.output_tokens

    def without(self, other: "Sums") -> "Sums":
        """Return what is left of these when the others are taken off."""
        return Sums(
            requests=self.requests - other.requests,
            answers=self.answers - other.answers,
            input_tokens=self.input_tokens - other.input_tokens,
            cached_tokens=self.cached_tokens - other.cached_tokens,
            output_tokens=self.output_tokens - other.output_tokens,
            reasoning_tokens=self.reasoning_tokens - other.reasoning_tokens,
            price_usd=self.price_usd - other.price_usd,
            seconds=self.seconds - other.seconds,
        )


@dataclass(frozen=True, slots=True)
class UsageKey:
    """Whose usage it is, and of what.

    Attributes:
        day: UTC.
        user_id: Empty: the local person's or the server's own.
        room_id: Empty: of no room, as an agent's.
        model: Empty: answers without a model.
        purpose: A `Purpose`, `embedding` or `memory`.
    """

    day: date
    user_id: str
    room_id: str
    model: str
    purpose: str


@dataclass(frozen=True, slots=True)
class UsageFilter:
    """Which usage is wanted; None: whatever.

    Attributes:
        first, last: Days, UTC, both included.
    """

    first: date | None = None
    last: date | None = None
    room_id: str | None = None
    user_id: str | None = None


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What one room, person, day or model took.

    Attributes:
        key: Its id, the day as `2026-11-30`, or the model's name; empty as `UsageKey` has it.
        name: Of the room or person as it is called now; empty: it is gone, or has none.
    """

    key: str
    name: str
    sums: Sums


def sums_of(request: SentRequest) -> Sums:
    """Return what a request counts for; while nothing was billed, its own count of the input."""
    usage = request.usage
    if usage is None:
        return Sums(requests=1, input_tokens=request.tokens)
    return Sums(
        requests=1,
        input_tokens=request.tokens if usage.input_tokens is None else usage.input_tokens,
        cached_tokens=usage.cached_tokens or 0,
        output_tokens=usage.output_tokens or 0,
        reasoning_tokens=usage.reasoning_tokens or 0,
        price_usd=request.price_usd or 0.0,
    )


def sums_of_answer(answer: Answer) -> Sums:
    """Return what an answer counts for beside its requests."""
    return Sums(answers=1, seconds=answer.seconds.get("total", 0.0))
