import pytest

from kesher.context.compaction.breaker import Breaker, breaker_of, check_may_begin, note
from kesher.context.compaction.situation import Situation
from kesher.errors import CompactionError
from unit.context.compaction.sessions import grown, research, seen, user


def begin(situation: Situation, breaker: Breaker) -> None:
    check_may_begin(situation, breaker, attempts=3, threshold_tokens=1_600)


def test_it_lets_an_attempt_begin_that_can_free_something() -> None:
    begin(seen(research(), budget_tokens=2_000), Breaker())


def test_after_three_failures_it_is_open_and_says_the_numbers() -> None:
    with pytest.raises(CompactionError, match=r"failed 3 times in a row.* of 2,000"):
        begin(seen(research(), budget_tokens=2_000), Breaker(failures=3))


def test_a_new_request_of_the_user_allows_one_more_attempt() -> None:
    begin(seen(research(), budget_tokens=2_000), Breaker(failures=3, asked_again=True))


def test_its_state_is_read_from_the_log_after_a_restart() -> None:
    failed = [note(n, before=900, after=900, attempts=3) for n in (1, 2, 3)]
    trajectory = grown(user("שאלה"), *failed)
    assert breaker_of(trajectory.events) == Breaker(3, asked_again=False)
    assert breaker_of([*trajectory.events, *grown(user("עוד")).events]) == Breaker(3, True)


def test_progress_closes_it() -> None:
    events = grown(
        note(3, before=900, after=900, attempts=3), note(0, before=900, after=300, attempts=3)
    ).events
    assert breaker_of(events) == Breaker(0)
