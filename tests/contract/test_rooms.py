import pytest

from contract.samples import NOW, OTHER_TENANT, ROOM, SCOPE, add, digest, publish, thread
from kesher.domain.document import Room
from kesher.domain.retrieval import RoomFigures
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, InputError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def test_a_room_comes_back_as_it_was_stored(store: Store) -> None:
    assert await store.room(SCOPE) == ROOM


async def test_rooms_are_listed_by_name_whatever_the_script(store: Store) -> None:
    for name in ("Отпуск", "Benefits", "نقل", "אבטחה"):
        await store.create_room(SCOPE, Room(f"room_{name}", name, NOW))
    names = [room.name for room in await store.rooms(SCOPE)]
    assert names == sorted(["Отпуск", "Benefits", "نقل", "אבטחה", ROOM.name])


async def test_a_tenant_has_one_room_of_a_name(store: Store) -> None:
    with pytest.raises(ConflictError, match="משאבי אנוש"):
        await store.create_room(SCOPE, Room("room_2", ROOM.name, NOW))
    assert len(await store.rooms(SCOPE)) == 1


async def test_another_tenant_may_use_the_same_name_and_sees_only_its_own(store: Store) -> None:
    await store.create_room(OTHER_TENANT, ROOM)
    await store.delete_room(RoomScope(OTHER_TENANT.tenant_id, ROOM.id))
    assert await store.rooms(OTHER_TENANT) == []
    assert await store.room(SCOPE) == ROOM


async def test_a_room_of_another_tenant_is_not_found(store: Store) -> None:
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)
    with pytest.raises(NotFoundError):
        await store.room(elsewhere)
    with pytest.raises(NotFoundError):
        await store.update_room(elsewhere, ROOM)
    with pytest.raises(NotFoundError):
        await store.delete_room(elsewhere)
    with pytest.raises(NotFoundError):
        await store.room_sequence(elsewhere)


async def test_a_room_is_renamed_but_not_to_a_name_that_is_taken(store: Store) -> None:
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await store.update_room(SCOPE, Room(SCOPE.room_id, "Отдел кадров", NOW, ("rus",)))
    assert await store.room(SCOPE) == Room(SCOPE.room_id, "Отдел кадров", NOW, ("rus",))
    with pytest.raises(ConflictError, match="כספים"):
        await store.update_room(SCOPE, Room(SCOPE.room_id, "כספים", NOW))


async def test_nul_and_lone_surrogates_become_replacement_characters_one_for_one(
    store: Store,
) -> None:
    await store.create_room(SCOPE, Room("room_2", "חדר\x00 \ud83d שני", NOW))
    stored = await store.room(RoomScope("local", "room_2"))
    assert stored.name == "חדר\ufffd \ufffd שני"


async def test_a_tenant_whose_name_cannot_be_stored_as_it_is_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match="NUL"):
        await store.create_room(Scope("דייר\x00"), ROOM)
    with pytest.raises(InputError, match="NUL"):
        await store.rooms(Scope("דייר\ud800"))


async def test_figures_count_ready_documents_only(store: Store) -> None:
    await publish(store, "doc_a")
    await publish(store, "doc_b")
    await add(store, "doc_c")
    assert await store.figures(SCOPE) == RoomFigures(
        documents=2, pages=6, chunks=6, dimensions=8, tokens=66
    )


async def test_an_empty_room_counts_nothing(store: Store) -> None:
    assert await store.figures(SCOPE) == RoomFigures(0, 0, 0, 0, 0)


async def test_deleting_a_room_takes_all_it_holds_and_names_the_blobs_left_over(
    store: Store,
) -> None:
    other = RoomScope("local", "room_2")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await publish(store, "doc_a")
    await publish(store, "doc_b")
    await store.create_thread(SCOPE, thread())
    await store.create_thread(other, thread("thr_b"))
    shared = await add(store, "doc_b2", scope=other)
    await store.delete_document(other, shared.id)
    assert sorted(await store.delete_room(SCOPE)) == sorted([digest("doc_a"), digest("doc_b")])
    assert [room.id for room in await store.rooms(SCOPE)] == ["room_2"]
    for gone in (store.document(SCOPE, "doc_a"), store.chunk(SCOPE, "chk_doc_a_0")):
        with pytest.raises(NotFoundError):
            await gone
    with pytest.raises(NotFoundError):
        await store.thread(SCOPE, "thr_a")
    assert (await store.thread(SCOPE, "thr_b")).id == "thr_b"
    assert await store.take(now=NOW, lease_seconds=60) is None
