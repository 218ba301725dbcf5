"""One connection to a server: opened, held and closed by one task of its own.

The client's cancel scopes must be left by the task that entered them, while calls come and go with
the tasks of runs.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, TypeVar

import httpx2
from mcp import Client
from mcp.client._transport import Transport, TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from kesher.adapters.mcp_tools import failures
from kesher.adapters.mcp_tools.process import MESSAGE_BYTES, ServerProcess
from kesher.domain.mcp_server import McpServer
from kesher.errors import ToolError

CLOSE_SECONDS = 10.0
"""What a connection gets to close; then its task is cancelled, which kills the process."""
SILENCES = 2
"""Requests without an answer, one after another, after which a server is given up."""

_CONNECT_SECONDS = 10.0

_FIRST = asyncio.FIRST_COMPLETED
_T = TypeVar("_T")


class Connection:
    """A connection, from its opening to its end; a lost one is not mended but replaced."""

    def __init__(self, server: McpServer) -> None:
        self._server = server
        self._over = asyncio.Event()
        self._opened: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._process: ServerProcess | None = None
        self._status = 0
        self._silences = 0
        self.owner = asyncio.create_task(self._own())
        self.owner.add_done_callback(lambda ended: ended.cancelled() or ended.exception())

    @property
    def is_alive(self) -> bool:
        """Whether requests may be made on it, as far as is known."""
        return self._opened.done() and not self._over.is_set() and not self.owner.done()

    async def wait(self, seconds: float) -> None:
        """Wait until it is open. One that does not open is closed.

        Raises:
            ToolError: the server does not start, cannot be reached, or does not answer.
        """
        either: set[asyncio.Future[Any]] = {self.owner, self._opened}
        try:
            await asyncio.wait(either, timeout=seconds, return_when=_FIRST)
        finally:
            if not self._opened.done():
                self.owner.cancel()
        if self._opened.done():
            return
        if not self.owner.done():
            raise failures.timed_out(self._server, "its start", said=self._said)
        error = None if self.owner.cancelled() else self.owner.exception()
        if error is None:
            raise failures.closed(self._server)
        raise failures.not_opened(self._server, error, said=self._said) from error

    async def request(
        self, doing: str, work: Callable[[Client], Awaitable[_T]], seconds: float
    ) -> _T:
        """Make a request.

        Args:
            doing: Names it in errors.

        Raises:
            ToolError: no answer came, or none that can be used.
        """
        task = asyncio.ensure_future(work(self._opened.result()))
        try:
            await asyncio.wait({task, self.owner}, timeout=seconds, return_when=_FIRST)
        finally:
            if not task.done():
                task.cancel()
                task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        if task.done() and not task.cancelled():
            error = task.exception()
            if error is None:
                self._silences = 0
                return task.result()
            raise self._failure(doing, error) from error
        if self.owner.done():
            raise failures.broke_off(self._server, doing, self._why("the connection ended."))
        raise self._silence(doing)

    async def close(self) -> None:
        """Leave the server and wait until nothing of it is left."""
        self._over.set()
        if not self._opened.done():
            self.owner.cancel()
        await asyncio.wait({self.owner}, timeout=CLOSE_SECONDS)
        if not self.owner.done():
            self.owner.cancel()
            await asyncio.wait({self.owner}, timeout=CLOSE_SECONDS)

    async def _own(self) -> None:
        name = Implementation(name="kesher", version=version("kesher"))
        async with Client(self._transport(), client_info=name, cache=None) as client:
            self._opened.set_result(client)
            await self._over.wait()

    def _transport(self) -> Transport:
        if not self._server.command:
            return self._http()
        self._process = ServerProcess(self._server.command, self._server.env, self._over)
        return self._process.streams()

    @asynccontextmanager
    async def _http(self) -> AsyncIterator[TransportStreams]:
        timeout = httpx2.Timeout(_CONNECT_SECONDS, read=self._server.timeout_seconds)
        async with (
            httpx2.AsyncClient(
                headers=self._server.headers,
                timeout=timeout,
                event_hooks={"response": [self._see]},
            ) as client,
            streamable_http_client(
                self._server.url, http_client=client, max_sse_event_size=MESSAGE_BYTES
            ) as streams,
        ):
            yield streams

    async def _see(self, response: httpx2.Response) -> None:
        """Keep the status of an error, which the client's own message leaves out."""
        self._status = response.status_code if response.is_error else 0

    def _failure(self, doing: str, error: BaseException) -> ToolError:
        self._silences = 0
        if not failures.is_lost(error):
            return failures.refused(self._server, doing, error, said=self._last_status)
        self._over.set()
        default = "its process ended." if self._process else failures.reason(error)
        return failures.broke_off(self._server, doing, self._why(default))

    def _silence(self, doing: str) -> ToolError:
        self._silences += 1
        if self._silences >= SILENCES:
            self._over.set()
        return failures.timed_out(self._server, doing, said=self._said)

    def _why(self, default: str) -> str:
        fault = self._process.fault if self._process else ""
        less = " Ask for less at a time." if fault else ""
        return f"{fault or default}{less}{self._said}"

    @property
    def _said(self) -> str:
        """What else is known of the server, as sentences."""
        if self._process is not None:
            return failures.said(stderr=self._process.stderr, stray=self._process.stray)
        return self._last_status

    @property
    def _last_status(self) -> str:
        return f" Its last HTTP status was {self._status}." if self._status else ""
