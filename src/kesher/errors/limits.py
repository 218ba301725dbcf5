"""Too much, too often, too slow."""

from datetime import datetime

from kesher.errors.base import KesherError


class TooManyRequestsError(KesherError):
    """Something was tried too often for now.

    `retry_after_seconds`, at least 1, is how long to wait.
    """

    code = "access.too_many"
    retryable = True

    def __init__(self, message: str, *, retry_after_seconds: int) -> None:
        self.retry_after_seconds = retry_after_seconds
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _too_many, (str(self), self.retry_after_seconds)


def _too_many(message: str, retry_after_seconds: int) -> TooManyRequestsError:
    return TooManyRequestsError(message, retry_after_seconds=retry_after_seconds)


class LimitError(KesherError):
    """A request is larger, slower, or one more than the server takes."""

    code = "limit"


class RequestTooLargeError(LimitError):
    """The request's address, headers or body are over a limit."""

    code = "limit.too_large"


class RequestTimeoutError(LimitError):
    """The request's body came too slowly to be waited for."""

    code = "limit.too_slow"
    retryable = True


class OverloadedError(LimitError):
    """The server has as much under way as it takes from all callers together."""

    code = "limit.overloaded"
    retryable = True


class LimitReachedError(LimitError):
    """What a room or a person may take or keep is used up.

    `free_at` is when it is free again; None: when something is deleted.
    """

    code = "limit.reached"
    retryable = True

    def __init__(self, message: str, *, free_at: datetime | None = None) -> None:
        self.free_at = free_at
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _reached, (str(self), self.free_at)


def _reached(message: str, free_at: datetime | None) -> LimitReachedError:
    return LimitReachedError(message, free_at=free_at)
