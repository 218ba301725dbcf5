"""People who sign in at a server with accounts, as a test speaks for them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from api import Api
from kesher.config.settings import Settings
from kesher.wiring.local import local_bearer

PASSWORD = "ארבע מילים טובות"  # noqa: S105 - of a server that lives for a test
DANA = "dana@example.org"


@asynccontextmanager
async def browser(url: str, **headers: str) -> AsyncIterator[Api]:
    """A browser with cookies of its own; `headers` with `_` for `-`."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    jar = aiohttp.CookieJar(unsafe=True)  # an address of numbers is a host, too
    async with aiohttp.ClientSession(url, cookie_jar=jar, headers=given) as session:
        yield Api(session)


@asynccontextmanager
async def local_person(settings: Settings, url: str) -> AsyncIterator[Api]:
    """The owner of the server's data folder, as the `kesher` command speaks for them."""
    async with browser(url, Authorization=f"Bearer {local_bearer(settings)}") as api:
        yield api


async def sign_in(api: Api, email: str, password: str = PASSWORD) -> Any:
    """Sign in; the page's later requests carry what they must. Returns `Me`."""
    me = await api.call("POST", "/api/sign-in", {"email": email, "password": password})
    api.session.headers["X-Kesher-CSRF"] = me["csrf"]
    return me


@asynccontextmanager
async def signed_in(url: str, email: str, **headers: str) -> AsyncIterator[Api]:
    """The browser of a person who has signed in."""
    async with browser(url, **headers) as api:
        await sign_in(api, email)
        yield api
