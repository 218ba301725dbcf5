import numpy as np
import pytest

from contract.samples import (
    EMBEDDER,
    NOW,
    ROOM,
    SCOPE,
    TEXTS,
    add,
    chunks,
    embed,
    publish,
    vector,
)
from kesher.domain.document import DocumentState, Room
from kesher.domain.scope import RoomScope
from kesher.ports.stores import StateChange, Store

pytestmark = pytest.mark.anyio


async def test_a_room_without_changes_is_at_zero(store: Store) -> None:
    await add(store)
    assert await store.room_sequence(SCOPE) == 0
    assert list(await store.changes_after(SCOPE, 0, embedder=EMBEDDER)) == []


async def test_a_published_document_comes_as_a_change_with_texts_and_vectors(store: Store) -> None:
    await publish(store)
    (change,) = await store.changes_after(SCOPE, 0, embedder=EMBEDDER)
    assert (change.sequence, change.document_id) == (1, "doc_a")
    assert [chunk.id for chunk in change.chunks] == [chunk.id for chunk in chunks()]
    assert tuple(chunk.text for chunk in change.chunks) == TEXTS
    for ordinal, chunk in enumerate(change.chunks):
        assert chunk.vector.dtype == np.float32
        np.testing.assert_array_equal(chunk.vector, vector(ordinal))


async def test_changes_are_numbered_in_order_and_read_from_where_an_index_stands(
    store: Store,
) -> None:
    for identifier in ("doc_a", "doc_b", "doc_c"):
        await publish(store, identifier)
    await store.delete_document(SCOPE, "doc_b")
    assert await store.room_sequence(SCOPE) == 4
    later = await store.changes_after(SCOPE, 1, embedder=EMBEDDER)
    assert [(change.sequence, change.document_id) for change in later] == [
        (2, ""),
        (3, "doc_c"),
        (4, ""),
    ]
    assert [change.kept for change in later] == [{"doc_a", "doc_c"}, None, {"doc_a", "doc_c"}]
    assert [len(change.chunks) for change in later] == [0, 3, 0]
    first_two = await store.changes_after(SCOPE, 0, embedder=EMBEDDER, limit=2)
    assert [change.sequence for change in first_two] == [1, 2]


async def test_rooms_count_their_changes_apart(store: Store) -> None:
    other = RoomScope("local", "room_2")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await publish(store, "doc_a")
    await publish(store, "doc_b", scope=other)
    await publish(store, "doc_c", scope=other)
    assert (await store.room_sequence(SCOPE), await store.room_sequence(other)) == (1, 2)
    changes = await store.changes_after(other, 0, embedder=EMBEDDER)
    assert [change.document_id for change in changes] == ["doc_b", "doc_c"]


async def test_vectors_of_another_model_are_not_handed_out(store: Store) -> None:
    await publish(store)
    (change,) = await store.changes_after(SCOPE, 0, embedder="new model")
    assert change.chunks == ()


async def test_deleting_a_document_that_was_never_published_is_a_change_too(store: Store) -> None:
    await add(store)
    await embed(store)
    await store.delete_document(SCOPE, "doc_a")
    (change,) = await store.changes_after(SCOPE, 0, embedder=EMBEDDER)
    assert (change.sequence, change.chunks) == (1, ())


async def test_a_room_that_is_made_anew_begins_at_zero(store: Store) -> None:
    await publish(store)
    await store.delete_room(SCOPE)
    await store.create_room(SCOPE, ROOM)
    assert await store.room_sequence(SCOPE) == 0
    assert list(await store.changes_after(SCOPE, 0, embedder=EMBEDDER)) == []


async def test_a_batch_of_changes_ends_early_where_its_documents_are_large(store: Store) -> None:
    for identifier in ("doc_a", "doc_b", "doc_c"):
        await publish(store, identifier)
        large = StateChange(DocumentState.READY, chunks_total=8_000)
        await store.set_state(SCOPE, identifier, large)
    first = await store.changes_after(SCOPE, 0, embedder=EMBEDDER)
    assert [change.sequence for change in first] == [1, 2]
    second = await store.changes_after(SCOPE, 2, embedder=EMBEDDER)
    assert [change.sequence for change in second] == [3]


async def test_a_document_larger_than_a_batch_is_a_batch_alone(store: Store) -> None:
    await publish(store)
    await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.READY, chunks_total=90_000))
    (change,) = await store.changes_after(SCOPE, 0, embedder=EMBEDDER)
    assert len(change.chunks) == 3
