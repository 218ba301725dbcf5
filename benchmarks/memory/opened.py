"""Memory on a database of its own, with the local embedding model and rules alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.memory.services import MemoryServices
from kesher.config.settings import Settings
from kesher.wiring.memory import make_memory
from kesher.wiring.parts import make_embedder

ZONE = "Asia/Jerusalem"


@dataclass(frozen=True)
class Opened:
    """A memory, the store it stands in, and its counter of tokens (o200k)."""

    memory: MemoryServices
    store: SqlStore
    counter: O200kCounter


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Opened]:
    """Open a memory in a folder, its embedding model loaded."""
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    store, embedding, counter = (
        SqlStore.open(sqlite_url(folder)),
        make_embedder(settings),
        O200kCounter(),
    )
    await embedding.embedder.embed_query("מילה")
    try:
        yield Opened(make_memory(settings, store, embedding, None, counter), store, counter)
    finally:
        await store.close()
