"""Whether each status replaces the one before, or all of them stay where they were put.

Source: seed 001, "two implementations of status updates"; the price of a cache write, 1 in the
seed, is the profile's.
"""

from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.profile import Prices

HYSTERESIS_FRACTION = 0.2
"""How much cheaper the other way must be: each change breaks the cache once."""


class Mode(StrEnum):
    """How a status is updated."""

    REPLACE = "replace"
    APPEND = "append"


@dataclass(frozen=True, slots=True)
class Measured:
    """What the choice rests on.

    Attributes:
        status_tokens: S, of one status.
        behind_tokens: R, tokens that a cache holds behind a status by the time of the next one:
            what came between two updates. Where a status ends every request, these are the
            model's own words alone, and none where the provider keeps no output.
        updates: N, updates still expected.
        requests_an_update: 1 in the seed: a status ends every request. Where it stands for
            several, each of them reads the older ones again.
    """

    status_tokens: float
    behind_tokens: float
    updates: float
    requests_an_update: float = 1.0


def extra_costs(measured: Measured, prices: Prices) -> tuple[float, float]:
    """Return what REPLACE and APPEND cost beyond what both do, in ordinary input tokens.

    Replacing writes R anew instead of reading it, N times; keeping reads every older status again
    at each request.
    """
    alpha, beta = prices.read_fraction, prices.write_fraction
    times = max(0.0, measured.updates - 1)
    replace = times * (beta - alpha) * measured.behind_tokens
    requests = measured.updates * measured.requests_an_update
    append = alpha * measured.status_tokens * requests * times / 2
    return replace, append


def choose(measured: Measured, prices: Prices, *, present: Mode | None = None) -> Mode:
    """Return the cheaper way: APPEND while α·S·N/2 < (β−α)·R.

    Args:
        present: The way taken until now. It is kept unless the other is clearly cheaper.
    """
    replace, append = extra_costs(measured, prices)
    if present is Mode.REPLACE:
        return Mode.APPEND if append < replace * (1 - HYSTERESIS_FRACTION) else present
    if present is Mode.APPEND:
        return Mode.REPLACE if replace < append * (1 - HYSTERESIS_FRACTION) else present
    return Mode.APPEND if append < replace else Mode.REPLACE
