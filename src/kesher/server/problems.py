"""Errors as RFC 9457 problems: one place that gives each class its HTTP status."""

import errno
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from math import ceil

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kesher import errors
from kesher.server.schemas import Problem
from kesher.telemetry import raised
from kesher.text.storable import storable

_log = structlog.get_logger("kesher.server")

MEDIA_TYPE = "application/problem+json"
OVERLOADED_SECONDS = 5
"""When to come back to a server that is full: about as long as a short answer takes."""

_STATUS: tuple[tuple[type[errors.KesherError], int], ...] = (
    (errors.NotFoundError, 404),
    (errors.ShareEndedError, 410),
    (errors.NotSignedInError, 401),
    (errors.AccessError, 403),
    (errors.TooManyRequestsError, 429),
    (errors.LimitReachedError, 429),
    (errors.MailError, 502),
    (errors.IdentityProviderError, 502),
    (errors.ConflictError, 409),
    (errors.BackupError, 409),
    (errors.ConfigurationError, 409),  # the request is well formed; the server's settings refuse it
    (errors.RequestTooLargeError, 413),
    (errors.RequestTimeoutError, 408),
    (errors.OverloadedError, 503),
    (errors.InputError, 422),
    (errors.DocumentTooLargeError, 413),
    (errors.UnsupportedMediaError, 415),
    (errors.DocumentError, 422),
    (errors.StorageFullError, 507),
    (errors.StoreBusyError, 503),
    (errors.FolderInUseError, 503),
    (errors.ModelRateLimitedError, 503),
    (errors.ModelTimeoutError, 504),
    (errors.ModelError, 502),
    (errors.ToolMissingError, 501),
    (errors.ToolError, 502),
    (errors.InvariantError, 409),
    (errors.BrokenChainError, 500),
    (errors.ContextError, 422),
    (errors.SkillError, 422),
    (errors.IsolationError, 422),
    (errors.PageError, 422),
)


def problem_of(error: errors.KesherError) -> Problem:
    """Return the problem that tells a client of this error."""
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 500)
    return Problem(
        title=(type(error).__doc__ or "").split("\n")[0],
        status=status,
        detail=storable(str(error)),
        code=error.code,
        retryable=error.retryable,
    )


def install(app: FastAPI) -> None:
    """Answer every error of the application with a problem."""
    app.add_exception_handler(errors.KesherError, _kesher_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)


def response(problem: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the problem as an HTTP answer."""
    return JSONResponse(problem.model_dump(), problem.status, headers, media_type=MEDIA_TYPE)


def answer(error: errors.KesherError) -> JSONResponse:
    """Return the HTTP answer that tells a client of this error, and when to come back."""
    told = response(problem_of(error))
    if isinstance(error, errors.TooManyRequestsError):
        told.headers["Retry-After"] = str(error.retry_after_seconds)
    elif isinstance(error, errors.LimitReachedError) and error.free_at is not None:
        wait_seconds = (error.free_at - datetime.now(UTC)).total_seconds()
        told.headers["Retry-After"] = str(max(ceil(wait_seconds), 1))
    elif isinstance(error, errors.OverloadedError):
        told.headers["Retry-After"] = str(OVERLOADED_SECONDS)
    return told


async def _kesher_error(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, errors.KesherError):
        raise error
    return answer(error)


async def _invalid_request(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    found = "; ".join(
        f"`{'.'.join(str(part) for part in item['loc'])}`: {item['msg']}" for item in error.errors()
    )
    return response(_problem(422, "The request is not of the expected form.", found))


async def _http_error(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    cause = error.__cause__
    # The framework calls whatever ends the reading of a body a 400, and hides what it was.
    if isinstance(cause, errors.KesherError):
        return answer(cause)
    # It also puts a large upload aside before we see it.
    if isinstance(cause, OSError) and cause.errno in (errno.ENOSPC, errno.EDQUOT):
        return response(problem_of(_no_room_aside()))
    detail = f"{error.detail}. See /api/openapi.json for what there is."
    return response(_problem(error.status_code, str(error.detail), detail), error.headers)


def _no_room_aside() -> errors.StorageFullError:
    return errors.StorageFullError(
        f"The disk of `{tempfile.gettempdir()}`, where uploads arrive, has no room left. Free some "
        "and try again, or set `TMPDIR` to a folder on a larger one."
    )


async def _unexpected(_request: Request, error: Exception) -> JSONResponse:
    # Where: the request's own line has the same id, and its route.
    _log.error("request.failed", exception=raised(error))
    return response(internal_problem())


def _problem(status: int, title: str, detail: str) -> Problem:
    return Problem(
        title=title, status=status, detail=storable(detail), code=f"http.{status}", retryable=False
    )


def internal_problem() -> Problem:
    """Return the problem for a fault of our own; its details are in the server's log only."""
    return Problem(
        title="An internal error.",
        status=500,
        detail="Something went wrong inside Kesher. What is stored is untouched; try again, and "
        "report it with the server's log if it comes back.",
        code="internal",
        retryable=True,
    )
