"""Models that did not serve."""

from kesher.errors.base import KesherError


class ModelError(KesherError):
    """A language or embedding model did not serve."""

    code = "model"


class ModelUnreachableError(ModelError):
    """No connection to the model's endpoint."""

    code = "model.unreachable"
    retryable = True


class ModelRefusedError(ModelError):
    """The endpoint answered that the request, the key or the model's name is wrong."""

    code = "model.refused"


class ModelRateLimitedError(ModelError):
    """The endpoint answered 429: too many requests, or the quota is used up.

    `retry_after_seconds` is the wait that the endpoint asked for; None: it asked for none.
    """

    code = "model.rate_limited"
    retryable = True

    def __init__(self, message: str, *, retry_after_seconds: float | None = None) -> None:
        self.retry_after_seconds = retry_after_seconds
        super().__init__(message)


class ModelTimeoutError(ModelError):
    """The endpoint took the request and sent nothing within the limit."""

    code = "model.timeout"
    retryable = True


class ModelStreamError(ModelError):
    """The stream broke off in the middle, or was not what the protocol promises."""

    code = "model.stream"
    retryable = True


class ModelEmptyError(ModelError):
    """The model ended its reply without having written anything."""

    code = "model.empty"
    retryable = True
