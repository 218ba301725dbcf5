"""The shapes of records behind answers, of replays and of links, as they cross HTTP.

Times on a time line are milliseconds from the beginning of the answer; vectors are rounded to four
places; a score is on its own ranking's scale.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kesher.server.schemas import RoomFigures, Schema

AnswerKind = Literal["model", "extractive", "not_found"]
SegmentKind = Literal["tools", "system", "examples", "memory", "trajectory", "evidence", "status"]
Standing = Literal["standing", "changed", "replaced", "deleted"]
Fate = Literal["same", "moved", "in", "out"]
SettingValue = str | int | float | bool | None


class NamedValue(Schema):
    """A version or a setting that was in force."""

    name: str
    value: SettingValue


class Lane(Schema):
    """A stage on the time line."""

    name: str
    began_ms: float
    ms: float


class RankMark(Schema):
    """A place in one ranking."""

    rank: int
    score: float


class RankedRow(Schema):
    """A chunk that any ranking of a search has, with its place before and after fusion."""

    chunk_id: str
    document_id: str | None = Field(description="Null: the chunk is gone and was no hit.")
    document_name: str
    page_numbers: list[int]
    section: list[str] = Field(description="The headings above it, the highest first.")
    excerpt: str = Field(description="Its first words today; of a hit, all of them.")
    standing: Standing = Field(
        description="`replaced`: its document was read anew; `deleted`: with its document."
    )
    rank: int | None = Field(description="Among the hits; a neighbour has its hit's; null: no hit.")
    neighbour_of: str | None
    grade: int | None = Field(description="0-3 by deep research; null: it was not graded.")
    sent: bool = Field(description="The prompt held it.")
    marks: dict[str, RankMark] = Field(
        description="By ranking: `dense`, `lexical`, `grams`, `fused`; absent where it lacks it."
    )


class RecordedSearch(Schema):
    """One search of an answer."""

    label: str = Field(description="`question`, or the aspect and round of a deep research.")
    query: str
    earlier: list[str] = Field(description="The thread's last questions, oldest first.")
    cited: list[str] = Field(
        description="Chunks that the answer before rests on; they stay candidates of a follow-up."
    )
    search_text: str = Field(description="What was searched for.")
    embedder: str
    vector: list[float] | None = Field(description="The question's; null: none was embedded.")
    figures: RoomFigures = Field(description="The room at that moment.")
    rankings: dict[str, int] = Field(description="How many places of each ranking are kept.")
    fusion: str = Field(
        description="`scores`: their standard scores were added up; `ranks`: Reciprocal Rank "
        "Fusion; empty: not known."
    )
    rows: list[RankedRow] = Field(description="Hits with neighbours, then by place after fusion.")
    stages: list[Lane]


class PlacedVector(Schema):
    """A vector on the plane of its search."""

    chunk_id: str | None = Field(description="Whose it is; null: the question's.")
    x: float = Field(description="−1 to 1, from the middle of all.")
    y: float = Field(description="−1 to 1, upwards.")
    cosine: float = Field(description="With the question's, −1 to 1.")
    values: list[float] = Field(description="Its numbers, rounded to three places.")


class SearchVectors(Schema):
    """The vectors of one search: the question's first, then its passages', the best first.

    They lie on the plane that shows most of their spread (principal components).
    """

    label: str = Field(description="As in the record.")
    embedder: str
    kept_fraction: float = Field(description="How much of the spread the plane shows, 0-1.")
    missing: int = Field(description="So many passages have no vector of that model any more.")
    vectors: list[PlacedVector]


class PromptSegment(Schema):
    """A segment of the prompt, in its order."""

    kind: SegmentKind
    message: int = Field(description="Index into the messages; -1: a tool schema.")
    tokens: int
    refs: list[str] = Field(description="Chunks and facts that it holds.")
    hash: str
    state: Literal["kept", "erased", "withheld", "not_sent"] = Field(
        description="`erased` with what it held; `withheld`: memory, seen through a link; "
        "`not_sent`: no model was asked, and its text was not kept."
    )
    text: str


class RecordedPrompt(Schema):
    """The prompt, against what the whole room would have been."""

    sent: bool = Field(description="False: no model was asked; this is what it would have got.")
    tokens: int
    budget_tokens: int
    room_tokens: int
    passages_sent: int
    passages_left_out: int
    segments: list[PromptSegment]


class ModelCall(Schema):
    """A request to a model for the answer; counts are the provider's, null where it gave none."""

    label: str
    request_id: str
    purpose: Literal["turn", "summary", "research", "replay", "rewrite"]
    model: str
    profile: str
    tokens: int = Field(description="As we counted the request.")
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    written_tokens: int | None
    uncached_tokens: int | None
    price_usd: float | None


class RecordedCitation(Schema):
    """What a claim of the answer rests on."""

    number: int
    position: int
    chunk_id: str
    document_id: str
    document_name: str
    page_numbers: list[int]
    quote: str
    verified: bool


class AnswerRecord(Schema):
    """How an answer came about: searches, prompt, calls, times, versions and settings."""

    form: str = Field(description="Name and version of this form, for whoever reads an export.")
    answer_id: str
    room_id: str
    thread_id: str
    question: str
    kind: AnswerKind
    held_fraction: float | None = Field(
        description="How likely the passages hold an answer, 0-1, judged without a model against "
        "`quote.held_fraction` of the settings; null: it was not."
    )
    text: str
    citations: list[RecordedCitation]
    stop_reason: Literal["complete", "stopped", "length", "error"]
    model: str | None
    research_id: str | None
    error_code: str | None
    error: str | None
    created_at: datetime
    shared: bool = Field(description="It is seen through a link, which opens no memory.")
    retrievals: list[RecordedSearch] = Field(description="One; a deep research has several.")
    prompt: RecordedPrompt
    calls: list[ModelCall]
    price_usd: float | None = Field(description="Of all calls; null where none has a price.")
    timeline: list[Lane]
    total_ms: float
    versions: list[NamedValue]
    settings: list[NamedValue]


class ReplayRequest(Schema):
    """How to ask again."""

    settings: Literal["then", "today"] = Field(
        "today", description="Whose settings; models and versions are today's either way."
    )
    answer: bool | None = Field(
        None,
        description="Write the answer again (a model is paid for it). Null: only without a model.",
    )


class RankPlace(Schema):
    """Where a chunk stood in one search."""

    chunk_id: str
    rank: int | None = Field(description="Among the hits; null: it was no hit.")
    neighbour_of: str | None
    marks: dict[str, RankMark]


class HitChange(Schema):
    """A chunk that was a hit then, or is one now."""

    document_id: str
    fate: Fate
    standing: Standing
    then: RankPlace | None
    now: RankPlace | None


class SearchChange(Schema):
    """One search, then and now."""

    label: str
    search_text: str
    vector_cosine: float | None = Field(
        description="Of the two query vectors; null where they are of different models."
    )
    figures_then: RoomFigures
    figures_now: RoomFigures
    hits: list[HitChange] = Field(description="Today's in their order, then those that are out.")
    seconds: dict[str, float]


class PartChange(Schema):
    """A segment of the prompt, then or now; what stayed has no text here."""

    kind: SegmentKind
    fate: Fate
    hash: str
    tokens: int
    refs: list[str]
    text: str


class PromptChange(Schema):
    """The prompt: today's segments in their order, then those that are out."""

    tokens_then: int
    tokens_now: int
    parts: list[PartChange]


class AnswerPiece(Schema):
    """Words of the answer; all of one side with those of both, joined, are that answer."""

    side: Literal["both", "then", "now"]
    text: str


class AnswerChange(Schema):
    """The answer, word by word."""

    kind_then: AnswerKind
    kind_now: AnswerKind
    held_fraction_then: float | None
    held_fraction_now: float | None
    pieces: list[AnswerPiece]
    quotes_in: list[str]
    quotes_out: list[str]
    model: str | None
    request_id: str | None
    error: str | None


class ValueChange(Schema):
    """A version or setting that differs; null: there was, or is, none of that name."""

    name: str
    then: SettingValue
    now: SettingValue


class Replay(Schema):
    """A stored question asked again on the room as it is. No answer was stored."""

    answer_id: str
    at: datetime
    settings_of: Literal["then", "today"]
    differs: bool = Field(description="What was found, sent or said is not what it was.")
    versions: list[ValueChange]
    settings: list[ValueChange]
    searches: list[SearchChange]
    prompt: PromptChange | None = Field(description="Null for a deep research.")
    answer: AnswerChange | None = Field(description="Null where it was not written again.")


class ShareRequest(Schema):
    """A new link to a record."""

    hours: float | None = Field(
        None, gt=0, le=8784, description="How long it opens the record; null: until it is revoked."
    )


class Share(Schema):
    """A link to a record, for people who may see its room."""

    id: str
    room_id: str
    answer_id: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    open: bool = Field(description="It opens the record now.")
    path: str = Field(description="Where the record is read by it: a path of this API.")
