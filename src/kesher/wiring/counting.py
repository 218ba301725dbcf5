"""What counts tokens: by a profile where one is chosen, by o200k elsewhere."""

from collections.abc import Callable

from kesher.context.tokens import estimate
from kesher.domain.profile import Profile
from kesher.ports.models import TokenCounter


def profile_counter(profile: Profile) -> TokenCounter:
    """Return the counter that a profile names, raised by its margin.

    Raises:
        ConfigurationError: the profile names no tokenizer that there is.
        ToolMissingError: the package with the encoding is not installed.
    """
    from kesher.adapters.models.token_counts import RaisedCounter, counter_for

    function = counter_for(profile.tokenizer, estimate=estimate)
    return RaisedCounter(function, profile.tokens_margin_fraction)


def o200k_count() -> Callable[[str], int]:
    """Return a count of tokens by o200k_base, where no profile is at hand.

    Raises:
        ToolMissingError: the package with the encoding is not installed.
    """
    from kesher.adapters.models.token_counts import O200kCounter

    return O200kCounter().count
