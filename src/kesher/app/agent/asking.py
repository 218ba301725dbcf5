"""One request to the model and its answer, calls begun while it is still being written."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from kesher.app.agent.calls import Calls, Job, abandon
from kesher.app.agent.checking import loggable
from kesher.app.agent.log import Log
from kesher.app.agent.pending import call_ids
from kesher.app.agent.session import Session
from kesher.app.agent.settings import AgentSettings
from kesher.app.agent.writing import Draft, Writing
from kesher.app.limits import Limiting
from kesher.app.stopping import until
from kesher.context.cost import price_usd
from kesher.context.recording import Sending, record
from kesher.domain.agent import RawPiece, RequestSent, Text, Thinking
from kesher.domain.message import ToolCall
from kesher.domain.profile import Profile
from kesher.domain.request import Context, SentRequest
from kesher.domain.trajectory import Requested
from kesher.errors import ModelError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, FinishReason, TokenCounter
from kesher.ports.stores import TrajectoryStore


@dataclass(slots=True)
class Answer:
    """What came of one request.

    Attributes:
        jobs: Of the calls that are to enter the log, in their order.
        error: Why it broke off; None: it came to its end, or was stopped.
    """

    writing: Writing
    jobs: list[Job] = field(default_factory=list)
    error: ModelError | None = None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls as they enter the log."""
        return tuple(job.call for job in self.jobs)


@dataclass(frozen=True, slots=True)
class Asking:
    """Sends requests of one run."""

    chat: ChatModel
    store: TrajectoryStore
    profile: Profile
    counter: TokenCounter
    settings: AgentSettings
    clock: Clock
    new_id: NewId
    limiting: Limiting | None = None

    def recorded(self, context: Context, log: Log, previous: SentRequest | None) -> SentRequest:
        """Return the record of a request that is about to be sent, audited against `previous`."""
        sending = Sending(
            self.new_id("req"),
            log.id,
            self.clock(),
            self.chat.name,
            max_output_tokens=self.settings.output_tokens,
            temperature=self.settings.temperature,
        )
        return record(
            context,
            log.trajectory,
            sending,
            profile=self.profile,
            previous=previous,
            count=self.counter.count,
        )

    async def ask(
        self, context: Context, sent: SentRequest, session: Session, calls: Calls
    ) -> Answer:
        """Record a request, send it, and return its answer with its calls begun.

        A stream that breaks off is no error here: the answer says so.

        Raises:
            LimitReachedError: the person's limit is used up; nothing was sent.
        """
        if self.limiting is not None:
            await self.limiting.check_spending(session.scope)
        await self.store.save_request(session.scope, sent)
        await session.log.append(Requested(sent.id))
        session.emit(RequestSent(sent))
        answer = Answer(Writing(self.profile))
        reading = _Reading(answer, session, calls, lambda: self.new_id("call"))
        try:
            await self._read(context, reading)
        except ModelError as error:
            answer.error = error
        except BaseException:
            abandon(answer.jobs)
            raise
        await reading.finish(is_whole=answer.error is None and not session.stop.is_set())
        await self._bill(sent, answer, session)
        return answer

    async def _read(self, context: Context, reading: "_Reading") -> None:
        stream = self.chat.stream(self._request(context))
        async with aclosing(until(stream, reading.session.stop)) as pieces:
            async for delta in pieces:
                self._tell(delta, reading.session)
                await reading.take(delta)

    def _request(self, context: Context) -> ChatRequest:
        return ChatRequest(
            messages=context.messages,
            max_output_tokens=self.settings.output_tokens,
            temperature=self.settings.temperature,
            tools=context.tools,
            cache_marks=context.cache_marks,
            reasoning_field=self.profile.reasoning_field,
            raw=self.settings.raw,
        )

    def _tell(self, delta: ChatDelta, session: Session) -> None:
        if delta.raw and self.settings.raw:
            session.emit(RawPiece(delta.raw))
        if delta.thinking:
            session.emit(Thinking(delta.thinking))
        if delta.text:
            session.emit(Text(delta.text))

    async def _bill(self, sent: SentRequest, answer: Answer, session: Session) -> None:
        """Record usage and price; what the provider did not count is counted here."""
        usage = answer.writing.usage
        took = usage.input_tokens if usage and usage.input_tokens is not None else sent.tokens
        gave = usage.output_tokens if usage else None
        if gave is None:
            gave = self.counter.count(answer.writing.written())
        session.meter.add(iterations=1, tokens=took + gave)
        if usage is not None:
            price = price_usd(self.profile, usage)
            await self.store.save_request(
                session.scope, replace(sent, usage=usage, price_usd=price)
            )


class _Reading:
    """Begins the calls of an answer, each as soon as it is whole and sound."""

    def __init__(
        self, answer: Answer, session: Session, calls: Calls, fresh: Callable[[], str]
    ) -> None:
        self.session = session
        self._answer = answer
        self._calls = calls
        self._fresh = fresh
        self._begun: dict[Draft, Job] = {}
        self._named: dict[Draft, ToolCall] = {}

    async def take(self, delta: ChatDelta) -> None:
        """Take a piece of the answer."""
        self._answer.writing.take(delta)
        if delta.call is None and delta.finish is None:
            return
        for draft in self._answer.writing.drafts:
            if draft.is_whole and draft not in self._begun:
                await self._begin(draft, final=False)

    async def finish(self, *, is_whole: bool) -> None:
        """Settle which calls enter the log.

        Args:
            is_whole: The answer came to its end, so a call that could not begin is answered with
                what is wrong. Otherwise it is as if it had never been written.
        """
        for draft in self._answer.writing.drafts:
            if is_whole and draft not in self._begun:
                await self._begin(draft, final=True)
        self._answer.jobs = self._in_order()

    async def _begin(self, draft: Draft, *, final: bool) -> None:
        writing = self._answer.writing
        job = await self._calls.begin(
            self._call(draft),
            written_name=draft.name,
            final=final,
            is_cut=writing.finish is FinishReason.LENGTH,
            preface=writing.note(),
        )
        if job is not None:
            self._begun[draft] = job
            self._answer.jobs = self._in_order()

    def _in_order(self) -> list[Job]:
        return [self._begun[d] for d in self._answer.writing.drafts if d in self._begun]

    def _call(self, draft: Draft) -> ToolCall:
        """Return the call as it enters the log; its id is settled at the first look."""
        known = self._named.get(draft)
        taken = call_ids(self.session.log.events) | {c.id for c in self._named.values()}
        call = loggable(
            call_id=known.id if known else draft.id,
            name=draft.name,
            arguments=draft.arguments,
            taken=taken - {known.id} if known else taken,
            fresh=self._fresh,
        )
        self._named[draft] = call
        return call
