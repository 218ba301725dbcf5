"""A question to a cited answer: retrieve → assemble → generate → cite → store."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from kesher.answer.draft import Draft, not_found
from kesher.app.ask_events import Emit, Stage, Started, timed_to_first_word
from kesher.app.limits import Limiting
from kesher.app.memory.conversing import Asking, Conversing, Opening
from kesher.app.memory.recalling import words_for
from kesher.app.quoting import Quoting
from kesher.app.recording import Made, Recording, Stopwatch, recorded, settings_of
from kesher.app.rewriting import Rewriting, Rewritten, turn_of
from kesher.app.search import Search
from kesher.app.turns import Turns
from kesher.app.writing import Writing, degraded, tell
from kesher.context.assembly import NOTHING, Recollection, as_sent
from kesher.context.conversation import conversation
from kesher.context.question import Material, Prompt, assemble_question
from kesher.documents.retrieval import search_text
from kesher.domain.answer import Answer, AnswerKind, PromptFigures, Thread
from kesher.domain.answer_record import ModelCall
from kesher.domain.document import DocumentState
from kesher.domain.log import answer_message
from kesher.domain.profile import Profile
from kesher.domain.request import Purpose
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import InputError, KesherError, NotFoundError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatModel, TokenCounter
from kesher.ports.stores import Store
from kesher.prompts.catalog import answer_prompt
from kesher.text.language import language
from kesher.text.storable import storable

TITLE_CHARS = 80
UNREAD = (DocumentState.QUEUED, DocumentState.READING, DocumentState.EMBEDDING)
EARLIER_FRACTION = 0.25
"""The part of the prompt's budget that earlier turns may take, so that passages keep theirs."""


@dataclass(frozen=True, slots=True)
class AskSettings:
    """Limits of a question and of its prompt."""

    question_chars: int
    earlier_questions: int
    prompt_budget_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Answers questions over a room's documents; without a chat model by quoting sentences.

    Attributes:
        conversing: The memory of threads that have one.
        recording: Makes the record that is stored with each answer.
        purpose: What a model is asked for.
        rewriting: Writes follow-ups anew before they are searched; None: a rule joins them.
        limiting: Counts questions, and refuses them where a limit is used up; None: never.
    """

    store: Store
    search: Search
    quoting: Quoting
    chat: ChatModel | None
    profile: Profile
    counter: TokenCounter
    clock: Clock
    new_id: NewId
    settings: AskSettings
    conversing: Conversing
    recording: Recording
    purpose: Purpose = Purpose.TURN
    rewriting: Rewriting | None = None
    limiting: Limiting | None = None
    turns: Turns = field(default_factory=Turns)

    async def answer(
        self,
        scope: RoomScope,
        text: str,
        *,
        emit: Emit,
        stop: asyncio.Event,
        thread_id: str | None = None,
        memory: str | None = None,
    ) -> Answer:
        """Answer a question, telling `emit` all along, and store the answer in its thread.

        Setting `stop` ends the writing; what there is until then is stored.

        Args:
            memory: The tenant whose memory a new thread has; a thread that is there keeps its own.

        Raises:
            InputError: the question is empty or too long, or the thread has not this memory.
            NotFoundError: no such room, or no such thread in it.
            LimitReachedError: the room's or the person's limit is used up.
            ModelError: the question could not be embedded.
        """
        watch, emit = Stopwatch(), timed_to_first_word(emit)
        question = self.checked(text)
        async with self.turns.taken() as turn:
            await self.store.room(scope)
            await self.counted(scope)
            thread, answers = await self.thread_of(scope, thread_id, question, memory)
            started = Started(thread.id, self.new_id("ans"))
            emit(started)
            emit(Stage.SEARCHING)
            query, rewriting = self._query(question, answers), None
            if self.rewriting is not None and search_text(query) != question:
                with watch.stage("rewrite"):
                    async with turn.lent():
                        rewriting = await self.rewriting.anew(
                            scope, thread.id, query, answers, stop=stop
                        )
                query = replace(query, rewritten=rewriting.text if rewriting else "")
            async with self._beginning(scope, thread):
                with watch.stage("search"):
                    retrieval = await self.search.within(thread.document_ids).retrieve(scope, query)
                emit(retrieval)
                emit(Stage.READING)
                with watch.stage("memory"):
                    recollection = await self.remembered(scope, thread, question, started.answer_id)
                with watch.stage("prompt"):
                    prompt = self._prompt(retrieval, answers, recollection)
        with watch.stage("write"):
            draft = await self._draft(scope, thread, retrieval, prompt, emit=emit, stop=stop)
        draft = await self.said_if_unread(scope, draft)
        answer = self._as_answer(started, retrieval, prompt, draft, seconds=watch.seconds)
        calls = _calls(rewriting, draft)
        searched = recorded(retrieval, began_seconds=watch.began("search"))
        made = Made((searched,), prompt.context, calls, watch.stages, draft.held_fraction)
        answer = await self._store(scope, answer, made)
        await self.log_answer(thread, answer)
        emit(answer)
        return answer

    async def rehearse(
        self, scope: RoomScope, thread: Thread, query: Query, earlier: Sequence[Answer]
    ) -> tuple[Retrieval, Prompt]:
        """Search and assemble as for a question; nothing is stored, and memory hears nothing.

        Args:
            earlier: The thread's answers before it, oldest first.
        """
        retrieval = await self.search.within(thread.document_ids).retrieve(scope, query)
        recollection = await self._recollected(scope, thread, query.text)
        return retrieval, self._prompt(retrieval, earlier, recollection)

    async def draft(
        self, scope: RoomScope, thread: Thread, retrieval: Retrieval, prompt: Prompt
    ) -> Draft:
        """Write an answer to what `rehearse` gave, telling nobody and storing none.

        Raises:
            LimitReachedError: a limit of tokens or dollars is used up.
        """
        if self.limiting is not None and self.chat is not None:
            await self.limiting.check_spending(scope)
        return await self._draft(
            scope, thread, retrieval, prompt, emit=lambda _: None, stop=asyncio.Event()
        )

    def _as_answer(
        self,
        started: Started,
        retrieval: Retrieval,
        prompt: Prompt,
        draft: Draft,
        *,
        seconds: float,
    ) -> Answer:
        return Answer(
            id=started.answer_id,
            thread_id=started.thread_id,
            question=retrieval.query.text,
            kind=draft.kind,
            text=draft.text,
            citations=draft.citations,
            hits=(*retrieval.hits, *retrieval.neighbours),
            sent=tuple(chunk.id for chunk in prompt.sent),
            prompt=self._figures(retrieval, prompt),
            stop_reason=draft.stop_reason,
            model=draft.model,
            seconds={**retrieval.seconds, "total": seconds},
            created_at=self.clock(),
            error_code=draft.error_code,
            error=draft.error,
            request_id=draft.request_id,
        )

    async def _store(self, scope: RoomScope, answer: Answer, made: Made) -> Answer:
        """Store the answer with the record of how it came about, and return it as it is kept."""
        in_force = settings_of(
            search=self.search.settings, ask=self.settings, quote=self.quoting.bar
        )
        record = self.recording.record(scope, answer, made, in_force)
        return await self.store.save_answer(scope, answer, record)

    async def said_if_unread(self, scope: RoomScope, draft: Draft) -> Draft:
        """Say with a "not found" that documents of the room are still being read."""
        if draft.kind is not AnswerKind.NOT_FOUND or draft.error:
            return draft
        documents = await self.store.documents(scope)
        unread = sum(document.state in UNREAD for document in documents)
        if not unread:
            return draft
        message = f"{unread} document(s) of the room are still being read. Ask again afterwards."
        return replace(draft, error_code="answer.unread", error=message)

    async def counted(self, scope: RoomScope) -> None:
        """Count a question, or raise LimitReachedError: a limit is used up."""
        if self.limiting is not None:
            await self.limiting.take_question(scope)

    def checked(self, text: str) -> str:
        """Return the question as it is asked, or raise InputError: it is empty or too long."""
        question = storable(text).strip()
        if not question:
            raise InputError("The question is empty. Write what you want to know.")
        if len(question) > self.settings.question_chars:
            raise InputError(
                f"The question has {len(question):,} characters; at most "
                f"{self.settings.question_chars:,} are taken (`question_limit_chars`). Shorten it."
            )
        self._check_tokens(question)
        return question

    def _check_tokens(self, question: str) -> None:
        """Leave at least half of the prompt to instructions and passages."""
        tokens = self.counter.count(as_sent(question))
        limit = self.settings.prompt_budget_tokens // 2
        if tokens > limit:
            raise InputError(
                f"The question takes {tokens:,} tokens; at most {limit:,} are taken, half of "
                f"`prompt_budget_tokens`. Shorten it."
            )

    @asynccontextmanager
    async def _beginning(self, scope: RoomScope, thread: Thread) -> AsyncIterator[None]:
        """Take a thread without an answer away where its question comes to nothing."""
        try:
            yield
        except KesherError:
            if not await self.store.answers(scope, thread.id):
                await self.store.delete_thread(scope, thread.id)
            raise

    async def thread_of(
        self, scope: RoomScope, thread_id: str | None, question: str, memory: str | None
    ) -> tuple[Thread, Sequence[Answer]]:
        """Return the thread, made if there is none, and its answers, oldest first.

        Raises:
            NotFoundError: the room has no such thread.
            InputError: the thread has not this memory.
        """
        if thread_id is None:
            return await self._new_thread(scope, question, memory), ()
        thread = await self.store.thread(scope, thread_id)
        if thread.room_id != scope.room_id:
            raise NotFoundError("thread", thread_id)
        if memory is not None and memory != thread.memory:
            has = "no memory" if thread.memory is None else f"the memory of `{thread.memory}`"
            raise InputError(
                f"Thread `{thread_id}` has {has}, not that of `{memory}`: it is settled when a "
                f"thread begins. Leave `memory` out, or begin a new thread."
            )
        return thread, await self.store.answers(scope, thread_id)

    async def _new_thread(self, scope: RoomScope, question: str, memory: str | None) -> Thread:
        title = " ".join(question.split())[:TITLE_CHARS]
        thread = Thread(self.new_id("thr"), scope.room_id, title, self.clock())
        if memory is not None:
            opening = await self.conversing.opened(memory, words_for(title))
            thread = replace(
                thread, created_at=opening.at, memory=memory, memory_facts=opening.facts
            )
        await self.store.create_thread(scope, thread)
        return thread

    async def remembered(
        self, scope: RoomScope, thread: Thread, question: str, answer_id: str
    ) -> Recollection:
        """Let memory hear the question, and return what it gives for it."""
        opening = _opening(thread)
        if opening is None:
            return NOTHING
        await self.conversing.hear(opening, thread.id, question, f"{answer_id}:question")
        return await self._recollected(scope, thread, question)

    async def _recollected(self, scope: RoomScope, thread: Thread, question: str) -> Recollection:
        opening = _opening(thread)
        if opening is None:
            return NOTHING
        asking = Asking(scope.tenant_id, thread.id, question)
        return await self.conversing.recollect(opening, asking)

    async def log_answer(self, thread: Thread, answer: Answer) -> None:
        """Add an answer to the memory that its thread has; nothing where it has none."""
        opening = _opening(thread)
        if opening is not None and answer.text.strip():
            said = answer_message(answer.id)
            await self.conversing.answered(opening, thread.id, answer.text, said)

    def _query(self, question: str, answers: Sequence[Answer]) -> Query:
        count = self.settings.earlier_questions
        earlier = answers[-count:] if count else ()
        cited = [citation.chunk_id for answer in answers[-1:] for citation in answer.citations]
        questions = tuple(answer.question for answer in earlier)
        return Query(question, questions, tuple(dict.fromkeys(cited)))

    def _prompt(
        self, retrieval: Retrieval, answers: Sequence[Answer], recollection: Recollection
    ) -> Prompt:
        """Assemble the request; what the thread's first question began with stays its beginning."""
        budget, count = self.settings.prompt_budget_tokens, self.counter.count
        question = retrieval.query.text
        instructed = language(answers[0].question if answers else question)
        earlier = conversation(
            answer_prompt(instructed).text,
            [turn_of(answer) for answer in answers if answer.text.strip()],
            limit_tokens=int(budget * EARLIER_FRACTION),
            count=count,
        )
        material = Material(
            question=question,
            hits=retrieval.hits,
            neighbours=retrieval.neighbours,
            spoken=language(question),
            instructed=instructed,
            memory=recollection,
        )
        return assemble_question(
            material, earlier, profile=self.profile, budget_tokens=budget, count=count
        )

    def _figures(self, retrieval: Retrieval, prompt: Prompt) -> PromptFigures:
        return PromptFigures(
            sent_tokens=prompt.context.tokens,
            budget_tokens=self.settings.prompt_budget_tokens,
            room_tokens=retrieval.figures.tokens,
            passages_sent=len(prompt.sent),
            passages_left_out=len(prompt.left_out),
        )

    async def _draft(
        self,
        scope: RoomScope,
        thread: Thread,
        retrieval: Retrieval,
        prompt: Prompt,
        *,
        emit: Emit,
        stop: asyncio.Event,
    ) -> Draft:
        if not prompt.sent:
            return tell(not_found(language(retrieval.query.text)), emit)
        if self.chat is None:
            return tell(await self.quoting.draft(retrieval), emit)
        written = await self._writing(self.chat).write(
            scope, thread.id, retrieval, prompt, emit=emit, stop=stop
        )
        draft = written.draft
        if draft is None:
            quoted = await self.quoting.draft(retrieval)
            draft = tell(degraded(quoted, written.failure) if written.failure else quoted, emit)
        return replace(draft, request_id=written.request_id)

    def _writing(self, chat: ChatModel) -> Writing:
        return Writing(
            store=self.store,
            chat=chat,
            profile=self.profile,
            counter=self.counter,
            clock=self.clock,
            new_id=self.new_id,
            output_tokens=self.settings.output_tokens,
            purpose=self.purpose,
        )


def _calls(rewriting: Rewritten | None, draft: Draft) -> tuple[ModelCall, ...]:
    found = [ModelCall("rewrite", rewriting.request_id)] if rewriting else []
    found += [ModelCall("answer", draft.request_id)] if draft.request_id else []
    return tuple(found)


def _opening(thread: Thread) -> Opening | None:
    """Return what the thread's memory began with; None: it has none."""
    if thread.memory is None:
        return None
    words = words_for(thread.title)
    return Opening(thread.memory, thread.memory_facts, thread.created_at, words)
