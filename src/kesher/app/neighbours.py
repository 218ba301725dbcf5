"""The other processes on the database: what happens here is told to them, and heard from them.

All of it only makes things prompt. Whatever is not heard is seen by looking at the tables, which
the job loop and the watchers of rooms do every few seconds anyway; only a stop that is not heard is
to be asked for again, and is answered so.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from kesher.app.progress import RoomChanges
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import KesherError, NotFoundError
from kesher.ports.clock import NewId
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.signals import Signal, SignalKind, Signals

_log = structlog.get_logger("kesher.neighbours")

GATHER_SECONDS = 0.2
"""A room's changes are told this long after the first of them, all as one."""

AGAIN_SECONDS = 1.0
"""Between two tries to listen."""

ANSWER_SECONDS = 1.0
"""How long a process may take to say that it ends the work that it was asked to end."""

LONGEST_ID_CHARS = 200
"""No id of ours is longer; a signal holds at most 8,000 bytes."""

End = Callable[[Scope, str], bool]
"""Ends the work of that id, if it is under way in this process; tells whether it was."""


@dataclass(slots=True)
class Gathered:
    """Rooms that something happened to, waiting to be dealt with together."""

    rooms: set[RoomScope] = field(default_factory=set)
    some: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, scope: RoomScope) -> None:
        """Let the room be among the next."""
        self.rooms.add(scope)
        self.some.set()

    async def next(self) -> set[RoomScope]:
        """Wait for a room, and for those that come close behind it."""
        await self.some.wait()
        await asyncio.sleep(GATHER_SECONDS)
        taken, self.rooms = self.rooms, set()
        self.some.clear()
        return taken


class Neighbours:
    """Tells and hears. Runs until it is cancelled.

    Args:
        signals: None where no other process can be on the database.
        name: Of this process, so that it does not hear itself.
    """

    def __init__(
        self, signals: Signals | None, changes: RoomChanges, *, name: str, new_id: NewId
    ) -> None:
        self._signals = signals
        self._changes = changes
        self._name = name
        self._new_id = new_id
        self._look_for_jobs: Callable[[], None] = lambda: None
        self._end: End = lambda _scope, _identifier: False
        self._follow: Callable[[RoomScope], None] = lambda _scope: None
        self._changed = Gathered()
        self._asked: dict[str, asyncio.Event] = {}
        if signals is not None:
            changes.tell_others(self._changed.add)

    def on_job(self, look: Callable[[], None]) -> None:
        """Let `look` be called when somebody has queued a job."""
        self._look_for_jobs = look

    def on_stop(self, end: End) -> None:
        """Let others end work that is under way in this process."""
        self._end = end

    def on_room(self, follow: Callable[[RoomScope], None]) -> None:
        """Let `follow` be called with each room that another process has changed."""
        self._follow = follow

    async def end(self, scope: Scope, identifier: str) -> bool:
        """End work that another process has under way; False: none says that it has.

        Raises:
            StoreError: the others cannot be told.
        """
        if self._signals is None or len(identifier) > LONGEST_ID_CHARS:
            return False
        number, answered = self._new_id("stop"), asyncio.Event()
        self._asked[number] = answered
        try:
            await self._signals.tell(
                Signal(SignalKind.STOP, scope.tenant_id, identifier, self._name, number)
            )
            async with asyncio.timeout(ANSWER_SECONDS):
                await answered.wait()
        except TimeoutError:
            return False
        finally:
            del self._asked[number]
        return True

    async def run(self) -> None:
        """Tell and hear, for ever; nothing where nobody else can be there."""
        if self._signals is not None:
            await asyncio.gather(self._tell_all(self._signals), self._hear_all(self._signals))

    async def _tell_all(self, signals: Signals) -> None:
        while True:
            for scope in await self._changed.next():
                told = Signal(SignalKind.ROOM, scope.tenant_id, scope.room_id, self._name)
                with contextlib.suppress(KesherError):  # they look by themselves, a little later
                    await signals.tell(told)

    async def _hear_all(self, signals: Signals) -> None:
        while True:
            try:
                async for signal in signals.heard():
                    if signal.sender != self._name:
                        await self._heard(signals, signal)
            except KesherError as error:
                _log.warning("neighbours.deaf", code=error.code)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _heard(self, signals: Signals, signal: Signal) -> None:
        match signal.kind:
            case SignalKind.LISTENING:
                self._look_for_jobs()
                self._changes.announce_all_here()
            case SignalKind.JOB:
                self._look_for_jobs()
            case SignalKind.ROOM:
                scope = RoomScope(signal.tenant_id, signal.about)
                self._changes.announce_here(scope)
                self._follow(scope)
            case SignalKind.STOP:
                await self._stop(signals, signal)
            case SignalKind.STOPPED:
                if signal.about in self._asked:
                    self._asked[signal.about].set()

    async def _stop(self, signals: Signals, signal: Signal) -> None:
        if self._end(Scope(signal.tenant_id), signal.about):
            answer = Signal(SignalKind.STOPPED, signal.tenant_id, signal.number, self._name)
            await signals.tell(answer)


class Following:
    """Keeps this process's indexes close behind what others store, and free of what they delete.

    A search catches up by itself; this spares it the wait, and takes the text of deleted documents
    out of the files of an index that nobody searches.
    """

    def __init__(self, dense: DenseIndex, lexical: LexicalIndex) -> None:
        self._dense = dense
        self._lexical = lexical
        self._changed = Gathered()

    def add(self, scope: RoomScope) -> None:
        """Let a room's indexes be looked at soon."""
        self._changed.add(scope)

    async def run(self) -> None:
        """Catch up with room after room, for ever."""
        while True:
            for scope in await self._changed.next():
                try:
                    await self._catch_up(scope)
                except KesherError as error:  # the next search says what is wrong
                    _log.warning("following.failed", room=scope.room_id, code=error.code)

    async def _catch_up(self, scope: RoomScope) -> None:
        try:
            await self._lexical.catch_up(scope)
        except NotFoundError:  # the room was deleted
            await self._dense.forget(scope)
            await self._lexical.forget(scope)
