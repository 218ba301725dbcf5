"""The six strategies by which tool results become shorter.

Source: the seed's experiment 2-10: none; a summary of each result; one combined summary;
context-aware; context-aware with citations; adaptive window.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kesher.context.compaction.signals import is_failure
from kesher.context.compaction.situation import (
    Situation,
    call_of,
    open_results,
    plain_text,
)
from kesher.context.compaction.tasks import Task, edits, write
from kesher.domain.trajectory import Edit, EditKind, Entry


class Strategy(StrEnum):
    """How tool results are shortened."""

    NONE = "none"
    """They stay whole."""
    PER_RESULT = "per_result"
    """Each on its own, by what it is itself about."""
    COMBINED = "combined"
    """All in one text, by what they are themselves about."""
    CONTEXT_AWARE = "context_aware"
    """By request, plan and the call's query, without what the context says already."""
    CITED = "cited"
    """The same, and each sentence with the address that it comes from."""
    ADAPTIVE = "adaptive"
    """Whole until the window is 80% full; then all that carry no mark at once, and never again."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How short.

    Attributes:
        result_tokens: Of one shortened result.
        combined_tokens: Of one text for several results.
        short_tokens: A result that is no longer than this stays as it is.
        start_fraction: ADAPTIVE begins when so much of the budget is used.
        target_fraction: What ADAPTIVE leaves of the budget in use, as far as results allow.
    """

    result_tokens: int = 400
    combined_tokens: int = 1_600
    short_tokens: int = 120
    start_fraction: float = 0.8
    target_fraction: float = 0.5


def plan(strategy: Strategy, situation: Situation, rates: Rates | None = None) -> tuple[Edit, ...]:
    """Return the edits of a strategy, written without a model. What carries a mark stays."""
    planned = tasks(strategy, situation, rates)
    return edits(situation, ((task, write(task, situation)) for task in planned))


def tasks(strategy: Strategy, situation: Situation, rates: Rates | None = None) -> tuple[Task, ...]:
    """Return what a strategy wants shortened, for a model or for the extractive compressor."""
    given = rates or Rates()
    results = [
        entry
        for entry in open_results(situation)
        if situation.text_tokens(entry) > given.short_tokens and not is_failure(plain_text(entry))
    ]
    return _PLANS[strategy](situation, results, given) if results else ()


def _none(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    del situation, results, rates
    return ()


def _per_result(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    del situation
    return tuple(
        _task((entry,), rates.result_tokens, Strategy.PER_RESULT, "a summary of each result")
        for entry in results
    )


def _combined(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    del situation
    limit = min(rates.combined_tokens, rates.result_tokens * len(results))
    return (_task(tuple(results), limit, Strategy.COMBINED, "one summary of all results"),)


def _aware(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    return tuple(_aware_task(situation, entry, rates, Strategy.CONTEXT_AWARE) for entry in results)


def _cited(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    return tuple(_aware_task(situation, entry, rates, Strategy.CITED) for entry in results)


def _adaptive(situation: Situation, results: Sequence[Entry], rates: Rates) -> tuple[Task, ...]:
    used = situation.tokens
    if used <= rates.start_fraction * situation.budget_tokens:
        return ()
    whole = sum(situation.text_tokens(entry) for entry in results)
    room = rates.target_fraction * situation.budget_tokens - (used - whole)
    share = max(0.0, room) / whole
    return tuple(
        _aware_task(
            situation,
            entry,
            Rates(result_tokens=max(rates.short_tokens, int(share * situation.text_tokens(entry)))),
            Strategy.ADAPTIVE,
        )
        for entry in results
    )


def _aware_task(situation: Situation, entry: Entry, rates: Rates, layer: Strategy) -> Task:
    call = call_of(situation.entries, entry.message)
    wanted = "\n".join([situation.request, situation.plan, call[1] if call else ""])
    return Task(
        kind=EditKind.REPLACE,
        targets=(entry.sequence,),
        entries=(entry,),
        limit_tokens=rates.result_tokens,
        layer=layer.value,
        reason=f"shortened for the present request ({layer})",
        wanted=wanted,
        cited=layer is Strategy.CITED,
        aware=True,
    )


def _task(entries: tuple[Entry, ...], limit: int, layer: Strategy, reason: str) -> Task:
    targets = tuple(entry.sequence for entry in entries)
    return Task(EditKind.REPLACE, targets, entries, limit, layer.value, reason)


_PLANS: dict[Strategy, Callable[[Situation, Sequence[Entry], Rates], tuple[Task, ...]]] = {
    Strategy.NONE: _none,
    Strategy.PER_RESULT: _per_result,
    Strategy.COMBINED: _combined,
    Strategy.CONTEXT_AWARE: _aware,
    Strategy.CITED: _cited,
    Strategy.ADAPTIVE: _adaptive,
}
