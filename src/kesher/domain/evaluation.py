"""Questions with right pages, and how a room's search did on them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from kesher.domain.answer_record import Setting
from kesher.domain.retrieval import RoomFigures

KEPT_PAGES = 10
"""Of the pages that a question found, so many are kept; the measures look no deeper."""


class QuestionSource(StrEnum):
    """Where a question of the set came from."""

    FILE = "file"
    CITATIONS = "citations"  # an answer of the room whose citations code has verified


@dataclass(frozen=True, slots=True)
class RightPages:
    """Pages of one document that answer a question.

    Attributes:
        document_id: As it was when the question came; a file that is taken in again has another,
            and is then known by its name.
        pages: 1-based numbers, rising, at least one.
    """

    document_id: str
    document_name: str
    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoomQuestion:
    """A question whose right pages a person or a verified citation has named.

    Attributes:
        language: As `text.language` names it.
        right: Empty: the room does not answer it, and that is what should be said.
        answer_id: Of a question from citations, the answer that it comes from.
    """

    id: str
    text: str
    language: str
    right: tuple[RightPages, ...]
    source: QuestionSource
    created_at: datetime
    answer_id: str | None = None

    @property
    def is_answerable(self) -> bool:
        """Whether the room has pages that answer it."""
        return bool(self.right)


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that was found; of a document of the room as it was then."""

    document_id: str
    page_number: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the search did with one question.

    Attributes:
        missing: Names of documents with right pages that the room does not have (any more). Where
            there are some, the question is not judged: `rank` is None and `values` is empty.
        pages: The best `KEPT_PAGES`, each where the first chunk that stands on it was ranked.
        rank: 1-based place of the first right page among `pages`; None: none is among them.
        values: By measure's name, 0–1; empty for a question that is not answerable.
        refused: Whether it is answered with "not found" without a model; None: not looked at.
        held_fraction: As `Draft` has it.
    """

    text: str
    language: str
    right: tuple[RightPages, ...]
    seconds: float
    missing: tuple[str, ...] = ()
    pages: tuple[FoundPage, ...] = ()
    rank: int | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    refused: bool | None = None
    held_fraction: float | None = None

    @property
    def is_answerable(self) -> bool:
        """Whether the room should answer it."""
        return bool(self.right)


@dataclass(frozen=True, slots=True)
class Refusals:
    """Questions answered with "not found", among those for which that was looked at."""

    refused: int
    asked: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How a group of questions did.

    Attributes:
        judged: Answerable questions whose documents are there; the means are over these.
        means: By measure's name, 0–1; empty where none was judged.
        rightly: Refusals of questions that are not answerable: all of them would be best.
        wrongly: Refusals of answerable ones: none would be best.
        not_judged: Answerable questions with a document that is missing.
    """

    judged: int
    means: Mapping[str, float]
    rightly: Refusals
    wrongly: Refusals
    not_judged: int


class RunState(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    STOPPED = "stopped"  # by the person, or as the server ended
    FAILED = "failed"  # a model or the store did not serve


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """One evaluation of a room, without its questions.

    Attributes:
        source: Name of the file that the questions were of; empty: the room's own set.
        asked: Questions that it was to ask; a run that was stopped asked fewer.
        seconds: Wall time.
        versions, settings: Of what decides what is found, by name.
        room: What the room held.
        figures: By language, and of `all`.
    """

    id: str
    room_id: str
    created_at: datetime
    state: RunState
    source: str
    asked: int
    seconds: float
    versions: Mapping[str, str]
    settings: Mapping[str, Setting]
    room: RoomFigures
    figures: Mapping[str, Figures]
