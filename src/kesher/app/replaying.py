"""A stored question asked again on the room as it is: what would differ today?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kesher.answer.comparison import (
    prompts_compared,
    searches_compared,
    texts_compared,
    values_compared,
)
from kesher.app.ask import Ask
from kesher.app.recording import parts_of, put_back, recorded, settings_of
from kesher.app.search import Fusion
from kesher.context.question import Prompt
from kesher.domain.answer import Answer, Citation, Thread
from kesher.domain.answer_record import AnswerRecord, RecordedHit, RecordedRetrieval, Setting
from kesher.domain.canonical import digest
from kesher.domain.replay import (
    AnswerChange,
    PromptChange,
    Replay,
    SearchChange,
    SettingsOf,
    Standing,
)
from kesher.domain.request import Purpose
from kesher.domain.retrieval import Retrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.answer_records import AnswerRecordStore


@dataclass(frozen=True, slots=True)
class Replaying:
    """Asks stored questions again. Stores no answer, and memory hears nothing of it."""

    ask: Ask
    records: AnswerRecordStore

    async def replay(
        self,
        scope: Scope,
        answer_id: str,
        *,
        with_settings: SettingsOf = SettingsOf.TODAY,
        write: bool | None = None,
    ) -> Replay:
        """Search, assemble and, where asked, answer again, and compare.

        Args:
            with_settings: `then` puts the settings back with which the answer was given, as far
                as this Kesher still has them. Models and versions are always today's.
            write: Whether the answer is written again; a model is asked, and paid, for it. None:
                only where that needs no model.

        Raises:
            NotFoundError: no such answer, or it has no record.
            LimitReachedError: a model would be asked, and a limit is used up.
            ModelError: the question could not be embedded.
        """
        record = await self.records.answer_record(scope, answer_id)
        room = RoomScope(scope.tenant_id, record.room_id, user_id=scope.user_id)
        thread = await self.ask.store.thread(room, record.thread_id)
        answers = await self.ask.store.answers(room, thread.id)
        place = next(at for at, each in enumerate(answers) if each.id == answer_id)
        asking = self._asking(record, with_settings)
        again = _Again(asking, room, record, thread, answers[place], answers[:place])
        searches, prompt, written = await again.all(write)
        today = self._settings()
        return Replay(
            answer_id=answer_id,
            at=asking.clock(),
            settings_of=with_settings,
            versions=values_compared(record.versions, asking.recording.versions),
            settings=values_compared(
                _of_parts(record.settings, today), _of_parts(today, record.settings)
            ),
            searches=searches,
            prompt=prompt,
            answer=written,
        )

    def _settings(self) -> Mapping[str, Setting]:
        return settings_of(
            search=self.ask.search.settings, ask=self.ask.settings, quote=self.ask.quoting.bar
        )

    def _asking(self, record: AnswerRecord, when: SettingsOf) -> Ask:
        """Return what asks again, with the settings that are wanted."""
        ask = replace(self.ask, purpose=Purpose.REPLAY)
        if when is SettingsOf.TODAY:
            return ask
        then = record.settings
        search = replace(ask.search, settings=put_back(ask.search.settings, then, "search"))
        quoting = ask.quoting.with_bar(put_back(ask.quoting.bar, then, "quote"))
        settings = put_back(ask.settings, then, "ask")
        return replace(ask, search=search, quoting=quoting, settings=settings)


Outcome = tuple[tuple[SearchChange, ...], PromptChange | None, AnswerChange | None]


@dataclass(frozen=True, slots=True)
class _Again:
    """One answer asked for again.

    Attributes:
        earlier: The thread's answers before it.
    """

    ask: Ask
    room: RoomScope
    record: AnswerRecord
    thread: Thread
    answer: Answer
    earlier: Sequence[Answer]

    async def all(self, write: bool | None) -> Outcome:
        """Return what changed of each search, of the prompt and of the answer."""
        if self.answer.research_id is not None or len(self.record.retrievals) != 1:
            searches = [await self._searched(each) for each in self.record.retrievals]
            return tuple(searches), None, None
        (then,) = self.record.retrievals
        retrieval, prompt = await self.ask.rehearse(
            self.room, self.thread, then.query, self.earlier
        )
        search = await self._compared(then, retrieval)
        sent = await self._prompt(prompt)
        wanted = self.ask.chat is None if write is None else write
        written = await self._written(retrieval, prompt) if wanted else None
        return (search,), sent, written

    async def _searched(self, then: RecordedRetrieval) -> SearchChange:
        """Search by the same text again, with the fusion of its own that it had."""
        fusion: Fusion | None = "ranks" if then.fusion == "ranks" else None
        found = await self.ask.search.retrieve(
            self.room, then.query, top=_ranked(then), fusion=fusion
        )
        return await self._compared(then, found)

    async def _compared(self, then: RecordedRetrieval, retrieval: Retrieval) -> SearchChange:
        now = recorded(retrieval, label=then.label)
        return searches_compared(then, now, await self._standing(then.hits))

    async def _standing(self, hits: Sequence[RecordedHit]) -> dict[str, Standing]:
        """Return what became of each chunk since it was a hit."""
        joined = await self.ask.store.join(self.room, [hit.chunk_id for hit in hits])
        stored = await self.ask.store.documents(self.room, superseded=True)
        documents = {each.id for each in stored}
        found: dict[str, Standing] = {}
        for hit in hits:
            if hit.chunk_id in joined:
                same = digest(joined[hit.chunk_id][0].text) == hit.digest
                found[hit.chunk_id] = Standing.STANDING if same else Standing.CHANGED
            else:
                there = hit.document_id in documents
                found[hit.chunk_id] = Standing.REPLACED if there else Standing.DELETED
        return found

    async def _prompt(self, prompt: Prompt) -> PromptChange:
        texts = {each.hash: each.text for each in prompt.context.segments}
        return prompts_compared(
            self.record.prompt,
            parts_of(prompt.context),
            texts_then=await self._texts_then(),
            texts_now=texts,
        )

    async def _texts_then(self) -> dict[str, str]:
        """Return what is left of the texts of the prompt that was sent; none where none was."""
        if self.answer.request_id is None:
            return {}
        request = await self.ask.store.request(self.room, self.answer.request_id)
        return {each.hash: each.text for each in request.segments}

    async def _written(self, retrieval: Retrieval, prompt: Prompt) -> AnswerChange:
        draft = await self.ask.draft(self.room, self.thread, retrieval, prompt)
        before, after = _quotes(self.answer.citations), _quotes(draft.citations)
        return AnswerChange(
            kind_then=self.answer.kind,
            kind_now=draft.kind,
            held_fraction_then=self.record.held_fraction,
            held_fraction_now=draft.held_fraction,
            pieces=texts_compared(self.answer.text, draft.text),
            quotes_in=tuple(quote for quote in after if quote not in before),
            quotes_out=tuple(quote for quote in before if quote not in after),
            model=draft.model,
            request_id=draft.request_id,
            error=draft.error,
        )


def _of_parts(
    settings: Mapping[str, Setting], others: Mapping[str, Setting]
) -> Mapping[str, Setting]:
    """Leave out the settings of parts that only one kind of answer has, such as a research's."""
    parts = {name.partition(".")[0] for name in others}
    return {name: value for name, value in settings.items() if name.partition(".")[0] in parts}


def _ranked(then: RecordedRetrieval) -> int | None:
    """Return how many ranked hits a search of a deep research was asked for, as far as told."""
    return sum(hit.neighbour_of is None for hit in then.hits) or None


def _quotes(citations: Sequence[Citation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite.quote for cite in citations))
