"""Both indexes on both databases: they follow the store, and see only their room."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from contract.samples import EMBEDDER, OTHER_TENANT, ROOM, SCOPE, TEXTS, add, embed, publish, vector
from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.adapters.indexes.tantivy_terms import TantivyIndex
from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

Search = Callable[[RoomScope], Awaitable[Sequence[Ranked]]]


@pytest.fixture
def dense(store: Store) -> DenseIndex:
    return MatrixIndex(store, EMBEDDER)


@pytest.fixture
def lexical(store: Store, tmp_path: Path) -> LexicalIndex:
    return TantivyIndex(store, tmp_path / "indexes")


@pytest.fixture(params=["dense", "lexical"])
def search(request: pytest.FixtureRequest, dense: DenseIndex, lexical: LexicalIndex) -> Search:
    """Ask an index for what each document's first chunk says."""
    if request.param == "dense":
        return lambda scope: dense.search(scope, vector(0), top=1)
    return lambda scope: lexical.search(scope, TEXTS[0], top=1)


async def test_a_published_document_is_found_at_once(store: Store, search: Search) -> None:
    assert await search(SCOPE) == []
    await publish(store, "doc_a")
    best = (await search(SCOPE))[0]
    assert best.chunk_id == "chk_doc_a_0"


async def test_a_document_is_not_found_before_it_is_whole(store: Store, search: Search) -> None:
    await add(store, "doc_a")
    await embed(store, "doc_a")
    assert await search(SCOPE) == []


async def test_a_deleted_document_is_found_no_more(store: Store, search: Search) -> None:
    await publish(store, "doc_a")
    await search(SCOPE)
    await store.delete_document(SCOPE, "doc_a")
    assert await search(SCOPE) == []


async def test_a_room_of_the_same_name_of_another_tenant_is_another_room(
    store: Store, search: Search
) -> None:
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, ROOM.id)
    await store.create_room(OTHER_TENANT, ROOM)
    await publish(store, "doc_a")
    assert await search(elsewhere) == []


async def test_a_room_that_was_deleted_is_said_to_be_none(store: Store, search: Search) -> None:
    await publish(store, "doc_a")
    await search(SCOPE)
    await store.delete_room(SCOPE)
    with pytest.raises(NotFoundError):
        await search(SCOPE)


async def test_the_best_passage_of_each_language_is_found(store: Store, dense: DenseIndex) -> None:
    await publish(store, "doc_a")
    found = await dense.search(SCOPE, vector(0), top=1)
    assert len({each.language for each in found}) == len(found) > 1
