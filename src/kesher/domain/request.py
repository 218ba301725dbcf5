"""One assembled request, piece by piece, and the record that is kept of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kesher.domain.message import Message


class Purpose(StrEnum):
    """What a model was asked for."""

    TURN = "turn"
    """Its next words in a thread or a trajectory."""
    SUMMARY = "summary"
    """A shorter account of what a compaction replaces; sent apart, so it renders no event."""
    RESEARCH = "research"
    """A step of deep research; sent apart: no turn of the thread is compared with it."""
    REPLAY = "replay"
    """A question of the thread asked again, to compare; likewise sent apart."""
    REWRITE = "rewrite"
    """A follow-up to be written anew before it is searched; likewise sent apart."""


class SegmentKind(StrEnum):
    """The stability class of a piece of a prompt, in the order they stand."""

    TOOLS = "tools"
    SYSTEM = "system"
    EXAMPLES = "examples"
    MEMORY = "memory"
    """Facts of memory: those frozen behind the prefix, and those of this request at its end."""
    TRAJECTORY = "trajectory"
    EVIDENCE = "evidence"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the rendered request. All pieces, joined in order, are the rendered request.

    Attributes:
        text: Canonical JSON: a whole message or tool schema, or a part of a message that holds
            several passages.
        hash: SHA-256 of the text, hexadecimal. It stays when the text is erased.
        tokens: By the profile's tokenizer, the template's own tokens included.
        message: Index into the request's messages; -1 for tool schemas.
        sequence: The event it renders; None for prefix, memory, evidence and status.
        refs: Ids of the chunks in it, `fact_ref` of facts, `message_ref` of messages of the log.
    """

    kind: SegmentKind
    text: str
    hash: str
    tokens: int
    message: int
    sequence: int | None = None
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """One assembled request.

    Attributes:
        messages: System first.
        tools: Tool schemas as canonical JSON objects.
        cache_marks: Indices of the messages after which a cache boundary is marked.
        sent: Ids of the evidence in it, in its order.
        left_out: Ids of the evidence that did not fit, best first.
        tokens: Of the whole rendered request.
    """

    messages: tuple[Message, ...]
    tools: tuple[str, ...]
    segments: tuple[Segment, ...]
    cache_marks: tuple[int, ...]
    sent: tuple[str, ...]
    left_out: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them; None where it did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    """Of the input, read from the cache."""
    written_tokens: int | None = None
    """Of the input, written to the cache at the price of a write."""
    reasoning_tokens: int | None = None
    """Of the output, thought and not said."""


@dataclass(frozen=True, slots=True)
class Break:
    """Where a request first differs from what the one before it would have let be reused.

    Attributes:
        cause: A stable word such as `tools_reordered`; see `kesher.context.audit`.
        message: Index of the first differing message; -1: in the tool schemas.
        byte: Offset into the rendered request, UTF-8.
        token: Tokens before the difference, all of them still reusable.
        lost_tokens: Tokens of the earlier request after it, to be computed anew.
        lost_usd: What that costs at the profile's prices.
        before, after: Up to 60 characters on each side of the difference, earlier and now.
    """

    cause: str
    message: int
    byte: int
    token: int
    lost_tokens: int
    lost_usd: float
    before: str
    after: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What of a request its forerunner had already paid for.

    Attributes:
        reused_tokens: Of the common prefix.
        new_tokens: The rest.
        broken: None where the earlier request (its tail apart) is wholly a prefix of this one.
        logged: The break follows from an edit that is in the log.
    """

    reused_tokens: int
    new_tokens: int
    broken: Break | None = None
    logged: bool = False


@dataclass(frozen=True, slots=True)
class SentRequest:
    """What a model saw at one turn, exactly.

    Attributes:
        owner_id: The trajectory or the thread that it was sent for.
        sequence: The last event that it renders, or that there was when it was sent apart;
            -1: none.
        body_hash: SHA-256 of all segments joined.
        usage: As the provider counted; None: no answer came.
        price_usd: At the profile's prices; None where it has none.
        max_output_tokens, temperature: As it was sent with them; None: sent before Kesher kept
            them.
    """

    id: str
    owner_id: str
    sequence: int
    at: datetime
    model: str
    profile: str
    segments: tuple[Segment, ...]
    body_hash: str
    tokens: int
    audit: Audit | None = None
    usage: Usage | None = None
    price_usd: float | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None
    purpose: Purpose = Purpose.TURN
