"""Notes who did what, in the order in which it became known."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from kesher.domain.audit import SYSTEM_ACTOR, Act, Action, Detail
from kesher.domain.scope import Scope
from kesher.errors import KesherError
from kesher.ports.audit import AuditStore
from kesher.ports.clock import Clock

_log = structlog.get_logger("kesher.audit")


@dataclass(slots=True)
class Auditing:
    """The one recorder of a process.

    Acts that become known while others are being written go into one transaction together.

    Attributes:
        scope: All people of a server are one tenant's, and so is what they do.
        most_waiting: Acts kept for a database that cannot be written; those before them are told
            to the log only.
    """

    store: AuditStore
    clock: Clock
    scope: Scope = field(default_factory=Scope)
    most_waiting: int = 10_000
    _waiting: list[Act] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def note(self, act: Act) -> None:
        """Write an act; it is durable when this returns.

        Where it cannot be written it waits for the next one: what was done cannot be undone for
        want of a note, and the log says so.
        """
        self._waiting.append(act)
        async with self._turn:
            if not any(each is act for each in self._waiting):
                return  # whoever had the turn before wrote it too
            await self._write(tuple(self._waiting))

    async def system(
        self,
        action: Action,
        *,
        room_id: str | None = None,
        thing_id: str | None = None,
        details: Mapping[str, Detail] | None = None,
    ) -> None:
        """Write what the server did by itself."""
        await self.note(
            Act(
                self.clock(),
                SYSTEM_ACTOR,
                action,
                room_id=room_id,
                thing_id=thing_id,
                details=details or {},
            )
        )

    async def _write(self, acts: tuple[Act, ...]) -> None:
        try:
            await self.store.append(self.scope, acts)
        except KesherError as error:
            _log.error("audit.waits", code=error.code, acts=len(acts))
            self._let_go()
            return
        del self._waiting[: len(acts)]

    def _let_go(self) -> None:
        over = len(self._waiting) - self.most_waiting
        for act in self._waiting[: max(over, 0)]:
            _log.error("audit.lost", actor=act.actor, action=act.action, thing=act.thing_id)
        del self._waiting[: max(over, 0)]
