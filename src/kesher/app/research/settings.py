"""The limits of deep research."""

from dataclasses import dataclass

from kesher.answer.research.state import Choice
from kesher.domain.research import Limits


@dataclass(frozen=True, slots=True)
class ResearchSettings:
    """How far a research goes.

    Attributes:
        top: Ranked hits of one search; all of them are graded.
        rounds: Most searches for one aspect, the first included.
        choice: Which hits count as relevant.
        step_tokens: That a model may write in one step, its thinking included.
        prompt_tokens: Of the requests that check and answer, and of each that grades.
        output_tokens: Of the answer.
        limits: What a run may spend before it answers from what it has.
        lease_seconds: After this long without a sign of life another process may go on with a run.
    """

    top: int
    rounds: int
    choice: Choice
    step_tokens: int
    prompt_tokens: int
    output_tokens: int
    limits: Limits
    lease_seconds: float = 30.0
