"""Which way a text runs, judged by what most of it is written in."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

Direction = Literal["ltr", "rtl"]

# Addresses are Latin in every language, so they say nothing of the text around them.
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\S+@\S+\.\w+|\S+[\\/]\S+[\\/]\S*")


@lru_cache(maxsize=4096)
def _strength(char: str) -> int:
    """Give +1 for a right-to-left letter, -1 for a left-to-right one, 0 for the rest."""
    bidi_class = unicodedata.bidirectional(char)
    return 1 if bidi_class in {"R", "AL"} else -1 if bidi_class == "L" else 0


def rtl_balance(text: Iterable[str]) -> int:
    """Count right-to-left characters less left-to-right ones."""
    return sum(map(_strength, text))


def without_addresses(text: str) -> str:
    """Put a blank for each web and mail address; a text without any comes back as it is."""
    if "/" in text or "@" in text or "\\" in text or "www." in text:
        return _ADDRESS.sub(" ", text)
    return text


def direction(text: str, *, default: Direction = "ltr") -> Direction:
    """Tell the direction of most of the letters of `text`.

    The first letter does not decide, as it does in a browser's `dir=auto`: "PDF של הנוהל" is
    Hebrew. Web and mail addresses do not count.

    Args:
        default: For text without letters, or with as many of one as of the other.
    """
    balance = rtl_balance(without_addresses(text))
    if balance == 0:
        return default
    return "rtl" if balance > 0 else "ltr"
