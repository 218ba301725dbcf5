"""Pieces of four letters: they find what is misspelt, run together or inflected unlike all rules.

Source:
    McNamee and Mayfield, "Character N-Gram Tokenization for European Language Text Retrieval",
    Information Retrieval 7, 2004.
"""

import re
from collections.abc import Callable

from kesher.text.terms import folded, telling_tokens

_GRAM_CHARS = 4
_BETWEEN = "_"
_WORD = re.compile(r"[^\W_]+")

# Common pieces say little and are slow to search by: with its 32 rarest a question finds the right
# passage as often as with all (HeQ val: R@1 92.4 with each, function words included; 90.7 with 16).
_ASKED_AT_MOST = 32


def grams(text: str) -> list[str]:
    """Return each run of four characters of the text, in order, repeated as they occur.

    Letters are folded as for terms. A sign stands before, between and after words, so that a run
    tells where a word begins and goes on into the next. A shorter text is one piece.
    """
    words = _WORD.findall(folded(text))
    if not words:
        return []
    line = f"{_BETWEEN}{_BETWEEN.join(words)}{_BETWEEN}"
    if len(line) < _GRAM_CHARS:
        return [line]
    return [line[at : at + _GRAM_CHARS] for at in range(len(line) - _GRAM_CHARS + 1)]


def asked_grams(text: str, frequency: Callable[[str], int]) -> list[str]:
    """Return the rarest pieces of a question's telling words that the room has, rarest first.

    Pieces of question and function words are left out: in a room of another language, the one
    passage that quotes a sentence would stand out by them for every question.

    Args:
        frequency: Gives the number of the room's passages that hold a piece.
    """
    telling = " ".join(dict.fromkeys(word for word, _ in telling_tokens(text)))
    counted = [(frequency(gram), gram) for gram in dict.fromkeys(grams(telling))]
    held = sorted((count, place, gram) for place, (count, gram) in enumerate(counted) if count)
    return [gram for _, _, gram in held[:_ASKED_AT_MOST]]
