import asyncio
import threading

import anyio
import pytest

from contract.samples import SCOPE, add, document
from kesher.adapters.sql.store import SqlStore
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

SHA256 = document("doc_a", content="doc_a").sha256


async def test_bytes_are_dropped_only_where_no_document_has_them(store: Store) -> None:
    await add(store)
    dropped: list[str] = []
    await store.unless_referred_to(SHA256, lambda: dropped.append("with a document"))
    await store.delete_document(SCOPE, "doc_a")
    await store.unless_referred_to(SHA256, lambda: dropped.append("without"))
    assert dropped == ["without"]


async def test_a_document_of_another_program_that_comes_while_its_bytes_are_dropped_comes_after(
    store: Store, database_url: str
) -> None:
    other = SqlStore.open(database_url, busy_seconds=10)
    begun, came, order = threading.Event(), threading.Event(), list[str]()
    dropping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def drop() -> None:
        loop.call_soon_threadsafe(dropping.set)
        assert begun.wait(10)
        assert not came.wait(0.3)
        order.append("dropped")

    async def coming() -> None:
        await dropping.wait()
        begun.set()
        await add(other)
        came.set()
        order.append("came")

    with anyio.fail_after(30):
        await asyncio.gather(store.unless_referred_to(SHA256, drop), coming())
    await other.close()
    assert order == ["dropped", "came"]
