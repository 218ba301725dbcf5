"""A small real HTTP server that speaks OpenAI's and Anthropic's protocols by a script.

It stands in for a hosted model in tests and trials without a key: real sockets, real event
streams, real faults. Its answers come from the script, its vectors from hashed words; nothing in
it understands language.

    with scripted_model_server(Script(answer=lambda request: "22 ימים [1]")) as server:
        chat = OpenAIChat(Endpoint(model="scripted-model", url=server.openai_url))
"""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from aiohttp import web
from anyio.from_thread import start_blocking_portal

from kesher.testing.model_anthropic import AnthropicWire
from kesher.testing.model_cache import Counted, PromptCache
from kesher.testing.model_openai import OpenAIWire
from kesher.testing.model_script import (
    Drop,
    EndEarly,
    Hang,
    Malform,
    ReceivedRequest,
    Refuse,
    ReportError,
    Script,
)
from kesher.testing.model_wire import (
    Exchange,
    JsonObject,
    Wire,
    openai_embeddings,
    openai_models,
)

_SHUTDOWN_SECONDS = 0.1


class ModelServer:
    """The running server, as a test sees it. Made by `scripted_model_server`."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._received: list[ReceivedRequest] = []
        self._cache = PromptCache()
        self._faults_shown = 0
        self._client_left = threading.Event()
        self._port = 0

    @property
    def url(self) -> str:
        """Base URL without a path, as Anthropic's client takes it."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def openai_url(self) -> str:
        """Base URL as OpenAI's client takes it."""
        return f"{self.url}/v1"

    @property
    def requests(self) -> tuple[ReceivedRequest, ...]:
        """All requests so far, oldest first."""
        return tuple(self._received)

    def follow(self, script: Script) -> None:
        """Behave by another script from the next request on."""
        self._script = script
        self._faults_shown = 0

    def forget(self) -> None:
        """Forget all requests so far."""
        self._received.clear()

    def wait_until_client_left(self, *, timeout_seconds: float = 5.0) -> bool:
        """Wait until a client has closed its connection before its answer was whole."""
        return self._client_left.wait(timeout_seconds)

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        runner = web.AppRunner(
            self._app(),
            access_log=None,
            handler_cancellation=True,
            shutdown_timeout=_SHUTDOWN_SECONDS,
        )
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self._port = runner.addresses[0][1]
            yield
        finally:
            await runner.cleanup()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/embeddings", self._embeddings)
        app.router.add_post("/v1/chat/completions", self._openai_chat)
        app.router.add_post("/v1/messages", self._anthropic_chat)
        return app

    async def _models(self, http: web.Request) -> web.StreamResponse:
        await self._record(http)
        return web.json_response(openai_models(self._script.models))

    async def _embeddings(self, http: web.Request) -> web.StreamResponse:
        request = await self._record(http)
        early = await self._fault_before_headers(http, request, OpenAIWire())
        if early is not None:
            return early
        if isinstance(self._script.fault, Malform):
            return web.Response(text=self._script.fault.data, content_type="application/json")
        vectors = self._script.vectors(request)
        return web.json_response(openai_embeddings(vectors, str(request.body.get("model"))))

    async def _openai_chat(self, http: web.Request) -> web.StreamResponse:
        return await self._chat(http, OpenAIWire())

    async def _anthropic_chat(self, http: web.Request) -> web.StreamResponse:
        return await self._chat(http, AnthropicWire())

    async def _chat(self, http: web.Request, wire: Wire) -> web.StreamResponse:
        request = await self._record(http)
        try:
            early = await self._fault_before_headers(http, request, wire)
            if early is not None:
                return early
            exchange = self._exchange(request)
            if not request.body.get("stream"):
                return web.json_response(wire.whole(exchange))
            return await self._stream(http, exchange, wire)
        except asyncio.CancelledError:
            self._client_left.set()
            raise
        except ConnectionError:
            self._client_left.set()
            return web.Response()

    async def _record(self, http: web.Request) -> ReceivedRequest:
        raw = await http.read()
        body: JsonObject = json.loads(raw) if raw else {}
        headers = {name.lower(): value for name, value in http.headers.items()}
        request = ReceivedRequest(http.path, headers, body, time.monotonic())
        self._received.append(request)
        return request

    async def _fault_before_headers(
        self, http: web.Request, request: ReceivedRequest, wire: Wire
    ) -> web.Response | None:
        fault = self._script.fault
        if isinstance(fault, Refuse) and self._refuses(fault, request):
            headers = {"Retry-After": fault.retry_after} if fault.retry_after is not None else {}
            body = wire.error(fault.status, fault.message)
            return web.json_response(body, status=fault.status, headers=headers)
        if isinstance(fault, Hang) and fault.after_pieces == 0:
            await _for_ever()
        if isinstance(fault, Drop) and fault.after_pieces == 0 and self._shows(fault.times):
            _cut(http)
            return web.Response()
        return None

    def _refuses(self, fault: Refuse, request: ReceivedRequest) -> bool:
        concerned = fault.unless_without is None or fault.unless_without in request.body
        return concerned and self._shows(fault.times)

    def _shows(self, times: int | None) -> bool:
        self._faults_shown += 1
        return times is None or self._faults_shown <= times

    def _exchange(self, request: ReceivedRequest) -> Exchange:
        script = self._script
        counted = (
            self._cache.take(request) if script.caching else Counted(script.input_tokens, 0, 0)
        )
        return Exchange(script, script.turn(request), str(request.body.get("model", "")), counted)

    async def _stream(
        self, http: web.Request, exchange: Exchange, wire: Wire
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(http)
        await response.write(wire.opening(exchange).encode())
        events = [*wire.pieces(exchange), wire.closing(exchange)]
        for sent, event in enumerate(events):
            if await self._fault_in_stream(http, response, wire, sent):
                return response
            await asyncio.sleep(exchange.script.delay_seconds)
            await response.write(event.encode())
        return response

    async def _fault_in_stream(
        self, http: web.Request, response: web.StreamResponse, wire: Wire, sent: int
    ) -> bool:
        """Fail if now is the time; return whether the stream ends here."""
        fault = self._script.fault
        if fault is None or isinstance(fault, Refuse) or fault.after_pieces != sent:
            return False
        if isinstance(fault, Hang):
            await _for_ever()
        if isinstance(fault, Drop):
            return self._drops_in_stream(http, fault)
        if isinstance(fault, Malform):
            await response.write(wire.broken(fault.data).encode())
        if isinstance(fault, ReportError):
            await response.write(wire.error_event(fault.message).encode())
        return isinstance(fault, EndEarly | ReportError)

    def _drops_in_stream(self, http: web.Request, fault: Drop) -> bool:
        if fault.after_pieces == 0 or not self._shows(fault.times):
            return False
        _cut(http)
        return True


@contextmanager
def scripted_model_server(script: Script | None = None) -> Iterator[ModelServer]:
    """Run the server on a free loopback port, in a thread of its own, while the block lasts.

    Args:
        script: How it behaves; None answers every chat with one short text in four languages.
    """
    server = ModelServer(script or Script())
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(server._running()):
        yield server


async def _for_ever() -> None:
    # Ended from outside: when the client leaves or the server stops.
    await asyncio.Event().wait()


def _cut(http: web.Request) -> None:
    if http.transport is not None:
        http.transport.abort()
