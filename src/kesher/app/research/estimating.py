"""What a research would take, before it starts: calls, tokens, price and time, least and most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kesher.app.research.calls import most
from kesher.app.research.settings import ResearchSettings
from kesher.context.cost import has_prices
from kesher.context.research import gaps, grading, planning
from kesher.domain.profile import Profile
from kesher.domain.research import Amount, Billed, Estimate
from kesher.domain.retrieval import RoomFigures
from kesher.prompts.catalog import ResearchPrompt, research_prompt
from kesher.text.language import language

_PASSAGE_FRAME_TOKENS = 40
_FEWEST_PASSAGES = 4
"""Of an answer that rests on little."""
_SHORTEST_ANSWER_TOKENS = 120
_LEAST_PLAN_TOKENS = 40
_LEAST_GRADE_TOKENS = 6
_LEAST_FINDING_TOKENS = 25
_CHECKED_PASSAGES = 3
"""Relevant passages of an aspect, as a rule."""

# Where no run has been measured yet: hosted models in 2026 begin within a second or so and write
# 50 to 150 tokens a second.
_CALL_SECONDS = Amount(0.7, 2.0)
_TOKENS_A_SECOND = Amount(40.0, 120.0)
_SEARCH_SECONDS = Amount(0.1, 0.5)
_QUOTE_SECONDS = Amount(0.3, 2.0)
"""For an aspect's sentences, where no model writes."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What an estimate is made from.

    Attributes:
        bills: Of earlier runs of the room by the same model; empty: none was measured.
        count: Tokens of a text.
    """

    question: str
    figures: RoomFigures
    model: str | None
    profile: Profile
    settings: ResearchSettings
    bills: Sequence[Billed]
    count: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Call:
    """One kind of call.

    Attributes:
        output_tokens: What its JSON or text takes, without thinking.
        limit_tokens: What it may write at most.
        times: How many go side by side.
    """

    input_tokens: int
    output_tokens: int
    limit_tokens: int
    times: int = 1


def estimate(basis: Basis) -> Estimate:
    """Return what a research of the question takes.

    The least is a question that is one aspect and answered at once; the most is four aspects that
    are all searched for in every round, with nothing cached and every reply at its limit.
    """
    if basis.model is None:
        return _by_rules(basis)
    least, greatest = _calls(basis, greatest=False), _calls(basis, greatest=True)
    bounds = [_taken(basis.profile, calls) for calls in (least, greatest)]
    priced = has_prices(basis.profile)
    return Estimate(
        model=basis.model,
        calls=Amount(*(float(sum(call.times for call in calls)) for calls in (least, greatest))),
        tokens=Amount(bounds[0][0], bounds[1][0]),
        price_usd=Amount(bounds[0][1], bounds[1][1]) if priced else None,
        seconds=Amount(_seconds(basis, least, fast=True), _seconds(basis, greatest, fast=False)),
        measured=bool(basis.bills),
        limits=basis.settings.limits,
    )


def _by_rules(basis: Basis) -> Estimate:
    aspects = planning.MOST_ASPECTS
    slowest = basis.settings.rounds * _SEARCH_SECONDS.most + 2 * aspects * _QUOTE_SECONDS.most
    return Estimate(
        model=None,
        calls=Amount(0, 0),
        tokens=Amount(0, 0),
        price_usd=None,
        seconds=Amount(_SEARCH_SECONDS.least + _QUOTE_SECONDS.least, slowest),
        measured=False,
        limits=basis.settings.limits,
    )


def _calls(basis: Basis, *, greatest: bool) -> list[_Call]:
    settings, count = basis.settings, basis.count
    aspects = planning.MOST_ASPECTS if greatest else 1
    rounds = settings.rounds if greatest else 1
    asked = count(basis.question) * (1 + aspects)
    hits = min(settings.top, basis.figures.chunks)
    passage = _passage_tokens(basis.figures)

    def sent(step: ResearchPrompt, passages: int) -> int:
        fixed = count(research_prompt(step, language(basis.question)).text) + asked
        return fixed + min(passages * passage, max(settings.prompt_tokens - fixed, 0))

    def call(step: ResearchPrompt, passages: int, output: int, *, times: int = 1) -> _Call:
        limit = max(output, settings.step_tokens) if greatest else output
        return _Call(sent(step, passages), output, limit, times)

    a_grade = grading.TOKENS_A_GRADE if greatest else _LEAST_GRADE_TOKENS
    a_finding = gaps.TOKENS_AN_ASPECT if greatest else _LEAST_FINDING_TOKENS
    plan = call("plan", 0, planning.OUTPUT_TOKENS if greatest else _LEAST_PLAN_TOKENS)
    grade = call("grade", hits, hits * a_grade, times=aspects)
    gap = call("gap", min(_CHECKED_PASSAGES, hits) * aspects, aspects * a_finding)
    enough = settings.top * aspects if greatest else min(_FEWEST_PASSAGES, hits)
    written = settings.output_tokens if greatest else _SHORTEST_ANSWER_TOKENS
    answer = _Call(sent("research", enough), written, written)
    return [plan, *[grade, gap] * rounds, answer]


def _passage_tokens(figures: RoomFigures) -> int:
    return figures.tokens // max(figures.chunks, 1) + _PASSAGE_FRAME_TOKENS


def _taken(profile: Profile, calls: Sequence[_Call]) -> tuple[float, float]:
    each = [(call.times, most(profile, call.input_tokens, call.limit_tokens)) for call in calls]
    return (
        float(sum(times * taken.tokens for times, taken in each)),
        sum(times * taken.usd for times, taken in each),
    )


def _seconds(basis: Basis, calls: Sequence[_Call], *, fast: bool) -> float:
    """Return the wall time: calls of one kind go side by side, kinds one after the other."""
    if basis.bills:
        wrote = sum(bill.output_tokens for bill in basis.bills) or 1
        a_token = sum(bill.seconds for bill in basis.bills) / wrote
        waits = sum(call.output_tokens * a_token for call in calls)
    else:
        begin = _CALL_SECONDS.least if fast else _CALL_SECONDS.most
        speed = _TOKENS_A_SECOND.most if fast else _TOKENS_A_SECOND.least
        waits = sum(begin + call.output_tokens / speed for call in calls)
    search = _SEARCH_SECONDS.least if fast else basis.settings.rounds * _SEARCH_SECONDS.most
    return waits + search
