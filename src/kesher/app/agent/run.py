"""One run of the loop: request, answer, calls, results, and again, until there is a reason to rest.

Retry policy: an answer that breaks off is asked for again, `AgentSettings.retries` times in a row
at most. Calls that had begun are finished first and stand in the log with their results; what had
not begun is as if it was never written. Failures before the first byte are the adapter's to retry.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kesher.app.agent.asking import Answer, Asking
from kesher.app.agent.calls import Calls, abandon
from kesher.app.agent.hooks import Compaction, Room, Status
from kesher.app.agent.pending import (
    answered,
    cut_off,
    ended_note,
    last_text,
    open_calls,
    open_interrupts,
    rescued,
    run_events,
    stopped_note,
    unsaid_calls,
)
from kesher.app.agent.recorded import sent_in, turns
from kesher.app.agent.session import AnyTool, Session
from kesher.context.assembly import NOTHING, Evidence, Recollection, assemble
from kesher.domain.agent import AgentStop, Finished
from kesher.domain.request import Context, SentRequest
from kesher.domain.tool import Risk
from kesher.domain.trajectory import Edit, Edited, EditKind, Origin, Said, Stopped
from kesher.errors import (
    CompactionError,
    ContextTooLongError,
    ModelStreamError,
    ModelTimeoutError,
)
from kesher.ports.models import FinishReason


@dataclass(frozen=True, slots=True)
class Rest:
    """Why the loop comes to rest."""

    stop: AgentStop
    detail: str = ""


_BROKEN_OFF = (ModelStreamError, ModelTimeoutError)
_ENDS = {
    FinishReason.LENGTH: Rest(AgentStop.LENGTH, "The answer reached its output limit."),
    FinishReason.FILTERED: Rest(AgentStop.FILTERED, "The endpoint's content filter cut it off."),
}
_STOPPED = Rest(AgentStop.STOPPED)
_EMPTY = "The model wrote nothing."


class Run:
    """A run on one log, from wherever the log stands."""

    def __init__(
        self,
        session: Session,
        tools: Mapping[str, AnyTool],
        *,
        asking: Asking,
        calls: Calls,
        status: Status | None,
        compaction: Compaction | None,
    ) -> None:
        self._session = session
        self._log = session.log
        self._asking = asking
        self._calls = calls
        self._status = status
        self._compaction = compaction
        self._reads = frozenset(name for name, tool in tools.items() if tool.spec.risk is Risk.READ)
        self._failures = 0
        self._previous: SentRequest | None = None

    async def go(self, previous: SentRequest | None) -> Finished:
        """Go on until there is a reason to rest, and say which.

        Args:
            previous: The request before, with its segments, for the audit of the next one.
        """
        self._previous = previous
        rest = await self._take_up()
        while rest is None:
            rest = await self._turn()
        stopped = Stopped(rest.stop.value, rest.detail)
        if self._log.events[-1].payload != stopped:  # taken up again, and there was nothing to do
            await self._log.append(stopped)
        return await self._finished(rest)

    async def _take_up(self) -> Rest | None:
        """Finish what the log has left open."""
        if unsaid_calls(self._log.events):
            await self._log.append(rescued(self._log.events))
        waits = open_calls(self._log.events)
        if waits and await self._calls.settle([await self._calls.again(each) for each in waits]):
            return Rest(AgentStop.CONFIRMATION)
        finish = answered(self._log.events)
        if finish is not None:
            return _ENDS.get(finish, Rest(AgentStop.ANSWERED))
        await self._drop_cut_off()
        return None

    async def _drop_cut_off(self) -> None:
        """Show no more what a stop has left of an answer: the answer is asked for again."""
        sequence = cut_off(self._log.events)
        shown = [entry for entry in self._log.entries if entry.sequence == sequence]
        for entry in shown:
            edit = Edit(
                self._asking.new_id("ed"),
                EditKind.DROP,
                (entry.group,),
                (),
                "the answer was stopped in the midst of its words and is asked for again",
                "resume",
            )
            await self._log.append(Edited(edit))

    async def _turn(self) -> Rest | None:
        """Make one request and settle its calls; return why to rest, if there is a reason."""
        if self._session.stop.is_set():
            return _STOPPED
        if not self._session.meter.iterations_left:
            return Rest(AgentStop.ITERATIONS, "The run has made as many requests as it may.")
        try:
            context = await self._context()
        except (ContextTooLongError, CompactionError) as error:
            is_stopped = self._session.stop.is_set()  # then it did not get as short as it might
            return _STOPPED if is_stopped else Rest(AgentStop.CONTEXT_FULL, str(error))
        if self._session.stop.is_set():
            return _STOPPED
        if context.tokens > self._session.meter.tokens_left:
            left = self._session.meter.tokens_left
            detail = f"The next request takes {context.tokens:,} tokens; {left:,} are left."
            return Rest(AgentStop.TOKENS, detail)
        sent = self._asking.recorded(context, self._log, self._previous)
        self._previous = sent
        answer = await self._asking.ask(context, sent, self._session, self._calls)
        try:
            return await self._settled(answer)
        finally:
            abandon(answer.jobs)

    async def _settled(self, answer: Answer) -> Rest | None:
        """Put an answer and its results into the log."""
        stopped = self._session.stop.is_set()
        failure = self._failure(answer) if not stopped else None
        if failure is not None and not answer.jobs:
            return failure.rest
        message = answer.writing.message(answer.calls)
        finish = answer.writing.finish
        if message is not None:
            if finish in _ENDS:
                await self._log.append(ended_note(finish))
            elif stopped and finish is None and not answer.jobs:
                await self._log.append(stopped_note())
            await self._log.append(Said(message, Origin.MODEL))
        waiting = await self._calls.settle(answer.jobs)
        if stopped or self._session.stop.is_set():
            return _STOPPED
        if waiting:
            return Rest(AgentStop.CONFIRMATION)
        if failure is not None:
            return failure.rest
        if finish is FinishReason.FILTERED or (not answer.jobs and finish is not None):
            return _ENDS.get(finish, Rest(AgentStop.ANSWERED))
        return None

    def _failure(self, answer: Answer) -> "_Failure | None":
        """Return what an answer that is none means: asking again, or the end."""
        error = answer.error
        if error is None and answer.writing.message(answer.calls) is not None:
            self._failures = 0
            return None
        if error is None:
            if answer.writing.finish in _ENDS:
                return _Failure(_ENDS[answer.writing.finish])
            error = ModelStreamError(_EMPTY)
        self._failures += 1
        again = isinstance(error, _BROKEN_OFF) and self._failures <= self._asking.settings.retries
        return _Failure(None if again else Rest(AgentStop.MODEL_ERROR, str(error)))

    async def _context(self) -> Context:
        """Assemble the next request, shortened first where it is too long."""
        status = None if self._status is None else await self._status.status(self._log)
        memory = self._session.memory
        known = NOTHING if memory is None else await memory.recollect(self._log)
        if self._compaction is None:
            return self._assembled(status, known, self._budget)
        tokens = self._assembled(status, known, _NO_LIMIT).tokens
        count, stop = self._asking.counter.count, self._session.stop
        room = Room(tokens, self._budget, count, self._reads, stop)
        cost = await self._compaction.make_room(self._log, room, self._session.emit)
        self._session.meter.add(tokens=cost)
        return self._assembled(status, known, self._budget)

    def _assembled(self, status: str | None, memory: Recollection, budget_tokens: int) -> Context:
        return assemble(
            self._log.trajectory,
            evidence=Evidence(memory=memory),
            status=status,
            profile=self._asking.profile,
            budget_tokens=budget_tokens,
            count=self._asking.counter.count,
        )

    @property
    def _budget(self) -> int:
        settings = self._asking.settings
        window = self._asking.profile.window_tokens - settings.output_tokens
        return min(settings.budget_tokens or window, window)

    async def _finished(self, rest: Rest) -> Finished:
        """Sum the run up from what is stored, so that a restart loses no number."""
        events = run_events(self._log.events)
        stored = await self._asking.store.requests(self._session.scope, self._log.id)
        finished = summed_up(rest, last_text(events), sent_in(stored, events))
        if rest.stop is not AgentStop.CONFIRMATION:
            return finished
        waiting = tuple(each.id for each in open_interrupts(self._log.events))
        return replace(finished, waiting=waiting)


@dataclass(frozen=True, slots=True)
class _Failure:
    """An answer that is none. `rest` None: it is asked for again."""

    rest: Rest | None


_NO_LIMIT = 1 << 40
"""For a request that is measured only."""


def summed_up(rest: Rest, text: str, requests: Sequence[SentRequest]) -> Finished:
    """Return how a run ended, with the tokens and the price of its requests as billed.

    A summary counts in tokens and price, and is no iteration.
    """
    usages = [request.usage for request in requests if request.usage is not None]
    prices = [request.price_usd for request in requests if request.price_usd is not None]
    return Finished(
        stop=rest.stop,
        text=text,
        iterations=turns(requests),
        input_tokens=sum(usage.input_tokens or 0 for usage in usages),
        output_tokens=sum(usage.output_tokens or 0 for usage in usages),
        cached_tokens=sum(usage.cached_tokens or 0 for usage in usages),
        price_usd=sum(prices) if prices else None,
        detail=rest.detail,
    )
