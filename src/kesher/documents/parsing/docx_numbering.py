"""List numbers of a DOCX, which its text does not hold: they are counted as Word counts them.

Source: ISO/IEC 29500-1, sections 17.9 (numbering) and 17.18.59 (number formats).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import attribute, child, children, number_of, value_of

HEBREW_LETTERS = "אבגדהוזחטיכלמנסעפצקרשת"
RUSSIAN_LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"  # as Word numbers: without ё й ъ ы ь
ARABIC_ALPHABET = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي"
ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"
LATIN_LETTERS = "abcdefghijklmnopqrstuvwxyz"
INDIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
BULLET = "•"
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
    """

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restarts_after: int | None = None
    suffix: str = " "
    legal: bool = False
    style: str | None = None


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
        return BULLET + " " if level.text.strip() else ""
    text = level.text
    for at in range(9):
        mark = f"%{at + 1}"
        if mark in text:
            other = levels.get(at, Level())
            style = "decimal" if level.legal and other.format != "none" else other.format
            text = text.replace(mark, format_number(counts.get(at, other.start), style))
    return text + level.suffix if text.strip() else ""


def format_number(number: int, style: str) -> str:
    """Write a count in one of Word's number formats; digits where the format is not known."""
    write = _FORMATS.get(style)
    return write(number) if write and (number > 0 or style == "none") else str(number)


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


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02}",
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
            starts[int(attribute(override, "ilvl") or 0)] = start
    return ListDefinition(attribute(base, "abstractNumId"), levels, starts)


def _levels(parent: _Element) -> Iterator[tuple[int, Level]]:
    for element in children(parent, "lvl"):
        yield int(attribute(element, "ilvl") or 0), _level(element)


def _level(element: _Element) -> Level:
    start = number_of(child(element, "start"))
    legal = child(element, "isLgl")
    return Level(
        start=1 if start is None else start,
        format=value_of(child(element, "numFmt")) or _extended_format(element),
        text=value_of(child(element, "lvlText")),
        restarts_after=number_of(child(element, "lvlRestart")),
        suffix="" if value_of(child(element, "suff")) == "nothing" else " ",
        legal=legal is not None and value_of(legal) not in ("0", "false"),
        style=value_of(child(element, "pStyle")) or None,
    )


def _extended_format(element: _Element) -> str:
    """Newer Word wraps an unusual format in alternatives; the fallback is always a known one."""
    found = [value_of(format_) for format_ in element.iter("{*}numFmt")]
    return found[-1] if found else "decimal"
