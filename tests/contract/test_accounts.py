"""Accounts, sessions and one-time links, on both databases."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from contract.recorded import head
from contract.samples import NOW, OTHER_TENANT, ROOM, SCOPE, thread
from kesher.adapters.sql.accounts import SqlAccounts
from kesher.adapters.sql.api_keys import SqlApiKeys
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.invitations import SqlInvitations
from kesher.adapters.sql.one_time_links import SqlLinks
from kesher.adapters.sql.sessions import SqlSessions
from kesher.adapters.sql.store import SqlStore
from kesher.domain.access import ApiKey, Invitation, Right, RoomRole, User
from kesher.domain.accounts import (
    AccountChange,
    Credentials,
    Identity,
    KeysAfter,
    LinkKind,
    OneTimeLink,
    Session,
)
from kesher.domain.document import Room
from kesher.domain.roles import By
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

HOUR = timedelta(hours=1)
ALL = Scope()
DANA = User("usr_dana", "dana@example.org", "דנה לוי (Dana)", NOW, administrator=True)
SAMI = User("usr_sami", "سامي@example.org", "سامي حداد", NOW)
VERA = User("usr_vera", "вера@example.org", "Вера Коган", NOW)


@dataclass
class Hands:
    """A clock that a test moves."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def accounts(store: Store, database: Database, clock: Hands) -> SqlAccounts:
    return SqlAccounts(database, clock=clock)


@pytest.fixture
def sessions(store: Store, database: Database, clock: Hands) -> SqlSessions:
    return SqlSessions(database, clock=clock)


@pytest.fixture
def links(store: Store, database: Database, clock: Hands) -> SqlLinks:
    return SqlLinks(database, clock=clock)


def session(user: User, identifier: str = "ses_a", *, at: datetime = NOW) -> Session:
    return Session(identifier, user.id, "Firefox, עברית", at, at, at + 30 * HOUR)


async def ended(*work: Awaitable[object]) -> list[str]:
    """Return how each ended that began together: "done", or the error's name."""
    found = await asyncio.gather(*work, return_exceptions=True)
    return sorted(type(one).__name__ if isinstance(one, Exception) else "done" for one in found)


async def test_accounts_come_back_whole_and_by_name(accounts: SqlAccounts) -> None:
    assert not await accounts.any_account(ALL)
    for user in (DANA, SAMI, VERA):
        await accounts.create_account(ALL, user, f"hash of {user.id}")
    assert await accounts.any_account(ALL)
    assert await accounts.account(ALL, SAMI.id) == SAMI
    assert set(await accounts.accounts(ALL)) == {DANA, SAMI, VERA}
    assert await accounts.credentials(ALL, VERA.email) == Credentials(VERA, "hash of usr_vera")
    assert await accounts.credentials(ALL, "nobody@example.org") is None
    assert not await accounts.any_account(OTHER_TENANT)


async def test_the_first_account_is_an_administrators(accounts: SqlAccounts) -> None:
    with pytest.raises(ConflictError, match="first account"):
        await accounts.create_account(ALL, SAMI)
    assert not await accounts.any_account(ALL)


async def test_an_email_is_one_persons(accounts: SqlAccounts) -> None:
    await accounts.create_account(ALL, DANA)
    with pytest.raises(ConflictError, match="has an account already"):
        await accounts.create_account(ALL, replace(SAMI, email=DANA.email))


async def test_the_first_administrator_owns_what_was_nobodys_and_the_second_nothing(
    store: Store, accounts: SqlAccounts
) -> None:
    assert isinstance(store, SqlStore)
    await store.create_room(ALL, Room("room_two", "Второй зал", NOW, ("rus",)))
    await store.create_room(OTHER_TENANT, Room("room_far", "רחוק", NOW, ("heb",)))
    await store.create_thread(SCOPE, thread())
    await store.create_trajectory(ALL, head())
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, replace(SAMI, administrator=True))
    members = store.parts.memberships
    owned = {ROOM.id: RoomRole.OWNER, "room_two": RoomRole.OWNER}
    assert await members.roles(ALL, DANA.id) == owned
    assert await members.roles(ALL, SAMI.id) == {}
    mine = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id=DANA.id)
    others = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id=SAMI.id)
    assert [one.id for one in await store.threads(mine)] == ["thr_a"]
    assert await store.threads(others) == []
    assert [one.id for one in await store.trajectories(Scope(user_id=DANA.id))] == ["trj_a"]
    assert await store.trajectories(Scope(user_id=SAMI.id)) == []


async def test_of_two_first_administrators_at_once_one_is_the_first(
    store: Store, accounts: SqlAccounts
) -> None:
    assert isinstance(store, SqlStore)
    second = replace(SAMI, administrator=True)
    made = await ended(*(accounts.create_account(ALL, user) for user in (DANA, second)))
    assert made == ["done", "done"]
    owners = [await store.parts.memberships.roles(ALL, user.id) for user in (DANA, SAMI)]
    assert sorted(map(len, owners)) == [0, 1]


async def test_the_last_administrator_stays_one(accounts: SqlAccounts) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, SAMI)
    for change in (AccountChange(administrator=False), AccountChange(disabled=True)):
        with pytest.raises(ConflictError, match="nobody who administers"):
            await accounts.update_account(ALL, DANA.id, change)
    assert await accounts.account(ALL, DANA.id) == DANA


async def test_two_administrators_who_unmake_each_other_at_once_leave_one(
    accounts: SqlAccounts,
) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, replace(SAMI, administrator=True))
    change = AccountChange(administrator=False)
    both = [accounts.update_account(ALL, user.id, change) for user in (DANA, SAMI)]
    assert await ended(*both) == ["ConflictError", "done"]


async def test_disabling_ends_sessions_and_enabling_opens_the_account_again(
    accounts: SqlAccounts, sessions: SqlSessions
) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, VERA)
    await sessions.open_session(ALL, session(VERA), "hash")
    disabled = await accounts.update_account(ALL, VERA.id, AccountChange(disabled=True))
    assert disabled.disabled_at == NOW
    assert await sessions.session(ALL, "hash", idle=HOUR) is None
    again = await accounts.update_account(ALL, VERA.id, AccountChange(disabled=False, name="В."))
    assert again == replace(VERA, name="В.")
    assert await sessions.sessions(ALL, VERA.id, idle=HOUR) == []


async def test_a_session_ends_when_it_lies_idle_and_in_any_case_in_the_end(
    accounts: SqlAccounts, sessions: SqlSessions, clock: Hands
) -> None:
    await accounts.create_account(ALL, DANA)
    await sessions.open_session(ALL, session(DANA), "hash")
    for _ in range(29):  # used again before an hour has passed, it lives on
        clock.now += HOUR
        found = await sessions.session(ALL, "hash", idle=HOUR + timedelta(minutes=1))
        assert found is not None
        assert found[0] == DANA
    (seen,) = await sessions.sessions(ALL, DANA.id, idle=HOUR)
    assert seen.seen_at == clock.now
    clock.now += HOUR
    assert await sessions.session(ALL, "hash", idle=100 * HOUR) is None
    await sessions.open_session(ALL, session(DANA, "ses_b", at=clock.now), "other")
    clock.now += HOUR
    assert await sessions.session(ALL, "other", idle=HOUR) is None


async def test_sessions_are_ended_one_by_one_or_all_but_one(
    accounts: SqlAccounts, sessions: SqlSessions
) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, SAMI)
    for name in ("ses_a", "ses_b", "ses_c"):
        await sessions.open_session(ALL, session(DANA, name), f"hash {name}")
    await sessions.open_session(ALL, session(SAMI, "ses_sami"), "hash ses_sami")
    with pytest.raises(NotFoundError):
        await sessions.end_session(ALL, SAMI.id, "ses_a")
    await sessions.end_session(ALL, DANA.id, "ses_a")
    await sessions.end_sessions(ALL, DANA.id, kept="ses_c")
    left = [one.id for one in await sessions.sessions(ALL, DANA.id, idle=HOUR)]
    assert left == ["ses_c"]
    assert await sessions.session(ALL, "hash ses_sami", idle=HOUR) is not None


async def test_tries_at_the_same_moment_are_all_counted_until_their_time_is_over(
    sessions: SqlSessions, clock: Hands
) -> None:
    async def once() -> int:
        return (await sessions.count_try(ALL, "סיסמה דנה", stretch=HOUR)).count

    assert sorted(await asyncio.gather(*(once() for _ in range(8)))) == list(range(1, 9))
    await sessions.forgive_try(ALL, "סיסמה דנה")
    assert await once() == 8
    clock.now += HOUR
    tries = await sessions.count_try(ALL, "סיסמה דנה", stretch=HOUR)
    assert (tries.count, tries.ends_at) == (1, clock.now + HOUR)
    await sessions.forget_tries(ALL, "סיסמה דנה")
    assert await once() == 1


async def test_a_link_makes_the_first_administrator_once(
    links: SqlLinks, accounts: SqlAccounts
) -> None:
    link = OneTimeLink(LinkKind.FIRST_ADMINISTRATOR, NOW, NOW + HOUR)
    await links.put_link(ALL, link, "older")
    await links.put_link(ALL, link, "hash")
    assert await links.link(ALL, link.kind, "older") is None
    assert await links.link(ALL, link.kind, "hash") == link
    both = [links.use_link_for_first(ALL, "hash", user, "h") for user in (DANA, DANA)]
    assert await ended(*both) == ["NotFoundError", "done"]
    assert await accounts.accounts(ALL) == [DANA]
    with pytest.raises(ConflictError):
        await links.put_link(ALL, link, "late")


async def test_a_link_sets_a_password_once_and_ends_the_sessions_before(
    links: SqlLinks, accounts: SqlAccounts, sessions: SqlSessions
) -> None:
    await accounts.create_account(ALL, DANA, "old")
    await sessions.open_session(ALL, session(DANA), "session")
    link = OneTimeLink(LinkKind.PASSWORD, NOW, NOW + HOUR, DANA.id, DANA.id)
    await links.put_link(ALL, link, "hash")
    assert await links.link(ALL, LinkKind.FIRST_ADMINISTRATOR, "hash") is None
    both = [links.use_link_for_password(ALL, "hash", "new") for _ in range(2)]
    assert await ended(*both) == ["NotFoundError", "done"]
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "new")
    assert await sessions.session(ALL, "session", idle=HOUR) is None


async def test_a_link_that_is_over_does_nothing(
    links: SqlLinks, accounts: SqlAccounts, clock: Hands
) -> None:
    await accounts.create_account(ALL, DANA, "old")
    link = OneTimeLink(LinkKind.PASSWORD, NOW, NOW + HOUR, DANA.id)
    await links.put_link(ALL, link, "hash")
    clock.now += HOUR
    assert await links.link(ALL, link.kind, "hash") is None
    with pytest.raises(NotFoundError):
        await links.use_link_for_password(ALL, "hash", "new")
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "old")


async def test_a_changed_password_voids_links_and_keeps_the_session_that_changed_it(
    links: SqlLinks, accounts: SqlAccounts, sessions: SqlSessions
) -> None:
    await accounts.create_account(ALL, DANA, "old")
    for name in ("ses_a", "ses_b"):
        await sessions.open_session(ALL, session(DANA, name), f"hash {name}")
    await links.put_link(ALL, OneTimeLink(LinkKind.PASSWORD, NOW, NOW + HOUR, DANA.id), "hash")
    await accounts.set_password(ALL, DANA.id, "new", kept_session="ses_b")
    assert [one.id for one in await sessions.sessions(ALL, DANA.id, idle=HOUR)] == ["ses_b"]
    assert await links.link(ALL, LinkKind.PASSWORD, "hash") is None


async def test_a_newer_hash_takes_the_place_of_the_one_it_was_made_from_only(
    accounts: SqlAccounts,
) -> None:
    await accounts.create_account(ALL, DANA, "old")
    await accounts.replace_hash(ALL, DANA.id, old="other", new="never")
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "old")
    await accounts.replace_hash(ALL, DANA.id, old="old", new="newer")
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "newer")


async def test_an_identity_ends_the_password_of_whoever_claimed_its_email_before(
    accounts: SqlAccounts, sessions: SqlSessions, links: SqlLinks
) -> None:
    await accounts.create_account(ALL, DANA, "a stranger's")
    await sessions.open_session(ALL, session(DANA), "stranger")
    await links.put_link(ALL, OneTimeLink(LinkKind.PASSWORD, NOW, NOW + HOUR, DANA.id), "link")
    identity = Identity("https://ids.example.org", "דנה-1")
    await accounts.bind_identity(ALL, DANA.id, identity)
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "")
    assert await sessions.session(ALL, "stranger", idle=HOUR) is None
    assert await links.link(ALL, LinkKind.PASSWORD, "link") is None
    await accounts.set_password(ALL, DANA.id, "her own")
    await accounts.bind_identity(ALL, DANA.id, identity)
    assert await accounts.credentials(ALL, DANA.email) == Credentials(DANA, "her own")


async def test_an_identity_ends_the_keys_of_whoever_claimed_its_email_before(
    accounts: SqlAccounts, database: Database, clock: Hands
) -> None:
    await accounts.create_account(ALL, DANA, "a stranger's")
    await accounts.create_account(ALL, SAMI)
    keys = SqlApiKeys(database, clock=clock)
    for user in (DANA, SAMI):
        made = ApiKey(f"key_{user.id}", user.id, "מפתח", "ksh_", NOW, frozenset({Right.READ}))
        await keys.add_key(ALL, made, user.id, most=5)
    await accounts.bind_identity(ALL, DANA.id, Identity("https://ids.example.org", "דנה-1"))
    assert await keys.key(ALL, DANA.id) is None
    assert await keys.key(ALL, SAMI.id) is not None


async def test_a_new_password_counts_the_keys_that_are_good_and_ends_them_where_that_is_wanted(
    accounts: SqlAccounts, links: SqlLinks, database: Database, clock: Hands
) -> None:
    await accounts.create_account(ALL, DANA, "old")
    await accounts.create_account(ALL, SAMI, "his")
    keys = SqlApiKeys(database, clock=clock)
    for name, user, lasts in (("a", DANA, None), ("b", DANA, NOW + HOUR), ("c", SAMI, None)):
        made = ApiKey(f"key_{name}", user.id, "ключ", "ksh_", NOW, frozenset({Right.READ}))
        await keys.add_key(ALL, replace(made, expires_at=lasts), name, most=5)
    assert await accounts.set_password(ALL, DANA.id, "new") == KeysAfter(2)
    clock.now += HOUR
    link = OneTimeLink(LinkKind.PASSWORD, NOW, NOW + 3 * HOUR, DANA.id)
    await links.put_link(ALL, link, "hash")
    after = await links.use_link_for_password(ALL, "hash", "newer", revoke_keys=True)
    assert after == KeysAfter(0, revoked=1)
    assert await keys.key(ALL, "a") is None
    assert await keys.key(ALL, "c") is not None


async def test_a_disabled_persons_links_stay_shut_when_the_account_is_enabled_again(
    accounts: SqlAccounts, links: SqlLinks, store: Store, database: Database, clock: Hands
) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, SAMI)
    await store.create_room(Scope(user_id=SAMI.id), Room("room_sami", "غرفة سامي", NOW))
    rooms = SqlInvitations(database, clock=clock)
    offer = Invitation(
        "inv_1", "room_sami", RoomRole.MEMBER, SAMI.id, NOW, NOW + 9 * HOUR, uses_left=None
    )
    at = RoomScope(room_id="room_sami")
    await rooms.add_invitation(at, offer, "invitation", by=By(SAMI.id))
    await links.put_link(ALL, OneTimeLink(LinkKind.PASSWORD, NOW, NOW + HOUR, SAMI.id), "link")
    for disabled in (True, False):
        await accounts.update_account(ALL, SAMI.id, AccountChange(disabled=disabled))
    with pytest.raises(NotFoundError, match="open invitation"):
        await rooms.invited(ALL, "invitation")
    assert await links.link(ALL, LinkKind.PASSWORD, "link") is None


async def test_an_identity_is_one_accounts_and_stays_it(accounts: SqlAccounts) -> None:
    await accounts.create_account(ALL, DANA)
    await accounts.create_account(ALL, SAMI)
    identity = Identity("https://ids.example.org", "דנה-1")
    assert await accounts.identified(ALL, identity) is None
    await accounts.bind_identity(ALL, DANA.id, identity)
    await accounts.bind_identity(ALL, DANA.id, identity)
    assert await accounts.identified(ALL, identity) == DANA
    with pytest.raises(ConflictError, match="another account"):
        await accounts.bind_identity(ALL, SAMI.id, identity)
    with pytest.raises(ConflictError, match="another identity"):
        await accounts.bind_identity(ALL, DANA.id, replace(identity, subject="אחר"))
