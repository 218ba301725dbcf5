"""API keys, on both databases."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from contract.samples import NOW, OTHER_TENANT
from kesher.adapters.sql.accounts import SqlAccounts
from kesher.adapters.sql.api_keys import SqlApiKeys
from kesher.adapters.sql.database import Database
from kesher.domain.access import ApiKey, Capability, Right, User
from kesher.domain.accounts import AccountChange
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

ALL = Scope()
DANA = User("usr_dana", "dana@example.org", "דנה לוי", NOW, administrator=True)
SAMI = User("usr_sami", "سامي@example.org", "سامي حداد", NOW)
DAY = timedelta(days=1)


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
async def accounts(store: Store, database: Database, clock: Hands) -> SqlAccounts:
    made = SqlAccounts(database, clock=clock)
    for user in (DANA, SAMI):
        await made.create_account(ALL, user)
    return made


@pytest.fixture
def keys(accounts: SqlAccounts, database: Database, clock: Hands) -> SqlApiKeys:
    return SqlApiKeys(database, clock=clock)


def key(identifier: str, user: User = SAMI, *, days: int | None = 30) -> ApiKey:
    return ApiKey(
        id=identifier,
        user_id=user.id,
        name="סקריפט לילה / ночной скрипт",
        prefix=f"ksh_{identifier}",
        created_at=NOW,
        rights=frozenset({Right.READ, Right.ASK}),
        capabilities=frozenset({Capability.MEMORY}),
        rooms=frozenset({"room_ב", "room_a"}),
        expires_at=None if days is None else NOW + days * DAY,
    )


async def test_a_key_comes_back_whole_with_whom_it_speaks_for(keys: SqlApiKeys) -> None:
    bare = replace(key("b", days=None), rooms=None, rights=frozenset(), capabilities=frozenset())
    for each in (key("a"), bare):
        await keys.add_key(ALL, each, f"hash {each.id}", most=5)
        assert await keys.key(ALL, f"hash {each.id}") == (SAMI, each)
    assert await keys.key(ALL, "hash of no key") is None
    assert await keys.key(OTHER_TENANT, "hash a") is None


async def test_keys_are_listed_newest_first_ones_own_or_everybodys(keys: SqlApiKeys) -> None:
    for each in (key("a"), key("b", DANA), replace(key("c"), created_at=NOW + DAY)):
        await keys.add_key(ALL, each, f"hash {each.id}", most=5)
    assert [each.id for each in await keys.keys(ALL, SAMI.id)] == ["c", "a"]
    assert [each.id for each in await keys.keys(ALL, None)] == ["c", "a", "b"]
    assert await keys.keys(OTHER_TENANT, None) == []


async def test_a_key_opens_nothing_once_it_is_over_revoked_or_its_person_disabled(
    keys: SqlApiKeys, accounts: SqlAccounts, clock: Hands
) -> None:
    for identifier in "abc":
        await keys.add_key(ALL, key(identifier), f"hash {identifier}", most=5)
    revoked = await keys.revoke_key(ALL, "b", user_id=SAMI.id)
    assert revoked.revoked_at == NOW
    assert await keys.key(ALL, "hash b") is None
    await accounts.update_account(ALL, SAMI.id, AccountChange(disabled=True))
    assert await keys.key(ALL, "hash a") is None
    await accounts.update_account(ALL, SAMI.id, AccountChange(disabled=False))
    clock.now = NOW + 30 * DAY - timedelta(seconds=1)
    assert await keys.key(ALL, "hash a") is not None
    clock.now = NOW + 30 * DAY
    assert await keys.key(ALL, "hash a") is None
    again = await keys.revoke_key(ALL, "b", user_id=None)
    assert again.revoked_at == NOW


async def test_nobody_revokes_anothers_key(keys: SqlApiKeys) -> None:
    await keys.add_key(ALL, key("a"), "hash a", most=5)
    for scope, user_id in ((ALL, DANA.id), (OTHER_TENANT, None), (OTHER_TENANT, SAMI.id)):
        with pytest.raises(NotFoundError):
            await keys.revoke_key(scope, "a", user_id=user_id)
    assert await keys.key(ALL, "hash a") is not None


async def test_when_a_key_was_used_is_known_to_the_minute(keys: SqlApiKeys, clock: Hands) -> None:
    await keys.add_key(ALL, key("a"), "hash a", most=5)
    noted = []
    for seconds in (0, 30, 60, 61, 90, 122):
        clock.now = NOW + timedelta(seconds=seconds)
        await keys.key(ALL, "hash a")
        (held,) = await keys.keys(ALL, SAMI.id)
        noted.append(None if held.used_at is None else (held.used_at - NOW).total_seconds())
    assert noted == [0, 0, 0, 61, 61, 122]


async def test_a_person_has_no_more_keys_than_are_allowed_also_at_once(keys: SqlApiKeys) -> None:
    work = [keys.add_key(ALL, key(f"k{n}"), f"hash {n}", most=3) for n in range(6)]
    ended = await asyncio.gather(*work, return_exceptions=True)
    assert [type(one) for one in ended if one is not None] == [ConflictError] * 3
    assert len(await keys.keys(ALL, SAMI.id)) == 3
    await keys.revoke_key(ALL, (await keys.keys(ALL, SAMI.id))[0].id, user_id=SAMI.id)
    await keys.add_key(ALL, key("later"), "hash later", most=3)


async def test_only_people_who_may_come_in_get_keys(
    keys: SqlApiKeys, accounts: SqlAccounts
) -> None:
    await accounts.update_account(ALL, SAMI.id, AccountChange(disabled=True))
    with pytest.raises(ConflictError, match="disabled"):
        await keys.add_key(ALL, key("a"), "hash a", most=5)
    with pytest.raises(NotFoundError):
        await keys.add_key(ALL, replace(key("b"), user_id="usr_nobody"), "hash b", most=5)
