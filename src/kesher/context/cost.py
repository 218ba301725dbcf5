"""What a request costs, by the profile's prices and how its tokens were met by the cache."""

from dataclasses import dataclass

from kesher.domain.profile import Profile
from kesher.domain.request import Usage
from kesher.ports.models import ChatDelta

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """Input tokens of one request, by what became of them.

    Attributes:
        cached: Read from the cache.
        written: Written to the cache at the price of a write.
        uncached: Neither: at the ordinary price.
    """

    cached: int
    written: int
    uncached: int

    @property
    def total(self) -> int:
        """All input tokens."""
        return self.cached + self.written + self.uncached


def usage_of(delta: ChatDelta) -> Usage | None:
    """Return what a piece of a stream says of the tokens; None where it says nothing of them."""
    counts = (
        delta.input_tokens,
        delta.output_tokens,
        delta.cached_tokens,
        delta.written_tokens,
        delta.reasoning_tokens,
    )
    return Usage(*counts) if any(number is not None for number in counts) else None


def has_prices(profile: Profile) -> bool:
    """Tell whether the profile has prices; a model of one's own has none."""
    prices = profile.prices
    return any((prices.input, prices.output, prices.cache_read, prices.cache_write))


def price_usd(profile: Profile, usage: Usage | None) -> float | None:
    """Return the price of an answered request in US dollars, by the provider's own counts.

    Returns:
        None where the profile has no prices, or the provider did not count the input.
    """
    if usage is None or usage.input_tokens is None or not has_prices(profile):
        return None
    cached, written = usage.cached_tokens or 0, usage.written_tokens or 0
    uncached = max(0, usage.input_tokens - cached - written)
    output_usd = (usage.output_tokens or 0) * profile.prices.output / _MILLION
    return input_usd(profile, Tokens(cached, written, uncached)) + output_usd


def input_usd(profile: Profile, tokens: Tokens) -> float:
    """Return the price of a request's input in US dollars; 0.0 where there are no prices."""
    prices = profile.prices
    return (
        tokens.cached * prices.cache_read
        + tokens.written * prices.cache_write
        + tokens.uncached * prices.input
    ) / _MILLION


def lost_tokens(profile: Profile, *, earlier: int, reused: int) -> int:
    """Return the tokens that a break makes a provider compute anew.

    A provider keeps nothing shorter than `cache.min_tokens`: a break in a shorter request loses
    nothing, and one that leaves less than that in common loses all. Blocks are left out of it.

    Args:
        earlier: Tokens of the earlier request that could have been read again.
        reused: Of them, those before the break.
    """
    least = profile.cache.min_tokens
    if earlier < least:
        return 0
    return earlier - (reused if reused >= least else 0)


def lost_usd(profile: Profile, tokens: int) -> float:
    """Return what it costs, in US dollars, that tokens are computed anew and not read again.

    They are paid for as a write where the provider asks for marks, as ordinary input elsewhere,
    less what reading them would have cost.
    """
    prices = profile.prices
    anew = prices.cache_write if profile.cache.marks else prices.input
    return tokens * (anew - prices.cache_read) / _MILLION
