import inspect
from datetime import UTC, datetime

import pytest

from kesher import errors
from kesher.errors import (
    BrokenChainError,
    CompactionError,
    ConfigurationError,
    ConflictError,
    ContextTooLongError,
    DocumentTooLargeError,
    EncryptedDocumentError,
    FolderInUseError,
    ForbiddenError,
    InputError,
    InvariantError,
    KesherError,
    MailError,
    ModelRateLimitedError,
    ModelStreamError,
    ModelTimeoutError,
    NotFoundError,
    NotSignedInError,
    PageError,
    ShareEndedError,
    SkillError,
    StorageFullError,
    StoreBusyError,
    StoreError,
    TaskTimeoutError,
    ToolError,
    ToolMissingError,
    TooManyRequestsError,
    TrajectoryInUseError,
    UnsupportedMediaError,
)
from kesher.server.problems import problem_of

CLASSES = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, KesherError)
    and kind not in (NotFoundError, ContextTooLongError, ShareEndedError, TrajectoryInUseError)
    and kind is not TooManyRequestsError
]
IN_USE = TrajectoryInUseError("trj_a", owner="שרת א", until=datetime(2026, 3, 1, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFoundError("room", "משאבי אנוש"), 404),
        (ConflictError("קיים"), 409),
        (IN_USE, 409),
        (ConfigurationError("אין מודל"), 409),
        (InputError("ריק"), 422),
        (DocumentTooLargeError("גדול"), 413),
        (UnsupportedMediaError("לא נתמך"), 415),
        (EncryptedDocumentError("נעול"), 422),
        (PageError("עמוד 3"), 422),
        (TaskTimeoutError("ארוך"), 422),
        (StorageFullError("מלא"), 507),
        (StoreBusyError("נעול"), 503),
        (FolderInUseError("תיקייה תפוסה"), 503),
        (StoreError("פגום"), 500),
        (ModelRateLimitedError("429"), 503),
        (ModelTimeoutError("שתק"), 504),
        (ModelStreamError("נקטע"), 502),
        (ToolMissingError("tesseract"), 501),
        (ContextTooLongError(needed_tokens=2, budget_tokens=1), 422),
        (InvariantError("זוג שבור"), 409),
        (BrokenChainError("שורה 3"), 500),
        (CompactionError("אין עוד"), 422),
        (ToolError("השרת לא ענה"), 502),
        (SkillError("שם לא חוקי"), 422),
        (ShareEndedError("shr_a", revoked=True), 410),
        (NotSignedInError("אין מי"), 401),
        (ForbiddenError("אסור"), 403),
        (TooManyRequestsError("לאט", retry_after_seconds=7), 429),
        (MailError("הדואר סירב"), 502),
    ],
)
def test_each_kind_of_error_has_its_status_and_keeps_its_words(
    error: KesherError, status: int
) -> None:
    problem = problem_of(error)
    assert (problem.status, problem.code, problem.retryable) == (
        status,
        error.code,
        error.retryable,
    )
    assert problem.detail == str(error)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_problem_has_a_title_of_one_line(kind: type[KesherError]) -> None:
    title = problem_of(kind("פרטים")).title
    assert title.endswith((".", ";"))
    assert "\n" not in title
