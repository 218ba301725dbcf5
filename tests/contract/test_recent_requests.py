"""The newest requests are a person's own, newest first, page by page, on both databases."""

import pytest

from contract.recorded import head, request
from contract.samples import NOW, OTHER_TENANT, SCOPE, thread
from kesher.adapters.sql.store import SqlStore
from kesher.domain.access import RoomRole, User
from kesher.domain.roles import By
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.recent_requests import RecentRequests
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

AS_DANA = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_dana")
AS_SAMI = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_sami")


@pytest.fixture
async def opened(store: Store) -> SqlStore:
    """Dana and Sami, a thread with requests each, and a trajectory of Sami's."""
    assert isinstance(store, SqlStore)
    for name, said in (("dana", "דנה"), ("sami", "سامي")):
        user = User(f"usr_{name}", f"{name}@example.org", said, NOW, administrator=name == "dana")
        await store.parts.accounts.create_account(SCOPE, user)
    await store.parts.memberships.put_member(SCOPE, "usr_sami", RoomRole.MEMBER)
    await store.create_thread(AS_DANA, thread("thr_dana"))
    await store.create_thread(AS_SAMI, thread("thr_sami"))
    await store.create_trajectory(AS_SAMI, head())
    for name, owner, minutes in (
        ("req_old", "thr_sami", 1),
        ("req_dana", "thr_dana", 2),
        ("req_agent", "trj_a", 3),
        ("req_same", "thr_sami", 3),
    ):
        await store.save_request(SCOPE, request(name, owner=owner, minutes=minutes))
    return store


async def ids(recent: RecentRequests, scope: Scope, after: str | None = None) -> list[str]:
    return [one.request.id for one in await recent.recent(scope, limit=2, after=after)]


async def test_each_person_finds_their_own_newest_first_and_goes_on_from_the_last(
    opened: SqlStore,
) -> None:
    recent = opened.parts.recent_requests
    assert await ids(recent, AS_DANA) == ["req_dana"]
    assert await ids(recent, AS_SAMI) == ["req_same", "req_agent"]
    assert await ids(recent, AS_SAMI, "req_agent") == ["req_old"]
    assert await ids(recent, SCOPE, "req_agent") == ["req_dana", "req_old"]
    with pytest.raises(NotFoundError):  # another person's is not told of
        await ids(recent, AS_DANA, "req_old")


async def test_each_is_shown_with_its_title_and_its_room(opened: SqlStore) -> None:
    newest, agent = await opened.parts.recent_requests.recent(AS_SAMI, limit=2)
    assert (newest.title, newest.room_id) == (thread().title, SCOPE.room_id)
    assert (agent.title, agent.room_id) == (head().title, None)
    assert newest.request.segments == ()


async def test_who_left_the_room_finds_its_requests_no_longer(opened: SqlStore) -> None:
    await opened.parts.memberships.remove_member(SCOPE, "usr_sami", by=By("usr_sami"))
    assert await ids(opened.parts.recent_requests, AS_SAMI) == ["req_agent"]


async def test_another_tenant_finds_none(opened: SqlStore) -> None:
    assert await ids(opened.parts.recent_requests, OTHER_TENANT) == []
