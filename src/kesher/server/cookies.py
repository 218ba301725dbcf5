"""The cookies that let a browser in.

They are the session's, that of a sign-in under way, and the token's of a server without accounts.
Over https those of people have the prefix `__Host-`, which no other host and no plain-http page
can set (RFC 6265bis, section 4.1.3.2); there the plain name counts for nothing.
"""

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import Response

from kesher.domain.secret_texts import derived, hashed

TOKEN_COOKIE = "kesher_token"  # noqa: S105 - a name
_SESSION_COOKIE = "kesher_session"
_ATTEMPT_COOKIE = "kesher_sign_in_"
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
    return read_cookie(headers, _name(_SESSION_COOKIE, https=https))


def csrf_token(secret: str) -> str:
    """Return what a page sends in `X-Kesher-CSRF` to show that it could read it: see `/api/me`."""
    return derived(secret, "csrf")


def put_session(response: Response, secret: str, *, https: bool, seconds: int) -> None:
    """Give the browser a session. Scripts cannot read it, and pages of other sites not send it."""
    _put(response, _SESSION_COOKIE, secret, https=https, seconds=seconds)


def drop_session(response: Response, *, https: bool) -> None:
    """Take the session from the browser."""
    _drop(response, _SESSION_COOKIE, https=https)


def attempt_text(headers: Headers, state: str, *, https: bool) -> str:
    """Return what the browser kept of the sign-in of that state; empty: nothing."""
    return read_cookie(headers, _name(_attempt(state), https=https))


def put_attempt(response: Response, state: str, text: str, *, https: bool, seconds: int) -> None:
    """Have the browser keep a sign-in that was begun. Each tab's has a name of its own."""
    _put(response, _attempt(state), text, https=https, seconds=seconds)


def drop_attempt(response: Response, state: str, *, https: bool) -> None:
    """Take a sign-in from the browser that has ended."""
    _drop(response, _attempt(state), https=https)


def _put(response: Response, name: str, value: str, *, https: bool, seconds: int) -> None:
    # Lax and not strict, so that a link in a mail opens a document for whoever is signed in, and
    # that a person comes back from another service.
    response.set_cookie(
        _name(name, https=https),
        value,
        max_age=seconds,
        path="/",
        secure=https,
        httponly=True,
        samesite="lax",
    )


def _drop(response: Response, name: str, *, https: bool) -> None:
    response.delete_cookie(
        _name(name, https=https), path="/", secure=https, httponly=True, samesite="lax"
    )


def _attempt(state: str) -> str:
    return _ATTEMPT_COOKIE + hashed(state)[:16]


def _name(name: str, *, https: bool) -> str:
    return f"__Host-{name}" if https else name
