"""Runs the server: `kesher serve`, and for the time of one command."""

import asyncio
import gc
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from typing_extensions import override

from kesher.config.settings import Settings
from kesher.errors import ConfigurationError
from kesher.ports.models import Progress
from kesher.server.app import create_app
from kesher.server.connections import HTTP_BYTES, connections
from kesher.server.state import ServerState

GRACE_SECONDS = 10
_OBJECTS_BETWEEN_LOOKS = 50_000


def listen(settings: Settings) -> socket.socket:
    """Take the address, so that it is known before anything else starts.

    Raises:
        ConfigurationError: it is taken, or not one of this machine's.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows it would let two servers share the port
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
    except OSError as error:
        taken.close()
        raise ConfigurationError(
            f"Cannot serve on {settings.host}, port {settings.port}: {error.strerror}. "
            f"Choose another with `--port`, or 0 for any free one."
        ) from error
    taken.listen()  # whoever comes before the server is ready waits instead of being refused
    return taken


def url_of(taken: socket.socket) -> str:
    """Return the address under which a browser on this machine reaches the socket."""
    host, port = taken.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(
    settings: Settings,
    taken: socket.socket,
    *,
    ready: Callable[[str], None] | None = None,
    welcomed: Callable[[str], None] | None = None,
    model_progress: Progress | None = None,
) -> None:
    """Serve until the process is told to end (SIGINT or SIGTERM).

    Args:
        ready: Told of the address once questions are taken.
        welcomed: Told then of the address where the first administrator is made, where the
            settings ask for accounts and there is none.
        model_progress: As for `kesher.wiring.build`.

    Raises:
        FolderInUseError: another process serves the data folder.
        ConfigurationError, StoreError: the settings or the stored data do not allow it.
    """
    url = url_of(taken)
    app = create_app(
        settings,
        url=url,
        started=(lambda: ready(url)) if ready else None,
        welcomed=(lambda path: welcomed((settings.public_url or url).rstrip("/") + path))
        if welcomed
        else None,
        model_progress=model_progress,
    )
    # What is there by now stays; looking through it again takes a tenth of a busy server's time.
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
    await _Server(app, settings).serve(sockets=[taken])


@asynccontextmanager
async def temporary_server(settings: Settings) -> AsyncIterator[str]:
    """Serve on a free loopback port for as long as the context lasts; gives the address.

    It runs in a thread with an event loop of its own, so that the command's signals are its own.

    Raises:
        As `serve`.
    """
    private = settings.model_copy(update={"host": "127.0.0.1", "port": 0})
    taken = listen(private)
    url = url_of(taken)
    loop, is_ready = asyncio.get_running_loop(), asyncio.Event()
    app = create_app(private, url=url, started=lambda: _tell(loop, is_ready))
    server = _Server(app, private)
    running = asyncio.ensure_future(asyncio.to_thread(server.run, sockets=[taken]))
    waiting = asyncio.ensure_future(is_ready.wait())
    try:
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()  # why it could not start
        yield url
    finally:
        # Told to end before it has begun, it would not close what it has opened by then.
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        server.should_exit = True
        await running


def _tell(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)


class _Server(uvicorn.Server):
    """Says why the application could not start, and ends open streams when it ends itself.

    The library's own exits with a number, and waits for streams that would never end.
    """

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        config = uvicorn.Config(
            app,
            http=connections(settings),
            h11_max_incomplete_event_size=HTTP_BYTES,
            limit_concurrency=settings.connections_limit or None,
            log_config=None,
            access_log=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies or None,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        )
        super().__init__(config)
        self._app = app

    @override
    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        except SystemExit as ended:
            raise self._app.state.startup_error from ended

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        state = getattr(self._app.state, "kesher", None)
        if isinstance(state, ServerState):
            state.end_streams()
        await super().shutdown(sockets)
