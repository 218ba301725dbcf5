"""The steps of a research to where it stands: what was planned, found, graded and missed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kesher.domain.research import (
    Answered,
    Checked,
    Finding,
    Graded,
    Halted,
    HaltReason,
    Maker,
    Planned,
    Searched,
    Step,
)
from kesher.domain.retrieval import Hit, Retrieval

Place = tuple[int, int]
"""An aspect's index and a round, from 1."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands.

    Attributes:
        plan: None: not planned yet.
        halted: Why nothing more is searched; None: it may go on.
    """

    plan: Planned | None
    searches: Mapping[Place, Retrieval]
    grades: Mapping[Place, Graded]
    checks: Mapping[int, Checked]
    halted: HaltReason | None
    answered: Answered | None

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects' texts; none before the plan."""
        return self.plan.aspects if self.plan else ()

    @property
    def findings(self) -> dict[int, Finding]:
        """The last finding on each aspect that was checked."""
        return {
            finding.aspect: finding
            for number in sorted(self.checks)
            for finding in self.checks[number].findings
        }

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader must know of how the steps were made, each once."""
        steps = (self.plan, *self.grades.values(), *self.checks.values())
        return tuple(dict.fromkeys(step.remark for step in steps if step and step.remark))

    def searched(self, aspect: int) -> list[tuple[int, Retrieval]]:
        """Return the searches of an aspect by round."""
        return sorted((at[1], found) for at, found in self.searches.items() if at[0] == aspect)

    def queries(self, aspect: int) -> tuple[str, ...]:
        """Return what was searched for, in order."""
        return tuple(found.query.text for _, found in self.searched(aspect))


def state_of(steps: Iterable[Step]) -> State:
    """Return where a run with these steps stands."""
    kept = list(steps)
    plans = [step for step in kept if isinstance(step, Planned)]
    halts = [step.reason for step in kept if isinstance(step, Halted)]
    return State(
        plan=plans[-1] if plans else None,
        searches={(s.aspect, s.round): s.retrieval for s in kept if isinstance(s, Searched)},
        grades={(s.aspect, s.round): s for s in kept if isinstance(s, Graded)},
        checks={s.round: s for s in kept if isinstance(s, Checked)},
        halted=halts[-1] if halts else None,
        answered=next((step for step in kept if isinstance(step, Answered)), None),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """Which hits count as relevant.

    Attributes:
        least_grade: Of those that a model graded.
        ungraded: How many of the fused order, of a search that nobody graded.
    """

    least_grade: int
    ungraded: int


def relevant(state: State, aspect: int, choice: Choice) -> tuple[Hit, ...]:
    """Return the relevant hits of an aspect, most important first, each chunk once.

    Important is a high grade, then an early round, then a high rank.
    """
    found: dict[str, Hit] = {}
    for number, retrieval in state.searched(aspect):
        for hit in _relevant_of(retrieval, state.grades.get((aspect, number)), choice):
            known = found.get(hit.chunk.id)
            if known is None or (known.grade or 0) < (hit.grade or 0):
                found[hit.chunk.id] = hit
    order = {chunk_id: at for at, chunk_id in enumerate(found)}
    middling = choice.least_grade
    return tuple(
        sorted(
            found.values(),
            key=lambda hit: (-_weight(hit, middling), order[hit.chunk.id]),
        )
    )


def _relevant_of(retrieval: Retrieval, graded: Graded | None, choice: Choice) -> list[Hit]:
    if graded is None or graded.maker is Maker.RULES:
        return list(retrieval.hits[: choice.ungraded])
    read = [replace(hit, grade=graded.grades.get(hit.chunk.id)) for hit in retrieval.hits]
    return [hit for hit in read if hit.grade is not None and hit.grade >= choice.least_grade]


def _weight(hit: Hit, middling: int) -> int:
    """Return the grade; a hit that nobody graded counts as just relevant."""
    return middling if hit.grade is None else hit.grade
