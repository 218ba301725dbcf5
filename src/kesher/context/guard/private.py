"""Numbers that identify the person, on their way out: did the person ask to send them?"""

import re
from collections.abc import Iterator

from kesher.context.guard.folding import fold
from kesher.context.guard.material import Material
from kesher.context.guard.standing import is_in
from kesher.context.guard.words.private import EVERYTHING, MEANINGS
from kesher.domain.json_value import Json

# A passport, a card, an account, a telephone: digits, perhaps after letters or in groups.
_IDENTIFIER = re.compile(r"(?<![\w@./-])\+?[^\W\d_]{0,4}\d(?:[ -]?[^\W_]){4,33}(?![\w@])")
_LEAST_DIGITS = 6
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\b.*|\d{2}-\d{2}-\d{4}\b.*")
_LABEL = re.compile(r"[^\W\d]{2,}")
_LABEL_CHARS = 60
_EVERYTHING = re.compile(EVERYTHING)
_MEANINGS = tuple(re.compile(pattern) for pattern in MEANINGS)


def unasked_identifier(value: Json, material: Material) -> str | None:
    """Return an identifying number in outgoing words that the person did not ask to send.

    Only numbers that our own side told, and neither the person nor others, count. The person asked
    for one by the name that it has beside it ("passport"), in any of four languages.
    """
    for found in _identifiers(str(value)):
        if any(is_in(found, text) for text in material.asked):
            continue
        labels = [label for text in material.trusted for label in _labels(found, text)]
        if labels and not any(_is_asked(label, material) for label in labels):
            return found
    return None


def _identifiers(text: str) -> Iterator[str]:
    for match in _IDENTIFIER.finditer(text):
        found = match.group().strip(" -")
        enough = sum(char.isdigit() for char in found) >= _LEAST_DIGITS
        if enough and not _DATE.fullmatch(found):
            yield found


def _labels(found: str, text: str) -> Iterator[str]:
    """Yield what stands before each place of a number in a text, folded."""
    shown, wanted = fold(text), fold(found)
    at = shown.find(wanted)
    while at >= 0:
        words = _LABEL.findall(shown[max(0, at - _LABEL_CHARS) : at].replace("_", " "))
        yield " ".join(words[-2:])
        at = shown.find(wanted, at + 1)


def _is_asked(label: str, material: Material) -> bool:
    for text in material.asked:
        shown = fold(text)
        if _EVERYTHING.search(shown) or any(word in shown.split() for word in label.split()):
            return True
        if any(each.search(label) and each.search(shown) for each in _MEANINGS):
            return True
    return False
