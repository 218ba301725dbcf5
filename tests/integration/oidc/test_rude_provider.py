"""Providers that answer as none should."""

import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from kesher.adapters.oidc.provider import Client, OidcProvider
from kesher.adapters.system import utc_now
from kesher.errors import IdentityInvalidError, IdentityUnreachableError
from kesher.ports.oidc import Asked

pytestmark = pytest.mark.anyio

ASKED = Asked("state", "nonce", "v" * 43, "http://localhost/api/oidc/callback")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def answering(handler: Handler) -> AsyncIterator[OidcProvider]:
    """A provider at an address of this machine where everything is answered so."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        yield OidcProvider(Client(f"http://{host}:{port}", "kesher", "", "openid"), clock=utc_now)
    finally:
        await runner.cleanup()


async def endless(request: web.Request) -> web.StreamResponse:
    answer = web.StreamResponse()
    await answer.prepare(request)
    try:
        while True:
            await answer.write(b" " * 65_536)
    except ConnectionError:  # whoever asked has had enough
        return answer


async def packed(_request: web.Request) -> web.StreamResponse:
    body = gzip.compress(b" " * 10_000_000)
    return web.Response(body=body, headers={"Content-Encoding": "gzip"})


async def elsewhere(_request: web.Request) -> web.StreamResponse:
    raise web.HTTPFound("http://127.0.0.1:1/latest/meta-data")


async def words(_request: web.Request) -> web.StreamResponse:
    return web.Response(text="שלום")


async def a_list(_request: web.Request) -> web.StreamResponse:
    return web.json_response([])


async def broken(_request: web.Request) -> web.StreamResponse:
    return web.Response(status=503)


@pytest.mark.parametrize(
    ("handler", "told"),
    [
        (endless, "more than 524,288 bytes"),
        (packed, "packed its answer"),
        (elsewhere, "answers 302"),
        (words, "that is none"),
        (a_list, "no JSON object"),
    ],
)
async def test_an_answer_that_no_provider_gives_is_refused(handler: Handler, told: str) -> None:
    async with answering(handler) as provider:
        with pytest.raises(IdentityInvalidError, match=told):
            await provider.address(ASKED)


async def test_a_provider_in_trouble_may_be_asked_again() -> None:
    async with answering(broken) as provider:
        with pytest.raises(IdentityUnreachableError, match="503"):
            await provider.address(ASKED)
