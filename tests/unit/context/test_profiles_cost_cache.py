"""Profiles as data, prices, and the simulated cache."""

from dataclasses import replace
from datetime import timedelta

import pytest

from kesher.context.cache import CacheSimulator, Part, parts_of
from kesher.context.cost import Tokens, input_usd, lost_tokens, lost_usd, price_usd
from kesher.context.profiles import PROFILES, profile, with_margin, with_prices
from kesher.domain.profile import CacheRule, Prices, Profile, ReasoningRule, StatusPlace
from kesher.domain.request import Context, SegmentKind, Usage
from kesher.errors import ConfigurationError
from sent_requests import requests_of
from trajectories import START, random_trajectory, seeded

AUTOMATIC = CacheRule(marks=0, min_tokens=100, block_tokens=10, ttl_seconds=300)
MARKED = CacheRule(marks=2, min_tokens=100, block_tokens=1, ttl_seconds=300)

SPLIT_TOKENS = 4
"""A status at the end of a result is counted apart from it, which may split tokens of both."""


def part(name: str, tokens: int, *, marked: bool = False) -> Part:
    """A part of one letter a token, so that places can be read off."""
    return Part(name * tokens, tokens, marked)


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def test_an_unknown_profile_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ConfigurationError, match=r"`gpt`.*anthropic, deepseek, gemini, generic"):
        profile("gpt")


def test_a_status_never_resets_reasoning_that_must_go_back() -> None:
    for row in PROFILES.values():
        if row.reasoning is ReasoningRule.SINCE_USER:
            assert row.status_place is StatusPlace.LAST_RESULT
            assert row.reasoning_field is not None


def test_every_profile_says_of_which_model_its_prices_are_and_own_prices_replace_them() -> None:
    assert all(row.prices_of for row in PROFILES.values())
    own = with_prices(profile("generic"), Prices(1.0, 0.5, 1.0, 2.0), "our server, 2026")
    assert price_usd(own, Usage(1_000_000, 1_000_000, 500_000)) == pytest.approx(2.75)


def test_a_margin_is_set_on_a_profile_and_never_below_nothing() -> None:
    assert with_margin(PROFILES["qwen3"], 0.4).tokens_margin_fraction == 0.4
    assert {rules.tokens_margin_fraction for rules in PROFILES.values()} == {0.0}
    with pytest.raises(ConfigurationError, match="Use 0 or more"):
        with_margin(PROFILES["qwen3"], -0.1)


def test_the_price_counts_reads_writes_the_rest_and_the_output_each_at_its_own() -> None:
    usage = Usage(
        input_tokens=10_000, output_tokens=1_000, cached_tokens=6_000, written_tokens=3_000
    )
    expected = (6_000 * 0.30 + 3_000 * 3.75 + 1_000 * 3.00 + 1_000 * 15.00) / 1_000_000
    assert price_usd(profile("anthropic"), usage) == pytest.approx(expected)
    assert price_usd(profile("anthropic"), None) is None
    assert price_usd(profile("anthropic"), Usage()) is None
    assert price_usd(profile("generic"), usage) is None


def test_what_is_lost_costs_a_write_where_there_are_marks() -> None:
    assert lost_usd(profile("anthropic"), 1_000) == pytest.approx(1_000 * (3.75 - 0.30) / 1e6)
    assert lost_usd(profile("openai"), 1_000) == pytest.approx(1_000 * (2.50 - 0.25) / 1e6)
    assert input_usd(profile("openai"), Tokens(1_000_000, 0, 0)) == pytest.approx(0.25)


def test_an_automatic_cache_reads_whole_blocks_of_what_is_common() -> None:
    cache = CacheSimulator(AUTOMATIC)
    first = cache.send([part("א", 150), part("b", 57)], at=START)
    second = cache.send([part("א", 150), part("b", 57), part("ج", 40)], at=START + after(1))
    third = cache.send([part("א", 128), part("x", 100)], at=START + after(2))
    assert first == Tokens(0, 0, 207)
    assert second == Tokens(200, 0, 47)
    assert third == Tokens(120, 0, 108)


def test_a_prefix_shorter_than_the_least_is_never_read() -> None:
    cache = CacheSimulator(AUTOMATIC)
    cache.send([part("a", 99), part("b", 200)], at=START)
    assert cache.send([part("a", 99), part("c", 200)], at=START) == Tokens(0, 0, 299)


def test_use_refreshes_the_lifetime_and_disuse_ends_it() -> None:
    cache = CacheSimulator(AUTOMATIC)
    request = [part("ж", 200)]
    cache.send(request, at=START)
    assert cache.send(request, at=START + after(290)).cached == 200
    assert cache.send(request, at=START + after(580)).cached == 200
    assert cache.send(request, at=START + after(881)).cached == 0


def test_several_prefixes_live_side_by_side() -> None:
    cache = CacheSimulator(AUTOMATIC)
    for name in ("a", "ב", "c"):
        cache.send([part(name, 150)], at=START)
    for name in ("a", "ב", "c"):
        assert cache.send([part(name, 150), part("z", 10)], at=START).cached == 150


def test_marks_write_up_to_the_last_and_read_the_longest_that_was_marked() -> None:
    cache = CacheSimulator(MARKED)
    system, first, second = part("s", 120, marked=True), part("u", 30, marked=True), part("v", 20)
    status = part("t", 5)
    assert cache.send([system, first, status], at=START) == Tokens(0, 150, 5)
    longer = [part("s", 120, marked=True), part("u", 30), replace(second, marked=True), status]
    assert cache.send(longer, at=START) == Tokens(150, 20, 5)
    other = [part("s", 120, marked=True), part("w", 40, marked=True)]
    assert cache.send(other, at=START) == Tokens(120, 40, 0)


def test_without_marks_a_provider_that_wants_them_keeps_nothing() -> None:
    cache = CacheSimulator(MARKED)
    cache.send([part("s", 500)], at=START)
    assert cache.send([part("s", 500)], at=START) == Tokens(0, 0, 500)


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_our_layout_reads_all_that_the_request_before_left_in_the_cache(name: str) -> None:
    # The rule that leaves reasoning out after a new message is the provider's, not the layout's.
    rules = replace(profile(name), reasoning=ReasoningRule.ECHO)
    for seed in range(6):
        cache = CacheSimulator(rules.cache)
        left = 0
        grown = random_trajectory(seeded(name, seed), edits=False)
        for number, (context, _) in enumerate(requests_of(grown, rules)):
            met = cache.send(parts_of(context), at=START + after(number))
            assert met.total == context.tokens
            assert met.cached >= left - rules.cache.block_tokens - SPLIT_TOKENS
            left = left_for_the_next(context, rules)


def left_for_the_next(context: Context, rules: Profile) -> int:
    """Tokens that the next request must find: up to the last mark, or to the tail's last block."""
    parts = parts_of(context)
    if rules.cache.marks:
        last = max(place for place, one in enumerate(parts) if one.marked)
        kept = sum(one.tokens for one in parts[: last + 1])
    else:
        passing = [s.kind is SegmentKind.STATUS for s in context.segments]
        kept = sum(one.tokens for one in parts[: passing.index(True)])
    whole = kept - kept % rules.cache.block_tokens
    return whole if whole >= rules.cache.min_tokens else 0


@pytest.mark.parametrize(
    ("earlier", "reused", "lost"),
    [(1_023, 0, 0), (1_023, 900, 0), (1_024, 0, 1_024), (2_000, 1_000, 2_000), (2_000, 1_500, 500)],
)
def test_a_break_loses_only_what_a_provider_would_have_kept(
    earlier: int, reused: int, lost: int
) -> None:
    assert lost_tokens(profile("openai"), earlier=earlier, reused=reused) == lost
