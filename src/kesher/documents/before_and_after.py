"""The line of a document that shows best what reading made of the file's own text layer. Pure."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_RTL = re.compile("[\u0590-\u05ff\u0600-\u06ff]")
_NUMBER = re.compile(r"\d")
_SHORTEST, _LONGEST, _EASY = 18, 110, 45
_SEEN_AT_A_GLANCE = 3


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page twice.

    Attributes:
        number: From 1.
        raw: The text layer as the file gives it.
        read: Our text, in logical order.
    """

    number: int
    raw: str
    read: str


@dataclass(frozen=True, slots=True)
class BeforeAndAfter:
    """One line of a page as ordinary tools take it from the file, and as we read it."""

    page_number: int
    before: str
    after: str


def clearest(pages: Sequence[RawPage]) -> BeforeAndAfter | None:
    """Return the line that its raw layer has with the same characters in another order.

    Of several: one with numbers, with up to three words in other places, of a length that is
    read at a glance. None: every line stands in its raw layer as it was read.
    """
    found = (pair for page in pages for pair in _pairs(page))
    return min(found, key=_obscurity, default=None)


def _pairs(page: RawPage) -> Iterator[BeforeAndAfter]:
    by_characters = _by_characters(page.raw.splitlines())
    for line in page.read.split("\n"):
        # A tab stands between cells of a table, which no raw line has.
        if not (_SHORTEST <= len(line) <= _LONGEST and _RTL.search(line)) or "\t" in line:
            continue
        before = by_characters.get(_characters(line))
        if before is not None and before.split() != line.split():
            yield BeforeAndAfter(page.number, before, line)


def _by_characters(lines: Sequence[str]) -> Mapping[str, str]:
    """Return the lines that are the only one of their characters, by these."""
    held: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        held[_characters(line)].append(" ".join(line.split()))
    return {characters: same[0] for characters, same in held.items() if len(same) == 1}


def _characters(line: str) -> str:
    plain = unicodedata.normalize("NFD", line)
    return "".join(sorted(char for char in plain if not char.isspace() and char.isprintable()))


def _obscurity(pair: BeforeAndAfter) -> tuple[bool, int, int]:
    words, were = pair.after.split(), pair.before.split()
    apart = sum(word != other for word, other in zip(words, were, strict=False))
    apart += abs(len(words) - len(were))
    return (
        _NUMBER.search(pair.after) is None,
        -min(apart, _SEEN_AT_A_GLANCE),
        abs(len(pair.after) - _EASY),
    )
