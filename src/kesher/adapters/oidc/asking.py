"""Requests to a provider: of limited time and size, and with its failures in our words."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from urllib.parse import urlsplit

import httpx2
from authlib.integrations.base_client import OAuthError
from typing_extensions import override

from kesher.adapters.oidc.description import is_loopback
from kesher.errors import IdentityInvalidError, IdentityUnreachableError, SignInLostError
from kesher.text.storable import visible

SECONDS = 10.0
"""For one answer, however it comes."""
LIMIT_BYTES = 512 * 1024
"""Of one answer. Descriptions and key sets have some thousands."""

_HEADERS = {"Accept": "application/json", "Accept-Encoding": "identity"}


class _Limited(httpx2.AsyncByteStream):
    """An answer's body that ends in an error where it is too large."""

    def __init__(self, inner: httpx2.AsyncByteStream, url: str) -> None:
        self._inner = inner
        self._url = url

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        taken = 0
        async for piece in self._inner:
            taken += len(piece)
            if taken > LIMIT_BYTES:
                raise IdentityInvalidError(
                    f"`{self._url}` answered with more than {LIMIT_BYTES:,} bytes. Set "
                    f"`oidc_issuer` to an OpenID Connect provider."
                )
            yield piece

    @override
    async def aclose(self) -> None:
        await self._inner.aclose()


def client_settings(issuer: str) -> dict[str, object]:
    """Return how an `httpx2.AsyncClient` asks this provider."""
    # A proxy that is set for the world outside knows no way back to this machine.
    near = is_loopback(urlsplit(issuer).hostname or "")
    return {
        "headers": _HEADERS,
        "verify": _tls(),
        "timeout": SECONDS,
        "follow_redirects": False,
        "trust_env": not near,
        "event_hooks": {"response": [_limit]},
    }


@asynccontextmanager
async def asking(issuer: str) -> AsyncIterator[None]:
    """Put what goes wrong inside into our words, and end it when its time is up.

    Raises:
        SignInLostError: a code is used up or over.
        IdentityUnreachableError: nobody answers, or only that something is wrong there.
        IdentityInvalidError: the answer is none that a provider gives.
    """
    try:
        async with asyncio.timeout(SECONDS):
            yield
    except httpx2.HTTPStatusError as error:
        raise _status(issuer, error.response.status_code) from error
    except (httpx2.HTTPError, TimeoutError, OSError) as error:
        why = visible(str(error)) or type(error).__name__
        raise _unreachable(issuer, why[:200]) from error
    except OAuthError as error:
        raise _refusal(issuer, error) from error
    except (ValueError, httpx2.InvalidURL) as error:  # no JSON, or no address
        raise IdentityInvalidError(
            f"`{issuer}` gave an answer that is none ({visible(str(error))[:200]}). Check "
            f"`oidc_issuer`, or ask whoever runs it."
        ) from error


@cache
def _tls() -> ssl.SSLContext:
    """Return one TLS context for all; reading the certificates takes 20 ms or more."""
    return httpx2.create_ssl_context()


async def _limit(response: httpx2.Response) -> None:
    # A packed answer could be a thousand times as large as it comes.
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise IdentityInvalidError(
            f"`{response.request.url}` packed its answer, unasked. Have it send plain JSON."
        )
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Limited(response.stream, str(response.request.url))


def _status(issuer: str, status: int) -> IdentityUnreachableError | IdentityInvalidError:
    if status >= 500 or status == 429:
        return _unreachable(issuer, f"it answers {status}")
    return IdentityInvalidError(
        f"`{issuer}` answers {status} where an OpenID Connect provider would not. Check "
        f"`oidc_issuer`, `oidc_client_id` and `oidc_client_secret`."
    )


def _unreachable(issuer: str, why: str) -> IdentityUnreachableError:
    return IdentityUnreachableError(
        f"`{issuer}` cannot be asked now ({why}). Try again in a moment, or sign in by a password."
    )


def _refusal(issuer: str, error: OAuthError) -> IdentityInvalidError | SignInLostError:
    if error.error == "invalid_grant":
        return SignInLostError("This sign-in was used up, or took too long. Begin it again.")
    told = visible(f"{error.error}: {error.description or ''}")[:200]
    return IdentityInvalidError(
        f"`{issuer}` does not serve this Kesher ({told}). Check `oidc_client_id`, "
        f"`oidc_client_secret` and the address to come back to that it knows."
    )
