from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from contract.samples import (
    EMBEDDER,
    NOW,
    OTHER_TENANT,
    ROOM,
    SCOPE,
    TEXTS,
    add,
    chunks,
    document,
    embed,
    job,
    publish,
    vector,
)
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import Document, DocumentState, Room
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import StateChange, Store
from kesher.ports.versions import VersionStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def versions(store: Store) -> VersionStore:
    assert isinstance(store, SqlStore)
    return store.parts.versions


async def arrive(versions: VersionStore, new: str, *, of: str) -> tuple[Document, bool]:
    """Store a document whose content is its id as the newest version of another."""
    arriving = document(new, content=new)
    return await versions.add_version(SCOPE, of, arriving, job(new), series_id=f"ser_{new}")


async def come_whole(store: Store, versions: VersionStore, new: str, *, of: str) -> None:
    await arrive(versions, new, of=of)
    await embed(store, new)
    await store.publish(SCOPE, new, embedder=EMBEDDER)


async def searched(store: Store, *documents: str) -> set[str]:
    """Return those of the documents that a search may show."""
    ids = [chunk.id for each in documents for chunk in chunks(each)]
    found = await store.join(SCOPE, ids)
    return {document.id for _, document in found.values()}


def numbers(documents: Sequence[Document]) -> list[tuple[str, int]]:
    return [(each.id, each.version.number) for each in documents]


async def test_the_old_version_is_searched_until_the_new_one_is_whole(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    stored, new = await arrive(versions, "doc_b", of="doc_a")
    assert new
    assert (stored.version.number, stored.version.of, stored.version.is_current) == (2, 2, False)
    await embed(store, "doc_b")
    assert await searched(store, "doc_a", "doc_b") == {"doc_a"}
    before = await store.room_sequence(SCOPE)
    await store.publish(SCOPE, "doc_b", embedder=EMBEDDER)
    assert await searched(store, "doc_a", "doc_b") == {"doc_b"}
    told = await store.changes_after(SCOPE, before, embedder=EMBEDDER)
    assert [(each.document_id, len(each.chunks)) for each in told] == [("doc_a", 0), ("doc_b", 3)]
    assert (await store.figures(SCOPE)).documents == 1


async def test_what_was_superseded_stays_openable_and_names_what_took_its_place(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await come_whole(store, versions, "doc_b", of="doc_a")
    await come_whole(store, versions, "doc_c", of="doc_a")
    old = await store.document(SCOPE, "doc_a")
    assert (old.version.superseded_by, old.version.superseded_at) == ("doc_c", NOW)
    assert (await store.page(SCOPE, "doc_a", 1)).text == TEXTS[0]
    assert (await store.chunk(SCOPE, "chk_doc_a_0"))[1] == old
    shown = await store.join(SCOPE, ["chk_doc_a_0"], superseded=True)
    assert shown["chk_doc_a_0"][0].text == TEXTS[0]
    assert await store.adjacent(SCOPE, "doc_a", [1]) == []
    assert [each.id for each in await store.documents(SCOPE)] == ["doc_c"]
    assert len(await store.documents(SCOPE, superseded=True)) == 3
    for each in ("doc_a", "doc_b", "doc_c"):
        assert numbers(await versions.versions(SCOPE, each)) == [
            ("doc_c", 3),
            ("doc_b", 2),
            ("doc_a", 1),
        ]


async def test_a_new_version_that_fails_leaves_the_old_one_searched_and_is_listed_beside_it(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await arrive(versions, "doc_b", of="doc_a")
    failed = StateChange(DocumentState.FAILED, error_code="document.empty", error="אין טקסט.")
    await store.set_state(SCOPE, "doc_b", failed)
    assert await searched(store, "doc_a") == {"doc_a"}
    listed = await store.documents(SCOPE)
    assert [(each.id, each.state) for each in listed] == [
        ("doc_a", DocumentState.READY),
        ("doc_b", DocumentState.FAILED),
    ]
    assert listed[1].error == "אין טקסט."


async def test_of_two_versions_at_once_the_one_that_came_last_is_current(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await arrive(versions, "doc_b", of="doc_a")
    await come_whole(store, versions, "doc_c", of="doc_a")
    await embed(store, "doc_b")
    await store.publish(SCOPE, "doc_b", embedder=EMBEDDER)
    assert await searched(store, "doc_a", "doc_b", "doc_c") == {"doc_c"}
    late = await store.document(SCOPE, "doc_b")
    assert (late.state, late.version.superseded_by) == (DocumentState.READY, "doc_c")


async def test_a_version_of_an_old_version_is_one_of_the_document(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await come_whole(store, versions, "doc_b", of="doc_a")
    stored, _ = await arrive(versions, "doc_c", of="doc_a")
    assert (stored.version.number, stored.version.of) == (3, 3)


async def test_the_bytes_of_an_older_version_bring_it_back_without_reading_it(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await come_whole(store, versions, "doc_b", of="doc_a")
    again = document("doc_x", content="doc_a")
    stored, new = await versions.add_version(SCOPE, "doc_b", again, job("doc_x"), series_id="s")
    assert (stored.id, new) == ("doc_a", True)
    assert (stored.version.number, stored.version.is_current) == (3, True)
    assert await searched(store, "doc_a", "doc_b") == {"doc_a"}
    assert (await store.document(SCOPE, "doc_b")).version.superseded_by == "doc_a"


async def test_an_older_version_without_vectors_of_the_rooms_model_gets_them_first(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await come_whole(store, versions, "doc_b", of="doc_a")
    assert isinstance(store, SqlStore)
    new = {chunk.id: vector(chunk.ordinal, 4) for chunk in chunks("doc_b")}
    await store.save_vectors(SCOPE, "doc_b", new, embedder="מודל חדש")
    assert await store.parts.renewals.swap_vectors(SCOPE, embedder="מודל חדש")
    while (taken := await store.take(now=NOW, lease_seconds=60)) is not None:
        await store.finish(taken)
    back, changed = await versions.restore_version(SCOPE, "doc_a", job("doc_a", name="job_back"))
    assert (back.state, back.version.is_current, changed) == (DocumentState.EMBEDDING, False, True)
    assert await searched(store, "doc_a", "doc_b") == {"doc_b"}
    taken = await store.take(now=NOW, lease_seconds=60)
    assert taken is not None
    assert (taken.id, taken.document_id) == ("job_back", "doc_a")
    lacking = await store.chunks_without_vector(SCOPE, "doc_a", embedder="מודל חדש")
    grown = {chunk.id: vector(chunk.ordinal, 4) for chunk in lacking}
    await store.save_vectors(SCOPE, "doc_a", grown, embedder="מודל חדש")
    await store.publish(SCOPE, "doc_a", embedder="מודל חדש")
    assert await searched(store, "doc_a", "doc_b") == {"doc_a"}


async def test_the_bytes_of_the_current_version_change_nothing(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    again = document("doc_x", content="doc_a")
    stored, new = await versions.add_version(SCOPE, "doc_a", again, job("doc_x"), series_id="s")
    assert (stored.id, stored.version.number, new) == ("doc_a", 1, False)


async def test_a_document_that_was_uploaded_apart_becomes_a_version_where_it_is_asked_for(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await publish(store, "doc_b")
    again = document("doc_x", content="doc_b")
    stored, new = await versions.add_version(SCOPE, "doc_a", again, job("doc_x"), series_id="s")
    assert (stored.id, new, stored.version.number) == ("doc_b", True, 2)
    assert await searched(store, "doc_a", "doc_b") == {"doc_b"}
    other = await add(store, "doc_c")
    third = document("doc_y", content="doc_b")
    with pytest.raises(ConflictError, match="doc_b"):
        await versions.add_version(SCOPE, other.id, third, job("doc_y"), series_id="s2")
    assert (await store.document(SCOPE, "doc_c")).version.of == 1


async def test_deleting_the_current_version_deletes_all_and_an_older_one_goes_alone(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await come_whole(store, versions, "doc_b", of="doc_a")
    await come_whole(store, versions, "doc_c", of="doc_a")
    await arrive(versions, "doc_d", of="doc_a")
    left = await store.delete_document(SCOPE, "doc_b")
    assert left == [document("doc_b", content="doc_b").sha256]
    assert numbers(await versions.versions(SCOPE, "doc_c")) == [
        ("doc_d", 4),
        ("doc_c", 3),
        ("doc_a", 1),
    ]
    assert len(await store.delete_document(SCOPE, "doc_c")) == 3
    assert await store.documents(SCOPE, superseded=True) == []


async def test_a_cancelled_version_leaves_the_current_one_and_can_be_tried_again(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await arrive(versions, "doc_b", of="doc_a")
    assert await store.cancel(SCOPE, "doc_b")
    assert await searched(store, "doc_a", "doc_b") == {"doc_a"}
    assert await store.requeue(SCOPE, "doc_b", job("doc_b", name="job_2"))
    await embed(store, "doc_b")
    await store.publish(SCOPE, "doc_b", embedder=EMBEDDER)
    assert await searched(store, "doc_a", "doc_b") == {"doc_b"}


async def test_another_document_of_the_same_name_is_told_and_a_version_is_not(
    store: Store, versions: VersionStore
) -> None:
    same = replace(document("doc_a", content="א"), name="נוהל.pdf")
    await store.add_document(SCOPE, same, job("doc_a"))
    later = replace(document("doc_b", content="ב", minutes=1), name="נוהל.pdf")
    await store.add_document(SCOPE, later, job("doc_b"))
    assert await versions.same_name(SCOPE, "doc_b") == "doc_a"
    version = replace(document("doc_c", content="ג"), name="נוהל.pdf")
    await versions.add_version(SCOPE, "doc_b", version, job("doc_c"), series_id="s")
    assert await versions.same_name(SCOPE, "doc_c") == "doc_a"
    await store.delete_document(SCOPE, "doc_a")
    assert await versions.same_name(SCOPE, "doc_c") is None


async def test_versions_of_another_room_or_tenant_are_not_found(
    store: Store, versions: VersionStore
) -> None:
    await publish(store, "doc_a")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW + timedelta(1)))
    await store.create_room(OTHER_TENANT, ROOM)
    for elsewhere in (
        RoomScope("local", "room_2"),
        RoomScope(OTHER_TENANT.tenant_id, ROOM.id),
    ):
        new = document("doc_b", content="ב")
        with pytest.raises(NotFoundError):
            await versions.add_version(elsewhere, "doc_a", new, job("doc_b"), series_id="s")
        with pytest.raises(NotFoundError):
            await versions.restore_version(elsewhere, "doc_a", job("doc_a", name="j"))
        with pytest.raises(NotFoundError):
            await versions.versions(elsewhere, "doc_a")
        with pytest.raises(NotFoundError):
            await versions.same_name(elsewhere, "doc_a")
