"""The tools of one MCP server."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mcp import Client
from mcp_types import Tool as ListedTool

from kesher.adapters.mcp_tools import failures
from kesher.adapters.mcp_tools.connection import Connection
from kesher.adapters.mcp_tools.listing import cleaned, specifications
from kesher.adapters.mcp_tools.rendering import rendered
from kesher.domain.json_value import JsonObject
from kesher.domain.mcp_server import McpServer
from kesher.domain.tool import ToolSpec
from kesher.errors import ToolError
from kesher.ports.tools import Tool, ToolOutput
from kesher.text.storable import visible

OPEN_TRIES = 2
"""Times that one request tries to connect."""
MOST_TOOLS = 1_000
ERROR_CHARS = 4_000
"""Most of what a tool says of its own failure."""

_LISTING = "the list of its tools"

_T = TypeVar("_T")


class McpTools:
    """A server's tools. It is started at the first request and again after it was lost.

    Safe for many requests at the same time, all of one event loop.
    """

    def __init__(self, server: McpServer) -> None:
        self._server = server
        self._current: Connection | None = None
        self._opening = asyncio.Lock()
        self._under_way: set[Connection] = set()
        self._known: Sequence[Tool] | None = None
        self._is_closed = False

    async def tools(self) -> Sequence[Tool]:
        """Return the tools that the server offers now, by name.

        Where it fails that has answered before, the tools it had then: a run whose prefix holds
        them goes on, and a call of one says what is wrong.

        Raises:
            ToolError: it cannot be reached, or what it says of its tools is no list of tools.
        """
        try:
            listed = await self._request(_LISTING, self._listed)
        except ToolError:
            if self._known is None:
                raise
            return self._known
        found = specifications(self._server, listed)
        tools = [McpTool(spec, self, name) for name, spec in found.items()]
        self._known = sorted(tools, key=lambda tool: tool.spec.name)
        return self._known

    async def call(self, name: str, arguments: JsonObject) -> ToolOutput:
        """Call a tool by the server's own name for it.

        Raises:
            ToolError: the server was lost, did not answer, or says that the tool failed.
        """
        doing = f"`{visible(name)}`"
        result = await self._request(doing, lambda client: client.call_tool(name, arguments))
        text = rendered(result)
        if result.is_error:
            said = cleaned(text, ERROR_CHARS)
            raise ToolError(
                f"{doing} of the MCP server `{visible(self._server.name)}` says that it failed: "
                f"{said}"
            )
        return ToolOutput(text, external=True, source=f"mcp:{visible(self._server.name)}")

    async def close(self) -> None:
        """Leave the server for good; a process of ours is ended with all that it started."""
        self._is_closed = True
        await asyncio.gather(*(connection.close() for connection in self._under_way))

    async def _request(self, doing: str, work: Callable[[Client], Awaitable[_T]]) -> _T:
        """Make a request, connecting first where need be, all within the server's limit."""
        clock = asyncio.get_running_loop().time
        end = clock() + self._server.timeout_seconds
        async with self._opening:
            connection = await self._connected(lambda: end - clock())
        return await connection.request(doing, work, end - clock())

    async def _connected(self, left: Callable[[], float]) -> Connection:
        for attempt in range(1, OPEN_TRIES + 1):
            if self._is_closed:
                raise failures.closed(self._server)
            if self._current is not None and self._current.is_alive:
                break
            self._current = self._connection()
            try:
                await self._current.wait(left())
            except ToolError:
                if attempt == OPEN_TRIES or left() <= 0:
                    raise
        if self._current is None:
            raise AssertionError("There is at least one try.")
        return self._current

    def _connection(self) -> Connection:
        connection = Connection(self._server)
        self._under_way.add(connection)
        connection.owner.add_done_callback(lambda _: self._under_way.discard(connection))
        return connection

    async def _listed(self, client: Client) -> list[ListedTool]:
        found: list[ListedTool] = []
        cursor: str | None = None
        while True:
            page = await client.list_tools(cursor=cursor)
            found += page.tools
            if page.next_cursor is None:
                return found
            if page.next_cursor == cursor or len(found) > MOST_TOOLS:
                raise ValueError(f"the list does not end; {len(found):,} tools came")
            cursor = page.next_cursor


@dataclass(frozen=True, slots=True)
class McpTool:
    """One tool of a server.

    Attributes:
        name: The server's own name for it.
    """

    spec: ToolSpec
    source: McpTools
    name: str

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Call it at the server. Raises as `McpTools.call`."""
        return await self.source.call(self.name, arguments)
