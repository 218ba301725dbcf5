"""Shares with their intervals."""

from math import sqrt

_Z = 1.959964  # 95%, two sides


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return the 95% interval of a share, as fractions; (0, 1) where nothing was tried.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    Journal of the American Statistical Association 22, 1927.
    """
    if tries == 0:
        return 0.0, 1.0
    share, z2 = hits / tries, _Z * _Z
    middle = share + z2 / (2 * tries)
    reach = _Z * sqrt(share * (1 - share) / tries + z2 / (4 * tries * tries))
    whole = 1 + z2 / tries
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def written(hits: int, tries: int) -> str:
    """Return "12/40 = 30.0% [18.1, 45.4]"."""
    if tries == 0:
        return "-"
    low, high = wilson(hits, tries)
    return f"{hits}/{tries} = {100 * hits / tries:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"
