"""Deep research as a use case: estimated, begun, resumed, looked up."""

import asyncio
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.app.agent.lease import Lease
from kesher.app.ask import Ask
from kesher.app.research.calls import Calls, Lane, most
from kesher.app.research.course import investigate
from kesher.app.research.estimating import Basis, estimate
from kesher.app.research.events import Begun, Emit, Paused
from kesher.app.research.log import Leased, RunLog, stored_steps
from kesher.app.research.report import Report
from kesher.app.research.settings import ResearchSettings
from kesher.app.research.steps import Steps
from kesher.context.assembly import as_sent
from kesher.context.research.asking import Fit
from kesher.domain.answer import Answer
from kesher.domain.research import Answered, Billed, Estimate, Limits, RecordedStep, ResearchRun
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, InputError
from kesher.ports.research import ResearchStore

_QUESTION_PART = 4
"""A prompt holds the question, its aspects, instructions and passages."""
_MEASURED_RUNS = 3
"""Of the newest runs so many say how fast the model is."""


@dataclass(frozen=True, slots=True)
class Research:
    """Researches questions over a room's documents.

    Attributes:
        ask: What an ordinary question is answered with: search, model, memory, record.
    """

    ask: Ask
    runs: ResearchStore
    settings: ResearchSettings

    async def estimate(self, scope: RoomScope, text: str) -> Estimate:
        """Return what a research of the question would take; nothing is searched or asked.

        Raises:
            InputError: the question is empty or too long.
            NotFoundError: no such room.
        """
        return await self._estimated(scope, self._checked(text), self.settings.limits)

    async def begin(
        self,
        scope: RoomScope,
        text: str,
        *,
        thread_id: str | None = None,
        memory: str | None = None,
    ) -> ResearchRun:
        """Store a new run; `go_on` does it.

        Raises:
            InputError: the question is empty or too long, the limits do not take the cheapest
                run, or the thread has not this memory.
            NotFoundError: no such room, or no such thread in it.
            LimitReachedError: the room's or the person's limit is used up.
        """
        question = self._checked(text)
        await self.ask.store.room(scope)
        _check_limits(await self._estimated(scope, question, self.settings.limits))
        await self.ask.counted(scope)
        thread, answers = await self.ask.thread_of(scope, thread_id, question, memory)
        count = self.ask.settings.earlier_questions
        run = ResearchRun(
            id=self.ask.new_id("res"),
            room_id=scope.room_id,
            thread_id=thread.id,
            answer_id=self.ask.new_id("ans"),
            question=question,
            earlier=tuple(each.question for each in answers[-count:]) if count else (),
            model=self.ask.chat.name if self.ask.chat else None,
            limits=self.settings.limits,
            created_at=self.ask.clock(),
        )
        await self.runs.create_run(scope, run)
        return run

    async def go_on(
        self,
        scope: Scope,
        run_id: str,
        *,
        emit: Emit,
        stop: asyncio.Event,
        cut: asyncio.Event,
    ) -> Answer | None:
        """Do what is left of a run, telling `emit` all along, and return its answer.

        Args:
            stop: Set: searching ends, and the answer is written from what was found.
            cut: Set: everything ends at once. While it searches, the run is left to be resumed;
                while it writes, what was written is kept.

        Returns:
            The answer as it is stored; None: it was cut off before the answer was begun.

        Raises:
            NotFoundError: no such run in the tenant.
            TrajectoryInUseError: it goes on in another process, or here.
            ConflictError: it has its answer.
            ModelError: the question could not be embedded; the run can be resumed.
        """
        run = await self.runs.run(scope, run_id)
        room = RoomScope(scope.tenant_id, run.room_id, user_id=scope.user_id)
        owner = f"process {os.getpid()} on {socket.gethostname()} ({self.ask.new_id('own')})"
        lease = Lease(self.runs, scope, run_id, owner, self.settings.lease_seconds)
        following = asyncio.ensure_future(_follow(cut, stop))
        try:
            async with lease.held(cut):
                run = await self.runs.run(scope, run_id)  # its answer may have come meanwhile
                steps = await stored_steps(self.runs, self.ask.store, room, run_id)
                leased = Leased(self.runs, owner, self.ask.clock)
                log = RunLog(leased, room, run, emit=emit, steps=steps)
                return await self._gone_on(log, stop, cut)
        finally:
            following.cancel()

    async def run(self, scope: Scope, run_id: str) -> tuple[ResearchRun, Sequence[RecordedStep]]:
        """Return a run and its steps, with the texts of what still stands. Raises NotFoundError."""
        run = await self.runs.run(scope, run_id)
        room = RoomScope(scope.tenant_id, run.room_id)
        return run, await stored_steps(self.runs, self.ask.store, room, run_id)

    async def _gone_on(self, log: RunLog, stop: asyncio.Event, cut: asyncio.Event) -> Answer | None:
        run = log.run
        await _check_unanswered(log)
        thread = await self.ask.store.thread(log.scope, run.thread_id)
        estimated = await self._estimated(log.scope, run.question, run.limits)
        log.emit(Begun(run, estimated, resumed=bool(log.steps)))
        log.tell_again()
        lane = self._lane(run)
        steps = Steps(
            log=log,
            search=self.ask.search.within(thread.document_ids),
            quoting=self.ask.quoting,
            calls=Calls(lane, log, stop) if lane else None,
            fit=self._fit(),
            settings=self.settings,
        )
        if not await investigate(steps, stop=stop, cut=cut):
            log.emit(Paused(run.id))
            return None
        return await Report(self.ask, steps, lane, thread).write(cut)

    def _checked(self, text: str) -> str:
        """Return the question as it is asked, of which each step's prompt must take its aspects."""
        question = self.ask.checked(text)
        tokens = self.ask.counter.count(as_sent(question))
        limit = self.settings.prompt_tokens // _QUESTION_PART
        if tokens > limit:
            raise InputError(
                f"The question takes {tokens:,} tokens; at most {limit:,} are researched, a "
                f"quarter of `research_prompt_tokens`. Shorten it, or ask an ordinary question."
            )
        return question

    def _fit(self) -> Fit:
        return Fit(self.ask.profile, self.settings.prompt_tokens, self.ask.counter.count)

    def _lane(self, run: ResearchRun) -> Lane | None:
        """Return how the model is asked; None: none is set now, whatever the run began with."""
        ask = self.ask
        if ask.chat is None:
            return None
        return Lane(
            chat=ask.chat,
            store=ask.store,
            profile=ask.profile,
            counter=ask.counter,
            clock=ask.clock,
            new_id=ask.new_id,
            limits=run.limits,
            limiting=ask.limiting,
            reserve=most(ask.profile, self.settings.prompt_tokens, self.settings.output_tokens),
        )

    async def _estimated(self, scope: RoomScope, question: str, limits: Limits) -> Estimate:
        ask = self.ask
        model = ask.chat.name if ask.chat else None
        return estimate(
            Basis(
                question=question,
                figures=await ask.store.figures(scope),
                model=model,
                profile=ask.profile,
                settings=replace(self.settings, limits=limits),
                bills=await self._bills(scope, model),
                count=ask.counter.count,
            )
        )

    async def _bills(self, scope: RoomScope, model: str | None) -> list[Billed]:
        """Return what the calls of the room's newest runs by this model took."""
        if model is None:
            return []
        runs = [run for run in await self.runs.runs(scope) if run.model == model]
        bills: list[Billed] = []
        for run in runs[:_MEASURED_RUNS]:
            recorded = await self.runs.steps(scope, run.id)
            bills += [each.step for each in recorded if isinstance(each.step, Billed)]
        return bills


async def _check_unanswered(log: RunLog) -> None:
    """Refuse a run that has its answer, also where it died before it could note so."""
    run = log.run
    if not run.answered:
        return
    if log.state.answered is None:
        await log.append(Answered(run.answer_id, 0.0))
    raise ConflictError(
        f"The research `{run.id}` has its answer, `{run.answer_id}` in thread `{run.thread_id}`. "
        f"Read it there, or begin a new research."
    )


async def _follow(cut: asyncio.Event, stop: asyncio.Event) -> None:
    """Let whoever waits for a stop hear of a cut as well."""
    await cut.wait()
    stop.set()


def _check_limits(estimated: Estimate) -> None:
    """Refuse a run whose limits do not take even the cheapest course."""
    limits = estimated.limits
    usd = estimated.price_usd.least if estimated.price_usd else 0.0
    if limits.tokens and estimated.tokens.least > limits.tokens:
        raise InputError(
            f"This research takes at least {estimated.tokens.least:,.0f} tokens, and "
            f"`research_limit_tokens` is {limits.tokens:,}. Raise it, or ask an ordinary question."
        )
    if limits.usd and usd > limits.usd:
        raise InputError(
            f"This research takes at least ${usd:.4f}, and `research_limit_usd` is "
            f"${limits.usd:.4f}. Raise it, or ask an ordinary question."
        )
