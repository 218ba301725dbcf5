"""What each request leaves behind: a line in the log, measures, a span. None has people's words.

A request is named by its route's template (`/api/rooms/{room_id}`), never by its path or query.
"""

import re
import time
from collections.abc import Mapping, Sequence
from uuid import uuid4

import structlog
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from kesher.domain.access import Caller
from kesher.domain.audit import LOCAL_ACTOR, NOBODY
from kesher.server.addresses import Template, template_of
from kesher.telemetry.instrument import Instrument, Kind, Span, begun, count, listening, took
from kesher.telemetry.measures import REQUEST_SECONDS, REQUESTS, STREAMS_OPEN

REQUEST_ID = "X-Request-ID"
PAGE, UNKNOWN = "page", "unknown"
"""In the place of a route's template: our own page, and what no route of the API takes."""

_SANE = re.compile(r"[A-Za-z0-9._-]{8,64}")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_PROBES = ("/api/health", "/api/ready", "/api/metrics")
_CLOSED = "closed"
"""In the place of the status, where the client went before it was answered."""
_log = structlog.get_logger("kesher.access")


class Observed:
    """ASGI middleware outside of all that answers, faults of our own included.

    Args:
        templates: The API's, for requests that were answered before a route was found.
    """

    def __init__(
        self, app: ASGIApp, *, instrument: Instrument, templates: Sequence[Template]
    ) -> None:
        self._app = app
        self._instrument = instrument
        self._templates = templates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and tell of it when its answer has ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request_id = _request_id(headers)
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        with listening(self._instrument):
            made = begun(method, kind=Kind.SERVER, parent=_parent(headers))
            exchange = _Exchange(scope, send, made, method, request_id)
            with bound_contextvars(request_id=request_id, **_trace(made)):
                try:
                    with made.current():
                        await self._app(scope, receive, exchange.send)
                finally:
                    exchange.tell(self._templates)


class _Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope, send: Send, span: Span, method: str, request_id: str) -> None:
        self._scope = scope
        self._send = send
        self._span = span
        self._method = method
        self._request_id = request_id
        self._status = 0
        self._streams = False
        self._began = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Pass a piece of the answer on."""
        if message["type"] == "http.response.start":
            self._start(message)
        await self._send(message)

    def _start(self, message: Message) -> None:
        self._status = message["status"]
        headers = MutableHeaders(scope=message)
        headers[REQUEST_ID] = self._request_id
        if headers.get("content-type", "").startswith("text/event-stream"):
            self._streams = True
            count(STREAMS_OPEN)

    def tell(self, templates: Sequence[Template]) -> None:
        """Write what there is to say, once the answer has ended."""
        seconds = time.perf_counter() - self._began
        route, status = _route(self._scope, templates), str(self._status or _CLOSED)
        if self._streams:
            count(STREAMS_OPEN, -1)
        count(REQUESTS, route=route, method=self._method, status=status)
        took(REQUEST_SECONDS, seconds, route=route, method=self._method)
        self._end_span(route)
        note = _log.debug if route in _PROBES else _log.info
        note(
            "request",
            method=self._method,
            route=route,
            status=status,
            ms=round(seconds * 1_000, 1),
            caller=_caller(self._scope),
        )

    def _end_span(self, route: str) -> None:
        self._span.rename(f"{self._method} {route}")
        told: dict[str, str | int] = {"http.request.method": self._method, "http.route": route}
        if self._status:
            told["http.response.status_code"] = self._status
        self._span.set(told)
        if self._status >= 500:
            self._span.fail(str(self._status))
        self._span.end()


def _request_id(headers: Headers) -> str:
    """Return the id that the client or a proxy gave, where it can be nothing else, or a new one."""
    given = headers.get(REQUEST_ID, "")
    return given if _SANE.fullmatch(given) else uuid4().hex


def _parent(headers: Headers) -> Mapping[str, str]:
    return {name: headers[name] for name in ("traceparent", "tracestate") if name in headers}


def _route(scope: Scope, templates: Sequence[Template]) -> str:
    route = scope.get("route")  # only the API's own leave one
    if isinstance(route, APIRoute):
        return route.path if route.path.startswith("/api/") else f"/api{route.path}"
    found, path = template_of(templates, scope), scope["path"]
    return found or (UNKNOWN if path == "/api" or path.startswith("/api/") else PAGE)


def _caller(scope: Scope) -> str:
    caller = scope.get("state", {}).get("caller")
    if not isinstance(caller, Caller):
        return NOBODY
    if caller.key is not None:
        return caller.key.id
    return caller.user_id or LOCAL_ACTOR


def _trace(span: Span) -> Mapping[str, str]:
    return {"trace_id": span.trace_id} if span.trace_id else {}
