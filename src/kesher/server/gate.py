"""Who may come in: on loopback the local user, elsewhere whoever carries the token.

A page of another site that is open in the same browser is neither: requests with a foreign `Host`
(DNS rebinding) or a foreign `Origin` (cross-site requests) are refused.
"""

import secrets
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kesher.server.problems import response
from kesher.server.schemas import Problem

COOKIE = "kesher_token"
_OPEN = ("/api/health", "/api/session")


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
    """ASGI middleware. With an empty token it takes requests to loopback names only."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer why not."""
        if scope["type"] == "http":
            refusal = self._refusal(str(scope["path"]), Headers(scope=scope))
            if refusal is not None:
                await response(refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, path: str, headers: Headers) -> Problem | None:
        host = _hostname(headers.get("host", ""))
        if not self._token and not is_loopback(host):
            return _refuse(
                403,
                "host",
                f"This server is bound to loopback and was asked for as `{host}`. "
                "Open it as localhost, or set `KESHER_TOKEN` to serve other addresses.",
            )
        origin = headers.get("origin")
        if origin and _netloc(origin) != headers.get("host", "").lower():
            return _refuse(403, "origin", f"Requests from pages of `{origin}` are not taken.")
        if self._token and path.startswith("/api") and path not in _OPEN:
            return self._check_token(headers)
        return None

    def _check_token(self, headers: Headers) -> Problem | None:
        if self.accepts(_bearer(headers)) or self.accepts(_cookie(headers)):
            return None
        return _refuse(
            401,
            "token",
            "This server needs its token: send `Authorization: Bearer TOKEN`, or sign in on the "
            "page with the token that the server was started with.",
        )

    def accepts(self, given: str) -> bool:
        """Compare in constant time."""
        return bool(self._token) and secrets.compare_digest(given.encode(), self._token.encode())


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


def _cookie(headers: Headers) -> str:
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[COOKIE].value if COOKIE in jar else ""


def _refuse(status: int, code: str, detail: str) -> Problem:
    return Problem(
        title="Not let in.", status=status, detail=detail, code=f"access.{code}", retryable=False
    )
