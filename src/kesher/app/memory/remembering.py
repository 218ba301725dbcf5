"""A message into memory: stored, heard by rules in the same transaction, context handed back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

from kesher.app.memory.reading import ModelReading
from kesher.app.memory.recalling import MemoryContext, Recall, RecallQuery, check_budget
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.memory.hearing import Hearing, Learned, hear
from kesher.memory.schema import Schema
from kesher.ports.clock import Clock, NewId
from kesher.ports.memory import MemoryStore

# To list them reads the file system: as long as all the rest of a message takes.
_zones = cache(available_timezones)
_YEARS = range(1900, 2200)

TEXT_LIMIT_CHARS = 100_000
"""A longer message is a document: it belongs into a room."""


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message as a caller gives it.

    Attributes:
        at: Aware; None: now.
        id: The caller's own, by which adding it again adds nothing; empty: a fresh one.
        injected: Half-open spans of `text` that a program put there.
    """

    thread_id: str
    text: str
    at: datetime | None = None
    role: Speaking = Speaking.USER
    speaker: str = USER_SPEAKER
    id: str = ""
    zone: str = ""
    injected: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of a message.

    Attributes:
        is_new: False: the thread had it already, and nothing changed.
        learned: What it changed; None where it is not new.
        context: What memory gives for it; None where none was asked for.
    """

    message: LogMessage
    is_new: bool
    learned: Learned | None
    context: MemoryContext | None


@dataclass(frozen=True, slots=True)
class Remember:
    """Adds messages. Rules hear each at once; a model, where there is one, reads it later.

    Attributes:
        zone: IANA name of the zone of messages that bring none.
        model_delay: How long a message waits for others to be read with it; None: no model.
        wake: Called when something was added that background work may begin with.
        at_once: The model's reading, where a message waits for it.
    """

    store: MemoryStore
    recall: Recall
    schema: Schema
    clock: Clock
    new_id: NewId
    zone: str
    model_delay: timedelta | None
    wake: Callable[[], None]
    at_once: ModelReading | None = None

    async def add(
        self, scope: Scope, new: NewMessage, *, context_tokens: int | None = None
    ) -> Remembered:
        """Store a message and what it states, and return what memory gives for it.

        The context is of what was known with the message: its own facts are current in it.

        Raises:
            InputError: an empty id of the thread, no speaker, no text, too much of it, a time
                without a zone or centuries away, an injected span outside the text, a context
                budget that is too small.
            ConflictError: the thread has another message of that id.
        """
        message = self._checked(new)
        if context_tokens is not None:
            check_budget(context_tokens)
        hearing = Hearing(self.schema, self.new_id, self.clock())
        is_new, learned = await self.store.add_message(
            scope,
            message,
            lambda view: hear(message, view, hearing),
            read_at=hearing.now + self.model_delay if self.model_delay is not None else None,
        )
        if is_new:
            if self.at_once is not None:
                await self.at_once.step()
            self.wake()
        context = None
        if context_tokens is not None:
            context = await self.recall.for_message(scope, self._query(message, context_tokens))
        return Remembered(message, is_new, learned, context)

    def _query(self, message: LogMessage, budget_tokens: int) -> RecallQuery:
        return RecallQuery(
            text=message.text,
            as_of=message.at,
            budget_tokens=budget_tokens,
            zone=message.time_zone,
            thread_id=message.thread_id,
            message_id=message.id,
        )

    def _checked(self, new: NewMessage) -> LogMessage:
        at = new.at or self.clock()
        _check_time(at)
        if not new.thread_id:
            raise InputError("A message needs the id of its thread. Give any text that names it.")
        if not new.speaker:
            raise InputError("A message needs a speaker. Give any text that names who said it.")
        if not new.text.strip():
            raise InputError("The message is empty. Nothing was stored.")
        if len(new.text) > TEXT_LIMIT_CHARS:
            raise InputError(
                f"The message has {len(new.text):,} characters; at most {TEXT_LIMIT_CHARS:,} are "
                f"taken. Put long material into a room as a document."
            )
        zone = new.zone or self.zone
        if zone not in _zones():
            raise InputError(f"`{zone}` is no IANA time zone; `Asia/Jerusalem` is one.")
        return LogMessage(
            id=new.id or self.new_id("msg"),
            thread_id=new.thread_id,
            role=new.role,
            at=at,
            text=new.text,
            speaker=new.speaker,
            time_zone=zone,
            injected=_checked_spans(new),
        )


def _check_time(at: datetime) -> None:
    if at.utcoffset() is None:
        raise InputError(
            f"The message's time {at.isoformat()} has no UTC offset. Give one with its zone, "
            f"for example 2026-03-01T09:00:00+02:00."
        )
    if at.year not in _YEARS:
        raise InputError(
            f"The message's time {at.isoformat()} is not of the years {_YEARS.start} to "
            f"{_YEARS.stop - 1}: days and weeks are counted from it. Give the time it was said."
        )


def _checked_spans(new: NewMessage) -> tuple[tuple[int, int], ...]:
    """Return the injected spans; one outside the text would leave what it means to be read."""
    length = len(new.text)
    for span in new.injected:
        if not _is_span(span) or not 0 <= span[0] <= span[1] <= length:
            raise InputError(
                f"The injected span {span!r} is none of a text of {length:,} characters. Give "
                f"(start, end) with 0 <= start <= end <= {length}, counted in code points."
            )
    return new.injected


def _is_span(given: object) -> bool:
    """Tell whether a caller without a type checker gave a pair of whole numbers."""
    return (
        isinstance(given, tuple) and len(given) == 2 and all(isinstance(one, int) for one in given)
    )
