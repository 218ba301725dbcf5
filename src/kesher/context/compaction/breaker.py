"""The circuit breaker: compaction that brings nothing is not tried for ever."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kesher.context.compaction.situation import Situation, movable_runs, open_results
from kesher.domain.canonical import canonical
from kesher.domain.trajectory import Event, Noted, Origin, Said
from kesher.errors import CompactionError

TOPIC = "breaker"
LEAST_GAIN_FRACTION = 0.02
"""Of the budget: an attempt that could free less is not begun, one that freed less has failed."""


@dataclass(frozen=True, slots=True)
class Breaker:
    """How often compaction failed in a row.

    Attributes:
        failures: Attempts without progress since the last one with it.
        asked_again: The user has said something since the last failure.
    """

    failures: int = 0
    asked_again: bool = False


def breaker_of(events: Sequence[Event]) -> Breaker:
    """Return the breaker's state as the log tells it, in this process or after a restart."""
    state = Breaker()
    for event in events:
        payload = event.payload
        if isinstance(payload, Noted) and payload.topic == TOPIC:
            state = Breaker(int(json.loads(payload.body)["failures"]))
        elif isinstance(payload, Said) and payload.origin is Origin.USER:
            state = Breaker(state.failures, asked_again=True)
    return state


def check_may_begin(
    situation: Situation, breaker: Breaker, *, attempts: int, threshold_tokens: int
) -> None:
    """Make sure that an attempt is worth its cost.

    After `attempts` failures in a row it is open: one more attempt is allowed each time the user
    has said something new.

    Raises:
        CompactionError: it is open; or what no edit may touch is over the threshold; or nothing
            is left to shorten. The message gives the numbers.
    """
    if breaker.failures >= attempts and not breaker.asked_again:
        raise CompactionError(
            f"Compaction has failed {breaker.failures} times in a row and is stopped: "
            f"{situation.tokens:,} tokens are used of {situation.budget_tokens:,}. Start a new "
            f"session from the progress document, or raise the budget."
        )
    fixed = situation.fixed_tokens
    if fixed >= threshold_tokens:
        raise CompactionError(
            f"Instructions, tools and pinned messages take {fixed:,} tokens, and compaction is to "
            f"begin at {threshold_tokens:,}: no shortening of the rest can help. Take tools or "
            f"pinned skills out, or raise the budget of {situation.budget_tokens:,} tokens."
        )
    gain, least = expected_gain(situation), least_gain(situation)
    if gain < least:
        raise CompactionError(
            f"At most {gain:,} tokens could be freed of {situation.tokens:,}; fewer than {least:,} "
            f"are not worth the broken cache. Raise the budget of {situation.budget_tokens:,} "
            f"tokens or start a new session."
        )


def least_gain(situation: Situation) -> int:
    """Return the fewest tokens that count as progress."""
    return max(1, int(LEAST_GAIN_FRACTION * situation.budget_tokens))


def expected_gain(situation: Situation, *, keep_groups: int = 1) -> int:
    """Return the most tokens that any layer could free."""
    moved = [g for run in movable_runs(situation, keep_groups=keep_groups) for g in run]
    entries = {e.sequence: e for group in moved for e in group.entries}
    entries |= {entry.sequence: entry for entry in open_results(situation)}
    return sum(situation.tokens_of(entry) for entry in entries.values())


def note(failures: int, *, before: int, after: int, attempts: int) -> Noted:
    """Return what the log is told of an attempt: 0 failures close the breaker."""
    body = {
        "failures": failures,
        "open": failures >= attempts,
        "tokens_before": before,
        "tokens_after": after,
    }
    return Noted(TOPIC, canonical({**body}))
