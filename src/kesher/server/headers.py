"""Headers that keep a browser, and what stands between, from doing more than we mean.

Source: OWASP, "HTTP Security Response Headers Cheat Sheet"; W3C, "Content Security Policy
Level 3"; RFC 9110, 12.5.5 (`Vary`); RFC 9111, 5.2.2.5 (`no-store`).
"""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Mantine sets styles on elements, hence 'unsafe-inline' for styles; scripts come from files only.
_PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
# What the API sends is data. Opened by itself it may load and run nothing, and has no origin,
# so that an original which is a page (HTML, SVG) is nobody's.
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"
_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_API = {
    "Content-Security-Policy": _DATA_POLICY,
    # A person's documents and answers stay in no cache, where the next at the machine finds them.
    "Cache-Control": "no-store",
}
_PAGE = {"Content-Security-Policy": _PAGE_POLICY}
_SECURE = {"Strict-Transport-Security": "max-age=31536000"}
# The same address tells each caller something else.
_VARIES = ("Cookie", "Authorization")


class SafeHeaders:
    """ASGI middleware that adds them to every response; a route's own are kept."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and the answer back with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(MutableHeaders(scope=message), scope)
            await send(message)

        await self._app(scope, receive, sending)


def _add(headers: MutableHeaders, scope: Scope) -> None:
    is_api = scope["path"] == "/api" or scope["path"].startswith("/api/")
    secure = _SECURE if scope["scheme"] == "https" else {}
    for name, value in (_EVERYWHERE | (_API if is_api else _PAGE) | secure).items():
        headers.setdefault(name, value)
    if is_api:
        for name in _VARIES:
            headers.add_vary_header(name)
