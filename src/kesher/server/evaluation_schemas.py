"""The shapes of question sets, runs over them, and two runs side by side."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kesher.server.record_schemas import SettingValue, ValueChange
from kesher.server.schemas import RoomFigures, Schema

_MOST_CHARS = 8_000_000
_LINES = (
    'JSON Lines: `{"question", "document", "pages", "answerable"?}`, the document by its name or '
    'id, pages from 1; `"answerable": false` needs neither.'
)


class RightPages(Schema):
    """Pages of one document that answer a question."""

    document_id: str = Field(description="As it was; a file taken in again is known by its name.")
    document_name: str
    pages: list[int]


class RoomQuestion(Schema):
    """A question of a room's set."""

    id: str
    text: str
    language: str
    answerable: bool
    right: list[RightPages] = Field(description="Empty where it is not answerable.")
    source: Literal["file", "citations"]
    answer_id: str | None = Field(description="Of a question from citations, whose they were.")
    created_at: datetime


class QuestionImport(Schema):
    """Questions to add; one that stands already gets the right pages named here."""

    jsonl: str = Field(description=_LINES, max_length=_MOST_CHARS)
    name: str = Field(default="questions.jsonl", max_length=300, description="Named in errors.")


class ImportedQuestions(Schema):
    """What came of an import."""

    new: int
    replaced: int = Field(description="Stood already, and have new right pages now.")


class QuestionTaking(Schema):
    """Answers whose questions are to be taken over, with the pages of verified citations."""

    answer_ids: list[str] | None = Field(default=None, description="Null: all of the room.")
    praised: bool = Field(
        default=False, description="Only those that people held to be good, and nobody to be bad."
    )


class TakenQuestions(Schema):
    """What came of answers."""

    new: int
    standing: int = Field(description="In the set already, and left as they were.")
    unverified: int = Field(description="Without a verified citation of a standing document.")
    follow_ups: int = Field(description="Lean on an earlier question; cannot be asked alone.")


class EvaluationRequest(Schema):
    """A run to begin."""

    jsonl: str | None = Field(
        default=None,
        max_length=_MOST_CHARS,
        description=f"Questions in place of the room's set, which stays as it is. {_LINES}",
    )
    name: str = Field(default="questions.jsonl", max_length=300, description="Of these lines.")
    refusals: bool = Field(
        default=True, description="Look also at what is refused without a model; takes longest."
    )


class Refusals(Schema):
    """Questions that are answered with "not found", of those for which that was looked at."""

    refused: int
    asked: int


class EvaluationFigures(Schema):
    """How a group of questions did."""

    judged: int = Field(description="Answerable, and with all their documents there.")
    means: dict[str, float] = Field(
        description="R@1, R@5, R@10, recall@10, MRR@10, nDCG@10: 0–1, over the judged ones."
    )
    rightly: Refusals = Field(description="Of those not answerable: the more the better.")
    wrongly: Refusals = Field(description="Of the answerable ones: the fewer the better.")
    not_judged: int = Field(description="Answerable, but a document is missing or not ready.")


class EvaluationRun(Schema):
    """A run that has ended."""

    id: str
    room_id: str
    created_at: datetime
    state: Literal["complete", "stopped", "failed"]
    source: str = Field(description="The name of the lines it asked; empty: the room's own set.")
    asked: int = Field(description="Questions it was to ask; when stopped, fewer were.")
    seconds: float
    versions: dict[str, str]
    settings: dict[str, SettingValue]
    room: RoomFigures = Field(description="What the room held.")
    figures: dict[str, EvaluationFigures] = Field(description="`all`, then by language.")


class FoundPage(Schema):
    """A page that was found; its document may be gone by now."""

    document_id: str
    page_number: int


class QuestionOutcome(Schema):
    """What the search did with one question."""

    text: str
    language: str
    answerable: bool
    right: list[RightPages]
    missing: list[str] = Field(description="Documents that were not there: it was not judged.")
    pages: list[FoundPage] = Field(description="The best ten, best first.")
    rank: int | None = Field(description="Of the first right page among them; null: none is.")
    values: dict[str, float]
    refused: bool | None = Field(description="Null: that was not looked at.")
    held_fraction: float | None = Field(description="How likely an answer was held, 0–1.")
    seconds: float


class EvaluationDetail(Schema):
    """A run with its questions, in the order asked."""

    run: EvaluationRun
    outcomes: list[QuestionOutcome]


class Difference(Schema):
    """A mean before and after, over the same questions."""

    before: float
    after: float
    low: float = Field(description="Of after - before: 95 % interval by paired bootstrap.")
    high: float
    questions: int
    sure: bool = Field(description="The interval leaves zero out.")


class QuestionChange(Schema):
    """One question in both runs."""

    verdict: Literal["won", "lost", "unchanged"]
    before: QuestionOutcome
    after: QuestionOutcome


class EvaluationComparison(Schema):
    """Two runs of a room side by side."""

    before: EvaluationRun
    after: EvaluationRun
    versions: list[ValueChange]
    settings: list[ValueChange]
    differences: dict[str, dict[str, Difference]] = Field(
        description="`all`, then by language; by measure, `refused rightly` and `wrongly` too."
    )
    won: int
    lost: int
    unchanged: int
    changes: list[QuestionChange] = Field(description="The worst loss first, wins last.")
    left_out: list[str] = Field(
        description="Questions that only one run judged, or with other right pages."
    )


class EvaluationBegunEvent(Schema):
    """Event `evaluation`: which run it is, and how many questions it asks."""

    run_id: str
    total: int


class EvaluationProgressEvent(Schema):
    """Event `progress`: questions asked, and all of them."""

    done: int
    total: int


class EvaluationDoneEvent(Schema):
    """Event `done`: the run as it is stored."""

    run: EvaluationRun
