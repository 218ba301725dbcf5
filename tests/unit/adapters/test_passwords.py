import statistics
import time

import pytest
from argon2 import PasswordHasher

from kesher.adapters.passwords import Argon2Passwords
from kesher.ports.accounts import Verdict

pytestmark = pytest.mark.anyio

PASSWORD = "סיסמה с тремя языками كلها"  # noqa: S105 - nobody's
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


async def test_a_hash_knows_its_own_password_and_no_other() -> None:
    passwords = Argon2Passwords(CHEAP)
    first, second = await passwords.hashed(PASSWORD), await passwords.hashed(PASSWORD)
    assert first != second
    assert first.startswith("$argon2id$")
    assert await passwords.check(PASSWORD, first) == Verdict(right=True)
    assert await passwords.check(PASSWORD + " ", first) == Verdict(right=False)
    assert await passwords.check("\ud800", first) == Verdict(right=False)


async def test_a_hash_of_other_parameters_is_outdated() -> None:
    older = await Argon2Passwords(CHEAP).hashed(PASSWORD)
    newer = Argon2Passwords(PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
    assert await newer.check(PASSWORD, older) == Verdict(right=True, outdated=True)
    assert await newer.check("other", older) == Verdict(right=False)


@pytest.mark.parametrize("broken", ["", "$argon2id$v=19$m=64,t=1,p=1$AAAA", "plain"])
async def test_nothing_is_right_where_there_is_no_hash(broken: str) -> None:
    passwords = Argon2Passwords(CHEAP)
    for password in ("", "nobody's", PASSWORD):
        assert await passwords.check(password, broken) == Verdict(right=False)


async def test_where_nobody_is_meant_a_check_takes_as_long_as_a_wrong_password() -> None:
    passwords = Argon2Passwords(PasswordHasher(time_cost=3, memory_cost=4_096, parallelism=1))
    known = await passwords.hashed(PASSWORD)
    await passwords.check("warms up", "")

    async def seconds(password_hash: str) -> float:
        begun = time.perf_counter()
        await passwords.check("wrong", password_hash)
        return time.perf_counter() - begun

    pairs = [(await seconds(""), await seconds(known)) for _ in range(9)]
    nobody, wrong = (statistics.median(column) for column in zip(*pairs, strict=True))
    assert 0.4 < nobody / wrong < 2.5
