"""Memory as it crosses HTTP."""

from datetime import datetime
from typing import Literal

from pydantic import Field, field_validator

from kesher.server.schemas import Instant, Schema
from kesher.text.storable import storable


class Shown(Schema):
    """What is told. Caller-named texts are kept exactly, but UTF-8 carries no lone surrogate.

    It and NUL are told as U+FFFD each, so that offsets stay right. The export has them as they are.
    """

    @field_validator("*", mode="before")
    @classmethod
    def _carried(cls, value: object) -> object:
        if isinstance(value, list):
            return [storable(each) if isinstance(each, str) else each for each in value]
        return storable(value) if isinstance(value, str) else value


class MessageIn(Schema):
    """A message for the log. The same `id` in the same thread again adds nothing."""

    thread: str = Field(description="Any text that names the conversation.")
    text: str
    at: Instant | None = Field(None, description="With its UTC offset; absent: now.")
    role: Literal["user", "assistant"] = "user"
    speaker: str = "user"
    id: str = ""
    zone: str = Field("", description="IANA name of the speaker's zone; empty: `time_zone`.")
    injected: list[tuple[int, int]] = Field(
        [], description="Spans of the text that a program put there; no fact is taken from them."
    )
    context_tokens: int | None = Field(
        None,
        description="Budget of the context, 30 at least; 0: none is made; absent: "
        "`memory_context_tokens`.",
    )


class LoggedMessage(Shown):
    """A message of the log, exactly as it was said."""

    id: str
    thread: str
    role: str
    speaker: str
    at: datetime
    zone: str
    text: str


class Entity(Shown):
    """A person, order, company, place ... `merged_into` is the entity that took it in."""

    id: str
    type: str
    name: str
    is_speaker: bool
    created_at: datetime
    merged_into: str | None = None


class Expiry(Shown):
    """When a fact ends by itself."""

    at: datetime | None
    condition: str
    review_at: datetime | None


class Fact(Shown):
    """One statement, with both times. `state` is what it is as of the instant asked."""

    id: str
    subject: Entity
    key: str
    label_he: str
    label_en: str
    value: str
    shown_he: str = Field(description="The value as a line shows it: statuses and sums in words.")
    shown_en: str
    object_id: str | None = Field(description="The entity that is the value, if it is one.")
    kind: Literal["stable", "temporary", "event"]
    state: str
    in_review: bool = Field(description="A change waits for a person; it serves meanwhile.")
    confidence: float
    said_by: Literal["user", "assistant"]
    thread: str
    source_message: str
    quote: tuple[int, int] = Field(description="Span of the message's text, in code points.")
    valid_from: datetime
    valid_until: datetime | None
    recorded_from: datetime
    recorded_until: datetime | None
    superseded_by: str | None
    ended_by: str | None
    expires: Expiry | None


class MemoryContext(Shown):
    """Lines for a prompt, and what they hold."""

    text: str
    tokens: int
    facts: list[Fact]
    turns: list[LoggedMessage]
    is_known: bool = Field(description="False: nothing in memory answers what was asked.")


class MessageAdded(Shown):
    """What became of a message. `learned` are the facts that it brought or changed."""

    id: str
    is_new: bool
    learned: list[str] = Field(description="Ids of facts that are new or changed.")
    refused: list[str] = Field(description="Why what was stated was not stored.")
    context: MemoryContext


class RecallRequest(Schema):
    """A question to memory."""

    question: str
    tokens: int | None = None
    as_of: Instant | None = None
    believed_at: Instant | None = None
    thread: str = ""
    turns: bool = True


class Why(Shown):
    """Where a fact comes from and what became of it."""

    fact: Fact
    message: LoggedMessage | None
    quote: str
    chain: list[Fact] = Field(description="All values of its subject and key, oldest first.")
    ended_by: LoggedMessage | None
    reviews: list["Review"]


class Graph(Shown):
    """Entities round one, and the facts between and about them, history among them."""

    entities: list[Entity]
    hops: dict[str, int]
    facts: list[Fact]


class Part(Shown):
    """A piece of a value; `changed` where the other value says something else."""

    text: str
    changed: bool


class Side(Shown):
    """One of the two values of a review."""

    fact_id: str
    key: str
    value: str
    parts: list[Part]
    thread: str
    message: str
    said_at: datetime | None
    quote: str


class Review(Shown):
    """A decision that waits for a person, or was made."""

    id: str
    kind: Literal["conflict", "merge", "quarantine", "doubt"]
    reason: str
    thread: str
    message: str
    created_at: datetime
    entity_ids: list[str]
    verdict: Literal["accept", "refuse"] | None
    decided_by: str
    decided_at: datetime | None
    decided_reason: str


class ReviewDetail(Review):
    """A review with both values, what differs, and the words that raised it."""

    old: Side | None
    new: Side | None
    asked_by: str


class VerdictRequest(Schema):
    """One verdict on one or many reviews: all or none."""

    ids: list[str] = Field(min_length=1, max_length=1000)
    verdict: Literal["accept", "refuse"]
    by: str = "user"
    reason: str = Field("", max_length=1000, description="Why; kept with the decision.")


class AmendRequest(Schema):
    """The right value, where neither the old nor the new one is."""

    value: str = Field(min_length=1, max_length=2000)
    by: str = "user"
    reason: str = Field("", max_length=1000, description="Why; kept with the decision.")


class MergeRequest(Schema):
    """Two entities are one."""

    kept: str
    absorbed: str
    reason: str = ""
    by: str = "user"


class Merge(Shown):
    """A merge in the log; `undone_at` says that it is in force no more."""

    id: str
    kept_id: str
    kept_name: str = Field(description="Empty where it has no name, or was erased.")
    absorbed_id: str
    absorbed_name: str
    reason: str
    by: str
    at: datetime
    undone_at: datetime | None


class ThreadHead(Shown):
    """A conversation of the log."""

    id: str
    messages: int
    first_at: datetime
    last_at: datetime


class EraseRequest(Schema):
    """What to erase: a message, a conversation, an entity, or everything. Exactly one of them."""

    thread: str | None = None
    message: str | None = Field(None, description="A message of `thread`.")
    whole_thread: bool = Field(False, description="All messages of `thread`.")
    entity: str | None = Field(None, min_length=1)
    everything: bool = False


class Receipt(Shown):
    """How many rows of each kind an erasure removed."""

    id: str
    what: str
    at: datetime
    messages: int
    mentions: int
    facts: int
    entities: int
    names: int
    reviews: int
    merges: int
    requests: int
    kept_messages: int


class WhatGoes(Shown):
    """What an erasure would remove: all counted, and the first of the messages and facts."""

    receipt: Receipt = Field(description="As it would be; its id is of no receipt.")
    messages: list[LoggedMessage]
    facts: list[Fact]


class Backlog(Shown):
    """What is still to be done in the background."""

    waiting_for_a_model: int
    failed: int
    without_vectors: int
