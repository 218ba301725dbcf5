import pytest

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import status_failure, without_key
from kesher.errors import (
    ModelError,
    ModelRateLimitedError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnreachableError,
)

ENDPOINT = Endpoint("דגם-א", "https://host.example/v1", "sk-secret")


@pytest.mark.parametrize(
    ("status", "kind", "remedy"),
    [
        (400, ModelRefusedError, "chat_model"),
        (401, ModelRefusedError, "chat_key"),
        (403, ModelRefusedError, "chat_key"),
        (404, ModelRefusedError, "chat_url"),
        (408, ModelTimeoutError, "chat_timeout_seconds"),
        (422, ModelRefusedError, "chat_model"),
        (429, ModelRateLimitedError, "quota"),
        (500, ModelUnreachableError, "Try later"),
        (503, ModelUnreachableError, "Try later"),
        (529, ModelUnreachableError, "Try later"),
    ],
)
def test_each_status_becomes_the_class_a_caller_handles_and_names_the_remedy(
    status: int, kind: type[ModelError], remedy: str
) -> None:
    failure = status_failure(ENDPOINT, status, "no", {})
    assert type(failure) is kind
    assert remedy in str(failure)
    assert "דגם-א" in str(failure)


def test_the_endpoints_words_are_shown_in_one_line_and_without_the_key() -> None:
    failure = status_failure(ENDPOINT, 401, "bad key:\n  sk-secret.", {})
    assert "bad key: [key]." in str(failure)


def test_a_page_of_words_is_cut() -> None:
    assert len(str(status_failure(ENDPOINT, 502, "<html>" * 10_000, {}))) < 700


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.25", 0.25),
        ("0", 0.0),
        ("-1", None),
        ("inf", None),
        ("nan", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
    ],
)
def test_the_wait_that_was_asked_for_is_kept_where_it_is_in_seconds(
    header: str, seconds: float | None
) -> None:
    failure = status_failure(ENDPOINT, 429, "slow down", {"retry-after": header})
    assert isinstance(failure, ModelRateLimitedError)
    assert failure.retry_after_seconds == seconds


def test_a_cause_that_shows_the_key_is_not_chained() -> None:
    harmless, telling = ValueError("no"), ValueError("no: sk-secret")
    wrapped = ValueError("outer")
    wrapped.__cause__ = telling
    assert without_key(ENDPOINT, harmless) is harmless
    assert without_key(ENDPOINT, telling) is None
    assert without_key(ENDPOINT, wrapped) is None
