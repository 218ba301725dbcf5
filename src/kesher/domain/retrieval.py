"""Query → Hit → Retrieval: what was asked, what was found, and how it came to be found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kesher.domain.document import Chunk


@dataclass(frozen=True, slots=True)
class Query:
    """The question as searched.

    Attributes:
        text: As the person wrote it.
        earlier: The last questions of the thread, oldest first.
        cited: Chunks that the answer before rests on, in its order.
        rewritten: The question as a model wrote it anew to stand alone; empty where none did.
    """

    text: str
    earlier: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    rewritten: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk in one ranking.

    Attributes:
        score: On that ranking's own scale.
        language: Of the chunk's text, as `text.language` names it; empty where nobody told.
    """

    chunk_id: str
    score: float
    language: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Hit:
    """A found chunk with each score and rank that it has.

    Attributes:
        rank: 1-based place in the fused order; for a neighbour, that of the hit it stands beside.
        dense, lexical, grams, fused: Scores; None where that retriever did not return the chunk.
        dense_rank, lexical_rank, grams_rank: 1-based, or None likewise.
        neighbour_of: Id of the hit that brought this chunk in; None for a ranked one.
        grade: 0-3, how relevant a model found it; None where none read it.
        copies: Ids of chunks with the very same words, which this one stands for.
    """

    chunk: Chunk
    document_name: str
    rank: int
    dense: float | None = None
    lexical: float | None = None
    fused: float | None = None
    dense_rank: int | None = None
    lexical_rank: int | None = None
    neighbour_of: str | None = None
    grade: int | None = None
    grams: float | None = None
    grams_rank: int | None = None
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomFigures:
    """What a room holds, as counted in the store: `chunks × dimensions` is its matrix."""

    documents: int
    pages: int
    chunks: int
    dimensions: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Hits, best first, then neighbours; and the trace of how they came.

    Attributes:
        seconds: Wall time by stage: embed, dense, lexical, grams, fuse, join.
        figures: The room at that moment.
        search_text: What was searched for: the question, or the one before it and the question.
        query_vector: float32 numbers of unit length, as `embedder` gave them; None: nothing was
            embedded.
        rankings: Each ranking as its retriever gave it, best first, before the join with the
            store: `dense`, `lexical`, `grams` (where there is one) and `fused`.
        fusion: How they became one: `scores` or `ranks`; empty where it is not known.
    """

    query: Query
    hits: tuple[Hit, ...]
    neighbours: tuple[Hit, ...]
    figures: RoomFigures
    embedder: str
    seconds: dict[str, float] = field(default_factory=dict)
    search_text: str = ""
    query_vector: tuple[float, ...] | None = None
    rankings: Mapping[str, tuple[Ranked, ...]] = field(default_factory=dict)
    fusion: str = ""
