"""A question to a cited answer: retrieve → assemble → generate → cite → store."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum

from kesher.answer.citation import CitationReader, Source
from kesher.answer.draft import Draft, not_found
from kesher.app.quoting import Quoting
from kesher.app.search import Search
from kesher.app.stopping import until
from kesher.context.question import Context, Material, assemble
from kesher.domain.answer import Answer, AnswerKind, Citation, PromptFigures, StopReason, Thread
from kesher.domain.document import DocumentState
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import InputError, KesherError, ModelError, NotFoundError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatModel, ChatRequest, FinishReason, TokenCounter
from kesher.ports.stores import Store
from kesher.prompts.catalog import answer_prompt
from kesher.text.language import language
from kesher.text.storable import storable

TITLE_CHARS = 80
UNREAD = (DocumentState.QUEUED, DocumentState.READING, DocumentState.EMBEDDING)
CHARS_A_TOKEN = 10
"""More than a token of any language holds on average; bounds a model that never stops."""

UNCITED = (
    "answer.uncited",
    "The model cited no passage, so that nothing of this answer has been checked.",
)
EMPTY = ("model.empty", "The model wrote nothing. Ask again.")
FILTERED = (
    "model.filtered",
    "The model's endpoint cut the answer off by its content filter. Ask in other words.",
)


class Stage(StrEnum):
    """What is being done now."""

    SEARCHING = "searching"
    READING = "reading"
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Started:
    """Where the answer will be kept, and the id by which it can be stopped."""

    thread_id: str
    answer_id: str


@dataclass(frozen=True, slots=True)
class TextPiece:
    """More of the answer's text."""

    text: str


AskEvent = Started | Stage | Retrieval | TextPiece | Citation | Answer
Emit = Callable[[AskEvent], None]
"""Takes events in order: Started, Stage..., Retrieval, (TextPiece | Citation)..., Answer."""


@dataclass(frozen=True, slots=True)
class AskSettings:
    """Limits of a question and of its prompt."""

    question_chars: int
    earlier_questions: int
    prompt_budget_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Answers questions over a room's documents; without a chat model by quoting sentences."""

    store: Store
    search: Search
    quoting: Quoting
    chat: ChatModel | None
    counter: TokenCounter
    clock: Clock
    new_id: NewId
    settings: AskSettings

    async def answer(
        self,
        scope: RoomScope,
        text: str,
        *,
        emit: Emit,
        stop: asyncio.Event,
        thread_id: str | None = None,
    ) -> Answer:
        """Answer a question, telling `emit` all along, and store the answer in its thread.

        Setting `stop` ends the writing; what there is until then is stored.

        Raises:
            InputError: the question is empty or too long.
            NotFoundError: no such room, or no such thread in it.
            ModelError: the question could not be embedded.
        """
        started = time.perf_counter()
        question = self.checked(text)
        await self.store.room(scope)
        thread, earlier = await self._thread(scope, thread_id, question)
        answer_id = self.new_id("ans")
        emit(Started(thread.id, answer_id))
        emit(Stage.SEARCHING)
        retrieval = await self._retrieve(scope, thread, Query(question, earlier))
        emit(retrieval)
        emit(Stage.READING)
        context = self._context(retrieval)
        draft = await self._write(retrieval, context, emit, stop)
        draft = await self._said_if_unread(scope, draft)
        answer = Answer(
            id=answer_id,
            thread_id=thread.id,
            question=question,
            kind=draft.kind,
            text=draft.text,
            citations=draft.citations,
            hits=(*retrieval.hits, *retrieval.neighbours),
            sent=tuple(chunk.id for chunk in context.sent),
            prompt=self._figures(retrieval, context),
            stop_reason=draft.stop_reason,
            model=draft.model,
            seconds={**retrieval.seconds, "total": time.perf_counter() - started},
            created_at=self.clock(),
            error_code=draft.error_code,
            error=draft.error,
        )
        await self.store.save_answer(scope, answer)
        emit(answer)
        return answer

    async def _said_if_unread(self, scope: RoomScope, draft: Draft) -> Draft:
        """Say with a "not found" that documents of the room are still being read."""
        if draft.kind is not AnswerKind.NOT_FOUND or draft.error:
            return draft
        documents = await self.store.documents(scope)
        unread = sum(document.state in UNREAD for document in documents)
        if not unread:
            return draft
        message = f"{unread} document(s) of the room are still being read. Ask again afterwards."
        return replace(draft, error_code="answer.unread", error=message)

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
        tokens, limit = self.counter.count(question), self.settings.prompt_budget_tokens // 2
        if tokens > limit:
            raise InputError(
                f"The question takes {tokens:,} tokens; at most {limit:,} are taken, half of "
                f"`prompt_budget_tokens`. Shorten it."
            )

    async def _retrieve(self, scope: RoomScope, thread: Thread, query: Query) -> Retrieval:
        """Search; where that fails, a thread without an answer goes too."""
        try:
            return await self.search.retrieve(scope, query)
        except KesherError:
            if not await self.store.answers(scope, thread.id):
                await self.store.delete_thread(scope, thread.id)
            raise

    async def _thread(
        self, scope: RoomScope, thread_id: str | None, question: str
    ) -> tuple[Thread, tuple[str, ...]]:
        """Return the thread, made if there is none, and its last questions, oldest first."""
        if thread_id is None:
            title = " ".join(question.split())[:TITLE_CHARS]
            thread = Thread(self.new_id("thr"), scope.room_id, title, self.clock())
            await self.store.create_thread(scope, thread)
            return thread, ()
        thread = await self.store.thread(scope, thread_id)
        if thread.room_id != scope.room_id:
            raise NotFoundError("thread", thread_id)
        answers = await self.store.answers(scope, thread_id)
        count = self.settings.earlier_questions
        return thread, tuple(a.question for a in answers[-count:]) if count else ()

    def _context(self, retrieval: Retrieval) -> Context:
        spoken = language(retrieval.query.text)
        material = Material(
            instructions=answer_prompt(spoken).text,
            question=retrieval.query.text,
            earlier=retrieval.query.earlier,
            hits=retrieval.hits,
            neighbours=retrieval.neighbours,
            labels="he" if spoken == "he" else "en",
        )
        return assemble(
            material, budget_tokens=self.settings.prompt_budget_tokens, count=self.counter.count
        )

    def _figures(self, retrieval: Retrieval, context: Context) -> PromptFigures:
        return PromptFigures(
            sent_tokens=context.tokens,
            budget_tokens=self.settings.prompt_budget_tokens,
            room_tokens=retrieval.figures.tokens,
            passages_sent=len(context.sent),
            passages_left_out=len(context.left_out),
        )

    async def _write(
        self, retrieval: Retrieval, context: Context, emit: Emit, stop: asyncio.Event
    ) -> Draft:
        if not context.sent:
            return _told(not_found(language(retrieval.query.text)), emit)
        if self.chat is None:
            return _told(await self.quoting.draft(retrieval), emit)
        return await self._generate(self.chat, retrieval, context, emit, stop)

    async def _generate(
        self,
        chat: ChatModel,
        retrieval: Retrieval,
        context: Context,
        emit: Emit,
        stop: asyncio.Event,
    ) -> Draft:
        reader = CitationReader(_sources(retrieval, context))
        request = ChatRequest(context.messages, self.settings.output_tokens)
        finish: FinishReason | None = None
        begun = False
        try:
            async with aclosing(until(chat.stream(request), stop)) as deltas:
                async for delta in deltas:
                    told = list(reader.feed(delta.text))
                    if told and not begun:
                        emit(Stage.WRITING)
                        begun = True
                    _emit_all(told, emit)
                    finish = delta.finish or finish
                    if len(reader.text) > self.settings.output_tokens * CHARS_A_TOKEN:
                        finish = FinishReason.LENGTH  # it does not keep to its own limit
                        break
        except ModelError as error:
            if not begun:
                return _told(_degraded(await self.quoting.draft(retrieval), error), emit)
            _emit_all(reader.close(), emit)
            return _draft(reader, chat.name, StopReason.ERROR, (error.code, str(error)))
        _emit_all(reader.close(), emit)
        return _finished(reader, chat.name, finish, stopped=stop.is_set())


def _sources(retrieval: Retrieval, context: Context) -> dict[str, Source]:
    sent = {chunk.id for chunk in context.sent}
    hits = (*retrieval.hits, *retrieval.neighbours)
    return {h.chunk.id: Source(h.chunk, h.document_name) for h in hits if h.chunk.id in sent}


def _emit_all(items: Iterable[str | Citation], emit: Emit) -> None:
    for item in items:
        emit(TextPiece(item) if isinstance(item, str) else item)


def _told(draft: Draft, emit: Emit) -> Draft:
    """Tell a draft that is whole from the start as if it had been streamed."""
    emit(Stage.WRITING)
    at = 0
    for citation in sorted(draft.citations, key=lambda item: item.position):
        if citation.position > at:
            emit(TextPiece(draft.text[at : citation.position]))
            at = citation.position
        emit(citation)
    if draft.text[at:]:
        emit(TextPiece(draft.text[at:]))
    return draft


def _degraded(draft: Draft, error: ModelError) -> Draft:
    return Draft(draft.kind, draft.text, draft.citations, draft.stop_reason, error.code, str(error))


def _finished(
    reader: CitationReader, model: str, finish: FinishReason | None, *, stopped: bool
) -> Draft:
    if stopped and finish is None:
        return _draft(reader, model, StopReason.STOPPED)
    if finish is FinishReason.FILTERED:
        return _draft(reader, model, StopReason.ERROR, FILTERED)
    if not reader.text.strip() and not reader.not_found:
        return _draft(reader, model, StopReason.ERROR, EMPTY)
    reason = StopReason.LENGTH if finish is FinishReason.LENGTH else StopReason.COMPLETE
    checked = reader.citations or reader.not_found
    return _draft(reader, model, reason, (None, None) if checked else UNCITED)


def _draft(
    reader: CitationReader,
    model: str,
    reason: StopReason,
    error: tuple[str | None, str | None] = (None, None),
) -> Draft:
    kind = AnswerKind.NOT_FOUND if reader.not_found else AnswerKind.MODEL
    return Draft(kind, reader.text, tuple(reader.citations), reason, *error, model=model)
