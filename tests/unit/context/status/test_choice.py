"""The rule against the exact cost of both ways, computed turn by turn."""

import pytest

from kesher.context.profiles import PROFILES
from kesher.context.status.choice import Measured, Mode, choose, extra_costs
from kesher.domain.profile import Prices

SEED = Prices(input=1.0, cache_read=0.1, cache_write=1.0, output=5.0)


def simulated(status: float, behind: float, updates: int, prices: Prices) -> tuple[float, float]:
    """What replacing and keeping cost in ordinary tokens, summed over every single request.

    Behind each status come `behind` tokens that a cache holds by the next update. Both ways pay
    alike for what is new; only what differs is summed.
    """
    alpha, beta = prices.read_fraction, prices.write_fraction
    replace = append = 0.0
    for update in range(updates):
        old_statuses = update  # those of earlier updates, in the context only when kept
        append += old_statuses * status * alpha
        if update:
            append += behind * alpha
            replace += behind * beta  # it moved to another place and is computed anew
    return replace, append


@pytest.mark.parametrize("name", sorted(PROFILES))
@pytest.mark.parametrize("status", [20, 120, 900])
@pytest.mark.parametrize("behind", [0, 80, 700, 6_000])
@pytest.mark.parametrize("updates", [2, 6, 30, 120])
def test_the_rule_picks_what_the_simulation_finds_cheaper(
    name: str, status: int, behind: int, updates: int
) -> None:
    prices = PROFILES[name].prices
    replace, append = simulated(status, behind, updates, prices)
    mode = choose(Measured(status, behind, updates), prices)
    chosen = append if mode is Mode.APPEND else replace
    assert chosen <= min(replace, append) + 1e-9


def test_the_two_costs_differ_as_the_simulated_ones_do() -> None:
    for status, behind, updates in [(50, 400, 12), (300, 90, 7), (10, 5_000, 60)]:
        ours = extra_costs(Measured(status, behind, updates), SEED)
        exact = simulated(status, behind, updates, SEED)
        assert ours[0] - ours[1] == pytest.approx(exact[0] - exact[1])


def test_a_status_that_stands_for_several_requests_is_read_by_each_of_them() -> None:
    once = extra_costs(Measured(120, 500, 10), SEED)
    fifth = extra_costs(Measured(120, 500, 10, requests_an_update=5), SEED)
    assert fifth[0] == once[0]
    assert fifth[1] == pytest.approx(5 * once[1])
    assert choose(Measured(120, 500, 10), SEED) is Mode.APPEND
    assert choose(Measured(120, 500, 10, requests_an_update=15), SEED) is Mode.REPLACE


def test_keeping_pays_where_the_status_is_small_and_much_comes_between() -> None:
    assert choose(Measured(30, 4_000, 20), SEED) is Mode.APPEND
    assert choose(Measured(900, 100, 60), SEED) is Mode.REPLACE


def test_a_small_difference_does_not_turn_the_way_back_and_forth() -> None:
    even = Measured(status_tokens=180, behind_tokens=100, updates=10)
    assert choose(even, SEED, present=Mode.REPLACE) is Mode.REPLACE
    assert choose(even, SEED, present=Mode.APPEND) is Mode.APPEND
