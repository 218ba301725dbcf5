"""The token counter of commands that need no data folder."""

from collections.abc import Callable


def o200k_count() -> Callable[[str], int]:
    """Return a count of tokens by o200k_base; other models' counts are near it.

    Raises:
        ToolMissingError: the package with the encoding is not installed.
    """
    from kesher.adapters.models.token_counts import O200kCounter

    return O200kCounter().count
