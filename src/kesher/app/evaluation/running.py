"""Each question of a set searched as a person's question is, judged, counted and kept."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kesher.answer.holding import Bar
from kesher.app.evaluation.judging import figures_of, first_right, found_pages, right_pages
from kesher.app.evaluation.lines import QuestionFile
from kesher.app.evaluation.questions import QuestionSets
from kesher.app.evaluation.remembered import Remembered
from kesher.app.quoting import Quoting
from kesher.app.recording import settings_of
from kesher.app.search import Search
from kesher.domain.answer import AnswerKind
from kesher.domain.document import Document
from kesher.domain.evaluation import (
    KEPT_PAGES,
    EvaluationRun,
    FoundPage,
    Outcome,
    RoomQuestion,
    RunState,
)
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import InputError, KesherError
from kesher.ports.clock import Clock, NewId
from kesher.ports.evaluations import EvaluationStore, Measures
from kesher.ports.stores import Store

_VERSIONS = ("kesher", "terms", "embedder", "parser", "chunking")
"""Of those that stand in records: what decides what is found, and what is refused."""

WORDS_ALONE = "none (by words alone)"


@dataclass(frozen=True, slots=True)
class Plan:
    """A run before it begins.

    Attributes:
        source: As `EvaluationRun` has it.
        refusals: Whether it is looked at what would be refused, which takes most of the time.
    """

    run_id: str
    questions: tuple[RoomQuestion, ...]
    source: str
    refusals: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """Questions asked, and all of them."""

    done: int
    total: int


Emit = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question's outcome before it is measured, with what it is measured against."""

    outcome: Outcome
    right: frozenset[FoundPage]

    @property
    def is_judged(self) -> bool:
        return self.outcome.is_answerable and not self.outcome.missing


@dataclass(frozen=True, slots=True)
class Evaluating:
    """Runs evaluations of rooms.

    Attributes:
        bar: What an answer without a model must reach.
        versions: Of this Kesher, by name.
    """

    store: Store
    evaluations: EvaluationStore
    sets: QuestionSets
    search: Search
    bar: Bar
    measures: Measures
    versions: Mapping[str, str]
    clock: Clock
    new_id: NewId

    async def plan(
        self, scope: RoomScope, *, file: QuestionFile | None = None, refusals: bool = True
    ) -> Plan:
        """Return what a run will ask.

        Args:
            file: Its questions in place of the room's set, which stays as it is.

        Raises:
            NotFoundError: no such room.
            InputError: the set has no question, or a line of the file is wrong.
        """
        if file is not None:
            questions: Sequence[RoomQuestion] = await self.sets.read(scope, file)
        else:
            questions = await self.sets.questions(scope)
        if not questions:
            raise InputError(
                "The room has no questions to evaluate it with. Import some, or take them over "
                "from its answers."
            )
        source = "" if file is None else file.name
        return Plan(self.new_id("evl"), tuple(questions), source, refusals)

    async def run(
        self, scope: RoomScope, plan: Plan, *, emit: Emit, stop: asyncio.Event
    ) -> EvaluationRun:
        """Ask each question, store how it went, and return that.

        Setting `stop` ends the run after the question that is under way; what was asked is stored.

        Raises:
            ModelError: a text could not be embedded. What was asked before is stored.
        """
        began, started = self.clock(), time.perf_counter()
        asked: list[_Asked] = []
        try:
            await self._ask_all(scope, plan, asked, emit=emit, stop=stop)
        except KesherError:
            await self._keep(scope, plan, asked, RunState.FAILED, began, started)
            raise
        state = RunState.COMPLETE if len(asked) == len(plan.questions) else RunState.STOPPED
        return await self._keep(scope, plan, asked, state, began, started)

    async def _ask_all(
        self,
        scope: RoomScope,
        plan: Plan,
        asked: list[_Asked],
        *,
        emit: Emit,
        stop: asyncio.Event,
    ) -> None:
        documents = await self.store.documents(scope)
        # Its own memory of sentences: most questions bring up some that another has.
        quoting = Quoting(Remembered(self.search.embedder), self.bar) if plan.refusals else None
        for question in plan.questions:
            if stop.is_set():
                return
            asked.append(await self._ask(scope, question, documents, quoting))
            emit(Progress(len(asked), len(plan.questions)))

    async def _ask(
        self,
        scope: RoomScope,
        question: RoomQuestion,
        documents: Sequence[Document],
        quoting: Quoting | None,
    ) -> _Asked:
        """Search for one question; without `quoting` it is not looked at what is refused."""
        started = time.perf_counter()
        right, missing = right_pages(question.right, documents)
        # Deep, for many chunks may stand on one page, and ten pages are looked at.
        top = max(self.search.settings.fusion_depth, self.search.settings.top)
        retrieval = await self.search.retrieve(scope, Query(question.text), top=top)
        copies = [id_ for hit in retrieval.hits for id_ in hit.copies]
        joined = await self.store.join(scope, copies) if copies else {}
        chunks = {id_: chunk for id_, (chunk, _) in joined.items()}
        pages = found_pages(retrieval.hits, chunks)[:KEPT_PAGES]
        if question.right and right.isdisjoint(pages):
            # Its document may have gone since the run began.
            right, missing = right_pages(question.right, await self.store.documents(scope))
        outcome = Outcome(
            text=question.text,
            language=question.language,
            right=question.right,
            seconds=time.perf_counter() - started,
            missing=missing,
            pages=tuple(pages),
            rank=None if missing else first_right(pages, right),
        )
        if quoting is not None:
            outcome = await self._refused(outcome, retrieval, quoting)
        return _Asked(outcome, right)

    async def _refused(self, outcome: Outcome, retrieval: Retrieval, quoting: Quoting) -> Outcome:
        """Add whether the room's answer without a model would be "not found"."""
        seen = replace(retrieval, hits=retrieval.hits[: self.search.settings.top])
        draft = await quoting.draft(seen)
        refused = draft.kind is AnswerKind.NOT_FOUND
        return replace(outcome, refused=refused, held_fraction=draft.held_fraction)

    async def _keep(
        self,
        scope: RoomScope,
        plan: Plan,
        asked: Sequence[_Asked],
        state: RunState,
        began: datetime,
        started: float,
    ) -> EvaluationRun:
        outcomes = self._measured(asked)
        run = EvaluationRun(
            id=plan.run_id,
            room_id=scope.room_id,
            created_at=began,
            state=state,
            source=plan.source,
            asked=len(plan.questions),
            seconds=time.perf_counter() - started,
            versions=await self._versions(scope),
            settings=settings_of(search=self.search.settings, quote=self.bar),
            room=await self.store.figures(scope),
            figures=figures_of(outcomes),
        )
        await self.evaluations.save_run(scope, run, outcomes)
        return run

    async def _versions(self, scope: RoomScope) -> dict[str, str]:
        """Return the versions, the embedder being the one that the room is searched by."""
        embedder = await self.search.models.of(scope)
        searched = {"embedder": WORDS_ALONE if embedder is None else embedder.name}
        return {name: self.versions[name] for name in _VERSIONS} | searched

    def _measured(self, asked: Sequence[_Asked]) -> list[Outcome]:
        judged = [each for each in asked if each.is_judged]
        rankings = [list(map(_name, each.outcome.pages)) for each in judged]
        right = [frozenset(map(_name, each.right)) for each in judged]
        values = iter(self.measures(rankings, right) if judged else ())
        return [
            replace(each.outcome, values=next(values)) if each.is_judged else each.outcome
            for each in asked
        ]


def _name(page: FoundPage) -> str:
    return f"{page.document_id} {page.page_number}"
