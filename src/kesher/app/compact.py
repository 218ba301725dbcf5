"""Compaction as it happens: layer after layer, until the context is short enough.

The progress document is written and read again; then offload → noise → the strategy for results →
archive → full in two stages, each only while the context is still over its target.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field

from kesher.app.offloaded import keep
from kesher.app.summarise import summarise
from kesher.context.compaction import (
    archive,
    breaker,
    full,
    noise,
    offload,
    progress,
    strategies,
)
from kesher.context.compaction.situation import (
    PROGRESS_SOURCE,
    Count,
    Situation,
    accepted,
    is_waiting,
    situation_of,
)
from kesher.context.compaction.strategies import Rates, Strategy
from kesher.context.compaction.tasks import Task, edit_of, edits, write
from kesher.context.trajectory import Trajectory
from kesher.context.view import groups
from kesher.domain.agent import Compacted
from kesher.domain.trajectory import Edit, Edited, Event, Payload
from kesher.errors import CompactionError, StoreError
from kesher.ports.blobs import BlobStore
from kesher.ports.models import ChatModel

Record = Callable[[Payload], Awaitable[Event]]
"""Appends to the trajectory and stores the event, durable before it returns."""


@dataclass(frozen=True, slots=True)
class CompactSettings:
    """When compaction begins and how far it goes.

    Attributes:
        start_fraction: Of the budget: above it compaction begins.
        target_fraction: Of the budget: at it compaction ends.
        result_limit_tokens: A larger tool result is offloaded at once.
        preview_tokens: What stands in its place.
        keep_groups: The last groups that are never archived.
        record_tokens: Of one archived round.
        document_tokens: Of the progress document as it is read again.
        attempts: Failures in a row after which compaction stops.
    """

    start_fraction: float = 0.8
    target_fraction: float = 0.5
    result_limit_tokens: int = 4_000
    preview_tokens: int = 400
    keep_groups: int = 4
    record_tokens: int = 200
    document_tokens: int = 1_000
    attempts: int = 3
    strategy: Strategy = Strategy.ADAPTIVE


@dataclass(frozen=True, slots=True)
class Session:
    """The trajectory that is compacted, and what its request may take.

    Attributes:
        reads: Tools that only look something up.
        message_tokens: As `Profile.message_tokens`.
        stop: Set: no text that is still to be written is waited for or put in place.
    """

    trajectory: Trajectory
    record: Record
    budget_tokens: int
    count: Count
    reads: Collection[str] = ()
    message_tokens: int = 4
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    def situation(self) -> Situation:
        """Return the trajectory as a plan sees it now."""
        return situation_of(
            self.trajectory,
            budget_tokens=self.budget_tokens,
            count=self.count,
            message_tokens=self.message_tokens,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a compaction did.

    Attributes:
        compacted: One for each layer that changed something, or that could not.
        input_tokens, output_tokens: What the summarising model was sent and wrote.
    """

    compacted: tuple[Compacted, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass
class _Run:
    """What one compaction has done so far."""

    compacted: list[Compacted] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0

    def outcome(self) -> Outcome:
        return Outcome(tuple(self.compacted), self.input_tokens, self.output_tokens)


@dataclass(frozen=True, slots=True)
class Compact:
    """Shortens what is shown of a trajectory.

    Attributes:
        chat: Writes summaries; None: they are quoted.
        blobs: Where large results go; None: they stay. Its own folder, apart from the documents'.
    """

    chat: ChatModel | None
    blobs: BlobStore | None
    settings: CompactSettings = CompactSettings()

    def is_due(self, session: Session) -> bool:
        """Tell whether the context is so full that compaction is to begin."""
        return session.situation().tokens > self.settings.start_fraction * session.budget_tokens

    async def offload(self, session: Session) -> Outcome:
        """Take large results out (layer 1): before the model sees them, so no cache breaks.

        A disk without room leaves them where they are, and the outcome says so.
        """
        run = _Run()
        await self._offload(session, run)
        return run.outcome()

    async def compact(self, session: Session) -> Outcome:
        """Shorten the context to its target, or as far as its layers go.

        Nothing happens, not even a call of a model, unless it is worth its cost.

        Raises:
            CompactionError: it is stopped after failing again and again, or cannot help; the
                message gives the numbers.
        """
        before = session.situation()
        state = breaker.breaker_of(session.trajectory.events)
        threshold = int(self.settings.start_fraction * session.budget_tokens)
        breaker.check_may_begin(
            before, state, attempts=self.settings.attempts, threshold_tokens=threshold
        )
        run = _Run()
        # First, so that a crash between two edits never leaves a context without it.
        await self._read_progress(session)
        await self._layers(session, run)
        if not session.stop.is_set():  # what was broken off has neither helped nor failed
            await self._judge(session, before, state)
        return run.outcome()

    async def _layers(self, session: Session, run: _Run) -> None:
        await self._offload(session, run)
        await self._noise(session, run)
        rates = Rates(start_fraction=0.0, target_fraction=self.settings.target_fraction)
        chosen = self.settings.strategy
        target = int(self.settings.target_fraction * session.budget_tokens)
        steps: tuple[Callable[[Situation], tuple[Task, ...]], ...] = (
            lambda now: strategies.tasks(chosen, now, rates),
            lambda now: archive.tasks(
                now,
                keep_groups=self.settings.keep_groups,
                record_tokens=self.settings.record_tokens,
            ),
            full.session_tasks,
            lambda now: full.everything_tasks(now, target_tokens=target),
        )
        for step in steps:
            situation = session.situation()
            if situation.tokens <= target or session.stop.is_set():
                return
            await self._write(session, situation, step(situation), run)

    async def _offload(self, session: Session, run: _Run) -> None:
        if self.blobs is None:
            return
        situation = session.situation()
        limits = offload.ResultBudget(
            self.settings.result_limit_tokens, self.settings.preview_tokens
        )
        planned = offload.plan(situation, limits)
        shown = {entry.sequence: entry for entry in situation.entries}
        kept, reason = [], "large results are in files"
        for edit in planned:
            try:
                await keep(edit, shown[edit.targets[0]], self.blobs)
            except StoreError as error:
                reason = f"large results stay in the context: {error}"
                break
            kept.append(edit)
        await self._apply(session, kept, run, reason=reason, is_told=bool(planned))

    async def _noise(self, session: Session, run: _Run) -> None:
        situation = session.situation()
        if situation.tokens > self.settings.target_fraction * session.budget_tokens:
            await self._apply(session, noise.plan(situation, reads=session.reads), run)

    async def _write(
        self, session: Session, situation: Situation, tasks: tuple[Task, ...], run: _Run
    ) -> None:
        """Write the texts of the tasks and put them in place; each is judged before."""
        worth = accepted(
            situation, (edit_of(task, write(task, situation), situation) for task in tasks)
        )
        wanted = {edit.targets for edit in worth}
        chosen = [task for task in tasks if task.targets in wanted]
        written = [await summarise(task, situation, self.chat, session.stop) for task in chosen]
        run.input_tokens += sum(each.input_tokens for each in written)
        run.output_tokens += sum(each.output_tokens for each in written)
        if session.stop.is_set():
            return
        remark = " ".join(dict.fromkeys(each.remark for each in written if each.remark))
        planned = edits(situation, ((each.task, each.text) for each in written))
        await self._apply(session, planned, run, reason=remark)

    async def _apply(
        self,
        session: Session,
        planned: Collection[Edit],
        run: _Run,
        *,
        reason: str = "",
        is_told: bool = False,
    ) -> None:
        before = session.situation().tokens
        for edit in planned:
            await session.record(Edited(edit))
        if planned or is_told:
            layers = dict.fromkeys(edit.layer for edit in planned)
            why = reason or "; ".join(dict.fromkeys(edit.reason for edit in planned))
            layer = ", ".join(layers) or offload.LAYER
            run.compacted.append(Compacted(layer, before, session.situation().tokens, why))

    async def _read_progress(self, session: Session) -> None:
        """Write the progress document to the log, and show it in place of the one before.

        While a call waits for its result nothing may stand behind it: then it is written only.
        """
        situation = session.situation()
        found = progress.progress_of(session.trajectory.events)
        text = progress.shown(
            found,
            situation.spoken,
            limit_tokens=self.settings.document_tokens,
            count=situation.count,
        )
        standing = [e.message.text for e in situation.entries if e.source == PROGRESS_SOURCE]
        if not text or standing == [text]:
            return
        await session.record(progress.note(found, situation.spoken))
        shown = groups(situation.entries)
        if shown and is_waiting(shown[-1]):
            return
        for edit in full.old_documents(situation):
            await session.record(Edited(edit))
        await session.record(progress.message(text))

    async def _judge(self, session: Session, before: Situation, state: breaker.Breaker) -> None:
        """Tell the log whether the attempt brought anything; stop after too many that did not."""
        after = session.situation()
        is_better = before.tokens - after.tokens >= breaker.least_gain(before)
        failures = 0 if is_better else state.failures + 1
        if failures or state.failures:
            await session.record(
                breaker.note(
                    failures,
                    before=before.tokens,
                    after=after.tokens,
                    attempts=self.settings.attempts,
                )
            )
        if failures >= self.settings.attempts:
            raise CompactionError(
                f"Compaction brought nothing for the {failures}th time in a row: {after.tokens:,} "
                f"tokens are used of {session.budget_tokens:,}. It is stopped. Start a new session "
                f"from the progress document, or raise the budget."
            )
