"""Background work on memory: one kind of work that fails keeps none of the others."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.app.memory.looking import FactsQuery
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryServices
from kesher.app.memory.tending import Tending
from kesher.config.settings import Settings
from kesher.domain.scope import Scope
from kesher.errors import ModelUnreachableError
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from kesher.wiring.services import build

pytestmark = pytest.mark.anyio

NOA = Scope("נועה")
TEXT = "נדלקתי על ברידג' לאחרונה"
RECORD = {
    "message": "m1",
    "subject": "speaker",
    "key": "hobby",
    "value": "ברידג'",
    "quote": TEXT,
    "action": "set",
    "kind": "stable",
    "confidence": 0.8,
}


class Away:
    """An embedder that does not serve, and tells when it was asked."""

    name = "away"
    dimensions = 384

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.set()
        raise ModelUnreachableError(f"{len(texts)} טקסטים נשלחו, אין מענה")

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        raise ModelUnreachableError(text)


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[MemoryServices]:
    answer = json.dumps({"records": [RECORD]}, ensure_ascii=False)
    with scripted_model_server(Script(answer=lambda _: answer)) as server:
        settings = Settings.model_validate(
            {
                "data_folder": tmp_path,
                "chat": "openai",
                "chat_url": server.openai_url,
                "chat_model": "scripted-model",
                "memory_delay_seconds": 0,
            }
        )
        services = await build(settings)
        yield services.memory
        await services.close()


async def until(tending: Tending, done: asyncio.Event, *, loads: bool) -> None:
    """Run the background work until something is so, for two minutes at most."""
    running = asyncio.create_task(tending.run(loads=loads))
    async with asyncio.timeout(120):
        await done.wait()
    running.cancel()
    await asyncio.wait([running])


async def test_an_embedding_model_that_is_away_keeps_no_message_from_being_read(
    memory: MemoryServices,
) -> None:
    away = Away()
    await memory.remember.add(NOA, NewMessage("ש", TEXT, id="m1"))
    tending = replace(memory.tending, embedder=away)
    await until(tending, away.asked, loads=True)
    known = await memory.looking.facts(NOA, FactsQuery())
    assert [each.fact.value for each in known] == ["ברידג'"]
    assert (await memory.backlog(NOA)).waiting == 0


async def test_for_one_command_no_model_is_loaded_and_what_lapses_still_does(
    memory: MemoryServices,
) -> None:
    said_at = memory.tending.clock() - timedelta(days=30)
    await memory.remember.add(NOA, NewMessage("ש", "תזכירי לי לקנות חלב", at=said_at, id="m1"))
    swept = asyncio.Event()
    away = Away()

    class Watched(Tending):
        async def sweep(self) -> int:
            ended = await super().sweep()
            swept.set()
            return ended

    held = memory.tending
    tending = Watched(
        held.store, held.vectors, away, held.schema, held.clock, held.new_id, None, lambda: False
    )
    await until(tending, swept, loads=False)
    assert not away.asked.is_set()
    assert await memory.store.due_tenants(now=held.clock()) == []
