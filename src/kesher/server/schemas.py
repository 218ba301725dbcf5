"""The shapes that cross HTTP, and nothing else: requests checked, records turned into answers.

The web app's client is generated from these; times are ISO 8601 with a zone, offsets are code
points, boxes are fractions of the page (0–1), so that they fit any size of its picture.
"""

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kesher.domain.access import Right, RoomRole
from kesher.telemetry.logs import request_id


class Schema(BaseModel):
    """Unknown fields are refused, so that a mistyped name does not pass unseen."""

    model_config = ConfigDict(extra="forbid")


def _written(value: object) -> object:
    if isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.match(value)):
        raise ValueError("a time is written as 2026-03-01T09:00:00+02:00, not as a number")
    return value


_NUMBER = re.compile(r"\s*[+-]?[0-9.]+(e[0-9]+)?\s*$", re.IGNORECASE)
Instant = Annotated[datetime, BeforeValidator(_written)]
"""A time that is asked for, in ISO 8601. A number is none: it may be seconds or milliseconds."""


class Problem(Schema):
    """An error, as RFC 9457 shapes it (`application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = Field(description="What happened, why, and what to do.")
    code: str = Field(description="Stable name of the error, such as `document.encrypted`.")
    retryable: bool
    request_id: str = Field(
        default_factory=request_id,
        description="By which the server's log names this request; also in `X-Request-ID`.",
    )


class RoomFigures(Schema):
    """What a room holds: `chunks × dimensions` is its matrix."""

    documents: int
    pages: int
    chunks: int
    dimensions: int
    tokens: int


class Room(Schema):
    """A room with its figures."""

    id: str
    name: str
    created_at: datetime
    ocr_languages: list[str]
    figures: RoomFigures
    archived_at: datetime | None = Field(None, description="Since when it is only read.")
    role: RoomRole | None = Field(
        None, description="The caller's; null: a server without accounts, or none."
    )
    rights: list[Right] = Field(description="What the caller may do there.")


class RoomCreate(Schema):
    """A new room."""

    name: str = Field(min_length=1, max_length=200)
    ocr_languages: list[str] = Field(default=["heb", "eng"], min_length=1, max_length=4)


class RoomUpdate(Schema):
    """What changes; null leaves it."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    ocr_languages: list[str] | None = Field(default=None, min_length=1, max_length=4)
    archived: bool | None = Field(
        default=None, description="True: from now on it is only read; false: it is in use again."
    )


class PageFailure(Schema):
    """A page that could not be read."""

    number: int
    code: str
    reason: str


class Document(Schema):
    """A document and how far its reading has come."""

    id: str
    room_id: str
    name: str
    media_type: str
    size_bytes: int
    state: Literal["queued", "reading", "embedding", "ready", "failed", "cancelled"]
    pages_total: int
    pages_done: int
    pages_ocr: int
    chunks: int
    chunks_done: int
    failures: list[PageFailure]
    error_code: str | None
    error: str | None
    created_at: datetime
    updated_at: datetime
    version: int = Field(description="From 1; the newest has the highest.")
    versions: int = Field(description="How many there are, this one among them.")
    current: bool = Field(description="Listed, and searched once it is ready.")
    superseded_by: str | None = Field(description="The version that is current in its place.")
    reread: list[int] = Field(
        default_factory=list,
        description="Pages that somebody had read by OCR, in the order of asking.",
    )


class Upload(Schema):
    """A stored upload."""

    document: Document
    duplicate: bool = Field(description="The room had these bytes; `document` is the one it had.")
    same_name: str | None = Field(
        None,
        description="Another document of the room that is called the same: this one may be its new "
        "version (`POST /api/documents/{document_id}/versions`).",
    )


class PageBox(Schema):
    """A rectangle as fractions of the displayed page, from its top-left corner."""

    left: float
    top: float
    width: float
    height: float


LineRole = Literal[
    "body",
    "heading",
    "row",
    "header",
    "footer",
    "page_number",
    "note",
    "contents",
    "watermark",
    "hidden",
]


class PageLine(Schema):
    """One line of a page: code points `start` to `end` of its text, and what they are."""

    start: int
    end: int
    role: LineRole
    level: int = Field(description="Depth of a heading, 1 for the highest; 0 for all else.")
    box: PageBox | None = Field(description="Where it stands; null: it is not drawn.")


class PageCell(Schema):
    """A cell of a table: code points `start` to `end` of the page's text."""

    start: int
    end: int
    column: int = Field(description="From 0, in the direction in which the page is read.")
    columns: int = Field(description="How many columns it spans.")
    rows: int = Field(description="How many rows it spans.")


class PageTable(Schema):
    """A table of a page, row by row; empty cells are left out."""

    head_rows: int = Field(description="How many of its first rows name the columns.")
    rows: list[list[PageCell]]


class PageText(Schema):
    """One page as read."""

    number: int
    label: str | None
    text: str
    width_points: float
    height_points: float
    source: Literal["text_layer", "ocr", "structure"]
    trust_fraction: float
    note: str | None
    lines: list[PageLine] = Field(description="In reading order.")
    tables: list[PageTable] = Field(description="In reading order.")


class PageBoxes(Schema):
    """Where a span of a page's text stands, one box a line, in reading order."""

    page_number: int
    start: int
    end: int
    boxes: list[PageBox]


class Hit(Schema):
    """A found chunk with its scores."""

    chunk_id: str
    document_id: str
    document_name: str
    page_numbers: list[int]
    section: list[str] = Field(description="The headings above it, the highest first.")
    text: str
    rank: int
    dense: float | None
    lexical: float | None
    fused: float | None
    dense_rank: int | None
    lexical_rank: int | None
    neighbour_of: str | None
    grade: int | None = Field(None, description="0-3 by a model; null: none read it.")
    grams: float | None = Field(None, description="By pieces of words.")
    grams_rank: int | None = None
    copies: list[str] = Field(
        default_factory=list, description="Chunks with the very same words, which it stands for."
    )


class SearchRequest(Schema):
    """What to look for."""

    text: str
    top: int | None = Field(default=None, ge=1, le=100)


class Retrieval(Schema):
    """Hits, best first; then the chunks beside the closest."""

    hits: list[Hit]
    neighbours: list[Hit]
    figures: RoomFigures
    embedder: str
    seconds: dict[str, float]


class AskRequest(Schema):
    """A question; with a thread's id it is a follow-up in that thread."""

    text: str
    thread_id: str | None = None
    memory: str | None = Field(
        None,
        description="Whose memory a new thread has: any text that names it. Absent: none; a thread "
        "that is there keeps its own.",
    )
    document_ids: list[str] | None = Field(
        None,
        description="Search this question and the thread's next ones in these documents alone; "
        "none: in all. Absent: as the thread has it.",
    )


class Citation(Schema):
    """The passage that a claim rests on, with its places on its pages."""

    number: int
    position: int = Field(description="Code points of the answer's text before the mark.")
    chunk_id: str
    document_id: str
    document_name: str
    section: list[str] = Field(description="The headings above it, the highest first.")
    quote: str
    verified: bool
    deleted: bool = Field(description="The document is gone; the quote is all that is left.")
    superseded_by: str | None = Field(
        description="The version that is current now, where this cites an older one."
    )
    pages: list[PageBoxes]
    erased_at: datetime | None = Field(
        None, description="When it was erased with its document; quote and name say so then."
    )


class PromptFigures(Schema):
    """What was sent against what the room holds."""

    sent_tokens: int
    budget_tokens: int
    room_tokens: int
    passages_sent: int
    passages_left_out: int


class Answer(Schema):
    """One answer of a thread."""

    id: str
    thread_id: str
    question: str
    kind: Literal["model", "extractive", "not_found"]
    text: str
    citations: list[Citation]
    hits: list[Hit]
    sent: list[str]
    prompt: PromptFigures
    stop_reason: Literal["complete", "stopped", "length", "error"]
    model: str | None
    seconds: dict[str, float]
    created_at: datetime
    error_code: str | None
    error: str | None
    request_id: str | None = Field(
        description="The record of what the model saw; null: no model was asked."
    )
    research_id: str | None = Field(
        None, description="The deep-research run that it ended; null: an ordinary answer."
    )


class Thread(Schema):
    """A conversation in a room."""

    id: str
    room_id: str
    title: str
    created_at: datetime
    memory: str | None = Field(None, description="Whose memory it has; null: it has none.")
    user_id: str | None = Field(None, description="Whose it is; null: the local person's.")
    shared: bool = Field(False, description="The others of the room may read it.")
    archived_at: datetime | None = Field(None, description="Since when it is put away.")
    document_ids: list[str] = Field(
        default_factory=list, description="Its questions are searched in these alone; none: in all."
    )
    branched_from: str | None = Field(None, description="The thread that it began as a copy of.")
    branched_before: str | None = Field(
        None, description="The answer of that thread in whose place it goes on otherwise."
    )


class ThreadUpdate(Schema):
    """What changes of a conversation; null leaves it."""

    title: str | None = Field(default=None, min_length=1, max_length=200)
    shared: bool | None = None
    archived: bool | None = Field(None, description="True: put away; false: in use again.")
    document_ids: list[str] | None = Field(
        None, description="Search its questions in these documents alone; none: in all."
    )


# The stream of an answer (server-sent events): `event:` is the class's name below in lower case,
# `data:` the JSON. Order: thread, stage..., retrieval, (text | citation)..., done | error.


class ThreadEvent(Schema):
    """`thread`: where the answer will be kept, and the id by which it can be stopped."""

    thread_id: str
    answer_id: str


class StageEvent(Schema):
    """`stage`: what is being done now."""

    stage: Literal["searching", "reading", "thinking", "writing"]


class ThinkingEvent(Schema):
    """`thinking`: more of what the model thinks before it writes; it is not kept."""

    text: str


class TextEvent(Schema):
    """`text`: more of the answer."""

    text: str


class DoneEvent(Schema):
    """`done`: the whole answer as it was stored."""

    answer: Answer
