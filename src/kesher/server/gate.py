"""Who asks: the middleware that tells the caller of each request, or turns it away.

While there are no accounts it is the local person: on loopback whoever asks, elsewhere whoever
carries the token. With accounts it is whoever the session's cookie or the API key says. What the
caller may do is another question: `kesher.server.policy`.

A page of another site that is open in the same browser is nobody: requests with a foreign `Host`
(DNS rebinding), a foreign `Origin`, or a cookie without the token that only our own page can read
(cross-site requests) are refused.
"""

import secrets
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kesher.domain.access import LOCAL, Caller
from kesher.domain.scope import Scope as StoreScope
from kesher.errors import KesherError
from kesher.server.cookies import (
    CSRF_HEADER,
    TOKEN_COOKIE,
    csrf_token,
    read_cookie,
    session_secret,
)
from kesher.server.problems import problem_of, response
from kesher.server.schemas import Problem
from kesher.server.state import ServerState
from kesher.wiring.people import People

_PROBES = ("/api/health", "/api/ready")
"""Who asks here does not matter, nor by which name, and nobody is looked up."""
_OPEN = ("/api/session",)
"""Who asks here does not matter."""
_METRICS = "/api/metrics"
_SAFE = ("GET", "HEAD", "OPTIONS")


def is_loopback(host: str) -> bool:
    """Return whether an address or name is this machine's own."""
    name = host.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


class Gate:
    """ASGI middleware. Leaves the caller in `scope["state"]["caller"]`; None: nobody signed in.

    What tells the caller anew stands beside it as `tell`: a stream may outlive a session.

    Without accounts and with an empty token it takes requests to loopback names only.
    """

    def __init__(self, app: ASGIApp, *, token: str, metrics_token: str = "") -> None:
        self._app = app
        self._token = token
        self._metrics_token = metrics_token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            told = await self._tell(scope, Headers(scope=scope))
        except KesherError as error:
            told = problem_of(error)
        if isinstance(told, Problem):
            await response(told)(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["caller"], state["tell"] = told, partial(self._tell, scope, Headers(scope=scope))
        await self._app(scope, receive, send)

    def accepts(self, given: str) -> bool:
        """Tell whether this is the token."""
        return _same(given, self._token)

    async def _tell(self, scope: Scope, headers: Headers) -> Caller | Problem | None:
        people, path = _people(scope), str(scope["path"])
        if path in _PROBES:  # must have their answer where the database gives none
            return None
        if path == _METRICS and _same(_bearer(headers), self._metrics_token):
            return LOCAL
        refusal = await self._foreign(people, headers)
        if refusal is not None or path in _OPEN or not path.startswith("/api"):
            return refusal
        if _same(_bearer(headers), people.local_secret):
            return LOCAL
        if await people.accounts.required(StoreScope()):
            return await _person(people, scope, headers)
        return self._local(headers)

    async def _foreign(self, people: People, headers: Headers) -> Problem | None:
        host = _hostname(headers.get("host", ""))
        near = bool(self._token) or is_loopback(host)
        if not near and not await people.accounts.required(StoreScope()):
            return _refuse(
                403,
                "host",
                f"This server is bound to loopback and was asked for as `{host}`. Open it as "
                "localhost; to serve other addresses make accounts (`kesher admin create`) or set "
                "`KESHER_TOKEN`.",
            )
        origin = headers.get("origin")
        if origin and _netloc(origin) != headers.get("host", "").lower():
            return _refuse(403, "origin", f"Requests from pages of `{origin}` are not taken.")
        return None

    def _local(self, headers: Headers) -> Caller | Problem:
        """Return the local person, if it is that one who asks."""
        if not self._token:
            return LOCAL
        if self.accepts(_bearer(headers)) or self.accepts(read_cookie(headers, TOKEN_COOKIE)):
            return LOCAL
        return _refuse(
            401,
            "token",
            "This server needs its token: send `Authorization: Bearer TOKEN`, or sign in on the "
            "page with the token that the server was started with.",
        )


async def _person(people: People, scope: Scope, headers: Headers) -> Caller | Problem | None:
    """Return whose API key or session the request carries."""
    key = _bearer(headers)
    if key:  # browsers add no such header by themselves, so that it is meant
        caller = await people.keys.identify(key)
        return caller or _refuse(
            401, "key", "That API key is unknown, revoked or over. Make a new one and send it."
        )
    secret = session_secret(headers, https=scope["scheme"] == "https")
    caller = await people.signing_in.who(StoreScope(), secret)
    if caller is None or scope["method"] in _SAFE:
        return caller
    if _same(headers.get(CSRF_HEADER, ""), csrf_token(secret)):
        return caller
    return _refuse(
        403, "csrf", f"A page changes things by sending `csrf` of `/api/me` as `{CSRF_HEADER}`."
    )


def _people(scope: Scope) -> People:
    state = scope["app"].state.kesher
    if not isinstance(state, ServerState):
        raise TypeError("The application was not made by kesher.server.app.create_app.")
    return state.services.people


def _same(given: str, wanted: str) -> bool:
    """Compare in constant time; nothing is the same as an empty secret."""
    return bool(wanted) and secrets.compare_digest(given.encode(), wanted.encode())


def _hostname(host: str) -> str:
    try:
        return urlsplit("//" + host).hostname or ""
    except ValueError:  # such as "[", which names no host
        return ""


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _bearer(headers: Headers) -> str:
    scheme, _, value = headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""


def _refuse(status: int, code: str, detail: str) -> Problem:
    return Problem(
        title="Not let in.", status=status, detail=detail, code=f"access.{code}", retryable=False
    )
