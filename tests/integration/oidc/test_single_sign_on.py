"""Signing in through a real OpenID Connect provider, as browsers and strangers do."""

import pytest
from fastapi import FastAPI

from oidc_provider import browsing

pytestmark = pytest.mark.anyio


async def test_whoever_is_new_gets_an_account_and_comes_out_where_they_wanted(
    app: FastAPI,
) -> None:
    async with browsing(app) as browser:
        answer = await browser.sign_in("vera", "/rooms/חדר?thread=1#סוף")
        assert (answer.status_code, answer.headers["location"][:7]) == (303, "/rooms/"), answer.text
        me = await browser.me()
        assert me["person"]["email"] == "vera@example.org"
