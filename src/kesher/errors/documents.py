"""Files and pages that cannot be taken in, and the limited processes that read them."""

from kesher.errors.base import KesherError


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
