"""A model's endpoint that leads elsewhere: nobody is asked there."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from kesher.adapters.models.anthropic_api import AnthropicChat
from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat, OpenAIEmbedder
from kesher.domain.message import Message, Role
from kesher.errors import ModelRefusedError
from kesher.ports.models import ChatModel, ChatRequest

pytestmark = pytest.mark.anyio

ASKED = ChatRequest((Message(Role.USER, "שלום"),), 16)


@pytest.fixture
async def led() -> AsyncIterator[tuple[str, list[str]]]:
    """Give the address of an endpoint that leads elsewhere, and where requests arrived."""
    arrived: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        arrived.append(request.path)
        return web.Response(status=307, headers={"Location": "/elsewhere"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}/v1", arrived
    await runner.cleanup()


@pytest.mark.parametrize("kind", [OpenAIChat, AnthropicChat])
async def test_no_answer_is_fetched_from_where_an_endpoint_leads(
    led: tuple[str, list[str]], kind: type[OpenAIChat] | type[AnthropicChat]
) -> None:
    url, arrived = led
    chat: ChatModel = kind(Endpoint("model", url, "key", retries=0))
    with pytest.raises(ModelRefusedError):
        await anext(aiter(chat.stream(ASKED)))
    assert len(arrived) == 1


async def test_no_vector_is_fetched_from_where_an_endpoint_leads(
    led: tuple[str, list[str]],
) -> None:
    url, arrived = led
    embedder = OpenAIEmbedder(Endpoint("model", url, "key", retries=0), dimensions=8)
    with pytest.raises(ModelRefusedError):
        await embedder.embed_query("שלום")
    assert arrived == ["/v1/embeddings"]
