"""The shapes of deep research as they cross HTTP."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kesher.server.schemas import Hit, Schema

MadeBy = Literal["model", "rules"]


class EstimateRequest(Schema):
    """A question whose research is to be estimated."""

    text: str


class ResearchRequest(Schema):
    """A question to research; with a thread's id its answer goes into that thread."""

    text: str
    thread_id: str | None = None
    memory: str | None = Field(
        None, description="Whose memory a new thread has: any text that names it. Absent: none."
    )
    document_ids: list[str] | None = Field(
        None, description="Search in these documents alone; none: in all. Absent: as the thread."
    )


class Amount(Schema):
    """From the least to the most."""

    least: float
    most: float


class ResearchLimits(Schema):
    """What a run may spend before it answers from what it has; 0: no limit."""

    tokens: int
    usd: float


class ResearchEstimate(Schema):
    """What a research would take, said before it starts."""

    model: str | None = Field(description="Null: no model is set, it goes by rules.")
    calls: Amount
    tokens: Amount
    price_usd: Amount | None = Field(description="Null: the profile has no prices.")
    seconds: Amount
    measured: bool = Field(description="The time rests on earlier runs of the room.")
    limits: ResearchLimits


class ResearchOffer(ResearchEstimate):
    """A research as it is offered before it starts."""

    aspects: list[str] = Field(
        description="How the question is split by its words; a model may split it otherwise."
    )


class Spending(Schema):
    """What a run has taken so far, in all processes that went on with it."""

    calls: int
    tokens: int
    price_usd: float | None


class ResearchRun(Schema):
    """A run without its steps."""

    id: str
    room_id: str
    thread_id: str
    answer_id: str
    question: str
    model: str | None
    created_at: datetime
    state: Literal["running", "answered", "interrupted"] = Field(
        description="`interrupted`: its process ended; it can be resumed."
    )


class ResearchBegunEvent(Schema):
    """`research`: the run, where its answer will be kept, and what it is expected to take."""

    run: ResearchRun
    estimate: ResearchEstimate
    resumed: bool = Field(description="Steps that were stored before are told again.")


class PlanEvent(Schema):
    """`plan`: the aspects of the question; later events name them by their index."""

    aspects: list[str]
    made_by: MadeBy
    remark: str = Field(description="What a reader must know of how it was made; often empty.")


class SearchedEvent(Schema):
    """`searched`: the passages that a query of an aspect found."""

    aspect: int
    round: int
    query: str
    hits: list[Hit]
    seconds: dict[str, float]


class GradedEvent(Schema):
    """`graded`: how relevant those passages are."""

    aspect: int
    round: int
    grades: dict[str, int] = Field(description="0-3 by chunk id; empty: the fused order stands.")
    made_by: MadeBy
    remark: str


class Finding(Schema):
    """Whether an aspect is answered."""

    aspect: int
    covered: bool
    missing: str
    query: str = Field(description="What is searched for next; empty: nothing.")


class CheckedEvent(Schema):
    """`checked`: which aspects a round has answered."""

    round: int
    findings: list[Finding]
    made_by: MadeBy
    remark: str


class CallEvent(Schema):
    """`call`: a request goes out to the model."""

    call: Literal["plan", "grade", "gap", "answer"]
    aspect: int | None
    request_id: str


class HaltedEvent(Schema):
    """`halted`: nothing more is searched; the answer is written from what was found."""

    reason: Literal["person", "limit"]


class ProgressEvent(Schema):
    """`progress`: the cost so far, and the time since this process began or went on."""

    spent: Spending
    elapsed_seconds: float


class PausedEvent(Schema):
    """`paused`: the server ends; the run can be resumed."""

    run_id: str


class ResearchStep(Schema):
    """A stored step."""

    sequence: int
    at: datetime
    kind: Literal["plan", "searched", "graded", "checked", "call", "halted"]
    data: PlanEvent | SearchedEvent | GradedEvent | CheckedEvent | CallEvent | HaltedEvent


class ResearchDetail(ResearchRun):
    """A run with its steps, oldest first, and what it took."""

    steps: list[ResearchStep]
    spent: Spending
