"""The calls of one answer: begun as each is whole, judged, run side by side, said in order."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kesher.app.agent import failures
from kesher.app.agent.checking import Sound, checked
from kesher.app.agent.execution import Result, error, execute, leave
from kesher.app.agent.hooks import Count, Guard, Telling
from kesher.app.agent.pending import OpenCall, decided_for, open_interrupts
from kesher.app.agent.session import AnyTool, InSession, Session, Waiting
from kesher.app.agent.settings import AgentSettings
from kesher.context.guard.decision import Ruling, binding
from kesher.context.guard.tags import nonce_for, wrap
from kesher.domain.agent import CallDone, CallWritten
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.trajectory import CallStarted, Interrupted, Noted, Origin, Said
from kesher.ports.clock import NewId
from kesher.text.storable import storable

STOP_SECONDS = 5.0
"""What a sub-agent gets to come to rest by itself when the run is stopped."""


@dataclass(slots=True)
class Job:
    """One call on its way to its result; exactly one of the others is set.

    Attributes:
        waits: What a person is asked before it begins.
    """

    call: ToolCall
    task: "asyncio.Task[Result | Waiting] | None" = None
    result: Result | None = None
    waits: Interrupted | None = None
    patient: bool = False


@dataclass(frozen=True, slots=True)
class Calls:
    """Begins calls and says their results. One for each run."""

    session: Session
    tools: Mapping[str, AnyTool]
    guard: Guard
    settings: AgentSettings
    count: Count
    new_id: NewId
    telling: Telling | None = None

    async def begin(
        self,
        call: ToolCall,
        *,
        written_name: str | None = None,
        final: bool = True,
        is_cut: bool = False,
        preface: Noted | None = None,
    ) -> Job | None:
        """Begin a call, or find out why it is not to begin.

        Args:
            written_name: As the model wrote it.
            final: Nothing more of it will come; else a fault is left for later (None).
            is_cut: The answer reached its output limit.
            preface: Kept in the log before the call, since its answer is not there yet.
        """
        limit = self.settings.output_tokens if is_cut else None
        found = checked(call, self.tools, written_name=written_name, limit_tokens=limit)
        if isinstance(found, str):
            return Job(call, result=error(found)) if final else None
        verdict = self.guard.judge(
            found.judged,
            found.meant.spec,
            self.session.seen(),
            decided_for(self.session.log.events, call.id),
            prefix=self.session.log.trajectory.prefix.system,
        )
        if verdict.ruling is Ruling.REFUSE:
            return Job(call, result=error(failures.refused(call.name, verdict.reason)))
        if verdict.ruling is Ruling.CONFIRM:
            asked = Interrupted(
                self.new_id("int"), found.judged, verdict.reason, binding(found.judged)
            )
            return Job(call, waits=asked)
        if preface is not None:
            await self.session.log.append(preface)
        await self.session.log.append(CallStarted(call))
        self.session.emit(CallWritten(call))
        return self._running(call, found)

    async def again(self, open_call: OpenCall) -> Job:
        """Take up a call that a log has left open."""
        call = open_call.call
        if open_call.is_waiting and open_call.interrupt is not None:
            return Job(call, waits=open_call.interrupt)
        if not open_call.started:
            return await self._decided(open_call)
        found = checked(call, self.tools)
        if isinstance(found, Sound) and (
            isinstance(found.tool, InSession) or found.meant.spec.idempotent
        ):
            return self._running(call, found)
        return Job(call, result=error(failures.interrupted(call.name)))

    async def settle(self, jobs: Sequence[Job]) -> bool:
        """Say every result in the order of the calls; return whether a person is waited for.

        When the run is stopped, what still runs is cancelled and said to be.
        """
        waiting = [job for job in jobs if job.waits is not None]
        try:
            for job in jobs:
                if job.task is not None:
                    outcome = await self._outcome(job)
                    if isinstance(outcome, Waiting):
                        await self._ask(outcome.interrupts)
                        waiting.append(job)
                        continue
                    job.result = outcome
                if job.result is not None:
                    await self._say(job.call, job.result)
        finally:
            abandon(jobs)
        await self._ask([job.waits for job in jobs if job.waits is not None])
        return bool(waiting)

    async def close(self, left: Sequence[OpenCall], *, text: str) -> None:
        """Say of calls that wait for a person that they will not be made."""
        for each in left:
            await self._say(each.call, error(failures.refused(each.call.name, text)))

    async def _decided(self, open_call: OpenCall) -> Job:
        """Begin a call after a person's word, or one that had never begun."""
        word = open_call.decision
        if word is not None and not word.allowed:
            why = f"A person has refused it: {word.comment or 'no reason was given.'}"
            return Job(open_call.call, result=error(failures.refused(open_call.call.name, why)))
        job = await self.begin(open_call.call)
        if job is None:
            raise AssertionError("A final call always has a job.")
        return job

    def _running(self, call: ToolCall, found: Sound) -> Job:
        work = execute(
            call, found, self.session, self.settings, count=self.count, telling=self.telling
        )
        task = asyncio.get_running_loop().create_task(work)
        return Job(call, task=task, patient=isinstance(found.tool, InSession))

    async def _outcome(self, job: Job) -> Result | Waiting:
        """Wait for a running call or for the run to be stopped."""
        if job.task is None:
            raise AssertionError("Only a running call is waited for.")
        stopped = asyncio.ensure_future(self.session.stop.wait())
        try:
            await asyncio.wait({job.task, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not job.task.done() and job.patient:
                await asyncio.wait({job.task}, timeout=STOP_SECONDS)
        finally:
            stopped.cancel()
        if job.task.done() and not job.task.cancelled():
            return job.task.result()
        return error(failures.cancelled(job.call.name))

    async def _say(self, call: ToolCall, result: Result) -> None:
        log = self.session.log
        text = storable(result.text)
        shown = self._tagged(text, result, call)
        # What is pinned is read back from the log, and must stand there as the tool gave it.
        if self.telling is not None and not result.pinned:
            text = self.telling.stamped(text)
        message = Message(Role.TOOL, self._tagged(text, result, call), tool_call_id=call.id)
        said = Said(message, result.origin, result.source, result.pinned, result.refs)
        await log.append(said)
        for note in result.notes:
            await log.append(note)
        self.session.emit(CallDone(call, shown, result.failed, result.seconds))

    def _tagged(self, text: str, result: Result, call: ToolCall) -> str:
        if result.origin is not Origin.EXTERNAL:
            return text
        nonce = nonce_for(self.session.log.trajectory.last_hash, call.id)
        return wrap(text, source=result.source, nonce=nonce)

    async def _ask(self, interrupts: Sequence[Interrupted]) -> None:
        """Log the questions that are new; they are put to the person when the run rests."""
        known = {each.id for each in open_interrupts(self.session.log.events)}
        for asked in interrupts:
            if asked.id not in known:
                await self.session.log.append(asked)


def abandon(jobs: Sequence[Job]) -> None:
    """Cancel what still runs."""
    for job in jobs:
        if job.task is not None and not job.task.done():
            leave(job.task)
