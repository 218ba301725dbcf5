from dataclasses import replace

import pytest

from kesher.answer.research.state import Choice
from kesher.app.research.calls import most, taken_by, within
from kesher.app.research.estimating import Basis, estimate
from kesher.app.research.settings import ResearchSettings
from kesher.context.profiles import profile
from kesher.context.tokens import estimate as count
from kesher.domain.research import Asked, Billed, Call, Limits, Step
from kesher.domain.retrieval import RoomFigures

SETTINGS = ResearchSettings(
    top=10,
    rounds=2,
    choice=Choice(2, 5),
    step_tokens=2_000,
    prompt_tokens=8_000,
    output_tokens=1_600,
    limits=Limits(120_000),
)
BASIS = Basis(
    question="מה הכללים לחופשה ומי מאשר? What about form 101? كم يوم؟ Кто?",
    figures=RoomFigures(3, 60, 200, 384, 60_000),
    model="a-model",
    profile=profile("openai"),
    settings=SETTINGS,
    bills=(),
    count=count,
)


def test_the_least_is_one_aspect_answered_at_once_and_the_most_all_of_them_every_round() -> None:
    made = estimate(BASIS)
    assert (made.calls.least, made.calls.most) == (4, 1 + 2 * (4 + 1) + 1)
    assert made.price_usd is not None
    for amount in (made.tokens, made.price_usd, made.seconds):
        assert 0 < amount.least < amount.most
    assert made.limits == SETTINGS.limits


def test_more_rounds_and_passages_can_only_cost_more() -> None:
    small, large = (
        estimate(replace(BASIS, settings=replace(SETTINGS, rounds=rounds, top=top)))
        for rounds, top in ((1, 5), (3, 20))
    )
    assert small.tokens.most < large.tokens.most
    assert small.calls.most < large.calls.most
    assert small.calls.least == large.calls.least


def test_a_model_without_prices_has_tokens_and_no_price() -> None:
    made = estimate(replace(BASIS, profile=profile("generic")))
    assert made.price_usd is None
    assert made.tokens.most > 0


def test_without_a_model_nothing_is_sent_and_only_time_is_taken() -> None:
    made = estimate(replace(BASIS, model=None))
    assert (made.calls.most, made.tokens.most, made.price_usd) == (0, 0, None)
    assert 0 < made.seconds.least < made.seconds.most


def test_an_empty_room_sends_no_passages() -> None:
    empty = estimate(replace(BASIS, figures=RoomFigures(0, 0, 0, 0, 0)))
    assert 0 < empty.tokens.least < estimate(BASIS).tokens.least


def test_earlier_runs_say_how_fast_the_model_is() -> None:
    slow, fast = (
        estimate(replace(BASIS, bills=[Billed("req_a", 4_000, 100, None, seconds)]))
        for seconds in (20.0, 1.0)
    )
    assert slow.measured
    assert fast.measured
    assert slow.seconds.least > 5 * fast.seconds.least


@pytest.mark.parametrize(
    ("limits", "taken", "expected"),
    [
        (Limits(), Limits(10**9, 10**6), True),
        (Limits(tokens=100), Limits(100), True),
        (Limits(tokens=100), Limits(101), False),
        (Limits(usd=0.5), Limits(10**9, 0.5), True),
        (Limits(tokens=100, usd=0.5), Limits(1, 0.51), False),
    ],
)
def test_a_limit_is_kept_to_the_last_token_and_zero_is_none(
    limits: Limits, taken: Limits, expected: bool
) -> None:
    assert within(limits, taken) is expected


def test_a_call_that_died_is_counted_and_priced_with_its_input() -> None:
    steps: list[Step] = [
        Asked("req_a", Call.PLAN, 400),
        Billed("req_a", 410, 30, 0.25, 1.5),
        Asked("req_b", Call.GRADE, 1_000_000, 0),
        Asked("req_c", Call.GRADE, 500, 1),
    ]
    taken = taken_by(steps, BASIS.profile, pending=["req_c"])
    assert taken.tokens == 410 + 30 + 1_000_000 + 500
    assert taken.usd == pytest.approx(0.25 + BASIS.profile.prices.input)


def test_the_most_of_a_call_is_nothing_cached_and_all_of_its_output() -> None:
    prices = BASIS.profile.prices
    taken = most(BASIS.profile, 1_000_000, 1_000_000)
    assert taken.tokens == 2_000_000
    assert taken.usd == pytest.approx(prices.input + prices.output)
