"""Whether a message is a person's yes or no to what was just asked."""

import tomllib
from functools import cache
from importlib.resources import files

from kesher.text.terms import index_terms

_FILE = "confirmations.toml"
_OPENING, _TURNING = 2, 4
"""A yes is one of the first two words; a "but not" among the first four takes it back."""


def asks_for_a_word(text: str) -> bool:
    """Tell whether a text asks somebody to confirm a change.

    What asks whether to leave things as they are does not: a yes to it would mean its opposite.
    """
    terms = set(index_terms(text))
    asks = "?" in text.replace("؟", "?") and bool(_words("asks") & terms)
    return asks and not _words("leaves") & terms


def says_yes(text: str) -> bool:
    """Tell whether a text begins with a yes, and with no "no"."""
    terms = index_terms(text)
    says = not _words("yes").isdisjoint(terms[:_OPENING])
    return says and _words("no").isdisjoint(terms[:_TURNING])


def says_no(text: str) -> bool:
    """Tell whether a text is a clear no: it begins with one and asks to leave things as they are.

    "לא, תשאירו" and "no thanks" are; "לא יודע" and "no idea" are none.
    """
    terms = index_terms(text)
    said = set(terms[:_TURNING])
    refuses = bool(terms) and terms[0] in _words("no")
    return refuses and said <= _words("no") | _words("keep")


@cache
def _words(table: str) -> frozenset[str]:
    text = files("kesher.text").joinpath(_FILE).read_text(encoding="utf-8")
    return frozenset(index_terms(tomllib.loads(text)[table]["words"]))
