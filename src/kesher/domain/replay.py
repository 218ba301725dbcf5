"""What would differ if a question were asked again today."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from kesher.domain.answer import AnswerKind
from kesher.domain.answer_record import Setting
from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import RoomFigures


class Fate(StrEnum):
    """What became of a hit, or of a part of the prompt, between then and now."""

    SAME = "same"
    MOVED = "moved"
    IN = "in"
    OUT = "out"


class Standing(StrEnum):
    """What became of a chunk in the store."""

    STANDING = "standing"
    CHANGED = "changed"  # the same chunk, with another text
    REPLACED = "replaced"  # its document was read anew
    DELETED = "deleted"  # with its document


class SettingsOf(StrEnum):
    """Whose settings a question is asked again with."""

    THEN = "then"
    TODAY = "today"


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in one ranking: `rank` from 1, `score` on that ranking's own scale."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chunk stood in one search.

    Attributes:
        rank: Among the hits, from 1; for a neighbour, that of its hit; None: it was no hit.
        marks: Its place in each ranking that has it, by the ranking's name.
    """

    chunk_id: str
    rank: int | None
    neighbour_of: str | None
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HitChange:
    """A chunk that was a hit then, or is one now.

    Attributes:
        then, now: Its places; a chunk that is no hit may still stand in the rankings. Their ids
            differ where its document was read anew and the same text came of it.
    """

    document_id: str
    fate: Fate
    standing: Standing
    then: Place | None
    now: Place | None


@dataclass(frozen=True, slots=True)
class SearchChange:
    """One search, then and now.

    Attributes:
        vector_cosine: Of the two query vectors, -1 to 1; None where they are of two spaces, or one
            is missing.
    """

    label: str
    search_text: str
    vector_cosine: float | None
    figures_then: RoomFigures
    figures_now: RoomFigures
    hits: tuple[HitChange, ...]
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PartChange:
    """A part of the prompt, then or now.

    Attributes:
        text: Empty for what stayed, and where no text is left of what went.
    """

    kind: SegmentKind
    fate: Fate
    hash: str
    tokens: int
    refs: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class PromptChange:
    """The prompt: today's parts in their order, then those that are in it no more."""

    tokens_then: int
    tokens_now: int
    parts: tuple[PartChange, ...]


class Side(StrEnum):
    """In which of two texts a piece stands."""

    BOTH = "both"
    THEN = "then"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of an answer, in one text or both; all of one side, joined, are that text."""

    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """The answer, word by word.

    Attributes:
        held_fraction_then, held_fraction_now: How likely the passages hold an answer, 0–1; None:
            not judged without a model.
        quotes_in, quotes_out: What is cited now and was not, and the other way round.
        request_id: What a model was sent for it; None: none was asked.
    """

    kind_then: AnswerKind
    kind_now: AnswerKind
    held_fraction_then: float | None
    held_fraction_now: float | None
    pieces: tuple[Piece, ...]
    quotes_in: tuple[str, ...]
    quotes_out: tuple[str, ...]
    model: str | None
    request_id: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A version or a setting that is not what it was; None: there was, or is, none of that name."""

    name: str
    then: Setting
    now: Setting


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored question, asked again on the room as it is.

    Attributes:
        settings_of: Whose settings it was asked with; `settings` are all that differ, either way.
        prompt: None for a deep research, whose prompt is made of graded hits.
        answer: None where it was not written again.
    """

    answer_id: str
    at: datetime
    settings_of: SettingsOf
    versions: tuple[ValueChange, ...]
    settings: tuple[ValueChange, ...]
    searches: tuple[SearchChange, ...]
    prompt: PromptChange | None
    answer: AnswerChange | None

    @property
    def differs(self) -> bool:
        """Whether anything that was found, sent or said is not what it was."""
        hits = [hit for search in self.searches for hit in search.hits]
        parts = self.prompt.parts if self.prompt else ()
        pieces = self.answer.pieces if self.answer else ()
        return (
            any(hit.fate is not Fate.SAME or hit.standing is Standing.CHANGED for hit in hits)
            or any(part.fate is not Fate.SAME for part in parts)
            or any(piece.side is not Side.BOTH for piece in pieces)
            or (self.answer is not None and self.answer.kind_then is not self.answer.kind_now)
        )
