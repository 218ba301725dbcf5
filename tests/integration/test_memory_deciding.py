"""A person decides while others write: what counts is what stands when the decision is written."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typing_extensions import override

from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.memory.store import SqlMemory
from kesher.app.memory.looking import FactsQuery
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryServices
from kesher.config.settings import Settings
from kesher.domain.fact import Review, Verdict
from kesher.domain.scope import Scope
from kesher.wiring.services import build

pytestmark = pytest.mark.anyio

NOA = Scope("נועה")
AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[MemoryServices]:
    services = await build(Settings.model_validate({"data_folder": tmp_path}))
    yield services.memory
    await services.close()


@pytest.fixture
async def database(tmp_path: Path, memory: MemoryServices) -> AsyncIterator[Database]:
    assert memory.schema
    opened = Database(sqlite_url(tmp_path), busy_seconds=10)
    yield opened
    await opened.close()


async def say(memory: MemoryServices, text: str, day: int, *, thread: str, id: str) -> None:  # noqa: A002
    await memory.remember.add(NOA, NewMessage(thread, text, at=AT + timedelta(days=day), id=id))


class Interrupted(SqlMemory):
    """A memory of which a message is erased between the reading of the reviews and a decision."""

    @override
    async def review_list(self, scope: Scope, *, pending: bool) -> Sequence[Review]:
        found = await super().review_list(scope, pending=pending)
        await self.erase_message(scope, "ש", "m1")
        return found


async def test_a_decision_brings_back_no_word_that_was_erased_while_it_was_made(
    memory: MemoryServices, database: Database
) -> None:
    await say(memory, "אני אלרגית לבוטנים", 0, thread="ש", id="m1")
    await say(memory, "טעיתי, האלרגיה שלי היא לאגוזים ולא לבוטנים", 1, thread="ש", id="m2")
    (waiting,) = await memory.store.review_list(NOA, pending=True)
    assert "בוטנים" in waiting.reason
    deciding = replace(memory.decide, store=Interrupted(database))
    (decided,) = await deciding.decide(NOA, [waiting.id], Verdict.ACCEPT, by="ד״ר לוי")
    assert decided.old_fact_id is None
    for each in await memory.store.review_list(NOA, pending=False):
        assert "בוטנים" not in each.reason
    known = await memory.looking.facts(NOA, FactsQuery(keys=("allergy",)))
    assert [each.fact.value for each in known] == ["אגוזים"]


@pytest.mark.parametrize(
    "ending", ["עברתי לעכו", "אני כבר לא גרה בחיפה"], ids=["replaced", "ended"]
)
async def test_what_ended_a_fact_is_shown_from_its_own_thread(
    memory: MemoryServices, ending: str
) -> None:
    await say(memory, "אני גרה בחיפה", 0, thread="א", id="1")
    await say(memory, "שלום", 1, thread="א", id="2")
    await say(memory, ending, 2, thread="ב", id="2")
    known = await memory.looking.facts(NOA, FactsQuery(keys=("city",), history=True))
    (ended,) = [each for each in known if each.fact.value == "חיפה"]
    why = await memory.looking.why(NOA, ended.id)
    assert why.ended_by is not None
    assert (why.ended_by.thread_id, why.ended_by.text) == ("ב", ending)
