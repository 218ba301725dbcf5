"""A room goes from one embedding model to another: beside, whole, and by one process at a time."""

from datetime import timedelta

import pytest

from contract.samples import EMBEDDER, NOW, OTHER_TENANT, ROOM, SCOPE, chunks, publish, vector
from kesher.adapters.sql.store import SqlStore
from kesher.domain.renewal import RoomVectors
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.renewals import RenewalStore
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

NEW = "gemini-embedding-001@12"
LATER = NOW + timedelta(seconds=61)


@pytest.fixture
def renewals(store: Store) -> RenewalStore:
    assert isinstance(store, SqlStore)
    return store.parts.renewals


async def grow(store: Store, document_id: str, *ordinals: int) -> None:
    """Store vectors of the new model beside the old."""
    vectors = {f"chk_{document_id}_{at}": vector(at, 12) for at in ordinals}
    await store.save_vectors(SCOPE, document_id, vectors, embedder=NEW)


async def test_an_empty_room_is_searched_by_whatever_is_set(renewals: RenewalStore) -> None:
    assert await renewals.room_embedder(SCOPE) is None
    assert await renewals.room_vectors(SCOPE, embedder=NEW) == RoomVectors(None, None, 0, 0, False)
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) is None


async def test_the_new_vectors_grow_beside_and_are_swapped_in_when_whole(
    store: Store, renewals: RenewalStore
) -> None:
    await publish(store, "doc_a")
    await publish(store, "doc_b")
    assert await renewals.take_renewal(embedder=EMBEDDER, now=NOW, lease_seconds=60) is None
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) == SCOPE
    await grow(store, "doc_a", 0, 1, 2)
    await grow(store, "doc_b", 0)
    assert not await renewals.swap_vectors(SCOPE, embedder=NEW)
    assert await renewals.room_vectors(SCOPE, embedder=NEW) == RoomVectors(
        EMBEDDER, NEW, 6, 4, stopped=False
    )
    assert await renewals.room_embedder(SCOPE) == EMBEDDER
    (_, last) = await store.changes_after(SCOPE, 0, embedder=EMBEDDER)
    assert len(last.chunks) == 3  # searched as before, all of it
    await grow(store, "doc_b", 1, 2)
    assert await renewals.swap_vectors(SCOPE, embedder=NEW)
    assert await renewals.room_vectors(SCOPE, embedder=NEW) == RoomVectors(
        NEW, None, 6, 6, stopped=False
    )
    assert (await store.figures(SCOPE)).dimensions == 12
    assert await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER) == []


async def test_a_ready_document_stays_as_it_is_while_others_vectors_grow(store: Store) -> None:
    await publish(store, "doc_a")
    before = await store.document(SCOPE, "doc_a")
    await grow(store, "doc_a", 1)
    assert await store.document(SCOPE, "doc_a") == before


async def test_one_process_at_a_time_renews_a_room_and_a_dead_ones_is_taken_over(
    store: Store, renewals: RenewalStore
) -> None:
    await publish(store, "doc_a")
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) == SCOPE
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) is None
    assert await renewals.take_renewal(embedder=NEW, now=LATER, lease_seconds=60) == SCOPE
    await renewals.release_renewals()
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) == SCOPE


async def test_a_stopped_room_is_left_alone_until_it_is_resumed(
    store: Store, renewals: RenewalStore
) -> None:
    await publish(store, "doc_a")
    await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60)
    await grow(store, "doc_a", 0)
    await renewals.stop_renewal(SCOPE, stopped=True)
    assert not await renewals.hold_renewal(SCOPE, now=NOW, lease_seconds=60)
    assert await renewals.take_renewal(embedder=NEW, now=LATER, lease_seconds=60) is None
    shown = await renewals.room_vectors(SCOPE, embedder=NEW)
    assert (shown.stopped, shown.chunks_done) == (True, 1)
    await renewals.stop_renewal(SCOPE, stopped=False)
    assert await renewals.take_renewal(embedder=NEW, now=NOW, lease_seconds=60) == SCOPE


async def test_a_document_that_the_former_model_made_ready_after_the_swap_is_renewed_too(
    store: Store, renewals: RenewalStore
) -> None:
    await publish(store, "doc_a")
    await grow(store, "doc_a", 0, 1, 2)
    assert await renewals.swap_vectors(SCOPE, embedder=NEW)
    await publish(store, "doc_b")  # its worker had begun before the swap
    assert await renewals.room_embedder(SCOPE) == NEW
    assert await renewals.outdated(SCOPE, embedder=NEW) == ["doc_b"]
    sequence = await store.room_sequence(SCOPE)
    await grow(store, "doc_b", 0, 1, 2)
    assert await renewals.swap_vectors(SCOPE, embedder=NEW)
    (change,) = await store.changes_after(SCOPE, sequence, embedder=NEW)
    assert [chunk.id for chunk in change.chunks] == [each.id for each in chunks("doc_b")]


async def test_a_room_whose_documents_are_gone_begins_anew(
    store: Store, renewals: RenewalStore
) -> None:
    await publish(store, "doc_a")
    await store.delete_document(SCOPE, "doc_a")
    assert await renewals.room_embedder(SCOPE) is None


async def test_a_room_of_another_tenant_is_another_room(
    store: Store, renewals: RenewalStore
) -> None:
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, ROOM.id)
    await publish(store, "doc_a")
    with pytest.raises(NotFoundError):
        await renewals.room_vectors(elsewhere, embedder=NEW)
    with pytest.raises(NotFoundError):
        await renewals.stop_renewal(elsewhere, stopped=True)
    assert not await renewals.hold_renewal(elsewhere, now=NOW, lease_seconds=60)
    assert await renewals.room_embedder(elsewhere) is None
