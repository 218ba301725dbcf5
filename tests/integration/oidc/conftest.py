"""A real OpenID Connect provider on loopback, and an application in this process that trusts it."""

from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from in_process import running
from kesher.app.people.accounts import NewPerson
from kesher.config.settings import Settings
from kesher.domain.scope import Scope
from kesher.server.app import create_app
from oidc_provider import SECRET, Provider, provider_process
from people import DANA, PASSWORD


@pytest.fixture(scope="package")
async def provider() -> AsyncIterator[Provider]:
    async with provider_process() as provider:
        yield provider


@pytest.fixture(scope="package")
async def app(
    provider: Provider, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[FastAPI]:
    """The application; Dana has an account with a password, and administers it."""
    given = {
        "data_folder": tmp_path_factory.mktemp("oidc") / "data",
        "log_level": "error",
        "oidc_issuer": provider.issuer,
        "oidc_client_id": "kesher",
        "oidc_client_secret": SECRET,
        "oidc_creates": True,
        "oidc_domains": "example.org",
        "oidc_administrators": "groups=admins",
    }
    async with running(create_app(Settings.model_validate(given))) as app:
        accounts = app.state.kesher.services.people.accounts
        await accounts.create(Scope(), NewPerson(DANA, "דנה", PASSWORD, administrator=True))
        yield app
