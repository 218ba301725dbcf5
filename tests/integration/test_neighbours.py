"""Two processes on one PostgreSQL, as far as they talk: what one does, the other hears at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from sqlalchemy import text

from databases import new_database
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.notifying import notify, signal_from
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.signals import PostgresSignals
from kesher.adapters.system import new_id
from kesher.app.neighbours import LONGEST_ID_CHARS, Neighbours
from kesher.app.progress import RoomChanges
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.signals import Signal, SignalKind

pytestmark = pytest.mark.anyio

SCOPE = Scope()
ROOM = RoomScope("local", "room_משאבי")
SELDOM = 60.0


class Process:
    """One of them: what it hears, and what it has under way."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, busy_seconds=10)
        self.changes = RoomChanges()
        signals = PostgresSignals(self.database)
        self.neighbours = Neighbours(signals, self.changes, name=new_id("p"), new_id=new_id)
        self.looked = asyncio.Event()
        self.followed: list[RoomScope] = []
        self.under_way: set[str] = set()
        self.neighbours.on_job(self.looked.set)
        self.neighbours.on_room(self.followed.append)
        self.neighbours.on_stop(self._end)

    def _end(self, scope: Scope, identifier: str) -> bool:
        ended = scope == SCOPE and identifier in self.under_way
        self.under_way -= {identifier} if ended else set()
        return ended

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Process"]:
        running = asyncio.create_task(self.neighbours.run())
        try:
            with anyio.fail_after(30):
                await self.looked.wait()  # it listens
            self.looked.clear()
            yield self
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self.database.close()


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    url = new_database("postgresql", tmp_path)
    async with Process(url).running() as one, Process(url).running() as other:
        yield one, other


async def test_a_watcher_hears_of_a_change_in_another_process(two: tuple[Process, Process]) -> None:
    here, there = two
    watching = here.changes.watch(ROOM, at_least_every_seconds=SELDOM)
    with anyio.fail_after(10):
        await anext(watching)
        there.changes.announce(ROOM)
        assert await anext(watching) is True
    assert here.followed == [ROOM]
    assert there.followed == []


async def test_work_is_ended_by_whichever_process_has_it(two: tuple[Process, Process]) -> None:
    here, there = two
    there.under_way.add("ans_א")
    with anyio.fail_after(10):
        assert await here.neighbours.end(SCOPE, "ans_א")
        assert there.under_way == set()
        assert not await here.neighbours.end(SCOPE, "ans_א")


async def test_work_is_ended_for_no_other_tenant(two: tuple[Process, Process]) -> None:
    here, there = two
    there.under_way.add("ans_a")
    assert not await here.neighbours.end(Scope("other"), "ans_a")
    assert not await here.neighbours.end(SCOPE, "a" * (LONGEST_ID_CHARS + 1))
    assert there.under_way == {"ans_a"}


async def test_a_job_is_looked_for_when_its_transaction_is_committed_and_not_before(
    two: tuple[Process, Process],
) -> None:
    here, there = two
    with there.database.writing(EVERYTHING) as connection:
        notify(connection, Signal(SignalKind.JOB))
        assert not here.looked.is_set()
    with anyio.fail_after(10):
        await here.looked.wait()


async def test_a_process_whose_ear_was_cut_off_listens_again_and_looks_at_everything(
    two: tuple[Process, Process],
) -> None:
    here, there = two
    watching = here.changes.watch(ROOM, at_least_every_seconds=SELDOM)
    await anext(watching)
    with there.database.writing(EVERYTHING) as connection:
        deaf = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ :word")
        connection.execute(deaf, {"word": '^LISTEN "kesher_'})
    with anyio.fail_after(20):
        await asyncio.gather(*(each.looked.wait() for each in two))
        assert await anext(watching) is True


async def test_where_nobody_else_can_be_there_nothing_is_told_and_nothing_ends() -> None:
    changes = RoomChanges()
    alone = Neighbours(None, changes, name="p", new_id=new_id)
    changes.announce(ROOM)
    assert not await alone.end(SCOPE, "ans_a")
    with anyio.fail_after(5):
        await alone.run()


@pytest.mark.parametrize(
    "said", ["", "no JSON", "[]", "{}", '{"kind": "of a newer Kesher"}', '{"kind": "job", "x": 1}']
)
def test_what_a_newer_version_says_is_passed_over(said: str) -> None:
    assert signal_from(said) is None
