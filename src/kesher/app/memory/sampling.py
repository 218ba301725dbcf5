"""A small conversation of our own, really said and heard, for whoever has no memory yet."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from kesher.app.memory.remembering import NewMessage, Remember
from kesher.domain.log import Speaking
from kesher.domain.scope import Scope
from kesher.ports.memory import ThreadHead
from kesher.sample.talk import THREAD, Line, talk


@dataclass(frozen=True, slots=True)
class SampleTalk:
    """Adds the conversation."""

    remember: Remember

    async def load(self, scope: Scope) -> ThreadHead:
        """Return the conversation, said in the last weeks; one that is there stays as it is.

        All of it is one thread, and is erased as one.
        """
        there = await self._head(scope)
        if there is None:
            now = self.remember.clock().astimezone(ZoneInfo(self.remember.zone))
            for number, line in enumerate(talk(), start=1):
                await self.remember.add(scope, _message(line, number, now))
            there = await self._head(scope)
        return there or ThreadHead(THREAD, 0, self.remember.clock(), self.remember.clock())

    async def _head(self, scope: Scope) -> ThreadHead | None:
        heads = await self.remember.store.log_threads(scope)
        return next((head for head in heads if head.id == THREAD), None)


def _message(line: Line, number: int, now: datetime) -> NewMessage:
    day = now - timedelta(days=line.days_ago)
    return NewMessage(
        thread_id=THREAD,
        text=line.text,
        at=day.replace(hour=line.hour, minute=0, second=0, microsecond=0),
        role=Speaking(line.role),
        speaker=line.role,
        id=f"sample-{number}",
    )
