"""Finding a quotation in a chunk: the words must stand there, the typography may differ."""

import re
import unicodedata
from collections.abc import Iterator

_FOLDED = {
    "״": '"', "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "׳": "'", "’": "'", "‘": "'", "`": "'", "´": "'",
    "־": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-",
    "‹": "<",
}  # fmt: skip
FEWEST_SIGNS = 3
_ELLIPSES = ("...", "…", "[...]", "[…]")
_CUT_NUMBER = re.compile(r"\d[.,]?\0\d|\d\0[.,]\d")  # NUL: where the cut is


def find_quotation(quote: str, text: str) -> tuple[int, int] | None:
    """Return where `quote` stands in `text`, as code points (start, end), or None.

    Compared are letters and signs in order; white space, niqqud, invisible characters, letter case
    and the form of quotation marks and dashes are not. A number must stand there whole: "22 days"
    is not found in "122 days". A quotation with an ellipsis must have all its parts, in order; the
    span then runs from the first to the last.

    Raises nothing: a quotation of less than three letters stands everywhere, shows nothing, and is
    found nowhere.
    """
    if len(_fold(quote)[0]) < FEWEST_SIGNS:
        return None
    signs, places = _fold(text)
    span: tuple[int, int] | None = None
    for part in _parts(quote):
        found = _find_part(part, signs, places, text, after=span[1] if span else 0)
        if found is None:
            return None
        span = (span[0] if span else found[0], found[1])
    if span is None:
        return None
    return places[span[0]], _with_marks(text, places[span[1] - 1] + 1)


def _parts(quote: str) -> list[str]:
    """Return the parts round each ellipsis, as they are compared; empty ones left out."""
    for ellipsis in _ELLIPSES[1:]:
        quote = quote.replace(ellipsis, "...")
    folded = (_fold(part)[0] for part in quote.strip().strip('"“”„').split("..."))
    return [part for part in folded if part]


def _find_part(
    part: str, signs: str, places: list[int], text: str, *, after: int
) -> tuple[int, int] | None:
    """Return the first place of `part` among `signs` from `after` that cuts no number of `text`."""
    start = signs.find(part, after)
    while start >= 0:
        end = start + len(part)
        if not (_cuts_number(text, places[start]) or _cuts_number(text, places[end - 1] + 1)):
            return start, end
        start = signs.find(part, start + 1)
    return None


def _cuts_number(text: str, at: int) -> bool:
    return bool(_CUT_NUMBER.search(f"{text[max(at - 2, 0) : at]}\0{text[at : at + 2]}"))


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
