"""Every error that Kesher raises. A caller handles a class; a person reads the message.

KesherError
├── ConfigurationError        a setting is missing, unknown or wrong
│   └── SecretKeyError        the secret that encrypts models' keys is missing or another one
├── NotFoundError             no such room, document, page, thread ... in this scope
├── ShareEndedError           a link to a record was revoked, or its time is over
├── AccessError               the caller may not do this
│   ├── NotSignedInError      nobody is signed in, and this needs somebody
│   ├── ForbiddenError        the caller is known and lacks the right
│   │   ├── NoAccountError    another service vouches for somebody who has no account here
│   │   └── AccountDisabledError
│   ├── SignInLostError       a sign-in came not back to the browser that began it
│   └── SignInRefusedError    the person, or the other service, said no
├── IdentityProviderError     the service that people sign in through did not serve
│   ├── IdentityUnreachableError
│   └── IdentityInvalidError
├── TooManyRequestsError      something was tried too often for now
├── MailError                 a message could not be handed to the mail server
├── ConflictError             the request does not fit the present state
│   ├── TrajectoryInUseError
│   └── QuotaError            a limit on what is kept is reached
├── LimitError                a request is larger, slower or one more than is taken
│   ├── RequestTooLargeError
│   ├── RequestTimeoutError
│   ├── LimitReachedError     a room's or a person's limit is used up
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

from kesher.errors.access import (
    AccessError,
    AccountDisabledError,
    ForbiddenError,
    IdentityInvalidError,
    IdentityProviderError,
    IdentityUnreachableError,
    NoAccountError,
    NotSignedInError,
    ShareEndedError,
    SignInLostError,
    SignInRefusedError,
)
from kesher.errors.base import (
    ConfigurationError,
    ConflictError,
    InputError,
    KesherError,
    MailError,
    NoExpiryError,
    NotFoundError,
    QuotaError,
    SecretKeyError,
    ToolMissingError,
)
from kesher.errors.context import (
    BrokenChainError,
    CompactionError,
    ContextError,
    ContextTooLongError,
    InvariantError,
    SkillError,
    ToolError,
    TrajectoryInUseError,
)
from kesher.errors.documents import (
    DamagedDocumentError,
    DocumentError,
    DocumentTooLargeError,
    EmptyDocumentError,
    EncryptedDocumentError,
    IsolationError,
    PageError,
    TaskCrashedError,
    TaskFaultError,
    TaskMemoryError,
    TaskTimeoutError,
    UnsafeArchiveError,
    UnsupportedMediaError,
)
from kesher.errors.limits import (
    LimitError,
    LimitReachedError,
    OverloadedError,
    RequestTimeoutError,
    RequestTooLargeError,
    TooManyRequestsError,
)
from kesher.errors.models import (
    ModelEmptyError,
    ModelError,
    ModelRateLimitedError,
    ModelRefusedError,
    ModelStreamError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from kesher.errors.stores import (
    BackupError,
    BackupStoppedError,
    FolderInUseError,
    StorageFullError,
    StoreBusyError,
    StoreError,
)

__all__ = [
    "AccessError",
    "AccountDisabledError",
    "BackupError",
    "BackupStoppedError",
    "BrokenChainError",
    "CompactionError",
    "ConfigurationError",
    "ConflictError",
    "ContextError",
    "ContextTooLongError",
    "DamagedDocumentError",
    "DocumentError",
    "DocumentTooLargeError",
    "EmptyDocumentError",
    "EncryptedDocumentError",
    "FolderInUseError",
    "ForbiddenError",
    "IdentityInvalidError",
    "IdentityProviderError",
    "IdentityUnreachableError",
    "InputError",
    "InvariantError",
    "IsolationError",
    "KesherError",
    "LimitError",
    "LimitReachedError",
    "MailError",
    "ModelEmptyError",
    "ModelError",
    "ModelRateLimitedError",
    "ModelRefusedError",
    "ModelStreamError",
    "ModelTimeoutError",
    "ModelUnreachableError",
    "NoAccountError",
    "NoExpiryError",
    "NotFoundError",
    "NotSignedInError",
    "OverloadedError",
    "PageError",
    "QuotaError",
    "RequestTimeoutError",
    "RequestTooLargeError",
    "SecretKeyError",
    "ShareEndedError",
    "SignInLostError",
    "SignInRefusedError",
    "SkillError",
    "StorageFullError",
    "StoreBusyError",
    "StoreError",
    "TaskCrashedError",
    "TaskFaultError",
    "TaskMemoryError",
    "TaskTimeoutError",
    "TooManyRequestsError",
    "ToolError",
    "ToolMissingError",
    "TrajectoryInUseError",
    "UnsafeArchiveError",
    "UnsupportedMediaError",
]
