"""List numbers of a DOCX, which its text does not hold: they are counted as Word counts them.

Source: ISO/IEC 29500-1, sections 17.9 (numbering) and 17.18.59 (number formats).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import attribute, child, children, is_on, number_of, value_of

HEBREW_LETTERS = "אבגדהוזחטיכלמנסעפצקרשת"
RUSSIAN_LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"  # as Word numbers: without ё й ъ ы ь
ARABIC_ALPHABET = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي"
ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"
LATIN_LETTERS = "abcdefghijklmnopqrstuvwxyz"
INDIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
BULLET = "•"
NUMBER_LIMIT = 32_767  # as Word; letters and Roman numerals grow with the number
_THAI_DIGITS = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
_CHICAGO = "*†‡§"
_ZEROS = re.compile(r"(0+)1\b")
_ROMAN = [
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
]
_GEMATRIA = [
    *((400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע")),
    *((60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"), (10, "י"), (9, "ט"), (8, "ח")),
    *((7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א")),
]


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: how it counts and how its number is written.

    Attributes:
        text: The number's pattern, `%1` to `%9` standing for the levels' counts.
        restarts_after: The level (1-based) whose advance starts this one again; 0 for never,
            None for any higher level.
        suffix: What stands between the number and the text.
        legal: Whether all counts are written in digits here.
        style: The paragraph style that stands for this level, if any.
        has_picture: Whether its bullet is a picture.
        width: Digits that a number has at least, zeros before it.
    """

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restarts_after: int | None = None
    suffix: str = " "
    legal: bool = False
    style: str | None = None
    has_picture: bool = False
    width: int = 1


@dataclass(frozen=True, slots=True)
class ListDefinition:
    """One `w:num`: levels, which counters it shares, and where it starts anew."""

    counters: str
    levels: Mapping[int, Level]
    starts: Mapping[int, int]


@dataclass(slots=True)
class ListCounter:
    """Counts through a document; ask it for each numbered paragraph in reading order, once."""

    lists: Mapping[str, ListDefinition]
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def level_of_style(self, number_id: str, style: str) -> int:
        """Return the level that a paragraph style stands for in a list; 0 if none."""
        found = self.lists.get(number_id)
        levels = found.levels if found else {}
        return next((at for at, level in levels.items() if level.style == style), 0)

    def advance(self, number_id: str, at: int) -> str:
        """Count one paragraph and return its number with what separates it from the text.

        Returns:
            `"4.2(א) "`, `"• "`; empty where the list is unknown or shows nothing.
        """
        definition = self.lists.get(number_id)
        level = definition.levels.get(at) if definition else None
        if definition is None or level is None:
            return ""
        counts = self._counts.setdefault(definition.counters, {})
        counts[at] = self._next(number_id, definition, at, counts)
        for deeper in [other for other in counts if other > at]:
            if _restarts(definition.levels.get(deeper), at):
                del counts[deeper]
        for higher in range(at):
            counts.setdefault(higher, definition.levels.get(higher, Level()).start)
        return _written(level, definition.levels, counts)

    def _next(
        self, number_id: str, definition: ListDefinition, at: int, counts: Mapping[int, int]
    ) -> int:
        if at in definition.starts and (number_id, at) not in self._seen:
            self._seen.add((number_id, at))
            return definition.starts[at]
        return counts[at] + 1 if at in counts else definition.levels[at].start


def _restarts(level: Level | None, advanced: int) -> bool:
    if level is None or level.restarts_after is None:
        return True
    return advanced < level.restarts_after


def _written(level: Level, levels: Mapping[int, Level], counts: Mapping[int, int]) -> str:
    if level.format == "bullet":
        return BULLET + " " if level.text.strip() or level.has_picture else ""
    text = level.text
    for at in range(9):
        mark = f"%{at + 1}"
        if mark in text:
            other = levels.get(at, Level())
            style = "decimal" if level.legal and other.format != "none" else other.format
            written = format_number(counts.get(at, other.start), style)
            text = text.replace(mark, written.zfill(other.width) if written else "")
    return text + level.suffix if text.strip() else ""


def format_number(number: int, style: str) -> str:
    """Write a count in one of Word's number formats; digits where the format is not known."""
    write = _FORMATS.get(style)
    is_counted = 0 < number <= NUMBER_LIMIT or style in ("none", "bullet")
    return write(number) if write and is_counted else str(number)


def _summed(parts: list[tuple[int, str]], number: int) -> str:
    """Write a number by taking the largest parts first, as Roman and Hebrew numerals do."""
    written = ""
    for worth, letters in parts:
        written += letters * (number // worth)
        number %= worth
    return written


def _gematria(number: int) -> str:
    written = _summed(_GEMATRIA, number)
    # 15 and 16 are written 9+6 and 9+7, so as not to write the Name.
    return written.replace("יה", "טו").replace("יו", "טז")


def _repeated(letters: str) -> Callable[[int], str]:
    """Letters in turn, then doubled, then trebled: z, aa, bb."""
    return lambda number: letters[(number - 1) % len(letters)] * ((number - 1) // len(letters) + 1)


def _hebrew_alphabet(number: int) -> str:
    rounds, at = divmod(number - 1, len(HEBREW_LETTERS))
    return HEBREW_LETTERS[-1] * rounds + HEBREW_LETTERS[at]


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def _chicago(number: int) -> str:
    rounds, at = divmod(number - 1, len(_CHICAGO))
    return _CHICAGO[at] * (rounds + 1)


def _circled(number: int) -> str:
    return chr(0x2460 + number - 1) if number <= 20 else str(number)


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02}",
    "decimalEnclosedParen": lambda number: f"({number})",
    "decimalEnclosedFullstop": lambda number: f"{number}.",
    "decimalEnclosedCircle": _circled,
    "ordinal": _ordinal,
    "chicago": _chicago,
    "bullet": lambda _: "",
    "thaiNumbers": lambda number: str(number).translate(_THAI_DIGITS),
    "numberInDash": lambda number: f"- {number} -",
    "hindiNumbers": lambda number: str(number).translate(INDIC_DIGITS),
    "none": lambda _: "",
    "lowerRoman": lambda number: _summed(_ROMAN, number),
    "upperRoman": lambda number: _summed(_ROMAN, number).upper(),
    "lowerLetter": _repeated(LATIN_LETTERS),
    "upperLetter": _repeated(LATIN_LETTERS.upper()),
    "hebrew1": _gematria,
    "hebrew2": _hebrew_alphabet,
    "arabicAlpha": _repeated(ARABIC_ALPHABET),
    "arabicAbjad": _repeated(ARABIC_ABJAD),
    "russianLower": _repeated(RUSSIAN_LETTERS),
    "russianUpper": _repeated(RUSSIAN_LETTERS.upper()),
}


def read_lists(numbering: _Element | None) -> dict[str, ListDefinition]:
    """Return the lists of a numbering part by their id, abstract lists and overrides joined."""
    if numbering is None:
        return {}
    abstract = {
        attribute(element, "abstractNumId"): element
        for element in children(numbering, "abstractNum")
    }
    by_style = {
        name: element
        for element in abstract.values()
        if (name := value_of(child(element, "styleLink")))
    }
    lists = {}
    for element in children(numbering, "num"):
        base = abstract.get(value_of(child(element, "abstractNumId")))
        if base is not None:
            linked = value_of(child(base, "numStyleLink"))
            lists[attribute(element, "numId")] = _definition(element, by_style.get(linked, base))
    return lists


def _definition(number: _Element, base: _Element) -> ListDefinition:
    levels = dict(_levels(base))
    starts = {}
    for override in children(number, "lvlOverride"):
        levels |= dict(_levels(override))
        start = number_of(child(override, "startOverride"))
        if start is not None:
            starts[_at(override)] = start
    return ListDefinition(attribute(base, "abstractNumId"), levels, starts)


def _levels(parent: _Element) -> Iterator[tuple[int, Level]]:
    for element in children(parent, "lvl"):
        yield _at(element), _level(element)


def _at(element: _Element) -> int:
    place = attribute(element, "ilvl")
    return int(place) if place.isdecimal() and len(place) == 1 else 0


def _level(element: _Element) -> Level:
    start = number_of(child(element, "start"))
    format_, pattern = _format(element)
    zeros = _ZEROS.match(pattern)
    return Level(
        start=1 if start is None else start,
        format=format_,
        text=value_of(child(element, "lvlText")),
        restarts_after=number_of(child(element, "lvlRestart")),
        suffix="" if value_of(child(element, "suff")) == "nothing" else " ",
        legal=bool(is_on(child(element, "isLgl"))),
        style=value_of(child(element, "pStyle")) or None,
        has_picture=child(element, "lvlPicBulletId") is not None,
        width=len(zeros[1]) + 1 if zeros else 1,
    )


def _format(element: _Element) -> tuple[str, str]:
    """Return a level's number format, and the pattern of one that is its writer's own.

    Newer Word wraps such a one (`001, 002, ...`) in alternatives, beside a known one for others.
    """
    found = [child(element, "numFmt"), *element.iter("{*}numFmt")]
    formats = [format_ for format_ in found if format_ is not None]
    pattern = next((text for each in formats if (text := attribute(each, "format"))), "")
    known = [value_of(each) for each in formats if value_of(each) != "custom"]
    return (known[0] if known else "decimal"), pattern
