"""How long a connection is kept whose client says nothing, or takes nothing.

The HTTP library waits for both without an end, so that a few hundred sockets would hold all that a
process may open.
"""

import asyncio
import socket
import struct

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from kesher.config.settings import Settings

HTTP_BYTES = 64 * 1024
"""Most bytes of a request's line and headers that are kept until they are whole."""


class Connection(H11Protocol):
    """One connection, which is cut where a request's headers or its reader keep it waiting."""

    headers_seconds: float
    stalled_seconds: float
    """In seconds; both as the settings of the same names."""
    _until_headers: asyncio.TimerHandle | None = None
    _until_read: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_headers()

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait_for_headers()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        _end(self._until_headers)
        _end(self._until_read)
        super().connection_lost(exc)

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        _end(self._until_read)
        self._until_read = self.loop.call_later(self.stalled_seconds, self._cut)

    @override
    def resume_writing(self) -> None:
        _end(self._until_read)
        super().resume_writing()

    def _wait_for_headers(self) -> None:
        """Start the time of a request that has begun; end it once its headers are whole."""
        if self.cycle is not None and not self.cycle.response_complete:
            _end(self._until_headers)
            self._until_headers = None
        elif self._until_headers is None:
            self._until_headers = self.loop.call_later(self.headers_seconds, self._give_up)

    def _give_up(self) -> None:
        """Cut off who has begun a request, or goes on with one that is answered already.

        Whoever is between two requests is let go by the library, which has a time of its own.
        """
        self._until_headers = None
        between = self.cycle is not None and self.conn.their_state is h11.IDLE
        if not between or self.conn.trailing_data[0]:
            self.transport.abort()

    def _cut(self) -> None:
        # Else the system itself would keep what the reader has not taken, and try on.
        reset = struct.pack("ii", 1, 0)
        taken = self.transport.get_extra_info("socket")
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        self.transport.abort()


def connections(settings: Settings) -> type[Connection]:
    """Return the class of connections with the limits of the settings, as uvicorn takes one."""

    class Limited(Connection):
        headers_seconds = settings.headers_seconds
        stalled_seconds = settings.stalled_seconds

    return Limited


def _end(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
