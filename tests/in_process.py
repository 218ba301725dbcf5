"""Requests to an application in this process: no socket, no second server."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send

_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Given:
    """What the application answered; of a stream, its first piece."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> object:
        """Return the body as JSON; None where there is none."""
        return json.loads(self.text) if self.text else None


@dataclass(frozen=True, slots=True)
class InProcess:
    """Sends requests as one client does."""

    app: FastAPI
    headers: Mapping[str, str] = field(default_factory=dict)

    async def send(self, method: str, path: str, body: object = None) -> Given:
        """Send a request, a body as JSON, and return the answer within the time that any takes."""
        async with asyncio.timeout(_SECONDS):
            return await self._send(method, path, body)

    async def whole(
        self, method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Given:
        """Send any bytes, and return the answer once all of it is there, a stream's too."""
        sent = [{"type": "http.request", "body": content}]
        start: dict[str, object] = {}
        pieces: list[bytes] = []

        async def receive() -> Message:
            if sent:
                return sent.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                pieces.append(message.get("body", b""))

        scope = self._scope(method, path, content, headers or {})
        async with asyncio.timeout(_SECONDS):
            await self._asked(scope, receive, take)
        return _given(start, pieces)

    async def opened(self, path: str, receive: Receive, take: Send) -> None:
        """Read a stream for as long as its reader stays, who is told each piece."""
        await self._asked(self._scope("GET", path, b"", {}), receive, take)

    async def _send(self, method: str, path: str, body: object) -> Given:
        content = b"" if body is None else json.dumps(body).encode()
        sent, gone = [{"type": "http.request", "body": content}], asyncio.Event()
        start: dict[str, object] = {}
        pieces: list[bytes] = []

        async def receive() -> Message:
            if sent:
                return sent.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            pieces.append(message.get("body", b""))
            if _streams(start) and pieces[-1]:
                gone.set()  # as a reader who has seen enough

        kind = {"content-type": "application/json"} if content else {}
        await self._asked(self._scope(method, path, content, kind), receive, take)
        return _given(start, pieces)

    async def _asked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask in a task of its own, as a server does: what one request sets ends with it."""
        await asyncio.create_task(self.app(scope, receive, send))

    def _scope(
        self, method: str, path: str, content: bytes, more: Mapping[str, str]
    ) -> dict[str, object]:
        plain, _, query = path.partition("?")
        # By its own id a problem would be another at each request.
        ours = {
            "host": "localhost",
            "x-request-id": "of.a.test",
            "content-length": str(len(content)),
        }
        headers = {**ours, **self.headers, **more}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "server": ("localhost", 80),
        }


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[FastAPI]:
    """Run an application from its start to its end."""
    async with app.router.lifespan_context(app):
        yield app


def _streams(start: Mapping[str, object]) -> bool:
    return b"text/event-stream" in dict(_pairs(start)).get(b"content-type", b"")


def _pairs(start: Mapping[str, object]) -> list[tuple[bytes, bytes]]:
    found = start.get("headers")
    return list(found) if isinstance(found, list | tuple) else []


def _given(start: Mapping[str, object], pieces: list[bytes]) -> Given:
    status = start["status"]
    if not isinstance(status, int):
        raise TypeError("The application answered without a status.")
    headers = {key.decode().lower(): value.decode() for key, value in _pairs(start)}
    return Given(status, headers, b"".join(pieces).decode("utf-8", "replace"))
