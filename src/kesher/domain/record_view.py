"""The record of an answer as a person reads it: rows, segments and times, ready to be drawn.

Times are in milliseconds from the beginning of the answer. Texts of documents are today's: what
was deleted since has none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.answer_record import Setting
from kesher.domain.replay import Mark, Standing
from kesher.domain.request import Purpose, SegmentKind
from kesher.domain.retrieval import RoomFigures

FORM = "kesher-answer-record/1"
"""Names the form of an exported record; the number rises when it changes."""


@dataclass(frozen=True, slots=True)
class Named:
    """A version or a setting."""

    name: str
    value: Setting


@dataclass(frozen=True, slots=True)
class Lane:
    """A stage on the time line."""

    name: str
    began_ms: float
    ms: float


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A chunk that any ranking of a search has.

    Attributes:
        document_name, page_numbers, section: Empty where the chunk is gone and nothing says.
        excerpt: Its first words; of a hit, all of them.
        rank: Among the hits; for a neighbour, that of its hit; None: it was no hit.
        grade: 0–3 by deep research; None: it was not graded.
        sent: Whether the prompt held it.
        marks: Its place in each ranking that has it, by the ranking's name.
    """

    chunk_id: str
    document_id: str | None
    document_name: str
    page_numbers: tuple[int, ...]
    section: tuple[str, ...]
    excerpt: str
    standing: Standing
    rank: int | None
    neighbour_of: str | None
    grade: int | None
    sent: bool
    marks: Mapping[str, Mark]


@dataclass(frozen=True, slots=True)
class RetrievalView:
    """One search.

    Attributes:
        cited: Chunks that the answer before rests on; they stay candidates of a follow-up.
        vector: The question's vector, rounded to four places; None: nothing was embedded.
        fusion: How the rankings became one: `scores` or `ranks`; empty where it is not known.
        rankings: Their names in the order of the search, and how many places of each are kept.
        rows: Hits and their neighbours first, then by the best place after fusion.
    """

    label: str
    query: str
    earlier: tuple[str, ...]
    cited: tuple[str, ...]
    search_text: str
    embedder: str
    vector: tuple[float, ...] | None
    figures: RoomFigures
    rankings: Mapping[str, int]
    fusion: str
    rows: tuple[RankedRow, ...]
    stages: tuple[Lane, ...]


@dataclass(frozen=True, slots=True)
class SegmentView:
    """A segment of the prompt.

    Attributes:
        state: `kept`; `erased` with what it held; `withheld`: the memory of a person, which a link
            does not open; `not_sent`: no model was asked, and its text was not kept.
    """

    kind: SegmentKind
    message: int
    tokens: int
    refs: tuple[str, ...]
    hash: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class PromptView:
    """The prompt against what the whole room would have been.

    Attributes:
        sent: Whether a model was sent it.
    """

    sent: bool
    tokens: int
    budget_tokens: int
    room_tokens: int
    passages_sent: int
    passages_left_out: int
    segments: tuple[SegmentView, ...]


@dataclass(frozen=True, slots=True)
class CallView:
    """A request to a model; the counts are the provider's, None where it gave none."""

    label: str
    request_id: str
    purpose: Purpose
    model: str
    profile: str
    tokens: int
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    written_tokens: int | None
    uncached_tokens: int | None
    price_usd: float | None


@dataclass(frozen=True, slots=True)
class CitationView:
    """What a claim rests on."""

    number: int
    position: int
    chunk_id: str
    document_id: str
    document_name: str
    page_numbers: tuple[int, ...]
    quote: str
    verified: bool


@dataclass(frozen=True, slots=True)
class RecordView:
    """How an answer came about.

    Attributes:
        shared: Whether it is seen through a link, which opens no memory.
        held_fraction: How likely the passages hold an answer, 0–1; None: a model judged it alone.
        price_usd: Of all calls together; None where none has a price.
        timeline: The stages of answering; each search has its own beside it.
    """

    form: str
    answer_id: str
    room_id: str
    thread_id: str
    question: str
    kind: AnswerKind
    held_fraction: float | None
    text: str
    citations: tuple[CitationView, ...]
    stop_reason: StopReason
    model: str | None
    research_id: str | None
    error_code: str | None
    error: str | None
    created_at: datetime
    shared: bool
    retrievals: tuple[RetrievalView, ...]
    prompt: PromptView
    calls: tuple[CallView, ...]
    price_usd: float | None
    timeline: tuple[Lane, ...]
    total_ms: float
    versions: tuple[Named, ...]
    settings: tuple[Named, ...]
