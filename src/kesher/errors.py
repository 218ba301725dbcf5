"""Every error that Kesher raises. A caller handles a class; a person reads the message.

KesherError
├── ConfigurationError        a setting is missing, unknown or wrong
├── NotFoundError             no such room, document, page, thread ... in this scope
├── ShareEndedError           a link to a record was revoked, or its time is over
├── AccessError               the caller may not do this
│   ├── NotSignedInError      nobody is signed in, and this needs somebody
│   └── ForbiddenError        the caller is known and lacks the right
├── TooManyRequestsError      something was tried too often for now
├── MailError                 a message could not be handed to the mail server
├── ConflictError             the request does not fit the present state
│   ├── TrajectoryInUseError
│   └── QuotaError            a limit on what is kept is reached
├── LimitError                a request is larger, slower or one more than is taken
│   ├── RequestTooLargeError
│   ├── RequestTimeoutError
│   └── OverloadedError
├── InputError                the request itself is wrong (empty question, bad name, too long)
│   └── NoExpiryError         a temporary fact says nowhere when it ends
├── DocumentError             a file cannot be taken in
│   ├── UnsupportedMediaError
│   ├── DocumentTooLargeError
│   ├── EncryptedDocumentError
│   ├── DamagedDocumentError
│   ├── EmptyDocumentError
│   └── UnsafeArchiveError
├── PageError                 one page cannot be read; the rest of the file is kept
├── IsolationError            work in a limited process did not come back
│   ├── TaskTimeoutError
│   ├── TaskMemoryError
│   └── TaskCrashedError
├── TaskFaultError            work in a limited process met a fault of our own
├── ToolMissingError          an outside tool or its data is not installed
├── ModelError                a language or embedding model did not serve
│   ├── ModelUnreachableError
│   ├── ModelRefusedError
│   ├── ModelRateLimitedError
│   ├── ModelTimeoutError
│   ├── ModelStreamError
│   └── ModelEmptyError
├── ContextError              a request cannot be assembled, or a trajectory changed, as asked
│   ├── ContextTooLongError
│   ├── InvariantError
│   ├── BrokenChainError
│   └── CompactionError
├── ToolError                 a tool call could not be done
├── SkillError                a skill is not valid, not trusted, or has no such file
├── BackupError               a backup is damaged, unsafe, or of a newer Kesher
│   └── BackupStoppedError    somebody stopped the making or restoring of one
└── StoreError                what is stored cannot be read or written
    ├── StorageFullError
    ├── StoreBusyError
    └── FolderInUseError

Each class has a stable `code` (shown by the CLI and sent in API problems) and says by `retryable`
whether the same request may succeed later without a change.
"""

from datetime import datetime
from typing import ClassVar


class KesherError(Exception):
    """The root of all errors of Kesher; its text says what happened, why, and what to do."""

    code: ClassVar[str] = "kesher"
    retryable: ClassVar[bool] = False


class ConfigurationError(KesherError):
    """A setting is missing, unknown or wrong."""

    code = "config.invalid"


class NotFoundError(KesherError):
    """There is no such thing in this scope."""

    code = "not_found"

    def __init__(self, thing: str, identifier: str) -> None:
        self.thing = thing
        self.identifier = identifier
        super().__init__(
            f"There is no {thing} `{identifier}` here. List what there is and try again."
        )

    def __reduce__(self) -> tuple[type["NotFoundError"], tuple[str, str]]:
        """Pickle by the constructor's own arguments, so that it crosses process borders."""
        return type(self), (self.thing, self.identifier)


class ShareEndedError(KesherError):
    """A link to a record was revoked, or its time is over."""

    code = "share.ended"

    def __init__(self, share_id: str, *, revoked: bool) -> None:
        self.share_id = share_id
        self.revoked = revoked
        why = "was revoked" if revoked else "has expired"
        super().__init__(f"The link `{share_id}` {why}. Ask whoever shared it for a new one.")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _share_ended, (self.share_id, self.revoked)


def _share_ended(share_id: str, revoked: bool) -> ShareEndedError:
    return ShareEndedError(share_id, revoked=revoked)


class AccessError(KesherError):
    """The caller may not do this."""

    code = "access"


class NotSignedInError(AccessError):
    """Nobody is signed in, and this needs somebody."""

    code = "access.not_signed_in"


class ForbiddenError(AccessError):
    """The caller is known and lacks the right to do this."""

    code = "access.forbidden"


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


class MailError(KesherError):
    """A message could not be handed to the mail server."""

    code = "mail"
    retryable = True


class ConflictError(KesherError):
    """The request does not fit the present state of what it names."""

    code = "conflict"


class TrajectoryInUseError(ConflictError):
    """A trajectory or a research is being run, here or in another process."""

    code = "conflict.in_use"
    retryable = True

    def __init__(self, trajectory_id: str, *, owner: str, until: datetime) -> None:
        self.trajectory_id = trajectory_id
        self.owner = owner
        self.until = until
        super().__init__(
            f"`{trajectory_id}` is being run by {owner}, which holds it until "
            f"{until:%Y-%m-%d %H:%M:%S} UTC and prolongs that while it lives. Wait until it comes "
            f"to rest, or stop it first."
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _in_use, (self.trajectory_id, self.owner, self.until)


def _in_use(trajectory_id: str, owner: str, until: datetime) -> TrajectoryInUseError:
    return TrajectoryInUseError(trajectory_id, owner=owner, until=until)


class QuotaError(ConflictError):
    """A limit that the settings put on what is kept is reached; nothing was stored."""

    code = "conflict.quota"


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


class InputError(KesherError):
    """The request itself is wrong: empty, too long, or not of the expected form."""

    code = "input.invalid"


class NoExpiryError(InputError):
    """A temporary fact has neither a stated end nor one by its key, so it cannot be stored."""

    code = "input.no_expiry"


class DocumentError(KesherError):
    """A file cannot be taken in."""

    code = "document"


class UnsupportedMediaError(DocumentError):
    """The file is of a kind that Kesher does not read."""

    code = "document.unsupported"


class DocumentTooLargeError(DocumentError):
    """The file, or what it unpacks to, is over a limit."""

    code = "document.too_large"


class EncryptedDocumentError(DocumentError):
    """The file is locked by a password."""

    code = "document.encrypted"


class DamagedDocumentError(DocumentError):
    """The file is truncated or not what its beginning promises."""

    code = "document.damaged"


class EmptyDocumentError(DocumentError):
    """The file has no bytes, no pages, or no text that can be read."""

    code = "document.empty"


class UnsafeArchiveError(DocumentError):
    """A zipped format unpacks to far more than its size, or hides hostile parts."""

    code = "document.unsafe_archive"


class PageError(KesherError):
    """One page cannot be read; the rest of its file is kept."""

    code = "page"


class IsolationError(KesherError):
    """Work in a limited process did not come back."""

    code = "isolation"


class TaskTimeoutError(IsolationError):
    """The work took longer than its limit and was stopped."""

    code = "isolation.timeout"


class TaskMemoryError(IsolationError):
    """The work asked for more memory than its limit."""

    code = "isolation.memory"


class TaskCrashedError(IsolationError):
    """The process that did the work ended without an answer."""

    code = "isolation.crashed"


class TaskFaultError(KesherError):
    """Work in a limited process met a fault of our own; what else was read is kept."""

    code = "internal"


class ToolMissingError(KesherError):
    """An outside tool, its data or an optional package is not installed."""

    code = "tool.missing"


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


class ContextError(KesherError):
    """A request cannot be assembled, or a trajectory changed, as asked."""

    code = "context"


class ContextTooLongError(ContextError):
    """What may not be left out is over the budget."""

    code = "context.too_long"

    def __init__(self, *, needed_tokens: int, budget_tokens: int) -> None:
        self.needed_tokens = needed_tokens
        self.budget_tokens = budget_tokens
        super().__init__(
            f"The request needs {needed_tokens:,} tokens without any evidence, and the budget is "
            f"{budget_tokens:,}. Compact the trajectory, shorten the instructions, or raise the "
            f"budget."
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _too_long, (self.needed_tokens, self.budget_tokens)


def _too_long(needed_tokens: int, budget_tokens: int) -> ContextTooLongError:
    return ContextTooLongError(needed_tokens=needed_tokens, budget_tokens=budget_tokens)


class InvariantError(ContextError):
    """A change of a trajectory would break what must always hold; nothing was changed."""

    code = "context.invariant"


class BrokenChainError(ContextError):
    """An event log does not follow from its prefix: an event was changed, lost or moved."""

    code = "context.broken_chain"


class CompactionError(ContextError):
    """Nothing more can be made shorter without losing what must be kept."""

    code = "context.compaction"


class ToolError(KesherError):
    """A tool call could not be done."""

    code = "tool.failed"


class SkillError(KesherError):
    """A skill is not valid, not trusted, or has no such file."""

    code = "skill"


class BackupError(KesherError):
    """A backup is damaged, unsafe, of a newer Kesher, or cannot be made whole."""

    code = "backup"


class BackupStoppedError(BackupError):
    """Somebody stopped the making or restoring of a backup; nothing of it was kept."""

    code = "backup.stopped"

    def __init__(self) -> None:
        super().__init__(
            "The backup was stopped, and nothing of it was kept. Begin again when you like."
        )


class StoreError(KesherError):
    """What is stored cannot be read or written."""

    code = "store"


class StorageFullError(StoreError):
    """The disk has no room; what was stored before is untouched."""

    code = "store.full"
    retryable = True


class StoreBusyError(StoreError):
    """The database stayed locked or unreachable for longer than the limit."""

    code = "store.busy"
    retryable = True


class FolderInUseError(StoreError):
    """Another process serves this data folder."""

    code = "store.in_use"
