import numpy as np
import pytest

from kesher.ranking.bootstrap import paired_interval


def test_a_gain_of_every_question_is_sure_and_its_interval_holds_the_gain() -> None:
    drawing = np.random.default_rng(7)
    before = drawing.uniform(0, 0.5, 40)
    gains = drawing.uniform(0.05, 0.4, 40)
    low, high = paired_interval(list(before), list(before + gains))
    assert 0.05 < low < gains.mean() < high < 0.4


def test_gains_and_losses_that_balance_leave_zero_within() -> None:
    before, after = [0.0, 1.0] * 20, [1.0, 0.0] * 20
    low, high = paired_interval(before, after)
    assert low < 0 < high


def test_the_interval_is_that_of_the_normal_approximation_where_there_are_many() -> None:
    after = [float(place % 4 == 0) for place in range(1000)]
    low, high = paired_interval([0.0] * 1000, after)
    margin = 1.96 * (0.25 * 0.75 / 1000) ** 0.5
    assert (low, high) == pytest.approx((0.25 - margin, 0.25 + margin), abs=0.003)


def test_equal_runs_have_an_interval_of_nothing() -> None:
    assert paired_interval([0.5, 1.0], [0.5, 1.0]) == (0.0, 0.0)


@pytest.mark.parametrize(("before", "after"), [([], []), ([1.0], [1.0, 0.0])])
def test_values_that_are_no_pairs_are_refused(before: list[float], after: list[float]) -> None:
    with pytest.raises(ValueError, match=f"{len(before)} values before"):
        paired_interval(before, after)
