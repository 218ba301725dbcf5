"""Servers and a worker as real processes on one PostgreSQL, and what becomes of work when they die.

Two servers on one database at peace are tried in every run: `tests/integration/test_neighbours.py`.

The twenty-fold form, with each fault apart, is `benchmarks/faults`.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from benchmarks.faults.checks import Found
from benchmarks.faults.faults import Stage, postgres_restarted, server_killed, worker_killed
from benchmarks.faults.grown import Grown, Postgres
from benchmarks.faults.run import SETTINGS, hurt

from databases import new_database, postgres
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

WORDS = 40


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    script = Script(lambda _: "לעובד מגיעים 22 ימי חופשה. " * WORDS, delay_seconds=0.05)
    with scripted_model_server(script) as model:
        settings = {
            **SETTINGS,
            "embedding_url": model.openai_url,
            "chat_url": model.openai_url,
            "database_url": new_database("postgresql", tmp_path),
        }
        grown = Grown(tmp_path / "data", settings)
        stage = Stage(grown, Postgres(postgres()), [], [])
        try:
            stage.servers += await asyncio.gather(grown.server(), grown.server())
            stage.workers.append(await grown.worker())
            yield stage
        finally:
            stage.end()


async def everything_dies(stage: Stage) -> None:
    await asyncio.gather(worker_killed(stage), server_killed(stage), postgres_restarted(stage))


async def test_nothing_is_lost_or_doubled_where_a_worker_a_server_and_postgresql_die_at_work(
    stage: Stage,
) -> None:
    found, broken = await hurt("הכול", everything_dies, stage, 0, 0.3)
    assert found == Found(lost=0, doubled=0)
    assert broken, "No answer was cut off: the server was not killed in the middle of one."
    async with aiohttp.ClientSession() as session:
        for url in stage.urls:
            async with session.post(f"{url}/api/answers/ans_none/stop") as response:
                assert response.status == 404
    assert [await asyncio.to_thread(each.end) for each in stage.workers] == [0]
