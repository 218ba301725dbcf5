"""A model's words to a draft of a cited answer; each request is recorded before it is sent."""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace

from kesher.answer.citation import CitationReader, Source
from kesher.answer.draft import Draft
from kesher.app.ask_events import Emit, Stage, TextPiece, ThinkingPiece
from kesher.app.stopping import until
from kesher.context.cost import price_usd, usage_of
from kesher.context.question import Prompt
from kesher.context.recording import Sending, record
from kesher.domain.answer import AnswerKind, Citation, StopReason
from kesher.domain.profile import Profile
from kesher.domain.request import Purpose, SentRequest, Usage
from kesher.domain.retrieval import Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import ModelEmptyError, ModelError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, FinishReason, TokenCounter
from kesher.ports.stores import Store

CHARS_A_TOKEN = 10
"""More than a token of any language holds on average; bounds a model that never stops."""

UNCITED = (
    "answer.uncited",
    "The model cited no passage, so that nothing of this answer has been checked.",
)
EMPTY = "The model wrote nothing. Ask again."
FILTERED = (
    "model.filtered",
    "The model's endpoint cut the answer off by its content filter. Ask in other words.",
)


@dataclass(frozen=True, slots=True)
class Written:
    """What came of a request.

    Attributes:
        draft: None where the model failed before it wrote anything, or wrote nothing.
        failure: Why it failed then.
    """

    request_id: str
    draft: Draft | None
    failure: ModelError | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """Sends the request of a question, records it, and reads what the model writes.

    Attributes:
        purpose: A turn is compared with the thread's turn before it; all else stands apart.
    """

    store: Store
    chat: ChatModel
    profile: Profile
    counter: TokenCounter
    clock: Clock
    new_id: NewId
    output_tokens: int
    purpose: Purpose = Purpose.TURN

    async def write(
        self,
        scope: RoomScope,
        thread_id: str,
        retrieval: Retrieval,
        prompt: Prompt,
        *,
        emit: Emit,
        stop: asyncio.Event,
    ) -> Written:
        """Ask the model, telling `emit` what it writes.

        Raises:
            StoreError: the request could not be recorded; it was not sent then.
        """
        request = self._request(prompt)
        sent = await self._recorded(scope, thread_id, prompt, request)
        reader = CitationReader(_sources(retrieval, prompt))
        reply = _Reply(reader, emit, self.output_tokens)
        try:
            async with aclosing(until(self.chat.stream(request), stop)) as deltas:
                async for delta in deltas:
                    reply.take(delta)
                    if reply.is_too_long:
                        break
        except ModelError as error:
            await self._bill(scope, sent, reply.usage)
            if not reply.begun:
                return Written(sent.id, None, error)
            _emit_all(reader.close(), emit)
            failed = _draft(reader, self.chat.name, StopReason.ERROR, (error.code, str(error)))
            return Written(sent.id, failed)
        _emit_all(reader.close(), emit)
        await self._bill(scope, sent, reply.usage)
        stopped = stop.is_set() and reply.finish is None
        if _is_empty(reader, reply.finish) and not stopped:
            return Written(sent.id, None, ModelEmptyError(EMPTY))
        return Written(sent.id, _finished(reader, self.chat.name, reply.finish, stopped=stopped))

    def _request(self, prompt: Prompt) -> ChatRequest:
        context = prompt.context
        return ChatRequest(
            context.messages,
            self.output_tokens,
            cache_marks=context.cache_marks,
            reasoning_field=self.profile.reasoning_field,
        )

    async def _recorded(
        self, scope: RoomScope, thread_id: str, prompt: Prompt, request: ChatRequest
    ) -> SentRequest:
        sending = Sending(
            self.new_id("req"),
            thread_id,
            self.clock(),
            self.chat.name,
            max_output_tokens=request.max_output_tokens,
            temperature=request.temperature,
        )
        sent = record(
            prompt.context,
            prompt.earlier,
            sending,
            profile=self.profile,
            previous=await self._previous(scope, thread_id),
            count=self.counter.count,
        )
        sent = replace(sent, purpose=self.purpose)
        await self.store.save_request(scope, sent, room_id=scope.room_id)
        return sent

    async def _previous(self, scope: RoomScope, thread_id: str) -> SentRequest | None:
        if self.purpose is not Purpose.TURN:
            return None
        requests = await self.store.requests(scope, thread_id)
        turns = [each for each in requests if each.purpose is Purpose.TURN]
        return await self.store.request(scope, turns[-1].id) if turns else None

    async def _bill(self, scope: RoomScope, sent: SentRequest, usage: Usage | None) -> None:
        """Add what the provider counted, where it counted."""
        if usage is not None:
            billed = replace(sent, usage=usage, price_usd=price_usd(self.profile, usage))
            await self.store.save_request(scope, billed, room_id=scope.room_id)


class _Reply:
    """What has come of a model's answer so far."""

    def __init__(self, reader: CitationReader, emit: Emit, output_tokens: int) -> None:
        self._reader = reader
        self._emit = emit
        self._most_chars = output_tokens * CHARS_A_TOKEN
        self._thought_chars = 0
        self.begun = False
        self.finish: FinishReason | None = None
        self.usage: Usage | None = None

    def take(self, delta: ChatDelta) -> None:
        """Read one piece and tell what it says."""
        if delta.thinking and not self.begun:
            self._think(delta.thinking)
        told = list(self._reader.feed(delta.text))
        if told and not self.begun:
            self._emit(Stage.WRITING)
            self.begun = True
        _emit_all(told, self._emit)
        self.finish = delta.finish or self.finish
        self.usage = usage_of(delta) or self.usage

    def _think(self, text: str) -> None:
        """Tell what the model thinks, at most as much as its answer may have."""
        if not self._thought_chars:
            self._emit(Stage.THINKING)
        if self._thought_chars < self._most_chars:
            self._emit(ThinkingPiece(text))
        self._thought_chars += len(text)

    @property
    def is_too_long(self) -> bool:
        """Whether the model does not keep to its own limit; the answer is cut off then."""
        if len(self._reader.text) <= self._most_chars:
            return False
        self.finish = FinishReason.LENGTH
        return True


def tell(draft: Draft, emit: Emit) -> Draft:
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


def degraded(draft: Draft, error: ModelError) -> Draft:
    """Return quotations that stand in for a model, with the reason."""
    return replace(draft, error_code=error.code, error=str(error))


def _sources(retrieval: Retrieval, prompt: Prompt) -> dict[str, Source]:
    sent = {chunk.id for chunk in prompt.sent}
    hits = (*retrieval.hits, *retrieval.neighbours)
    return {h.chunk.id: Source(h.chunk, h.document_name) for h in hits if h.chunk.id in sent}


def _emit_all(items: Iterable[str | Citation], emit: Emit) -> None:
    for item in items:
        emit(TextPiece(item) if isinstance(item, str) else item)


def _is_empty(reader: CitationReader, finish: FinishReason | None) -> bool:
    """Tell whether a model wrote nothing by itself; a filter may have kept its words back."""
    return finish is not FinishReason.FILTERED and not reader.text.strip() and not reader.not_found


def _finished(
    reader: CitationReader, model: str, finish: FinishReason | None, *, stopped: bool
) -> Draft:
    if stopped:
        return _draft(reader, model, StopReason.STOPPED)
    if finish is FinishReason.FILTERED:
        return _draft(reader, model, StopReason.ERROR, FILTERED)
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
