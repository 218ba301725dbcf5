"""Finding a quotation in a chunk: the words must stand there, the typography may differ."""

import unicodedata
from collections.abc import Iterator

_FOLDED = {
    "״": '"', "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "׳": "'", "’": "'", "‘": "'", "`": "'", "´": "'",
    "־": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-",
    "‹": "<",
}  # fmt: skip
_ELLIPSES = ("...", "…", "[...]", "[…]")


def find_quotation(quote: str, text: str) -> tuple[int, int] | None:
    """Return where `quote` stands in `text`, as code points (start, end), or None.

    Compared are letters and signs in order; white space, niqqud, invisible characters, letter case
    and the form of quotation marks and dashes are not. A quotation with an ellipsis must have all
    its parts, in order; the span then runs from the first to the last.

    Raises nothing: an empty quotation is found nowhere.
    """
    folded, places = _fold(text)
    start = at = None
    for part in _parts(quote):
        wanted, _ = _fold(part)
        found = folded.find(wanted, at or 0) if wanted else -1
        if found < 0:
            return None
        start = found if start is None else start
        at = found + len(wanted)
    if start is None or at is None:
        return None
    return places[start], _with_marks(text, places[at - 1] + 1)


def _parts(quote: str) -> list[str]:
    for ellipsis in _ELLIPSES[1:]:
        quote = quote.replace(ellipsis, "...")
    return [part for part in quote.strip().strip('"“”„').split("...") if part.strip()]


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the characters that are compared, and for each its place in `text`."""
    signs, places = [], []
    for place, char in enumerate(text):
        for sign in _compared(char):
            signs.append(sign)
            places.append(place)
    return "".join(signs), places


def _compared(char: str) -> Iterator[str]:
    for part in unicodedata.normalize("NFKD", _FOLDED.get(char, char)):
        category = unicodedata.category(part)
        if category in ("Mn", "Cf", "Cc") or part.isspace():
            continue
        yield from _FOLDED.get(part, part).casefold()


def _with_marks(text: str, end: int) -> int:
    while end < len(text) and unicodedata.category(text[end]) == "Mn":
        end += 1
    return end
