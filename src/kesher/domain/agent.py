"""What an agent's run tells as it goes, and why it ends."""

from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.message import ToolCall
from kesher.domain.request import SentRequest


class AgentStop(StrEnum):
    """Why a run came to rest."""

    ANSWERED = "answered"
    CONFIRMATION = "confirmation"
    """A call waits for a person; the run goes on from there, also after a restart."""
    ITERATIONS = "iterations"
    TOKENS = "tokens"
    STOPPED = "stopped"
    """Somebody asked for it."""
    LENGTH = "length"
    """The model reached its output limit."""
    FILTERED = "filtered"
    MODEL_ERROR = "model_error"
    CONTEXT_FULL = "context_full"
    """Nothing more can be compacted and the request does not fit."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """More of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """More of the model's answer."""

    text: str


@dataclass(frozen=True, slots=True)
class CallWritten:
    """A call whose arguments are complete and valid; it starts now, unless it must be confirmed."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class CallDone:
    """What a call gave back, as the model will see it.

    Attributes:
        failed: The text is an error in four layers.
    """

    call: ToolCall
    text: str
    failed: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class RawPiece:
    """One event of the provider's stream, as it came."""

    data: str


@dataclass(frozen=True, slots=True)
class RequestSent:
    """A request went out."""

    request: SentRequest


@dataclass(frozen=True, slots=True)
class Compacted:
    """Earlier events are shown shorter now."""

    layer: str
    tokens_before: int
    tokens_after: int
    reason: str


@dataclass(frozen=True, slots=True)
class ToolsChanged:
    """A trajectory goes on whose frozen prefix shows the model other tools than there are now.

    Attributes:
        missing: A call of one will be answered with an error.
        changed: The model sees the schema of then; calls are checked against that of now.
    """

    missing: tuple[str, ...]
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmationAsked:
    """A call waits for a person's word. Told when the run has come to rest, before `Finished`."""

    interrupt_id: str
    call: ToolCall
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The run came to rest.

    Attributes:
        text: The model's last words.
        detail: A sentence for a person, where the end is not an ordinary one.
        waiting: Ids of the questions (`ConfirmationAsked.interrupt_id`) that wait for a person.
    """

    stop: AgentStop
    text: str
    iterations: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    price_usd: float | None
    detail: str = ""
    waiting: tuple[str, ...] = ()


AgentEvent = (
    Thinking
    | Text
    | CallWritten
    | CallDone
    | RawPiece
    | RequestSent
    | Compacted
    | ToolsChanged
    | ConfirmationAsked
    | Finished
)
