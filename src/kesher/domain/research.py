"""A deep-research run: its head, and the append-only steps that are all there is of its state.

What a run knows is computed from its steps, so that another process can go on with it after the
last one that was stored; nothing that is stored is done or paid for again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kesher.domain.retrieval import Retrieval


class Maker(StrEnum):
    """Who made a step."""

    MODEL = "model"
    RULES = "rules"  # by words and ranks alone: no model is set, or it failed


class Call(StrEnum):
    """What a model was asked for."""

    PLAN = "plan"
    GRADE = "grade"
    GAP = "gap"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may spend before it stops searching and answers; 0: no limit.

    Attributes:
        tokens: Input and output of all its calls together.
    """

    tokens: int = 0
    usd: float = 0.0


@dataclass(frozen=True, slots=True)
class ResearchRun:
    """What never changes of a run.

    Attributes:
        answer_id: Of the answer that the run ends with, settled when it begins.
        earlier: The last questions of the thread then, oldest first.
        model: The answering model's name; None: the run goes by rules.
        leased_until: Until when a process holds it; None: none does.
        answered: Whether its answer is in its thread.
    """

    id: str
    room_id: str
    thread_id: str
    answer_id: str
    question: str
    earlier: tuple[str, ...]
    model: str | None
    limits: Limits
    created_at: datetime
    leased_until: datetime | None = None
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A model is about to be asked; stored before the request goes out.

    Attributes:
        tokens: Of the request, as we count them.
        aspect: Index of the aspect that it is about; None: of the whole question.
    """

    request_id: str
    call: Call
    tokens: int
    aspect: int | None = None


@dataclass(frozen=True, slots=True)
class Billed:
    """What a call took.

    Attributes:
        input_tokens, output_tokens: As the provider counted them, else as we do.
        price_usd: At the profile's prices; None where it has none.
    """

    request_id: str
    input_tokens: int
    output_tokens: int
    price_usd: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Planned:
    """The aspects of the question (sub-questions), 1 to 4, in its order.

    Attributes:
        remark: What a reader must know of how it was made; empty: nothing.
    """

    aspects: tuple[str, ...]
    maker: Maker
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """What one query of an aspect found.

    Attributes:
        aspect: Index into the plan's aspects.
        round: 1 for the first search.
    """

    aspect: int
    round: int
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class Graded:
    """How relevant the hits of one search are.

    Attributes:
        grades: 0-3 by chunk id; empty where the fused order stands in for them.
    """

    aspect: int
    round: int
    grades: dict[str, int]
    maker: Maker
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether an aspect was answered by what was found so far.

    Attributes:
        missing: What of it was not found; empty where it was answered.
        query: What to search for next; empty: nothing.
    """

    aspect: int
    covered: bool
    missing: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of one round on the aspects that it searched for."""

    round: int
    findings: tuple[Finding, ...]
    maker: Maker
    remark: str = ""


class HaltReason(StrEnum):
    """Why no more is searched."""

    PERSON = "person"  # somebody pressed Stop
    LIMIT = "limit"  # the next call could have gone over a limit


@dataclass(frozen=True, slots=True)
class Halted:
    """From here on nothing more is searched: the answer is written from what was found."""

    reason: HaltReason


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer is stored in its thread."""

    answer_id: str
    seconds: float


Step = Asked | Billed | Planned | Searched | Graded | Checked | Halted | Answered


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """A step as it is stored: `sequence` from 0, without gaps."""

    sequence: int
    at: datetime
    step: Step


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run has taken so far.

    Attributes:
        tokens: Input and output; of a call whose end is not known, its input as we count it.
        price_usd: None where the profile has no prices.
        seconds: In calls and searches, those side by side each counted.
    """

    calls: int
    tokens: int
    price_usd: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Amount:
    """A range from the least to the most."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would take, said before it starts.

    Attributes:
        calls, tokens: Of the model; 0 without one.
        price_usd: None where the profile has no prices, or no model is set.
        seconds: Wall time.
        measured: Whether the time rests on earlier runs of the room, rather than on assumed speeds.
        limits: What the run may spend at most.
    """

    model: str | None
    calls: Amount
    tokens: Amount
    price_usd: Amount | None
    seconds: Amount
    measured: bool
    limits: Limits


def spending(steps: Sequence[Step]) -> Spending:
    """Return what these steps of a run took.

    A call without a bill (it is under way, or its process died) counts with its input.
    """
    bills = {step.request_id: step for step in steps if isinstance(step, Billed)}
    calls = [step for step in steps if isinstance(step, Asked)]
    open_tokens = sum(call.tokens for call in calls if call.request_id not in bills)
    billed_tokens = sum(each.input_tokens + each.output_tokens for each in bills.values())
    prices = [each.price_usd for each in bills.values() if each.price_usd is not None]
    searched = [step.retrieval.seconds for step in steps if isinstance(step, Searched)]
    return Spending(
        calls=len(calls),
        tokens=open_tokens + billed_tokens,
        price_usd=sum(prices) if prices else None,
        seconds=sum(each.seconds for each in bills.values())
        + sum(sum(each.values()) for each in searched),
    )
