"""Answer and Citation: text, and the spans of documents that its claims rest on."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kesher.domain.document import PageSpan
from kesher.domain.retrieval import Hit

ERASED_ID = "erased"
"""In the place of the id of a document that was erased from what was written from it."""


class AnswerKind(StrEnum):
    """How an answer came about."""

    MODEL = "model"  # written by a language model from the passages
    EXTRACTIVE = "extractive"  # no model: the best sentences, quoted
    NOT_FOUND = "not_found"  # the passages do not hold it


class StopReason(StrEnum):
    """Why an answer ended."""

    COMPLETE = "complete"
    STOPPED = "stopped"  # by the person
    LENGTH = "length"  # the model's limit
    ERROR = "error"  # what came until then is kept


@dataclass(frozen=True, slots=True)
class Citation:
    """The span of a document that a claim rests on.

    Attributes:
        number: 1-based, by first appearance in the answer; one number per chunk and quote.
        position: Code points of `Answer.text` before the place where the mark stands.
        quote: The words that the answer claims to rest on, as they stand in the chunk when
            `verified`, else as the model wrote them.
        verified: Whether code found the quote in the chunk.
        spans: Where the quote stands, on one or two pages; the whole chunk if unverified.
        section: The headings that the chunk stands under, the highest first.
        document_name: Kept as it was, so that the citation of a deleted document still reads.
        erased_at: When the quotation was erased with its document: quote and name then say so, and
            `document_id` is `ERASED_ID`. None: it was not.
    """

    number: int
    position: int
    chunk_id: str
    document_id: str
    document_name: str
    quote: str
    verified: bool
    spans: tuple[PageSpan, ...]
    section: tuple[str, ...] = ()
    erased_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PromptFigures:
    """What was sent against what the room holds, in tokens, as counted on the rendered request.

    Attributes:
        sent_tokens: The whole prompt: instructions, earlier turns, passages, question.
        budget_tokens: The limit that it had to keep.
        room_tokens: All chunks of the room together.
        passages_sent, passages_left_out: Of the ranked hits and neighbours.
    """

    sent_tokens: int
    budget_tokens: int
    room_tokens: int
    passages_sent: int
    passages_left_out: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a thread.

    Attributes:
        text: Without citation marks; these stand at `Citation.position`.
        hits: What was found, ranked first, then neighbours, with scores.
        sent: Ids of the chunks that were in the prompt, in its order.
        model: The model's name, or None for an extractive answer.
        error_code, error: What went wrong where `stop_reason` is `error`.
        request_id: The record of what the model saw; None where none was asked.
        research_id: The deep-research run that it ended; None for an ordinary answer.
    """

    id: str
    thread_id: str
    question: str
    kind: AnswerKind
    text: str
    citations: tuple[Citation, ...]
    hits: tuple[Hit, ...]
    sent: tuple[str, ...]
    prompt: PromptFigures
    stop_reason: StopReason
    model: str | None
    seconds: dict[str, float]
    created_at: datetime
    error_code: str | None = None
    error: str | None = None
    request_id: str | None = None
    research_id: str | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation in a room.

    Attributes:
        memory: The tenant whose memory it has; None: it has none.
        memory_facts: Ids of the lasting facts of its user that were frozen at its start.
        user_id: Whose it is; None: the local person's.
        shared: Whether the others of the room may read it.
        archived_at: Since when it is put away; None: it is in use.
        document_ids: The documents that its questions are searched in; empty: all of the room.
        branched_from: The thread that it began as a copy of; None: of none.
        branched_before: The answer of that thread in whose place it goes on otherwise.
    """

    id: str
    room_id: str
    title: str
    created_at: datetime
    memory: str | None = None
    memory_facts: tuple[str, ...] = ()
    user_id: str | None = None
    shared: bool = False
    archived_at: datetime | None = None
    document_ids: tuple[str, ...] = ()
    branched_from: str | None = None
    branched_before: str | None = None
