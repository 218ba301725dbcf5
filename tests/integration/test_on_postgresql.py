"""The whole path on a real PostgreSQL: the same code, one setting."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from contract.samples import ROOM, SCOPE, add
from databases import new_database
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import DocumentState
from kesher.domain.job import Job, MemoryJob
from kesher.domain.log import LogMessage, Speaking
from kesher.engine import Kesher
from kesher.ports.memory import MemoryChange
from kesher.sample import sample_files

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"


def test_a_document_is_read_asked_found_again_and_deleted_on_postgresql(tmp_path: Path) -> None:
    url = new_database("postgresql", tmp_path)
    folder = tmp_path / "data"
    with Kesher(folder, database_url=url, log_level="error") as kesher:
        document = kesher.room("משאבי אנוש").add(sample_files()[0].path)
        assert document.state is DocumentState.READY
    with Kesher(folder, database_url=url, log_level="error") as kesher:
        room = kesher.room("משאבי אנוש")
        answer = room.ask(QUESTION)
        assert "22 ימי חופשה" in answer.text
        assert answer.citations[0].verified
        assert {span.page_number for span in answer.citations[0].spans} == {6}
        room.delete(document.id)
        assert room.search(QUESTION).hits == ()
    assert not (folder / "kesher.db").exists()


def test_opening_a_database_that_another_program_works_on_leaves_its_jobs_alone(
    tmp_path: Path,
) -> None:
    url = new_database("postgresql", tmp_path)
    with Kesher(tmp_path / "a", database_url=url, log_level="error") as kesher:
        kesher.memory("נועה").thread("ש").message("גרה בחיפה", id="m1")

    async def running() -> tuple[Job | None, MemoryJob | None, Job | None, MemoryJob | None]:
        store = SqlStore.open(url)
        await store.create_room(SCOPE, ROOM)
        await add(store)
        now = datetime.now(UTC)
        said = LogMessage("m2", "ש", Speaking.USER, now, "ועבדתי בעכו")
        await store.parts.memory.add_message(
            SCOPE, said, lambda _: (MemoryChange(), None), read_at=now - timedelta(seconds=1)
        )
        taken = await _take(store)
        with Kesher(tmp_path / "b", database_url=url, log_level="error"):
            meanwhile = await _take(store)
        await store.close()
        return *taken, *meanwhile

    job, memory_job, again, memory_again = asyncio.run(running())
    assert job is not None
    assert memory_job is not None
    assert (again, memory_again) == (None, None)


async def _take(store: SqlStore) -> tuple[Job | None, MemoryJob | None]:
    now = datetime.now(UTC)
    return (
        await store.take(now=now, lease_seconds=60),
        await store.parts.memory.take_memory_job(now=now, lease_seconds=60, limit=9),
    )
