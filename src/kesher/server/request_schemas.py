"""The shapes of trajectories and of what was sent to models, as they cross HTTP."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from kesher.server.schemas import Schema


class Trajectory(Schema):
    """A trajectory without its events."""

    id: str
    title: str
    profile: str
    parent_id: str | None = Field(description="The trajectory that delegated to this one.")
    created_at: datetime
    prefix_hash: str


class TrajectoryEvent(Schema):
    """One link of the chain."""

    sequence: int
    at: datetime
    kind: str = Field(description="What happened: `Said`, `Edited`, `Requested` ...")
    payload: dict[str, Any]
    previous: str
    hash: str


class TrajectoryDetail(Trajectory):
    """A trajectory with its frozen prefix and its events, oldest first."""

    system: str
    tools: list[str] = Field(description="Schemas as canonical JSON.")
    examples: list[dict[str, Any]] = Field(description="Chat Completions messages.")
    events: list[TrajectoryEvent]


class CacheBreak(Schema):
    """Where a request first differs from what could have been reused."""

    cause: str
    message: int
    byte: int
    token: int
    lost_tokens: int
    lost_usd: float
    before: str
    after: str
    explanation: str


class CacheAudit(Schema):
    """What of a request the one before it had already paid for."""

    reused_tokens: int
    new_tokens: int
    broken: CacheBreak | None
    logged: bool = Field(description="The break follows from an edit that is in the log.")


class TokenUsage(Schema):
    """Tokens as the provider counted them; null where it did not say."""

    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    written_tokens: int | None
    reasoning_tokens: int | None = Field(description="Of the output, thought and not said.")
    uncached_tokens: int | None = Field(description="Input neither read from nor written to cache.")


class SentRequest(Schema):
    """A request that was sent, without its text."""

    id: str
    owner_id: str = Field(description="The trajectory or the thread.")
    purpose: Literal["turn", "summary", "research", "replay", "rewrite"] = Field(
        description="`turn`: the next words. Sent apart: `summary`, a compaction's; `research`, a "
        "step of deep research; `replay`, a question asked again to compare."
    )
    sequence: int = Field(description="The last event that it renders; -1: none.")
    at: datetime
    model: str
    profile: str
    tokens: int
    body_hash: str
    audit: CacheAudit | None
    usage: TokenUsage | None = Field(description="Null: no answer came, or nothing was counted.")
    price_usd: float | None
    max_output_tokens: int | None = Field(description="Null: sent before Kesher kept it.")
    temperature: float | None = Field(description="Null: sent before Kesher kept it.")


class RecentRequest(SentRequest):
    """A request in the list of the newest, with what it was sent for."""

    owner_kind: Literal["thread", "trajectory"]
    title: str = Field(description="Of the thread or the trajectory.")
    room_id: str | None = Field(description="Of the thread; null: sent for a trajectory.")


class InjectionFlag(Schema):
    """Words by others that look like an instruction to the model. A flag: nothing was changed."""

    kind: str
    severity: Literal["low", "medium", "high"]
    excerpt: str


class RequestSegment(Schema):
    """A piece of the rendered request; all texts, joined in order, are what was sent."""

    kind: Literal["tools", "system", "examples", "memory", "trajectory", "evidence", "status"]
    message: int = Field(description="Index into the messages; -1: a tool schema.")
    sequence: int | None
    tokens: int
    refs: list[str] = Field(description="Facts and chunks that it holds.")
    hash: str
    erased: bool = Field(description="Its document was deleted; the hash is all that is left.")
    text: str
    flags: list[InjectionFlag] = Field(
        description="What in passages and external results looks like an instruction."
    )


class RequestMessage(Schema):
    """One message as the model saw it."""

    index: int
    erased: bool = Field(description="A part of it is missing: its document was deleted.")
    message: dict[str, Any] | None = Field(
        description="A Chat Completions message; null where nothing of it is left."
    )


class SentRequestDetail(SentRequest):
    """What the model saw at that turn, exactly."""

    tools: list[str]
    messages: list[RequestMessage]
    segments: list[RequestSegment]
