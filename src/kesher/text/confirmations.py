"""Whether a message is a person's yes to what was just asked."""

import tomllib
from functools import cache
from importlib.resources import files

from kesher.text.terms import index_terms

_FILE = "confirmations.toml"
_OPENING, _TURNING = 2, 4
"""A yes is one of the first two words; a "but not" among the first four takes it back."""


def asks_for_a_word(text: str) -> bool:
    """Tell whether a text asks somebody to confirm something."""
    return "?" in text.replace("؟", "?") and not _words("asks").isdisjoint(index_terms(text))


def says_yes(text: str) -> bool:
    """Tell whether a text begins with a yes, and with no "no"."""
    terms = index_terms(text)
    says = not _words("yes").isdisjoint(terms[:_OPENING])
    return says and _words("no").isdisjoint(terms[:_TURNING])


@cache
def _words(table: str) -> frozenset[str]:
    text = files("kesher.text").joinpath(_FILE).read_text(encoding="utf-8")
    return frozenset(index_terms(tomllib.loads(text)[table]["words"]))
