"""A text is embedded once a tenant and a model, and what was embedded goes with its document."""

from dataclasses import replace

import pytest

from contract.samples import (
    EMBEDDER,
    OTHER_TENANT,
    ROOM,
    SCOPE,
    TEXTS,
    add,
    chunks,
    embed,
    publish,
    vector,
)
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def lacking(store: Store, document_id: str, *, scope: RoomScope = SCOPE) -> list[str]:
    found = await store.chunks_without_vector(scope, document_id, embedder=EMBEDDER)
    return [chunk.text for chunk in found]


async def test_the_same_passage_in_another_document_has_its_vector_at_once(store: Store) -> None:
    await publish(store, "doc_a")
    await add(store, "doc_b")
    await store.save_chunks(SCOPE, "doc_b", chunks("doc_b", [TEXTS[1], "טקסט חדש", TEXTS[1]]))
    assert await lacking(store, "doc_b") == ["טקסט חדש"]
    await store.save_vectors(SCOPE, "doc_b", {"chk_doc_b_1": vector(9)}, embedder=EMBEDDER)
    await store.publish(SCOPE, "doc_b", embedder=EMBEDDER)
    (change,) = await store.changes_after(SCOPE, 1, embedder=EMBEDDER)
    assert [chunk.vector.tolist() for chunk in change.chunks] == [
        vector(seed).tolist() for seed in (1, 9, 1)
    ]


async def test_it_is_known_in_the_tenants_other_rooms_as_well(store: Store) -> None:
    await publish(store, "doc_a")
    elsewhere = RoomScope(SCOPE.tenant_id, "room_b")
    await store.create_room(elsewhere, Room("room_b", "חדר אחר", ROOM.created_at))
    await add(store, "doc_b", scope=elsewhere)
    await store.save_chunks(elsewhere, "doc_b", chunks("doc_b"))
    assert await lacking(store, "doc_b", scope=elsewhere) == []


async def test_another_tenant_and_another_model_know_nothing_of_it(store: Store) -> None:
    await publish(store, "doc_a")
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, ROOM.id)
    await store.create_room(OTHER_TENANT, ROOM)
    await add(store, "doc_b", scope=elsewhere)
    await store.save_chunks(elsewhere, "doc_b", chunks("doc_b"))
    assert await lacking(store, "doc_b", scope=elsewhere) == list(TEXTS)
    await add(store, "doc_c")
    await store.save_chunks(SCOPE, "doc_c", chunks("doc_c"))
    assert len(await store.chunks_without_vector(SCOPE, "doc_c", embedder="another")) == 3


async def test_a_document_that_is_read_again_keeps_the_vectors_of_what_stayed(store: Store) -> None:
    await add(store, "doc_a")
    await embed(store, "doc_a")
    anew = chunks("doc_a", [TEXTS[2], "שורה שנוספה", TEXTS[0]])
    await store.save_chunks(SCOPE, "doc_a", anew)
    assert await lacking(store, "doc_a") == ["שורה שנוספה"]


async def test_a_deleted_document_leaves_nothing_that_is_known(store: Store) -> None:
    await publish(store, "doc_a")
    await store.delete_document(SCOPE, "doc_a")
    await add(store, "doc_b")
    await store.save_chunks(SCOPE, "doc_b", chunks("doc_b"))
    assert await lacking(store, "doc_b") == list(TEXTS)


async def test_the_same_words_under_another_heading_are_another_text(store: Store) -> None:
    await publish(store, "doc_a")
    await add(store, "doc_b")
    (first, *_) = chunks("doc_b")
    await store.save_chunks(SCOPE, "doc_b", [replace(first, section=("פרק שני",))])
    assert await lacking(store, "doc_b") == [TEXTS[0]]
