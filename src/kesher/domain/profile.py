"""What a provider's models ask of a request, as data."""

from dataclasses import dataclass
from enum import StrEnum


class ReasoningRule(StrEnum):
    """What becomes of a model's earlier reasoning."""

    DROP = "drop"
    """It is never sent back."""
    SINCE_USER = "since_user"
    """It is sent back unchanged until the next user message comes; after that it is left out."""
    ECHO = "echo"
    """All of it is sent back unchanged, or the endpoint refuses."""


class StatusPlace(StrEnum):
    """Where a status may stand at the end of a request."""

    OWN_MESSAGE = "own_message"
    """A user message of its own, the last."""
    LAST_RESULT = "last_result"
    """At the end of the last tool result while a tool loop runs, since a user message would reset
    the reasoning; a message of its own otherwise."""


@dataclass(frozen=True, slots=True)
class Prices:
    """In US dollars a million tokens."""

    input: float
    cache_read: float
    cache_write: float
    output: float

    @property
    def read_fraction(self) -> float:
        """α: what a cached token costs, as a part of an ordinary one."""
        return self.cache_read / self.input if self.input else 1.0

    @property
    def write_fraction(self) -> float:
        """β: what a token written to the cache costs, as a part of an ordinary one."""
        return self.cache_write / self.input if self.input else 1.0


@dataclass(frozen=True, slots=True)
class CacheRule:
    """How the provider keeps prefixes.

    Attributes:
        marks: Most boundary marks in one request; 0: the provider finds prefixes by itself.
        min_tokens: Shorter prefixes are not kept.
        block_tokens: Reuse comes in whole blocks of so many tokens; 1: token by token.
        ttl_seconds: How long an unused prefix is kept.
    """

    marks: int
    min_tokens: int
    block_tokens: int
    ttl_seconds: float


@dataclass(frozen=True, slots=True)
class Profile:
    """One provider's rules.

    Attributes:
        tokenizer: `o200k`, `cl100k`, or `estimate` where we have none.
        reasoning_field: The message field that carries reasoning; None: none is carried.
        native_tool_search: Deferred tools are loaded by the provider itself.
        context_editing: The provider can remove old tool results on its side.
        message_tokens: What the chat template adds to each message.
        prices_of: When and of which model the prices are, for a person to judge them.
        tokens_margin_fraction: By how much counts are raised, 0 and up, where the provider's own
            vocabulary makes more tokens of your texts than `tokenizer` does; 0.5: half as many
            again.
    """

    name: str
    window_tokens: int
    tokenizer: str
    reasoning: ReasoningRule
    reasoning_field: str | None
    status_place: StatusPlace
    cache: CacheRule
    prices: Prices
    native_tool_search: bool = False
    context_editing: bool = False
    message_tokens: int = 4
    prices_of: str = ""
    tokens_margin_fraction: float = 0.0
