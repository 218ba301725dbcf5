from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from contract.samples import NOW, ROOM, SCOPE
from databases import KINDS, migrated_database
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.memory.store import SqlMemory
from kesher.adapters.sql.store import SqlStore
from kesher.ports.stores import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _now() -> datetime:
    return NOW


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return migrated_database(request.param, tmp_path)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An empty store but for one room, `ROOM`."""
    opened = SqlStore.open(database_url, busy_seconds=10, clock=_now)
    await opened.create_room(SCOPE, ROOM)
    yield opened
    await opened.close()


@pytest.fixture
def memory(store: Store) -> SqlMemory:
    """The empty memory of that store."""
    assert isinstance(store, SqlStore)
    return store.parts.memory


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The database of that store, to look into its tables."""
    opened = Database(database_url, busy_seconds=10)
    yield opened
    await opened.close()
