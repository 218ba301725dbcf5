"""What search over memory is told, on both databases."""

import numpy as np
import pytest
from numpy.typing import NDArray

from contract.remembered import TENANT, THREAD, changing, entity, fact, message
from kesher.adapters.sql.memory.vectors import SqlMemoryVectors
from kesher.adapters.sql.store import SqlStore
from kesher.domain.log import MessageRef
from kesher.domain.scope import Scope
from kesher.ports.memory import MemoryChange, MemoryStore
from kesher.ports.memory_vectors import MemoryVectorStore, Written
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio
E5 = "e5-small/1"
FIRST = MessageRef(THREAD, "msg_1")


@pytest.fixture
def vectors(store: Store) -> SqlMemoryVectors:
    assert isinstance(store, SqlStore)
    return store.parts.memory_vectors


def unit(place: int) -> NDArray[np.float32]:
    vector = np.zeros(4, dtype=np.float32)
    vector[place] = 1
    return vector


async def remember(memory: MemoryStore, scope: Scope = TENANT) -> None:
    change = MemoryChange(entities=(entity(),), facts=(fact(),))
    await memory.add_message(scope, message(), changing(change))


async def all_of(
    vectors: MemoryVectorStore, *, after: int = 0, limit: int = 100, scope: Scope = TENANT
) -> Written:
    return await vectors.written(scope, embedder=E5, after=after, limit=limit)


async def test_what_was_written_is_told_once_and_vectors_when_they_are_saved(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    await remember(memory)
    written = await all_of(vectors)
    assert [each.id for each in written.messages] == ["msg_1"]
    assert [each.value for each in written.facts] == ["חיפה"]
    assert not written.turn_vectors
    assert not written.more
    assert not (await all_of(vectors, after=written.sequence)).messages

    await vectors.save_memory_vectors(
        TENANT, embedder=E5, turns={FIRST: unit(1)}, facts={"fct_1": unit(2)}
    )
    later = await all_of(vectors, after=written.sequence)
    assert not later.messages
    assert [(ref, vector.tolist()) for ref, vector in later.turn_vectors] == [
        (FIRST, unit(1).tolist())
    ]
    assert [(i, vector.tolist()) for i, vector in later.fact_vectors] == [
        ("fct_1", unit(2).tolist())
    ]


async def test_a_long_list_comes_in_parts_and_nothing_is_left_out(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    for number in range(7):
        await memory.add_message(
            TENANT, message(f"msg_{number}", minutes=number), changing(MemoryChange())
        )
    seen: list[str] = []
    after = 0
    while True:
        part = await all_of(vectors, after=after, limit=3)
        seen += [each.id for each in part.messages]
        after = part.sequence
        if not part.more:
            break
    assert seen == [f"msg_{number}" for number in range(7)]


async def test_what_lacks_a_vector_is_found_until_it_has_one(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    assert await vectors.vectorless(embedder=E5, limit=10) is None
    await remember(memory)
    assert await vectors.vectorless_count(TENANT, embedder=E5) == 2
    lacking = await vectors.vectorless(embedder=E5, limit=10)
    assert lacking is not None
    assert lacking.scope == TENANT
    assert [each.id for each in lacking.messages] == ["msg_1"]
    assert [each.id for each in lacking.facts] == ["fct_1"]

    await vectors.save_memory_vectors(TENANT, embedder=E5, turns={FIRST: unit(0)}, facts={})
    lacking = await vectors.vectorless(embedder=E5, limit=10)
    assert lacking is not None
    assert not lacking.messages
    await vectors.save_memory_vectors(TENANT, embedder=E5, turns={}, facts={"fct_1": unit(0)})
    assert await vectors.vectorless(embedder=E5, limit=10) is None
    assert await vectors.vectorless(embedder="another/1", limit=10) is not None


async def test_vectors_of_what_is_gone_or_has_one_already_are_dropped(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    await remember(memory)
    gone = {MessageRef(THREAD, "msg_9"): unit(1)}
    await vectors.save_memory_vectors(TENANT, embedder=E5, turns=gone, facts={"fct_9": unit(1)})
    for place in (1, 2):
        await vectors.save_memory_vectors(TENANT, embedder=E5, turns={FIRST: unit(place)}, facts={})
    written = await all_of(vectors)
    assert [vector.tolist() for _, vector in written.turn_vectors] == [unit(1).tolist()]
    assert not written.fact_vectors


async def test_an_erased_message_takes_its_vectors_along(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    await remember(memory)
    turns = {FIRST: unit(1)}
    await vectors.save_memory_vectors(TENANT, embedder=E5, turns=turns, facts={"fct_1": unit(2)})
    await memory.erase_message(TENANT, THREAD, "msg_1")
    written = await all_of(vectors)
    assert not written.turn_vectors
    assert not written.fact_vectors
    assert written.erasures == 1


async def test_no_tenant_is_told_what_another_wrote(
    memory: MemoryStore, vectors: MemoryVectorStore
) -> None:
    await remember(memory)
    other = Scope("دايير")
    await vectors.save_memory_vectors(other, embedder=E5, turns={FIRST: unit(1)}, facts={})
    written = await all_of(vectors, scope=other)
    assert not written.messages
    assert not written.facts
    assert not written.turn_vectors
