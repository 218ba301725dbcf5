"""Signing in on a real SQLite store, with cheap hashes and small limits."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from kesher.adapters.passwords import Argon2Passwords
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.people.accounts import Accounts, NewPerson
from kesher.app.people.signing_in import Limits, Origin, SigningIn
from kesher.domain.access import User
from kesher.domain.accounts import AccountChange, Identity
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, ForbiddenError, NotSignedInError, TooManyRequestsError

pytestmark = pytest.mark.anyio

ALL = Scope()
PASSWORD = "ארבע מילים טובות"  # noqa: S105 - of an account that lives for a test
HOME = Origin("198.51.100.1", "Firefox")
AWAY = Origin("203.0.113.9")
STRETCH = timedelta(minutes=15)
LIMITS = Limits(of_account_from_address=2, from_address=4, of_account=6, stretch=STRETCH)
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
IDENTITY = Identity("https://ids.example.org", "s-1", "DANA@example.org", "Dana")


@dataclass
class Hands:
    """A clock that a test moves, and identifiers that count."""

    now: datetime = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def time(self) -> datetime:
        return self.now

    def new_id(self, kind: str) -> str:
        return f"{kind}_{next(self.numbers)}"


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def signing_in(tmp_path: Path, hands: Hands) -> AsyncIterator[SigningIn]:
    store = SqlStore.open(sqlite_url(tmp_path), busy_seconds=10, clock=hands.time)
    accounts = Accounts(store.parts.accounts, Argon2Passwords(CHEAP), hands.time, hands.new_id)
    yield SigningIn(accounts, store.parts.sessions, hands.time, hands.new_id, LIMITS)
    await store.close()


@pytest.fixture
async def dana(signing_in: SigningIn) -> User:
    person = NewPerson("dana@example.org", "דנה לוי", PASSWORD, administrator=True)
    return await signing_in.accounts.create(ALL, person)


async def wrong(signing_in: SigningIn, origin: Origin, email: str = "dana@example.org") -> None:
    with pytest.raises(NotSignedInError):
        await signing_in.with_password(ALL, email, "לא הסיסמה הזאת", origin)


async def test_whoever_knows_the_password_comes_in_and_is_known_by_the_secret(
    signing_in: SigningIn, dana: User
) -> None:
    signed = await signing_in.with_password(ALL, " Dana@EXAMPLE.org", PASSWORD, HOME)
    caller = await signing_in.who(ALL, signed.secret)
    assert caller is not None
    assert (caller.user, caller.session_id) == (dana, signed.session.id)
    assert await signing_in.who(ALL, signed.session.id) is None
    assert await signing_in.who(ALL, "") is None


async def test_a_password_is_the_same_however_the_keyboard_composes_it(
    signing_in: SigningIn,
) -> None:
    person = NewPerson("a@example.org", "É", "Cafe\u0301 \u05e9\u05c1\u05dc\u05d5\u05dd", True)
    await signing_in.accounts.create(ALL, person)
    composed = "Caf\u00e9 \ufb2a\u05dc\u05d5\u05dd"
    assert await signing_in.with_password(ALL, "a@example.org", composed, HOME)


async def test_wrong_passwords_are_limited_for_one_address_and_nobody_else_is_shut_out(
    signing_in: SigningIn, dana: User, hands: Hands
) -> None:
    for _ in range(2):
        await wrong(signing_in, AWAY)
    hands.now += timedelta(minutes=5)
    with pytest.raises(TooManyRequestsError, match="10 minutes") as refused:
        await signing_in.with_password(ALL, dana.email, PASSWORD, AWAY)
    assert refused.value.retry_after_seconds == 600
    assert (await signing_in.with_password(ALL, dana.email, PASSWORD, HOME)).user == dana
    hands.now += timedelta(minutes=10)
    assert (await signing_in.with_password(ALL, dana.email, PASSWORD, AWAY)).user == dana


async def test_one_address_cannot_go_through_many_accounts(
    signing_in: SigningIn, dana: User
) -> None:
    for number in range(4):
        await wrong(signing_in, AWAY, f"name{number}@example.org")
    with pytest.raises(TooManyRequestsError):
        await signing_in.with_password(ALL, "name5@example.org", PASSWORD, AWAY)


async def test_many_addresses_cannot_go_on_with_one_account(
    signing_in: SigningIn, dana: User, hands: Hands
) -> None:
    for number in range(6):
        await wrong(signing_in, Origin(f"203.0.113.{number}"))
    with pytest.raises(TooManyRequestsError):
        await signing_in.with_password(ALL, dana.email, PASSWORD, Origin("203.0.113.77"))
    hands.now += STRETCH
    assert await signing_in.with_password(ALL, dana.email, PASSWORD, HOME)


async def test_right_passwords_are_not_counted(signing_in: SigningIn, dana: User) -> None:
    for _ in range(10):
        await signing_in.with_password(ALL, dana.email, PASSWORD, HOME)


async def test_a_hash_of_older_parameters_is_made_anew_at_sign_in(
    signing_in: SigningIn, dana: User
) -> None:
    store = signing_in.accounts.store
    older = PasswordHasher(time_cost=2, memory_cost=32, parallelism=1).hash(PASSWORD)
    await store.set_password(ALL, dana.id, older)
    await signing_in.with_password(ALL, dana.email, PASSWORD, HOME)
    found = await store.credentials(ALL, dana.email)
    assert found is not None
    assert found.password_hash != older
    assert not CHEAP.check_needs_rehash(found.password_hash)
    await signing_in.with_password(ALL, dana.email, PASSWORD, HOME)


async def test_a_vouched_for_person_is_known_by_a_checked_email_and_then_by_the_identity(
    signing_in: SigningIn, dana: User
) -> None:
    first = await signing_in.verified(ALL, IDENTITY, HOME, creates=False)
    moved = Identity(IDENTITY.issuer, IDENTITY.subject, "new@example.org")
    second = await signing_in.verified(ALL, moved, HOME, creates=False)
    assert first.user == second.user == dana
    other = Identity(IDENTITY.issuer, "s-2", dana.email)
    with pytest.raises(ConflictError):
        await signing_in.verified(ALL, other, HOME, creates=True)


async def test_a_vouched_for_stranger_gets_an_account_only_where_that_is_wanted(
    signing_in: SigningIn, dana: User
) -> None:
    vera = Identity(IDENTITY.issuer, "s-9", "vera@example.org", "Вера Коган")
    with pytest.raises(ForbiddenError):
        await signing_in.verified(ALL, vera, HOME, creates=False)
    nameless = Identity(IDENTITY.issuer, "s-8")
    with pytest.raises(ForbiddenError):
        await signing_in.verified(ALL, nameless, HOME, creates=True)
    signed = await signing_in.verified(ALL, vera, HOME, creates=True)
    assert (signed.user.name, signed.user.administrator) == ("Вера Коган", False)
    await signing_in.accounts.change(ALL, signed.user.id, AccountChange(disabled=True))
    with pytest.raises(ForbiddenError, match="disabled"):
        await signing_in.verified(ALL, vera, HOME, creates=True)
