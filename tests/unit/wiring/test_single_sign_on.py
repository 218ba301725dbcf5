"""The other service that people sign in through, as settings name it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kesher.adapters.oidc.provider import Client
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.system import utc_now
from kesher.app.people.single_sign_on import SingleSignOn
from kesher.app.people.vouching import Held, Terms
from kesher.errors import ConfigurationError
from kesher.wiring.people import make_people
from surroundings import MakeSettings

pytestmark = pytest.mark.anyio

Make = Callable[..., SingleSignOn | None]
GIVEN = {"oidc_issuer": "https://ids.example.org", "oidc_client_id": "kesher"}


@pytest.fixture
async def make(tmp_path: Path, make_settings: MakeSettings) -> Make:
    store = SqlStore.open(sqlite_url(tmp_path), busy_seconds=10, clock=utc_now)
    await store.close()  # nothing is read of it here
    return lambda **given: make_people(make_settings(**given), store).single_sign_on


async def test_without_an_issuer_there_is_none(make: Make) -> None:
    assert make() is None


async def test_the_settings_are_its_terms(make: Make) -> None:
    made = make(
        **GIVEN,
        oidc_creates=True,
        oidc_domains=" Example.org, @example.com,",
        oidc_requires="hd = example.org",
        oidc_administrators="groups=מנהלים",
        oidc_label_he="כניסה עם Google",
    )
    assert made is not None
    assert (made.provider.issuer, made.labels.he) == ("https://ids.example.org", "כניסה עם Google")
    assert made.terms == Terms(
        creates=True,
        domains=frozenset({"example.org", "example.com"}),
        requires=Held("hd", "example.org"),
        administrators=Held("groups", "מנהלים"),
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"oidc_client_id": ""}, "Set `oidc_client_id`"),
        ({"oidc_issuer": "http://ids.example.org"}, "no https address"),
        ({"oidc_issuer": "ids.example.org"}, "no https address"),
        ({"oidc_issuer": "https://ids.example.org/?a=1"}, "no https address"),
        ({"oidc_scopes": "email profile"}, "has no `openid`"),
        ({"oidc_requires": "hd"}, "`oidc_requires`: `hd` is no claim"),
        ({"oidc_administrators": "=admins"}, "`oidc_administrators`"),
    ],
)
async def test_settings_that_do_not_fit_are_told_when_the_server_starts(
    make: Make, given: dict[str, str], told: str
) -> None:
    with pytest.raises(ConfigurationError, match=told):
        make(**GIVEN | given)


def test_its_secret_is_not_shown() -> None:
    client = Client("https://ids.example.org", "kesher", "sesame-71", "openid")
    assert "sesame-71" not in repr(client)
