"""The page numbers that are printed on pages: "3", "- 3 -", "עמוד 3 מתוך 12", "iv", "ג"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

_WORD = r"(?:עמוד|עמ['׳]|דף|page|pg\.?|p\.|страница|стр\.|с\.|صفحة|ص)"
_OF = r"(?:\s*(?:מתוך|of|/|из|من)\s*\d{1,5})?"
_LETTERS = "[א-ת]{1,3}['׳]?|[א-ת]{1,2}[\"״][א-ת]"
_ROMAN = "(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_DECORATION = r"[\s\-–—|.·•*~\[\]()]*"
_ALONE = re.compile(
    rf"{_DECORATION}(?P<word>{_WORD})?\s*(?P<number>\d{{1,5}}|{_ROMAN}|{_LETTERS}){_OF}{_DECORATION}",
    re.IGNORECASE,
)
_WORDED = re.compile(rf"(?<!\w){_WORD}\s*(\d{{1,5}})(?!\d){_OF}", re.IGNORECASE)
# A number by itself: no date, sum, time or section.
_DIGITS = re.compile(r"(?<![\w.,:/\-])(\d{1,4})(?![\w:\-]|[.,]\d|/\d+/)")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_NEAR_POINTS = 8.0
_NEIGHBOURS = (1, -1, 2, -2)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number that may be a page's.

    Attributes:
        line: Index of its line on the page.
        distance: From the edge of the page to the line, in points; below zero from the foot.
        text, value: As printed, and the number that it stands for.
        is_alone: Whether the line says nothing else.
        is_worded: Whether it is said to be a page's.
    """

    line: int
    distance: float
    text: str
    value: int
    is_alone: bool
    is_worded: bool


def numbers_in(text: str, *, line: int, distance: float) -> Iterator[PrintedNumber]:
    """Yield the numbers of a line that may be its page's, the likeliest first."""
    alone = _ALONE.fullmatch(text)
    if alone:
        number = alone["number"]
        yield PrintedNumber(line, distance, number, _value(number), True, bool(alone["word"]))
        return
    for worded in _WORDED.finditer(text):
        yield PrintedNumber(line, distance, worded[1], int(worded[1]), False, True)
    for found in _DIGITS.finditer(text):
        yield PrintedNumber(line, distance, found[1], int(found[1]), False, False)


def page_numbers(pages: Sequence[Iterable[PrintedNumber]]) -> dict[int, PrintedNumber]:
    """Choose each page's number: one that counts on with a page near by, at the same place.

    Args:
        pages: What may be the number of each page, in order.

    Returns:
        By the page's index; pages without a sure number are missing. In a file of one page a number
        is sure if it is called a page's.
    """
    held = [list(numbers) for numbers in pages]
    if len(held) == 1:
        sure = [number for number in held[0] if number.is_worded]
        return {0: sure[0]} if sure else {}
    found: dict[int, PrintedNumber] = {}
    for at, numbers in enumerate(held):
        sure = [number for number in numbers if _counts_on(number, at, held)]
        if sure:
            found[at] = max(sure, key=lambda number: (number.is_worded, number.is_alone))
    return found


def _counts_on(number: PrintedNumber, at: int, pages: Sequence[Sequence[PrintedNumber]]) -> bool:
    for step in _NEIGHBOURS:
        if 0 <= at + step < len(pages) and any(
            other.value == number.value + step
            and abs(other.distance - number.distance) <= _NEAR_POINTS
            and other.is_alone == number.is_alone
            for other in pages[at + step]
        ):
            return True
    return False


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    if number[0].lower() in _ROMAN_VALUES:
        return _roman(number.lower())
    return sum(_HEBREW_VALUES.get(letter, 0) for letter in number)


def _roman(number: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in number]
    following = [*values[1:], 0]
    pairs = zip(values, following, strict=True)
    return sum(-value if value < after else value for value, after in pairs)


_HEBREW_VALUES: Mapping[str, int] = {
    **{letter: value for value, letter in enumerate("אבגדהוזחט", start=1)},
    **{letter: 10 * value for value, letter in enumerate("יכלמנסעפצ", start=1)},
    **{letter: 100 * value for value, letter in enumerate("קרשת", start=1)},
}
