"""A worker in a process of its own tells whoever may know how it is, until it ends."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from benchmarks.faults.grown import Grown
from benchmarks.faults.run import SETTINGS

from databases import new_database

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

TOKEN = "אסימון-ארוך"  # noqa: S105 - of this test alone


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[int]:
    """The port at which a worker shows its measures."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    settings = {**SETTINGS, "database_url": new_database("postgresql", tmp_path)}
    grown = Grown(tmp_path / "data", settings)
    worker = await grown.worker(metrics_port=number, metrics_token=TOKEN)
    yield number
    assert worker.end() == 0


async def test_a_worker_is_watched_like_a_server(port: int) -> None:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for path, status in (("/health", 200), ("/ready", 200), ("/metrics", 401), ("/x", 404)):
            async with session.get(path) as response:
                assert response.status == status, path
        key = {"Authorization": f"Bearer {TOKEN}"}
        async with session.get("/metrics", headers=key) as response:
            assert response.status == 200
            assert "kesher_" in await response.text()
