"""What became of a question set between two runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.evaluation import EvaluationRun, Outcome
from kesher.domain.replay import ValueChange


class Verdict(StrEnum):
    """What became of a question: of an answerable one by the rank of its first right page."""

    WON = "won"
    LOST = "lost"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Change:
    """One question in both runs."""

    verdict: Verdict
    before: Outcome
    after: Outcome


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean before and after, over the same questions.

    Attributes:
        low, high: Of `after - before`, the 95 % interval by paired bootstrap.
        questions: How many.
    """

    before: float
    after: float
    low: float
    high: float
    questions: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class EvaluationComparison:
    """Two runs side by side.

    Attributes:
        versions, settings: Those that differ; `then` is before, `now` after.
        differences: By language and of `all`, then by measure's name. `refused rightly` and
            `refused wrongly` stand among them where both runs looked at refusals.
        changes: Questions that both asked with the same right pages, the worst loss first.
        left_out: Questions that only one of them judged, or with other right pages.
    """

    before: EvaluationRun
    after: EvaluationRun
    versions: tuple[ValueChange, ...]
    settings: tuple[ValueChange, ...]
    differences: Mapping[str, Mapping[str, Difference]]
    changes: tuple[Change, ...]
    left_out: tuple[str, ...]

    def count(self, verdict: Verdict) -> int:
        """Return how many questions have this verdict."""
        return sum(each.verdict is verdict for each in self.changes)
