"""What a question needs of the facts: chosen, told apart by time, inside a budget, or not known."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.domain.fact import FactState
from kesher.memory.knowing import Asked, is_known
from kesher.memory.rendering import Known, Page, fitting
from kesher.memory.schema import Schema
from kesher.text.question_aims import aim
from kesher.text.question_cues import asks_for_the_past, wants_the_past

RECENT_WEIGHT = 0.35
RECENT_DAYS = 30
"""What is said recently is more often meant: the weight is halved in this time."""

PAST_LOSS = 4.0
PAST_GAIN = 0.7
"""What no longer holds is passed over, unless the question asks for it."""

FUTURE_LOSS = 0.7
"""What is to be comes behind what is."""

_VERSION_STEP = 0.1
"""Earlier values stand right before the present one where the past is asked for."""

_USABLE = frozenset({FactState.CURRENT, FactState.EVENT, FactState.FUTURE})


@dataclass(frozen=True, slots=True)
class Choice:
    """The facts for a question, best first.

    Attributes:
        text: Their lines.
        is_known: Whether any of them answers what was asked; false: "not known", and the facts
            are the nearest there are.
    """

    facts: tuple[Known, ...]
    text: str
    is_known: bool


def choose(scored: Sequence[tuple[Known, float]], asked: Asked, page: Page) -> Choice:
    """Choose facts for a question. Only what holds is given as holding.

    Args:
        scored: Candidates with their scores of `FactIndex.rank`, in any order and state.
    """
    ranked = _in_order(scored, asked, page.schema)
    chosen, text = fitting(ranked, page)
    return Choice(chosen, text, is_known(asked, ranked))


def _in_order(scored: Sequence[tuple[Known, float]], asked: Asked, schema: Schema) -> list[Known]:
    past = asks_for_the_past(asked.text)
    wanted = aim(asked.text).keys
    best: defaultdict[tuple[str, str], float] = defaultdict(lambda: float("-inf"))
    final: dict[str, float] = {}
    candidates = [(known, score) for known, score in scored if _may_be_shown(known)]
    versions: list[tuple[Known, float]] = []
    latest = max((known.fact.valid_from for known, _ in candidates), default=asked.as_of)
    for known, score in candidates:
        place = (known.fact.subject_id, known.fact.key)
        best[place] = max(best[place], score)
        meant = past and (not wanted or known.fact.key in wanted)
        # What an order was before it came is history of the order, not what is asked for.
        meant = meant and not schema.key(known.fact.key).status
        final[known.fact.id] = score + _by_time(known, latest, past=meant)
        versions += [(known, score)] if meant else []
    before = wants_the_past(asked.text)
    _raise_versions(versions, best, final, step=_VERSION_STEP if before else -_VERSION_STEP)
    return [
        known
        for known, _ in sorted(
            candidates, key=lambda each: (-final[each[0].fact.id], each[0].fact.id)
        )
    ]


def _may_be_shown(known: Known) -> bool:
    return known.is_past or known.state in _USABLE


def _by_time(known: Known, latest: datetime, *, past: bool) -> float:
    days = max((latest - known.fact.valid_from).total_seconds() / 86_400, 0.0)
    score = RECENT_WEIGHT * 0.5 ** (days / RECENT_DAYS)
    if known.state is FactState.FUTURE:
        score -= FUTURE_LOSS
    if known.is_past:
        score += PAST_GAIN if past else -PAST_LOSS
    return float(score)


def _raise_versions(
    candidates: Sequence[tuple[Known, float]],
    best: Mapping[tuple[str, str], float],
    final: dict[str, float],
    *,
    step: float,
) -> None:
    """Let earlier values of a key stand a step before the present one, or behind it."""
    for known, _ in candidates:
        near = best[known.fact.subject_id, known.fact.key] + (step if known.is_past else -step)
        final[known.fact.id] = max(final[known.fact.id], near)
