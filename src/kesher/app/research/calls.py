"""The calls of a run to the model: within its limits, recorded before they go, ended by Stop."""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kesher.app.limits import Limiting
from kesher.app.research.log import RunLog
from kesher.app.stopping import until
from kesher.context.cost import Tokens, input_usd, price_usd, usage_of
from kesher.context.prefix import make_prefix
from kesher.context.recording import Sending, record
from kesher.context.research.asking import Fault
from kesher.context.trajectory import Trajectory
from kesher.domain.profile import Profile
from kesher.domain.request import Context, Purpose, SentRequest, Usage
from kesher.domain.research import Asked, Billed, Call, HaltReason, Limits, Step, spending
from kesher.domain.scope import RoomScope
from kesher.errors import ContextTooLongError, ModelError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatModel, ChatRequest, TokenCounter
from kesher.ports.stores import Store

T = TypeVar("T")

_ATTEMPTS = 2
_GIVEN_UP_AFTER = 2
"""Calls that failed; later steps are made by rules then, so that none waits for a dead endpoint."""
_CHARS_A_TOKEN = 10
"""More than a token of any language holds on average; bounds a model that never stops."""


@dataclass(frozen=True, slots=True)
class Inquiry(Generic[T]):
    """What a model is to be asked, and how its reply is read.

    Attributes:
        request: Given what was wrong with the last reply; None at first.
        aspect: Index of the aspect that it is about; None: of the whole question.
    """

    call: Call
    request: Callable[[Fault | None], Context]
    read: Callable[[str], T | Fault]
    output_tokens: int
    aspect: int | None = None


@dataclass(frozen=True, slots=True)
class Given(Generic[T]):
    """What was read from a reply."""

    value: T


@dataclass(frozen=True, slots=True)
class Refused:
    """The model gave nothing that can be used; the step is made by rules instead.

    Attributes:
        remark: Why; empty where no model is set at all.
    """

    remark: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """What all calls of a kind of model share.

    Attributes:
        limits: Of the run.
        reserve: Kept back for the answer: tokens, and dollars.
        limiting: Of the room and the person; None: they have no limits.
    """

    chat: ChatModel
    store: Store
    profile: Profile
    counter: TokenCounter
    clock: Clock
    new_id: NewId
    limits: Limits
    reserve: Limits
    limiting: Limiting | None = None


class Calls:
    """Asks the model for one run. Remembers what is under way, and how often it failed."""

    def __init__(self, lane: Lane, log: RunLog, stop: asyncio.Event) -> None:
        self._lane = lane
        self._log = log
        self._stop = stop
        self._failures = 0
        self._pending: dict[str, Limits] = {}

    async def ask(self, inquiry: Inquiry[T]) -> Given[T] | Refused | HaltReason:
        """Ask, and once more with what was wrong where the reply cannot be read.

        Returns:
            What was read; why the model is of no use here; or why no more may be asked.
        """
        fault: Fault | None = None
        for _ in range(_ATTEMPTS):
            if self._failures >= _GIVEN_UP_AFTER:
                return Refused("The model failed repeatedly; what followed went by rules.")
            try:
                context = inquiry.request(fault)
            except ContextTooLongError as error:
                return Refused(f"The request for it was too long ({error}).")
            reply = await self._reply(inquiry, context)
            if isinstance(reply, HaltReason | Refused):  # a HaltReason is a string, too
                return reply
            found = inquiry.read(reply)
            if not isinstance(found, Fault):
                return Given(found)
            fault = found
        reason = fault.reason if fault else ""
        return Refused(f"The model's reply could not be read twice ({reason}).")

    async def _reply(self, inquiry: Inquiry[T], context: Context) -> str | Refused | HaltReason:
        is_over = await used_up(self._lane, self._log.scope)
        if self._stop.is_set():
            return HaltReason.PERSON
        greatest = most(self._lane.profile, context.tokens, inquiry.output_tokens)
        if is_over or not self._fits(greatest):
            return HaltReason.LIMIT
        request_id = self._lane.new_id("req")
        # Nothing is waited for since the look at what fits: a call beside this one must find it
        # counted.
        self._pending[request_id] = greatest
        try:
            sent = await self._recorded(request_id, context, inquiry.output_tokens)
            asked = Asked(request_id, inquiry.call, context.tokens, inquiry.aspect)
            await self._log.append(asked)
            # From here on its input is counted by the log.
            self._pending[request_id] = Limits(inquiry.output_tokens, greatest.usd)
            return await self._streamed(sent, context, inquiry.output_tokens)
        finally:
            del self._pending[request_id]

    async def _streamed(
        self, sent: SentRequest, context: Context, output_tokens: int
    ) -> str | Refused | HaltReason:
        request = ChatRequest(context.messages, output_tokens, cache_marks=context.cache_marks)
        began = time.perf_counter()
        reply, usage = "", None
        try:
            async with aclosing(until(self._lane.chat.stream(request), self._stop)) as deltas:
                async for delta in deltas:
                    reply += delta.text
                    usage = usage_of(delta) or usage
                    if len(reply) > output_tokens * _CHARS_A_TOKEN:
                        break
        except ModelError as error:
            self._failures += 1
            await self._bill(sent, usage, reply, time.perf_counter() - began)
            return Refused(f"The model did not serve ({error.code}): {error}")
        await self._bill(sent, usage, reply, time.perf_counter() - began)
        return HaltReason.PERSON if self._stop.is_set() else reply

    async def _recorded(self, request_id: str, context: Context, output_tokens: int) -> SentRequest:
        lane = self._lane
        sending = Sending(
            request_id,
            self._log.run.thread_id,
            lane.clock(),
            lane.chat.name,
            max_output_tokens=output_tokens,
            temperature=0.0,
        )
        alone = Trajectory(make_prefix(context.messages[0].text or ""))
        sent = record(
            context, alone, sending, profile=lane.profile, previous=None, count=lane.counter.count
        )
        sent = replace(sent, purpose=Purpose.RESEARCH)
        await lane.store.save_request(self._log.scope, sent, room_id=self._log.scope.room_id)
        return sent

    async def _bill(
        self, sent: SentRequest, usage: Usage | None, reply: str, seconds: float
    ) -> None:
        """Store what a call took; where the provider did not count, our own count stands."""
        price = price_usd(self._lane.profile, usage)
        if usage is not None:
            billed = replace(sent, usage=usage, price_usd=price)
            await self._lane.store.save_request(
                self._log.scope, billed, room_id=self._log.scope.room_id
            )
        else:
            usage = Usage(sent.tokens, self._lane.counter.count(reply))
            price = price_usd(self._lane.profile, usage)
        wrote = usage.output_tokens or self._lane.counter.count(reply)
        read = usage.input_tokens or sent.tokens
        await self._log.append(Billed(sent.id, read, wrote, price, seconds))

    def _fits(self, more: Limits) -> bool:
        """Tell whether the run keeps its limits with this call, those under way and its answer."""
        lane, spent = self._lane, taken_by(self._log.steps, self._lane.profile, self._pending)
        taken = [spent, *self._pending.values(), more, lane.reserve]
        tokens = sum(each.tokens for each in taken)
        return within(lane.limits, Limits(tokens, sum(each.usd for each in taken)))


async def used_up(lane: Lane, scope: RoomScope) -> bool:
    """Tell whether the room or the person may take no more, whatever the run has left."""
    return lane.limiting is not None and await lane.limiting.reached(scope) is not None


def taken_by(steps: Sequence[Step], profile: Profile, pending: Collection[str] = ()) -> Limits:
    """Return what these steps took; a call that died without a bill counts with its input.

    Args:
        pending: Calls under way, whose price is counted elsewhere.
    """
    spent = spending(steps)
    billed = {step.request_id for step in steps if isinstance(step, Billed)}
    lost = [
        step.tokens
        for step in steps
        if isinstance(step, Asked) and step.request_id not in {*billed, *pending}
    ]
    usd = sum(most(profile, tokens, 0).usd for tokens in lost)
    return Limits(spent.tokens, (spent.price_usd or 0.0) + usd)


def within(limits: Limits, taken: Limits) -> bool:
    """Tell whether what is taken keeps the limits; a limit of 0 is none."""
    return (not limits.tokens or taken.tokens <= limits.tokens) and (
        not limits.usd or taken.usd <= limits.usd
    )


def most(profile: Profile, input_tokens: int, output_tokens: int) -> Limits:
    """Return the most that a call can take at the profile's prices."""
    usd = input_usd(profile, Tokens(0, 0, input_tokens))
    usd += output_tokens * profile.prices.output / 1_000_000
    return Limits(input_tokens + output_tokens, usd)
