"""The end of a research: its answer written, stored in the thread with its record, and told."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.answer.draft import Draft, not_found
from kesher.answer.research.choosing import beside, chosen, nearest
from kesher.answer.research.notes import Coverage, coverage, notes
from kesher.answer.research.quoting import grouped
from kesher.answer.research.state import State, relevant
from kesher.app.ask import Ask
from kesher.app.ask_events import Stage, TextPiece
from kesher.app.recording import Made, recorded, settings_of
from kesher.app.research.calls import Lane, most, taken_by, used_up, within
from kesher.app.research.log import label_of
from kesher.app.research.steps import Steps
from kesher.app.writing import Writing, Written, degraded, tell
from kesher.context.question import Prompt
from kesher.context.research import writing
from kesher.domain.answer import Answer, AnswerKind, PromptFigures, StopReason, Thread
from kesher.domain.answer_record import ModelCall
from kesher.domain.request import Purpose
from kesher.domain.research import Answered, Asked, Billed, Call, HaltReason, Limits
from kesher.domain.retrieval import Query, Retrieval, RoomFigures
from kesher.text.language import language

_NEAREST = 10
_HALTED = {
    HaltReason.PERSON: ("research.stopped", "The research was stopped before its end."),
    HaltReason.LIMIT: (
        "research.limit",
        "The research came to its limit (`research_limit_tokens`, `research_limit_usd`).",
    ),
}


@dataclass(frozen=True, slots=True)
class Report:
    """Writes the answer of one run.

    Attributes:
        lane: None: no model is set, and sentences are quoted.
    """

    ask: Ask
    steps: Steps
    lane: Lane | None
    thread: Thread

    async def write(self, cut: asyncio.Event) -> Answer:
        """Write, store and tell the answer.

        Args:
            cut: Set: the writing ends at once; what was written until then is kept.
        """
        log, state = self.steps.log, self.steps.log.state
        log.emit(Stage.READING)
        memory = await self.ask.remembered(
            log.scope, self.thread, log.run.question, log.run.answer_id
        )
        covered = coverage(state, self._with_passages(state))
        hits = chosen(state, self.steps.settings.choice)
        researched = writing.Researched(
            question=log.run.question,
            found=tuple(state.aspects[each] for each in covered.found),
            missing=tuple(state.aspects[each] for each in covered.missing),
            hits=hits,
            neighbours=beside(state, hits),
            memory=memory,
        )
        prompt = writing.request(researched, self.steps.fit)
        retrieval = await self._merged(state, researched)
        draft = await self._draft(state, retrieval, prompt, cut)
        draft = await self.ask.said_if_unread(log.scope, draft)
        draft = self._told(state, covered, draft)
        answer = self._answer(state, retrieval, prompt, draft)
        await self._store(state, answer, prompt, draft.held_fraction)
        return answer

    def _with_passages(self, state: State) -> list[int]:
        choice = self.steps.settings.choice
        return [at for at in range(len(state.aspects)) if relevant(state, at, choice)]

    async def _merged(self, state: State, researched: writing.Researched) -> Retrieval:
        """Return all that was chosen as if one search had found it."""
        found = list(state.searches.values())
        figures = found[-1].figures if found else await self._figures()
        return Retrieval(
            query=Query(researched.question, self.steps.log.run.earlier),
            hits=researched.hits or nearest(state, _NEAREST),
            neighbours=researched.neighbours,
            figures=figures,
            embedder=self.steps.search.embedder.name,
            seconds=_sums(found),
        )

    async def _figures(self) -> RoomFigures:
        return await self.ask.store.figures(self.steps.log.scope)

    async def _draft(
        self, state: State, retrieval: Retrieval, prompt: Prompt, cut: asyncio.Event
    ) -> Draft:
        log = self.steps.log
        if not prompt.sent:
            spoken = language(log.run.question)
            said = not_found(spoken) if state.searches else Draft(AnswerKind.NOT_FOUND, "")
            return tell(said, log.emit)
        if self.lane is None or not await self._may_ask(self.lane, prompt):
            return tell(await self._quoted(state), log.emit)
        written = await self._written(self.lane, retrieval, prompt, cut)
        draft = written.draft
        if draft is None:
            quoted = await self._quoted(state)
            draft = tell(degraded(quoted, written.failure) if written.failure else quoted, log.emit)
        return replace(draft, request_id=written.request_id)

    async def _quoted(self, state: State) -> Draft:
        searched = [at for at in range(len(state.aspects)) if state.queries(at)]
        quoted = await asyncio.gather(*(self.steps.quoted(state, at) for at in searched))
        return grouped(quoted, language(self.steps.log.run.question))

    async def _written(
        self, lane: Lane, retrieval: Retrieval, prompt: Prompt, cut: asyncio.Event
    ) -> Written:
        log = self.steps.log
        request_id = lane.new_id("req")
        await log.append(Asked(request_id, Call.ANSWER, prompt.context.tokens))
        writer = Writing(
            store=lane.store,
            chat=lane.chat,
            profile=lane.profile,
            counter=lane.counter,
            clock=lane.clock,
            new_id=lambda _kind: request_id,
            output_tokens=self.steps.settings.output_tokens,
            purpose=Purpose.RESEARCH,
        )
        began = log.elapsed_seconds
        written = await writer.write(
            log.scope, log.run.thread_id, retrieval, prompt, emit=log.emit, stop=cut
        )
        await log.append(await self._bill(lane, written, log.elapsed_seconds - began))
        return written

    async def _bill(self, lane: Lane, written: Written, seconds: float) -> Billed:
        sent = await lane.store.request(self.steps.log.scope, written.request_id)
        wrote = lane.counter.count(written.draft.text) if written.draft else 0
        usage = sent.usage
        return Billed(
            sent.id,
            (usage.input_tokens if usage else None) or sent.tokens,
            (usage.output_tokens if usage else None) or wrote,
            sent.price_usd,
            seconds,
        )

    async def _may_ask(self, lane: Lane, prompt: Prompt) -> bool:
        return self._fits(lane, prompt) and not await used_up(lane, self.steps.log.scope)

    def _fits(self, lane: Lane, prompt: Prompt) -> bool:
        spent = taken_by(self.steps.log.steps, lane.profile)
        more = most(lane.profile, prompt.context.tokens, self.steps.settings.output_tokens)
        return within(lane.limits, Limits(spent.tokens + more.tokens, spent.usd + more.usd))

    def _told(self, state: State, covered: Coverage, draft: Draft) -> Draft:
        """Add the program's own lines, and what a reader must know of how it came about."""
        log = self.steps.log
        lines = notes(state, covered, language(log.run.question), with_model=self.lane is not None)
        if lines:
            gap = "\n\n" if draft.text.strip() else ""
            log.emit(TextPiece(gap + lines))
            draft = replace(draft, text=draft.text + gap + lines)
        if state.halted is HaltReason.PERSON:
            draft = replace(draft, stop_reason=StopReason.STOPPED)
        return _remarked(draft, state) if draft.error is None else draft

    def _answer(self, state: State, retrieval: Retrieval, prompt: Prompt, draft: Draft) -> Answer:
        log = self.steps.log
        return Answer(
            id=log.run.answer_id,
            thread_id=log.run.thread_id,
            question=log.run.question,
            kind=draft.kind,
            text=draft.text,
            citations=draft.citations,
            hits=(*retrieval.hits, *retrieval.neighbours),
            sent=tuple(chunk.id for chunk in prompt.sent),
            prompt=PromptFigures(
                sent_tokens=prompt.context.tokens,
                budget_tokens=self.steps.fit.budget_tokens,
                room_tokens=retrieval.figures.tokens,
                passages_sent=len(prompt.sent),
                passages_left_out=len(prompt.left_out),
            ),
            stop_reason=draft.stop_reason,
            model=draft.model,
            seconds={**retrieval.seconds, "total": log.elapsed_seconds},
            created_at=self.ask.clock(),
            error_code=draft.error_code,
            error=draft.error,
            request_id=draft.request_id,
            research_id=log.run.id,
        )

    async def _store(
        self, state: State, answer: Answer, prompt: Prompt, held_fraction: float | None
    ) -> None:
        log, ask = self.steps.log, self.ask
        made = Made(
            retrievals=tuple(
                recorded(
                    _graded(state, place),
                    label=f"aspect {place[0] + 1}, round {place[1]}",
                    began_seconds=log.search_began_seconds(*place),
                )
                for place in sorted(state.searches)
            ),
            prompt=prompt.context,
            calls=tuple(
                ModelCall(label_of(step), step.request_id)
                for step in log.steps
                if isinstance(step, Asked)
            ),
            stages=log.stages,
            held_fraction=held_fraction,
        )
        in_force = settings_of(
            search=self.steps.search.settings,
            ask=ask.settings,
            quote=self.steps.quoting.bar,
            research=self.steps.settings,
        )
        record = ask.recording.record(log.scope, answer, made, in_force)
        answer = await ask.store.save_answer(log.scope, answer, record)
        await log.append(Answered(answer.id, log.elapsed_seconds))
        await ask.log_answer(self.thread, answer)
        log.emit(answer)


def _graded(state: State, place: tuple[int, int]) -> Retrieval:
    found, graded = state.searches[place], state.grades.get(place)
    grades = graded.grades if graded else {}
    hits = tuple(replace(hit, grade=grades.get(hit.chunk.id)) for hit in found.hits)
    return replace(found, hits=hits)


def _sums(found: Sequence[Retrieval]) -> dict[str, float]:
    """Return the time of each stage over all searches."""
    sums: dict[str, float] = {}
    for retrieval in found:
        for stage, spent in retrieval.seconds.items():
            sums[stage] = sums.get(stage, 0.0) + spent
    return sums


def _remarked(draft: Draft, state: State) -> Draft:
    """Say with the answer how it ended early, or which of its steps went by rules, and why."""
    told = [*([_HALTED[state.halted][1]] if state.halted else []), *state.remarks]
    if not told:
        return draft
    code = _HALTED[state.halted][0] if state.halted else "research.degraded"
    return replace(draft, error_code=code, error=" ".join(told))
