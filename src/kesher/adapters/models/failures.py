"""Failures of a hosted model, told in our own errors: what happened, and what to do.

The providers' packages and their transport wrap one another's errors, and some wrappings lie (a
refused connection arrives as a timeout), so the innermost cause decides.
"""

import math
from collections.abc import Mapping

import aiohttp

from kesher.adapters.models.endpoint import Endpoint
from kesher.errors import (
    ModelError,
    ModelRateLimitedError,
    ModelRefusedError,
    ModelStreamError,
    ModelTimeoutError,
    ModelUnreachableError,
)

_SHOWN_CHARS = 500


def status_failure(
    endpoint: Endpoint, status: int, message: str, headers: Mapping[str, str]
) -> ModelError:
    """Return the error for an HTTP status of 400 or more.

    Args:
        message: The endpoint's own words; shown without the key, at most 500 characters.
        headers: Of the answer; `Retry-After` in seconds is kept.
    """
    words = _shown(endpoint, message)
    who = f"The model {endpoint.described()}"
    if status == 429:
        wait = _seconds(headers.get("retry-after"))
        return ModelRateLimitedError(
            f"{who} takes no more requests for now (429): {words}. {_wait_words(wait)}",
            retry_after_seconds=wait,
        )
    if status == 408:
        return silence(endpoint)
    if status >= 500:
        return ModelUnreachableError(f"{who} does not serve now ({status}): {words}. Try later.")
    return ModelRefusedError(
        f"{who} refused the request ({status}): {words}. {_remedy(endpoint, status)}"
    )


def connection_failure(endpoint: Endpoint, error: BaseException, *, began: bool) -> ModelError:
    """Return the error for a connection that failed, was cut, or fell silent.

    Args:
        error: What the provider's package raised; its causes are followed.
        began: Whether the answer had begun to arrive.
    """
    cause = _innermost(error)
    if isinstance(cause, aiohttp.SocketTimeoutError):
        return silence(endpoint)
    if not began:
        return _unreachable(endpoint, cause)
    if isinstance(cause, TimeoutError):
        return silence(endpoint)
    return broken_stream(endpoint, "the connection was cut in the middle")


def silence(endpoint: Endpoint) -> ModelTimeoutError:
    """Return the error for a model that sent nothing within the limit."""
    return ModelTimeoutError(
        f"The model {endpoint.described()} sent nothing for {endpoint.timeout_seconds:g} seconds. "
        f"Try again, or raise `{endpoint.settings}_timeout_seconds`."
    )


def broken_stream(endpoint: Endpoint, what: str) -> ModelStreamError:
    """Return the error for an answer that is not whole or not of the protocol."""
    return ModelStreamError(
        f"The answer of {endpoint.described()} is not whole: {_shown(endpoint, what)}. Ask again."
    )


def without_key(endpoint: Endpoint, error: BaseException) -> BaseException | None:
    """Return the error as a cause to be chained, or None where its text would show the key."""
    if not endpoint.key:
        return error
    chain: BaseException | None = error
    while chain is not None:
        if endpoint.key in str(chain):
            return None
        chain = chain.__cause__ or chain.__context__
    return error


def _unreachable(endpoint: Endpoint, cause: BaseException) -> ModelUnreachableError:
    reason = _shown(endpoint, str(cause)) or type(cause).__name__
    return ModelUnreachableError(
        f"No answer from {endpoint.described()}: {reason}. "
        f"Check the network and `{endpoint.settings}_url`."
    )


def _innermost(error: BaseException) -> BaseException:
    """Return the first cause that the transport itself raised, else the last of the chain."""
    cause = error
    while not isinstance(cause, aiohttp.ClientError) and cause.__cause__ is not None:
        cause = cause.__cause__
    return cause


def _shown(endpoint: Endpoint, text: str) -> str:
    words = " ".join(endpoint.redact(text).split())
    shown = words if len(words) <= _SHOWN_CHARS else f"{words[:_SHOWN_CHARS]}…"
    return shown.rstrip(". ")


def _seconds(header: str | None) -> float | None:
    try:
        seconds = float(header or "")
    except ValueError:  # absent, or a date, which no known model endpoint sends
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _wait_words(seconds: float | None) -> str:
    if seconds is None:
        return "Wait a little, or raise the quota at the provider."
    return f"It asks to wait {seconds:g} seconds."


def _remedy(endpoint: Endpoint, status: int) -> str:
    name = endpoint.settings
    if status in (401, 403):
        return f"Check `{name}_key`."
    if status == 404:
        return f"Check `{name}_model` and `{name}_url`."
    return f"Check that `{name}_model` takes such requests."
