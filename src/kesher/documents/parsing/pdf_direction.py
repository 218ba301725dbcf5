"""Which way the lines of a page run: by their letters, and where those mislead, by their place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kesher.documents.parsing.pdf_lines import Cell, DrawnLine
from kesher.text.direction import Direction, rtl_balance, without_addresses

# Marks that end a sentence or a phrase; drawn at an end of a line they tell that end.
_ENDS = frozenset(".,:;!?\u2026\u060c\u061b\u061f")
_FLUSH = 0.7  # of the em
# A line of both scripts runs as its page does, unless one outweighs the other by so much.
_FOREIGN = 4
# A plus after a whole number is no sign: "7+" years.
_SIGN_LEFT = re.compile("[-<>\u00b1\u2212\u2264\u2265~\u2248] ?\\d|\\+(?:\\d+(?:[.,]\\d|%)|\\d{3})")
_LETTER = re.compile("[^\\W\\d_]")
_SHEQEL_RIGHT = re.compile("\\d \u20aa$")
# At the right end of a drawn line: a section's number beside a word that runs leftwards, where it
# must come first, and one beside a Latin word, where the drawing does not tell.
_SURE_NUMBER = re.compile("[\u0590-\u06ff][^\\w\\s]* (?:(\\d+(?:\\.\\d+)+)|\\.(\\d+))$")
_POINT_LED = re.compile(
    "\\.(?:\\d{1,3}(?:\\.\\d{1,3})*|[\u05d0-\u05ea])(?= [\"'(]?[\u0590-\u06ff])"
)
_HYPHEN_FIRST = re.compile("(?<= )[-\u2010](?=[A-Za-z]+$)")
_DOUBTFUL_NUMBER = re.compile("[^\\W\\d_\u0590-\u06ff][^\\w\\s]*( )(\\d+(?:\\.\\d+)+)$")


@dataclass(frozen=True, slots=True)
class SectionNumber:
    """A number that surely begins a right-to-left line, and the right edge of its line."""

    parts: tuple[int, ...]
    right: float

    def is_kin(self, parts: tuple[int, ...]) -> bool:
        """Tell another number of the same section, or one right above or below this."""
        own = self.parts
        beside = own != parts and own[:-1] == parts[:-1]
        return beside or own == parts[:-1] or own[:-1] == parts


def section_number(drawn: str, cell: Cell) -> SectionNumber | None:
    """Read the number that begins a right-to-left line, given its rightmost cell as drawn."""
    found = _SURE_NUMBER.search(drawn)
    return SectionNumber(_parts(found[1] or found[2]), cell.right) if found else None


def place_before_number(
    drawn: str, cell: Cell, em: float, sure: Sequence[SectionNumber]
) -> int | None:
    """Find the blank that parts a section's number from the Latin word left of it.

    "VPN 13.3" is drawn of "13.3 VPN" and of "VPN 13.3" alike. It is a section's number where
    kindred numbers begin lines at the same edge.
    """
    found = _DOUBTFUL_NUMBER.search(drawn)
    if not found:
        return None
    parts = _parts(found[2])
    near = [number for number in sure if abs(number.right - cell.right) < _FLUSH * em]
    return found.start(1) if any(number.is_kin(parts) for number in near) else None


def hyphen_of_broken_word(text: str) -> int | None:
    """Give the place of a hyphen before the Latin word that ends a right-to-left line.

    Drawn right of the word it begins it, as in "-v", or ends it: where the line below goes on in
    Latin letters, the word was broken.
    """
    found = _HYPHEN_FIRST.search(text)
    return found.start() if found else None


def point_led_number(text: str) -> int:
    """Give where a number ends that its point was drawn right of, as in ".3 הדיון", else 0.

    Writers that set a list's number apart, from left to right, draw it so.
    """
    found = _POINT_LED.match(text)
    return found.end() if found else 0


def _parts(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def page_direction(units: Sequence[str], classes: str) -> Direction:
    """Tell the direction of most of the letters of a page.

    Args:
        classes: What `bidi.classes_of` says of the units.
    """
    return "rtl" if sum(_sides("".join(units), units, classes)) > 0 else "ltr"


def _sides(text: str, units: Sequence[str], classes: str) -> tuple[int, int]:
    """Count letters that run leftwards, and, below 0, those that run rightwards."""
    right, left = classes.count("R") + classes.count("A"), -classes.count("L")
    if len(text) > len(units):
        inner = list(map(_balance, "".join(unit[1:] for unit in units)))
        right, left = right + inner.count(1), left - inner.count(-1)
    return right, left


def cell_direction(
    units: Sequence[str], classes: str, cell: Cell, page: Direction, lines: Sequence[DrawnLine]
) -> Direction:
    """Tell the direction of a cell.

    Hebrew words among longer Latin ones may be fewer than half of a Hebrew line's letters, and a
    Latin line of a Hebrew page may run either way. There a full stop at an end of the line
    decides, then how few the page's own letters are and which margin the line keeps to.

    Args:
        units: The cell's as drawn, left to right.
        classes: What `bidi.classes_of` says of them.
        lines: All lines of the page, for its margins.
    """
    drawn = units if isinstance(units, str) else "".join(units)
    right, left = _sides(drawn, units, classes)
    if not right and not left:
        return _direction_without_letters(drawn, page)
    plain = without_addresses(drawn)
    balance = right + left if plain is drawn else rtl_balance(plain)
    judged: Direction = "rtl" if balance > 0 else "ltr"
    if balance == 0 or judged == page:
        return page
    ends_left, ends_right = drawn[0] in _ENDS, drawn[-1] in _ENDS
    if ends_left != ends_right:
        return "rtl" if ends_left else "ltr"
    own, other = (right, -left) if page == "rtl" else (-left, right)
    if not own:
        return judged
    return page if other < _FOREIGN * own or _keeps_to_start(cell, page, lines) else judged


@lru_cache(maxsize=4096)
def _balance(char: str) -> int:
    """Give a character's direction: 1 rightmost first, -1 leftmost first, 0 none of its own."""
    return rtl_balance(char)


def _direction_without_letters(drawn: str, page: Direction) -> Direction:
    """Tell how an amount runs by what stands first in amounts.

    A sign goes before its number and the sheqel sign after it, whichever way the cell was set.
    """
    if page == "ltr":
        return page
    if _SIGN_LEFT.match(drawn) or _SHEQEL_RIGHT.search(drawn):
        return "ltr"
    return page


def _keeps_to_start(cell: Cell, page: Direction, lines: Sequence[DrawnLine]) -> bool:
    """Tell whether a cell stands at the margin where lines of the page's direction begin."""
    reach = [_FLUSH * line.level.em for line in lines]
    pairs = list(zip(lines, reach, strict=True))
    at_right = sum(abs(line.cells[-1].right - cell.right) < near for line, near in pairs)
    at_left = sum(abs(line.cells[0].left - cell.left) < near for line, near in pairs)
    return at_right > at_left if page == "rtl" else at_left > at_right
