"""The terms by which a room is searched: every word as written, and loosened beside it.

A form or spelling that is not the one asked for meets it by the loose term alone, and so counts
for less than the word itself.
"""

from collections.abc import Callable
from functools import lru_cache

from kesher.text import hebrew, stems
from kesher.text.terms import telling_tokens, tokens

WRITTEN_MARK = "="
"""Begins the term of a word as written; no other term has the sign."""

# Chosen on HeQ val and ParaShoot dev: 0.5 gave R@1 93.0 and 91.4, 1.0 92.8 and 91.0.
_WRITTEN_WEIGHT = 0.5

_WORDS_KEPT = 32_768


def search_terms(text: str) -> list[str]:
    """Return the terms of a passage, repeated as they occur: two of each of `terms.tokens`.

    One is the word as written, with its mark; the other what `terms.index_terms` gives, loosened
    further where it is Hebrew. No term holds white space.
    """
    return [term for word, base in tokens(text) for term in (WRITTEN_MARK + word, _loosened(base))]


def asked_terms(text: str, known: Callable[[str], bool]) -> dict[str, float]:
    """Return the terms of a question with their weights, in order.

    Where the room lacks a word as it is asked for, but has it without its prefix letters, or a word
    of two letters behind some, that counts in its stead: "ביד" finds "יד". Letters that are
    written onto Arabic words come off likewise.

    Args:
        known: Tells whether the room has a term that `search_terms` gives.
    """
    weights: dict[str, float] = {}
    for word, base in telling_tokens(text):
        weights.setdefault(WRITTEN_MARK + word, _WRITTEN_WEIGHT)
        weights.setdefault(_loosened(base), 1.0)
        if not known(WRITTEN_MARK + word):
            kin = (*hebrew.short_kin(word), *stems.arabic_kin(word))
            held = filter(known, (WRITTEN_MARK + other for other in kin))
            weights.update(dict.fromkeys(held, 1.0))
    return weights


@lru_cache(maxsize=_WORDS_KEPT)
def _loosened(term: str) -> str:
    return hebrew.loosened(term) if "א" <= term[0] <= "ת" else term
