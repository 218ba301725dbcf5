from pathlib import Path

import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.system import utc_now
from kesher.app.people.accounts import NewPerson
from kesher.config.settings import Settings
from kesher.domain.access import User
from kesher.domain.scope import Scope
from kesher.errors import ConfigurationError, ConflictError
from kesher.server.gate import Gate, is_loopback
from kesher.server.reach import check_reach, first_link
from kesher.wiring.people import make_people

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"]
)
def test_this_machines_own_names_are_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "192.0.2.1", "::", "localhost.evil.example", "127.1.evil"],  # noqa: S104
)
def test_other_names_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_a_token_is_taken_only_as_it_is() -> None:
    gate = Gate(FastAPI(), token="אבג-4711")  # noqa: S106 - of no server
    assert gate.accepts("אבג-4711")
    assert not any(map(gate.accepts, ("", "אבג", "אבג-4711 ", "אבג-4712")))


def test_without_a_token_nothing_is_taken_for_one() -> None:
    assert not Gate(FastAPI(), token="").accepts("")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])  # noqa: S104
async def test_serving_others_needs_accounts_or_a_token(host: str, tmp_path: Path) -> None:
    settings = Settings.model_validate({"host": host, "data_folder": tmp_path})
    store = SqlStore.open(sqlite_url(tmp_path))
    people = make_people(settings, store)
    with pytest.raises(ConfigurationError, match="set `KESHER_TOKEN` to a long secret"):
        await check_reach(settings, people)
    with_token = settings.model_copy(update={"token": SecretStr("5f2c-4711")})
    await check_reach(with_token, people)
    await check_reach(settings, make_people(settings.model_copy(update={"accounts": True}), store))
    dana = User("usr_dana", "dana@example.org", "דנה", utc_now(), administrator=True)
    await store.parts.accounts.create_account(Scope(), dana)
    await check_reach(settings, people)
    await store.close()


async def test_a_link_for_the_first_administrator_is_made_where_accounts_are_wanted_only(
    tmp_path: Path,
) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path})
    store = SqlStore.open(sqlite_url(tmp_path))
    assert await first_link(make_people(settings, store)) == ""
    wanted = make_people(settings.model_copy(update={"accounts": True}), store)
    path, secret = (await first_link(wanted)).split("#")
    assert path == "/welcome"
    person = NewPerson("dana@example.org", "דנה", "ארבע מילים טובות")
    assert (await wanted.links.make_first(Scope(), secret, person)).administrator
    assert await first_link(wanted) == ""
    with pytest.raises(ConflictError):
        await wanted.links.make_first(Scope(), secret, person)
    await store.close()
