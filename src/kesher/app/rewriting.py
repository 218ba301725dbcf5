"""A follow-up that a model writes anew, so that it can be searched alone."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from kesher.app.stopping import until
from kesher.context.conversation import Turn
from kesher.context.cost import price_usd, usage_of
from kesher.context.prefix import make_prefix
from kesher.context.recording import Sending, record
from kesher.context.rewriting import MOST_CHARS, OUTPUT_TOKENS, read, request
from kesher.context.trajectory import Trajectory
from kesher.domain.answer import Answer
from kesher.domain.profile import Profile
from kesher.domain.request import Context, Purpose, SentRequest, Usage
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope
from kesher.errors import ContextTooLongError, ModelError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatModel, ChatRequest, TokenCounter
from kesher.ports.stores import Store


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What came of a request.

    Attributes:
        text: The question written anew; empty where the model gave none that can be used.
    """

    request_id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Asks a model for a question that stands alone; each request is recorded before it is sent."""

    store: Store
    chat: ChatModel
    profile: Profile
    counter: TokenCounter
    clock: Clock
    new_id: NewId
    budget_tokens: int

    async def anew(
        self,
        scope: RoomScope,
        thread_id: str,
        query: Query,
        answers: Sequence[Answer],
        *,
        stop: asyncio.Event,
    ) -> Rewritten | None:
        """Return a follow-up written anew; as `standalone`.

        Args:
            query: With the earlier questions that it leans on.
            answers: The thread's, oldest first.
        """
        turns = [turn_of(answer) for answer in answers[-len(query.earlier) :]]
        return await self.standalone(scope, thread_id, query.text, turns, stop=stop)

    async def standalone(
        self,
        scope: RoomScope,
        thread_id: str,
        question: str,
        turns: Sequence[Turn],
        *,
        stop: asyncio.Event,
    ) -> Rewritten | None:
        """Return the question written anew; None where it is too long to be asked about.

        A model that fails spoils nothing: the rule that joins questions serves without one.

        Args:
            turns: The thread's last questions and answers, oldest first.
        """
        context = self._context(question, turns)
        if context is None:
            return None
        sent = await self._recorded(scope, thread_id, context)
        try:
            reply = await self._reply(scope, sent, context, stop)
        except ModelError:
            return Rewritten(sent.id)
        return Rewritten(sent.id, read(reply) or "")

    def _context(self, question: str, turns: Sequence[Turn]) -> Context | None:
        try:
            return request(
                question,
                turns,
                profile=self.profile,
                budget_tokens=self.budget_tokens,
                count=self.counter.count,
            )
        except ContextTooLongError:
            return None

    async def _reply(
        self, scope: RoomScope, sent: SentRequest, context: Context, stop: asyncio.Event
    ) -> str:
        asked = ChatRequest(context.messages, OUTPUT_TOKENS, cache_marks=context.cache_marks)
        reply, usage = "", None
        async with aclosing(until(self.chat.stream(asked), stop)) as deltas:
            async for delta in deltas:
                reply += delta.text
                usage = usage_of(delta) or usage
                if len(reply) > 2 * MOST_CHARS:
                    break
        await self._bill(scope, sent, usage)
        return "" if stop.is_set() else reply

    async def _recorded(self, scope: RoomScope, thread_id: str, context: Context) -> SentRequest:
        sending = Sending(
            self.new_id("req"),
            thread_id,
            self.clock(),
            self.chat.name,
            max_output_tokens=OUTPUT_TOKENS,
            temperature=0.0,
        )
        alone = Trajectory(make_prefix(context.messages[0].text or ""))
        sent = record(
            context, alone, sending, profile=self.profile, previous=None, count=self.counter.count
        )
        sent = replace(sent, purpose=Purpose.REWRITE)
        await self.store.save_request(scope, sent, room_id=scope.room_id)
        return sent

    async def _bill(self, scope: RoomScope, sent: SentRequest, usage: Usage | None) -> None:
        if usage is not None:
            billed = replace(sent, usage=usage, price_usd=price_usd(self.profile, usage))
            await self.store.save_request(scope, billed, room_id=scope.room_id)


def turn_of(answer: Answer) -> Turn:
    """Return an earlier answer as the model said it, but for the marks."""
    # A document's id is empty where the model invented the passage.
    refs = dict.fromkeys(cite.chunk_id for cite in answer.citations if cite.document_id)
    return Turn(answer.question, answer.text, tuple(refs), answer.created_at)
