"""How large, how slow and how many requests may be; whoever is over it is told so.

What a client says of its request is judged before a byte of the body is read, what it does not
say while it comes. Nothing here looks at who is asking but `Slots`, which comes after the gate.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kesher.config.settings import Settings
from kesher.domain.access import Caller
from kesher.errors import (
    KesherError,
    OverloadedError,
    RequestTimeoutError,
    RequestTooLargeError,
    TooManyRequestsError,
)
from kesher.server.addresses import Address, Addresses, any_of
from kesher.server.problems import OVERLOADED_SECONDS, answer

ADDRESS_BYTES = 8 * 1024
HEADERS_BYTES = 32 * 1024
FORM_BYTES = 64 * 1024
"""What a form may add to the file that it carries."""
LEAST_BYTES_PER_SECOND = 1024
"""A body that comes more slowly than this, on the whole, holds a connection for its own sake."""


class RequestLimits:
    """ASGI middleware: refuses what is too large to be taken, or comes too slowly."""

    def __init__(self, app: ASGIApp, *, settings: Settings, addresses: Addresses) -> None:
        self._app = app
        self._uploads = addresses.uploads
        self._limit_bytes = settings.request_limit_bytes
        self._upload_bytes = settings.upload_limit_bytes + FORM_BYTES
        self._silence_seconds = settings.body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._upload_bytes if any_of(self._uploads, scope) else self._limit_bytes
        refusal = _refusal(scope, limit)
        if refusal is not None:
            await answer(refusal)(scope, receive, send)
            return
        body = _Body(receive, limit_bytes=limit, silence_seconds=self._silence_seconds)
        await self._app(scope, body.receive, send)


class _Body:
    """A request's body as it comes in: cut off where it is too large or too slow."""

    def __init__(self, receive: Receive, *, limit_bytes: int, silence_seconds: float) -> None:
        self._receive = receive
        self._limit_bytes = limit_bytes
        self._silence_seconds = silence_seconds
        self._bytes = 0
        self._whole = False
        self._begun_at: float | None = None

    async def receive(self) -> Message:
        """Return the next piece; once the body is whole, wait as long as it takes.

        Raises:
            RequestTooLargeError, RequestTimeoutError
        """
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._seconds_left()):
                message = await self._receive()
        except TimeoutError as error:
            raise RequestTimeoutError(
                f"The body stopped after {self._bytes:,} bytes. Send it without pauses of "
                f"{self._silence_seconds:g} seconds, and faster than "
                f"{LEAST_BYTES_PER_SECOND:,} bytes a second."
            ) from error
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._limit_bytes:
            raise _too_large(f"more than {self._limit_bytes:,}", self._limit_bytes)
        return message

    def _seconds_left(self) -> float:
        now = asyncio.get_running_loop().time()
        self._begun_at = now if self._begun_at is None else self._begun_at
        earned = self._silence_seconds + self._bytes / LEAST_BYTES_PER_SECOND
        return min(self._silence_seconds, max(0.0, self._begun_at + earned - now))


class Slots:
    """ASGI middleware: so many streams and uploads at once, of one caller and of all.

    The local person of a server without accounts is not counted alone: all are that one's.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, addresses: Addresses) -> None:
        self._app = app
        self._kinds = (
            _Kind(
                "streams", addresses.streams, settings.streams_limit, settings.streams_per_caller
            ),
            _Kind(
                "uploads", addresses.uploads, settings.uploads_limit, settings.uploads_per_caller
            ),
        )
        self._taken: Counter[tuple[str, str]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on while a slot is free, or answer when to come back."""
        kind = self._kind(scope) if scope["type"] == "http" else None
        if kind is None:
            await self._app(scope, receive, send)
            return
        whose = _whose(scope)
        refusal = self._refusal(kind, whose)
        if refusal is not None:
            await answer(refusal)(scope, receive, send)
            return
        async with self._slot(kind, whose):
            await self._app(scope, receive, send)

    @asynccontextmanager
    async def _slot(self, kind: "_Kind", whose: str) -> AsyncIterator[None]:
        taken = {(kind.name, whose), (kind.name, "")}
        self._taken.update(taken)
        try:
            yield
        finally:
            self._taken.subtract(taken)
            for each in taken:
                if not self._taken[each]:
                    del self._taken[each]

    def _kind(self, scope: Scope) -> "_Kind | None":
        return next((kind for kind in self._kinds if any_of(kind.addresses, scope)), None)

    def _refusal(self, kind: "_Kind", whose: str) -> KesherError | None:
        if whose and 0 < kind.each <= self._taken[kind.name, whose]:
            return TooManyRequestsError(
                f"You have {kind.each} {kind.name} under way, and one caller may have no more. "
                f"Wait until one has ended, or have `{kind.name}_per_caller` raised.",
                retry_after_seconds=OVERLOADED_SECONDS,
            )
        if 0 < kind.all <= self._taken[kind.name, ""]:
            return OverloadedError(
                f"The server has {kind.all} {kind.name} under way, which is all that it takes. "
                f"Try again in a moment, or have `{kind.name}_limit` raised."
            )
        return None


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is counted; 0 counts nothing."""

    name: str
    addresses: tuple[Address, ...]
    all: int
    each: int


def _refusal(scope: Scope, limit_bytes: int) -> RequestTooLargeError | None:
    address = len(scope.get("raw_path") or scope["path"].encode()) + len(scope["query_string"])
    if address > ADDRESS_BYTES:
        return RequestTooLargeError(
            f"The address has {address:,} bytes; at most {ADDRESS_BYTES:,} are taken."
        )
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    if headers > HEADERS_BYTES:
        return RequestTooLargeError(
            f"The headers have {headers:,} bytes; at most {HEADERS_BYTES:,} are taken."
        )
    told = Headers(scope=scope).get("content-length", "")
    if told.isdecimal() and int(told) > limit_bytes:
        return _too_large(f"{int(told):,}", limit_bytes)
    return None


def _too_large(size: str, limit_bytes: int) -> RequestTooLargeError:
    return RequestTooLargeError(
        f"The request has {size} bytes; at most {limit_bytes:,} are taken here. Send less at "
        f"once, or have `upload_limit_bytes` (files) or `request_limit_bytes` (all else) raised."
    )


def _whose(scope: Scope) -> str:
    """Return by which name a caller is counted; empty: the local person."""
    caller = scope.get("state", {}).get("caller")
    if not isinstance(caller, Caller) or caller.user is None:
        return ""
    return caller.user.id
