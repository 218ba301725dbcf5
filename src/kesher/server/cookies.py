"""The cookies that let a browser in: the session's, and the token's of a server without accounts.

Over https the session's has the prefix `__Host-`, which no other host and no plain-http page can
set (RFC 6265bis, section 4.1.3.2); there the plain name counts for nothing.
"""

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import Response

from kesher.domain.secret_texts import derived

TOKEN_COOKIE = "kesher_token"  # noqa: S105 - a name
_SESSION_COOKIE = "kesher_session"
CSRF_HEADER = "X-Kesher-CSRF"


def read_cookie(headers: Headers, name: str) -> str:
    """Return a cookie's value; empty: there is none."""
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


def session_secret(headers: Headers, *, https: bool) -> str:
    """Return the secret of the session that a request carries; empty: it carries none."""
    return read_cookie(headers, _name(https=https))


def csrf_token(secret: str) -> str:
    """Return what a page sends in `X-Kesher-CSRF` to show that it could read it: see `/api/me`."""
    return derived(secret, "csrf")


def put_session(response: Response, secret: str, *, https: bool, seconds: int) -> None:
    """Give the browser a session. Scripts cannot read it, and pages of other sites not send it.

    Lax and not strict, so that a link in a mail opens a document for whoever is signed in.
    """
    response.set_cookie(
        _name(https=https),
        secret,
        max_age=seconds,
        path="/",
        secure=https,
        httponly=True,
        samesite="lax",
    )


def drop_session(response: Response, *, https: bool) -> None:
    """Take the session from the browser."""
    response.delete_cookie(
        _name(https=https), path="/", secure=https, httponly=True, samesite="lax"
    )


def _name(*, https: bool) -> str:
    return f"__Host-{_SESSION_COOKIE}" if https else _SESSION_COOKIE
