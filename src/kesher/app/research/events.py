"""What is told while a research goes on."""

from collections.abc import Callable
from dataclasses import dataclass

from kesher.app.ask_events import AskEvent
from kesher.domain.research import Estimate, ResearchRun, Spending, Step


@dataclass(frozen=True, slots=True)
class Begun:
    """Which run it is, where its answer will be kept, and what it is expected to take.

    Attributes:
        resumed: It goes on after steps that were stored before; these are told again.
    """

    run: ResearchRun
    estimate: Estimate
    resumed: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """What was spent so far, and how long this process has been at it."""

    spent: Spending
    elapsed_seconds: float


@dataclass(frozen=True, slots=True)
class Paused:
    """The process ends; the run can be resumed from its last stored step."""

    run_id: str


ResearchEvent = Begun | Step | Progress | Paused | AskEvent
Emit = Callable[[ResearchEvent], None]
"""Takes events: Begun, (Step | Progress)..., Stage, (TextPiece | Citation)..., Answer | Paused."""
