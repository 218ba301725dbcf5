"""Signing in through another service on a real SQLite store: what is begun, and how it may end."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from typing_extensions import override

from kesher.adapters.passwords import Argon2Passwords
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.people.accounts import Accounts, NewPerson
from kesher.app.people.signing_in import Limits, Origin, SigningIn
from kesher.app.people.single_sign_on import Attempt, Labels, SingleSignOn, attempt_of
from kesher.app.people.vouching import Held, Terms
from kesher.domain.json_value import Json
from kesher.domain.scope import Scope
from kesher.errors import (
    ConflictError,
    IdentityInvalidError,
    IdentityUnreachableError,
    KesherError,
    NoAccountError,
    SignInLostError,
    SignInRefusedError,
    TooManyRequestsError,
)
from kesher.ports.oidc import Asked, IdentityProvider, Returned

pytestmark = pytest.mark.anyio

ALL = Scope()
BACK = "https://kesher.example.org/api/oidc/callback"
HOME = Origin("198.51.100.1", "Firefox")
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
TERMS = Terms(creates=True, administrators=Held("groups", "מנהלים"))
LIMITS = Limits(elsewhere_from_address=8)
ROOT = NewPerson("root@example.org", administrator=True)


@dataclass
class Hands:
    """A clock that a test moves, and identifiers that count."""

    now: datetime = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def time(self) -> datetime:
        return self.now

    def new_id(self, kind: str) -> str:
        return f"{kind}_{next(self.numbers)}"


@dataclass
class Vouching(IdentityProvider):
    """A service that says of everybody what a test has it say."""

    said: dict[str, Json]

    @property
    @override
    def issuer(self) -> str:
        return "https://ids.example.org"

    @override
    async def address(self, asked: Asked) -> str:
        return f"{self.issuer}/?state={asked.state}"

    @override
    async def claims(self, returned: Returned, asked: Asked) -> Mapping[str, Json]:
        return self.said

    @override
    async def farewell(self, back: str) -> str | None:
        return None


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def single(tmp_path: Path, hands: Hands) -> AsyncIterator[SingleSignOn]:
    store = SqlStore.open(sqlite_url(tmp_path), busy_seconds=10, clock=hands.time)
    accounts = Accounts(store.parts.accounts, Argon2Passwords(CHEAP), hands.time, hands.new_id)
    signing_in = SigningIn(accounts, store.parts.sessions, hands.time, hands.new_id, LIMITS)
    said: dict[str, Json] = {"sub": "1", "email": "vera@example.org", "email_verified": True}
    yield SingleSignOn(Vouching(said), signing_in, TERMS, Labels("כניסה", "Sign in"))
    await store.close()


async def go(single: SingleSignOn, **changed: str) -> str:
    """Sign in from the beginning to the end, and return the person's id."""
    attempt, _ = await single.begin(ALL, "/", BACK, HOME)
    returned = replace(Returned(state=attempt.state, code="code"), **changed)
    signed = await single.end(ALL, attempt, returned, back=BACK, origin=HOME)
    return signed.user.id


def said(single: SingleSignOn) -> dict[str, Json]:
    assert isinstance(single.provider, Vouching)
    return single.provider.said


def test_what_the_browser_keeps_comes_back_whole() -> None:
    attempt = Attempt("secret", 1_800_000_000, "/rooms/חדר?a=b.c#סוף")
    assert attempt_of(attempt.as_text()) == attempt
    assert attempt_of(attempt.as_text()).state == attempt.state  # type: ignore[union-attr]  # above


@pytest.mark.parametrize("text", ["", ".", "a.b", "a.1.A", "a..Lw", ".1.Lw", "a.1.Lw.Lw", "א.²."])
def test_whatever_else_a_browser_keeps_is_nothing(text: str) -> None:
    assert attempt_of(text) is None


def test_each_of_the_three_words_is_its_own_and_tells_nothing_of_the_secret() -> None:
    asked = Attempt("secret", 1, "/").asked(BACK)
    assert len({asked.state.partition(".")[2], asked.nonce, asked.verifier}) == 3
    assert 43 <= len(asked.verifier) <= 128  # as RFC 7636 has it
    assert asked.state != Attempt("secret", 1, "/rooms").state
    assert "secret" not in repr(Attempt("secret", 1, "/"))


@pytest.mark.parametrize(("seconds", "lost"), [(600, False), (601, True), (-1, True)])
async def test_a_sign_in_may_take_ten_minutes(
    single: SingleSignOn, hands: Hands, seconds: int, lost: bool
) -> None:
    await single.signing_in.accounts.create(ALL, ROOT)
    attempt, _ = await single.begin(ALL, "/", BACK, HOME)
    hands.now += timedelta(seconds=seconds)
    returned = Returned(state=attempt.state, code="code")
    if lost:
        with pytest.raises(SignInLostError, match="too long"):
            await single.end(ALL, attempt, returned, back=BACK, origin=HOME)
    else:
        assert await single.end(ALL, attempt, returned, back=BACK, origin=HOME)


async def test_whoever_changes_what_was_begun_has_begun_nothing(single: SingleSignOn) -> None:
    attempt, _ = await single.begin(ALL, "/", BACK, HOME)
    returned = Returned(state=attempt.state, code="code")
    for forged in (
        None,
        replace(attempt, goal="/rooms"),
        replace(attempt, begun_at=attempt.begun_at + 1),
        replace(attempt, secret=attempt.secret[1:]),
    ):
        with pytest.raises(SignInLostError, match="begun no such"):
            await single.end(ALL, forged, returned, back=BACK, origin=HOME)


async def test_a_sign_in_that_ended_is_used_up_even_where_it_failed(single: SingleSignOn) -> None:
    attempt, _ = await single.begin(ALL, "/", BACK, HOME)
    refused = Returned(state=attempt.state, error="access_denied")
    with pytest.raises(SignInRefusedError):
        await single.end(ALL, attempt, refused, back=BACK, origin=HOME)
    with pytest.raises(SignInLostError, match="used already"):
        await single.end(
            ALL, attempt, Returned(state=attempt.state, code="code"), back=BACK, origin=HOME
        )


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("access_denied", SignInRefusedError),
        ("temporarily_unavailable", IdentityUnreachableError),
        ("unauthorized_client", IdentityInvalidError),
        ("שגיאה", IdentityInvalidError),
    ],
)
async def test_what_the_service_answers_instead_is_told_by_its_kind(
    single: SingleSignOn, error: str, kind: type[KesherError]
) -> None:
    with pytest.raises(kind):
        await go(single, error=error)
    with pytest.raises(IdentityInvalidError, match="no code"):
        await go(single, code="")


async def test_sign_ins_that_come_to_nothing_are_limited_by_address(single: SingleSignOn) -> None:
    await single.signing_in.accounts.create(ALL, ROOT)
    for _ in range(9):
        await go(single)  # those that end well are not counted
    for _ in range(8):
        await single.begin(ALL, "/", BACK, HOME)
    with pytest.raises(TooManyRequestsError):
        await single.begin(ALL, "/", BACK, HOME)
    assert await single.begin(ALL, "/", BACK, Origin("203.0.113.9"))


async def test_the_first_account_is_made_only_for_an_administrator(single: SingleSignOn) -> None:
    with pytest.raises(ConflictError, match="administrator"):
        await go(single)
    said(single)["groups"] = ["מנהלים"]
    person = await single.signing_in.accounts.person(ALL, await go(single))
    assert (person.email, person.name, person.administrator) == ("vera@example.org", "vera", True)


async def test_the_service_makes_and_unmakes_administrators_but_never_the_last(
    single: SingleSignOn,
) -> None:
    accounts = single.signing_in.accounts
    said(single)["groups"] = ["מנהלים"]
    user_id = await go(single)
    said(single)["groups"] = []
    await go(single)
    assert (await accounts.person(ALL, user_id)).administrator  # somebody must be
    await accounts.create(ALL, ROOT)
    await go(single)
    assert not (await accounts.person(ALL, user_id)).administrator
    said(single)["groups"] = ["מנהלים"]
    await go(single)
    assert (await accounts.person(ALL, user_id)).administrator


async def test_without_leave_to_make_accounts_only_known_people_come_in(
    single: SingleSignOn,
) -> None:
    closed = replace(single, terms=Terms())
    accounts = single.signing_in.accounts
    await accounts.create(ALL, ROOT)
    with pytest.raises(NoAccountError):
        await go(closed)
    known = await accounts.create(ALL, NewPerson("vera@example.org", "ורה"))
    assert await go(closed) == known.id
    said(single)["email"] = "moved@example.org"  # the identity is known by now, not its e-mail
    assert await go(closed) == known.id
