import inspect
import pickle
from datetime import UTC, datetime

import pytest

from kesher import errors
from kesher.errors import (
    ContextTooLongError,
    KesherError,
    ModelRateLimitedError,
    NotFoundError,
    ShareEndedError,
    TooManyRequestsError,
    TrajectoryInUseError,
)

CLASSES = [
    kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, KesherError)
]


WITH_PARTS = (
    NotFoundError,
    ContextTooLongError,
    ShareEndedError,
    TooManyRequestsError,
    TrajectoryInUseError,
)
"""These are made of more than their words."""


def test_every_class_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in CLASSES]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_stands_in_the_tree_of_the_docstring(kind: type[KesherError]) -> None:
    assert kind.__name__ in (errors.__doc__ or "")


@pytest.mark.parametrize("kind", [item for item in CLASSES if item not in WITH_PARTS])
def test_an_error_crosses_process_borders_with_its_words(kind: type[KesherError]) -> None:
    sent = pickle.loads(pickle.dumps(kind("אין מקום. Free some space.")))  # noqa: S301 - our own
    assert type(sent) is kind
    assert str(sent) == "אין מקום. Free some space."


def test_who_holds_a_trajectory_crosses_process_borders() -> None:
    until = datetime(2026, 3, 1, 9, tzinfo=UTC)
    held = TrajectoryInUseError("trj_a", owner="שרת א", until=until)
    sent = pickle.loads(pickle.dumps(held))  # noqa: S301 - our own
    assert (sent.trajectory_id, sent.owner, sent.until) == ("trj_a", "שרת א", until)
    assert str(sent) == str(held)


def test_how_long_to_wait_crosses_process_borders() -> None:
    sent = pickle.loads(pickle.dumps(TooManyRequestsError("לאט", retry_after_seconds=7)))  # noqa: S301 - our own
    assert (str(sent), sent.retry_after_seconds) == ("לאט", 7)


def test_why_a_link_ended_crosses_process_borders() -> None:
    for revoked in (True, False):
        ended = ShareEndedError("shr_a", revoked=revoked)
        sent = pickle.loads(pickle.dumps(ended))  # noqa: S301 - our own
        assert (sent.share_id, sent.revoked, str(sent)) == ("shr_a", revoked, str(ended))


def test_what_was_not_found_crosses_process_borders_with_its_name() -> None:
    sent = pickle.loads(pickle.dumps(NotFoundError("room", "משאבי אנוש")))  # noqa: S301 - our own
    assert (sent.thing, sent.identifier) == ("room", "משאבי אנוש")
    assert "`משאבי אנוש`" in str(sent)


def test_a_context_that_is_too_long_crosses_process_borders_with_its_numbers() -> None:
    error = ContextTooLongError(needed_tokens=9_100, budget_tokens=8_000)
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (sent.needed_tokens, sent.budget_tokens) == (9_100, 8_000)
    assert "9,100" in str(sent)


def test_a_rate_limit_keeps_the_wait_that_was_asked_for() -> None:
    assert ModelRateLimitedError("429", retry_after_seconds=7).retry_after_seconds == 7
