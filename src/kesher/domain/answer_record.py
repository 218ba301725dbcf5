"""The record behind an answer: all searches, the prompt's parts, calls, timings and versions.

It holds no word of a document: chunks are named by id and known again by the digest of their text,
so that deleting a document leaves nothing of it here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import Query, Ranked, RoomFigures

KEPT_RANKS = 200
"""Of each ranking so many places are kept, so that a record's size is bounded."""

Setting = str | int | float | bool | None
"""The value of one setting."""


@dataclass(frozen=True, slots=True)
class RecordedHit:
    """A chunk that a search brought to the answer.

    Attributes:
        digest: SHA-256 of the chunk's text then, hexadecimal.
        rank: 1-based place among the hits; for a neighbour, that of the hit it stands beside.
        neighbour_of: Id of the hit that brought this chunk in; None for a ranked one.
        grade: 0–3 by deep research; None: it was not graded.
    """

    chunk_id: str
    document_id: str
    ordinal: int
    digest: str
    rank: int
    neighbour_of: str | None = None
    grade: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedRetrieval:
    """One search of an answer.

    Attributes:
        label: What it was for: `question`, or the aspect and round of a deep research.
        query_vector: float32 numbers of unit length; None: nothing was embedded.
        rankings: By name (`dense`, `lexical`, `grams`, `fused`), the best `KEPT_RANKS` of each.
        fusion: How they became one: `scores` or `ranks`; empty where it is not known.
        hits: Ranked first, then neighbours.
        seconds: Wall time by stage.
        began_seconds: When it began, counted from the beginning of the answer.
    """

    label: str
    query: Query
    search_text: str
    embedder: str
    query_vector: tuple[float, ...] | None
    rankings: Mapping[str, tuple[Ranked, ...]]
    hits: tuple[RecordedHit, ...]
    figures: RoomFigures
    seconds: Mapping[str, float] = field(default_factory=dict)
    began_seconds: float = 0.0
    fusion: str = ""


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A segment of the prompt without its text; see `kesher.domain.request.Segment`."""

    kind: SegmentKind
    hash: str
    tokens: int
    message: int
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A request that was sent to a model for the answer.

    Attributes:
        label: What it was for: `answer`, or a step of a deep research.
        request_id: The record of what was sent.
    """

    label: str
    request_id: str


@dataclass(frozen=True, slots=True)
class StageTime:
    """A stage of answering: when it began, from the answer's beginning on, and how long it took."""

    name: str
    began_seconds: float
    seconds: float


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """How one answer came about.

    Attributes:
        prompt: The parts of the last prompt, in order, also where no model was there to be sent it.
        versions: Of everything that decides what is found and said, by name.
        settings: Likewise, by part and name: `search.top`.
        held_fraction: How likely the passages hold an answer, 0–1, where that was judged without a
            model; None: it was not.
    """

    answer_id: str
    room_id: str
    thread_id: str
    retrievals: tuple[RecordedRetrieval, ...]
    prompt: tuple[PromptPart, ...]
    calls: tuple[ModelCall, ...]
    stages: tuple[StageTime, ...]
    versions: Mapping[str, str]
    settings: Mapping[str, Setting]
    held_fraction: float | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """A link by which people who may see the room open the record of an answer.

    Attributes:
        expires_at: From then on it opens nothing; None: it stays until it is revoked.
    """

    id: str
    room_id: str
    answer_id: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def is_open(self, at: datetime) -> bool:
        """Whether it opens the record at that instant."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)
