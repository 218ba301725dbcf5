"""Where things are and whose, and that each person finds only their own, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from contract.answer_records import record, share
from contract.recorded import events, head, request
from contract.samples import NOW, OTHER_TENANT, SCOPE, answer, publish, thread
from contract.test_research import run
from kesher.adapters.sql.store import SqlStore
from kesher.domain.access import RoomRole, User
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.standing import Standing, Thing
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

DANA = User("usr_dana", "dana@example.org", "דנה", NOW, administrator=True)
SAMI = User("usr_sami", "sami@example.org", "سامي", NOW)
AS_DANA = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_dana")
AS_SAMI = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_sami")
NOBODY_THERE = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_else")


@pytest.fixture
async def opened(store: Store) -> SqlStore:
    """A room of Dana's where Sami is a viewer; each has a thread, and Sami a trajectory."""
    assert isinstance(store, SqlStore)
    for user in (DANA, SAMI):
        await store.parts.accounts.create_account(SCOPE, user)
    await store.parts.memberships.put_member(SCOPE, "usr_sami", RoomRole.VIEWER)
    await publish(store)
    await store.create_thread(AS_DANA, thread("thr_dana"))
    await store.create_thread(AS_SAMI, thread("thr_a", minutes=1))
    await store.parts.research.create_run(SCOPE, run())
    await store.save_answer(AS_SAMI, answer(), record())
    await store.parts.answer_records.add_share(SCOPE, share())
    await store.save_request(SCOPE, request("req_thread"), room_id=SCOPE.room_id)
    await store.create_trajectory(AS_SAMI, head())
    await store.save_request(SCOPE, request("req_agent", owner="trj_a"), room_id=None)
    return store


OF_ROOM = Standing(SCOPE.room_id, RoomRole.OWNER)
OF_SAMI = Standing(SCOPE.room_id, RoomRole.OWNER, owner_id="usr_sami")
THINGS = {
    Thing.ROOM: (SCOPE.room_id, OF_ROOM),
    Thing.DOCUMENT: ("doc_a", OF_ROOM),
    Thing.CHUNK: ("chk_doc_a_0", OF_ROOM),
    Thing.THREAD: ("thr_a", OF_SAMI),
    Thing.ANSWER: ("ans_a", OF_SAMI),
    Thing.RESEARCH: ("res_a", OF_SAMI),
    Thing.REQUEST: ("req_thread", OF_SAMI),
    Thing.SHARE: ("shr_a", OF_SAMI),
    Thing.TRAJECTORY: ("trj_a", Standing(None, owner_id="usr_sami")),
}


async def test_people_who_ask_in_the_same_moment_are_told_each_their_own_role(
    opened: SqlStore,
) -> None:
    scopes = [AS_DANA, AS_SAMI, NOBODY_THERE, AS_SAMI]
    asked = [opened.parts.whose.standing(each, Thing.ROOM, SCOPE.room_id) for each in scopes]
    roles = [standing and standing.role for standing in await asyncio.gather(*asked)]
    assert roles == [RoomRole.OWNER, RoomRole.VIEWER, None, RoomRole.VIEWER]


async def test_each_thing_leads_to_its_room_and_its_person(opened: SqlStore) -> None:
    whose = opened.parts.whose
    for thing, (identifier, wanted) in THINGS.items():
        assert await whose.standing(AS_DANA, thing, identifier) == wanted
        assert await whose.standing(AS_DANA, thing, f"{identifier}_") is None
        assert await whose.standing(OTHER_TENANT, thing, identifier) is None
        without = await whose.standing(NOBODY_THERE, thing, identifier)
        assert without == replace(wanted, role=None)
    assert set(THINGS) == set(Thing)


async def test_what_was_sent_for_a_trajectory_is_its_persons(opened: SqlStore) -> None:
    sent = await opened.parts.whose.standing(AS_DANA, Thing.REQUEST, "req_agent")
    assert sent == Standing(None, owner_id="usr_sami")


async def test_standing_tells_what_is_shared_and_what_is_archived(opened: SqlStore) -> None:
    await opened.update_thread(AS_SAMI, replace(thread(), shared=True))
    await opened.update_room(SCOPE, replace(await opened.room(SCOPE), archived_at=NOW))
    found = await opened.parts.whose.standing(AS_DANA, Thing.ANSWER, "ans_a")
    assert found is not None
    assert (found.shared, found.archived) == (True, True)
    assert (await opened.room(SCOPE)).archived_at == NOW


async def test_an_account_is_told_from_any_other_name(opened: SqlStore) -> None:
    whose = opened.parts.whose
    assert await whose.is_account(SCOPE, "usr_sami")
    assert not await whose.is_account(SCOPE, "סמי")
    assert not await whose.is_account(OTHER_TENANT, "usr_sami")


async def test_threads_are_their_makers_until_they_are_shared(opened: SqlStore) -> None:
    async def seen(scope: RoomScope) -> list[str]:
        return [one.id for one in await opened.threads(scope)]

    assert await seen(AS_SAMI) == ["thr_a"]
    assert await seen(AS_DANA) == ["thr_dana"]
    assert await seen(SCOPE) == ["thr_a", "thr_dana"]
    for work in (opened.thread(AS_DANA, "thr_a"), opened.answers(AS_DANA, "thr_a")):
        with pytest.raises(NotFoundError):
            await work
    await opened.update_thread(AS_SAMI, replace(thread(), title="משותף", shared=True))
    assert await seen(AS_DANA) == ["thr_a", "thr_dana"]
    assert (await opened.thread(AS_DANA, "thr_a")).title == "משותף"


async def test_nobody_changes_or_deletes_anothers_thread_not_even_a_shared_one(
    opened: SqlStore,
) -> None:
    shared = replace(thread(), shared=True)
    await opened.update_thread(AS_SAMI, shared)
    for work in (
        opened.update_thread(AS_DANA, replace(shared, title="נגנב")),
        opened.delete_thread(AS_DANA, "thr_a"),
    ):
        with pytest.raises(NotFoundError):
            await work
    await opened.delete_thread(AS_SAMI, "thr_a")


async def test_research_is_listed_to_the_person_of_its_thread(opened: SqlStore) -> None:
    runs = opened.parts.research
    found = [len(await runs.runs(scope)) for scope in (AS_SAMI, AS_DANA, SCOPE)]
    assert found == [1, 0, 1]


async def test_trajectories_are_their_makers_alone(opened: SqlStore) -> None:
    await opened.append_event(AS_SAMI, "trj_a", events()[0])
    assert [len(await opened.trajectories(scope)) for scope in (AS_SAMI, AS_DANA)] == [1, 0]
    assert [len(await opened.last_events(scope)) for scope in (AS_SAMI, AS_DANA)] == [1, 0]
    for work in (
        opened.trajectory_head(AS_DANA, "trj_a"),
        opened.trajectory_events(AS_DANA, "trj_a"),
        opened.delete_trajectory(AS_DANA, "trj_a"),
    ):
        with pytest.raises(NotFoundError):
            await work
    await opened.delete_trajectory(AS_SAMI, "trj_a")


async def test_who_makes_a_room_owns_it_and_finds_only_rooms_with_a_role(opened: SqlStore) -> None:
    made = Room("room_sami", "غرفة سامي", NOW)
    await opened.create_room(Scope(user_id="usr_sami"), made)
    assert {room.id for room in await opened.rooms(AS_SAMI)} == {"room_sami", SCOPE.room_id}
    assert {room.id for room in await opened.rooms(AS_DANA)} == {SCOPE.room_id}
    assert len(await opened.rooms(SCOPE)) == 2
    held = await opened.parts.memberships.roles(SCOPE, "usr_sami")
    assert held["room_sami"] is RoomRole.OWNER
    with pytest.raises(ConflictError):
        await opened.create_room(Scope(user_id="usr_dana"), replace(made, id="room_again"))
