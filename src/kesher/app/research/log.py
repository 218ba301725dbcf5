"""The steps of one run: read when it begins, appended to the store, told as they are stored."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.answer.research.state import State, state_of
from kesher.app.research.events import Emit, Progress
from kesher.domain.answer_record import StageTime
from kesher.domain.research import (
    Asked,
    Billed,
    RecordedStep,
    ResearchRun,
    Searched,
    Spending,
    Step,
    spending,
)
from kesher.domain.retrieval import Hit, Retrieval
from kesher.domain.scope import RoomScope
from kesher.ports.clock import Clock
from kesher.ports.research import ResearchStore
from kesher.ports.stores import DocumentStore


@dataclass(frozen=True, slots=True)
class Leased:
    """By what a process writes the steps of a run: it holds the run's lease as `owner`."""

    store: ResearchStore
    owner: str
    clock: Clock


class RunLog:
    """A run's steps so far. Appended to by several tasks at once, one step after the other."""

    def __init__(
        self,
        leased: Leased,
        scope: RoomScope,
        run: ResearchRun,
        *,
        emit: Emit,
        steps: Sequence[RecordedStep] = (),
    ) -> None:
        self.scope = scope
        self.run = run
        self.emit = emit
        self._leased = leased
        self._steps = list(steps)
        self._turn = asyncio.Lock()
        self._began = time.perf_counter()

    @property
    def state(self) -> State:
        """Where the run stands."""
        return state_of(self.steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, oldest first."""
        return tuple(recorded.step for recorded in self._steps)

    @property
    def spent(self) -> Spending:
        """What the run has taken so far, in all its processes."""
        return spending(self.steps)

    @property
    def elapsed_seconds(self) -> float:
        """Since this process began or went on with it."""
        return time.perf_counter() - self._began

    def search_began_seconds(self, aspect: int, round_: int) -> float:
        """Return when a search that was done began, from the beginning of the run."""
        for recorded in self._steps:
            step = recorded.step
            if isinstance(step, Searched) and (step.aspect, step.round) == (aspect, round_):
                return self._began_seconds(recorded, sum(step.retrieval.seconds.values()))
        return 0.0

    def _began_seconds(self, recorded: RecordedStep, seconds: float) -> float:
        ended = (recorded.at - self.run.created_at).total_seconds()
        return max(ended - seconds, 0.0)

    @property
    def stages(self) -> tuple[StageTime, ...]:
        """When each call and each search began, from the beginning of the run, and how long."""
        labels = {step.request_id: label_of(step) for step in self.steps if isinstance(step, Asked)}
        found = []
        for recorded in self._steps:
            step = recorded.step
            if isinstance(step, Billed):
                name, seconds = labels[step.request_id], step.seconds
            elif isinstance(step, Searched):
                name = f"search {step.aspect + 1}"
                seconds = sum(step.retrieval.seconds.values())
            else:
                continue
            found.append(StageTime(name, self._began_seconds(recorded, seconds), seconds))
        return tuple(found)

    async def append(self, step: Step) -> None:
        """Store a step, then tell of it.

        Raises:
            TrajectoryInUseError: another process has taken the run over.
        """
        leased = self._leased
        async with self._turn:
            await leased.store.append_step(self.scope, self.run.id, step, owner=leased.owner)
            self._steps.append(RecordedStep(len(self._steps), leased.clock(), step))
        self.emit(step)
        if isinstance(step, Asked | Billed | Searched):
            self.emit(Progress(self.spent, self.elapsed_seconds))

    def tell_again(self) -> None:
        """Tell the steps that were stored before, to whoever has not seen them."""
        for step in self.steps:
            self.emit(step)
        self.emit(Progress(self.spent, self.elapsed_seconds))


def label_of(asked: Asked) -> str:
    """Return what a call is called in lists: its kind, and the number of its aspect."""
    return asked.call.value if asked.aspect is None else f"{asked.call.value} {asked.aspect + 1}"


async def stored_steps(
    store: ResearchStore, documents: DocumentStore, scope: RoomScope, run_id: str
) -> list[RecordedStep]:
    """Return a run's steps, their hits joined again with what the room holds now.

    What was deleted since then is no hit any more: it can be neither sent nor cited.
    """
    recorded = await store.steps(scope, run_id)
    searches = [each.step.retrieval for each in recorded if isinstance(each.step, Searched)]
    ids = {hit.chunk.id for each in searches for hit in (*each.hits, *each.neighbours)}
    joined = await documents.join(scope, sorted(ids))

    def standing(hits: Sequence[Hit]) -> tuple[Hit, ...]:
        return tuple(
            replace(hit, chunk=joined[hit.chunk.id][0]) for hit in hits if hit.chunk.id in joined
        )

    def again(found: Retrieval) -> Retrieval:
        return replace(found, hits=standing(found.hits), neighbours=standing(found.neighbours))

    return [
        replace(each, step=replace(each.step, retrieval=again(each.step.retrieval)))
        if isinstance(each.step, Searched)
        else each
        for each in recorded
    ]
