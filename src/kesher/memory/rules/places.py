"""Which words of a clause are part of a place's name: a town of several words, a street.

"לכפר סבא" names no grandfather and "רחוב הרצל" no person.
"""

from collections.abc import Iterator

from kesher.text.patterns import Line
from kesher.text.words import WordKind, readings

_STREET_WORDS = 3
_TOWNS = ("city", "country")
_PEOPLE = ("first_name", "kin")


def placed(line: Line) -> frozenset[int]:
    """Return the places, within the line, of words that belong to the name of a town or street."""
    finders = (_towns, _streets_after, _streets_before)
    return frozenset(at for finder in finders for at in finder(line))


def _towns(line: Line) -> Iterator[int]:
    for tags in line.tags:
        for tag in tags:
            if tag.entry.kind in _TOWNS and (
                tag.last - tag.first > 1 or not _is_somebody(line, tag.first)
            ):
                yield from range(tag.first, tag.last)


def _is_somebody(line: Line, at: int) -> bool:
    """Tell a town's name that people bear as well: Sofia, אריאל."""
    return any(tag.entry.kind in _PEOPLE for tag in line.tags[at])


def _streets_after(line: Line) -> Iterator[int]:
    """Yield the words behind "רחוב", "улица", "شارع" up to a number or a word that says little."""
    for at, word in enumerate(line.words):
        if not any(rest in line.sets["street_led"] for _, rest in readings(word.fold)):
            continue
        yield at
        for later in range(at + 1, min(at + 1 + _STREET_WORDS, len(line.words))):
            if not _names_street(line, later):
                break
            yield later
            if not _goes_on(line, later):
                break


def _names_street(line: Line, at: int) -> bool:
    word = line.words[at]
    little = line.light | line.sets["stopper"] | line.negators
    return word.kind is WordKind.WORD and word.fold not in little and at not in line.dates


def _goes_on(line: Line, at: int) -> bool:
    """Tell whether a street's name has a further word: a surname, one behind a hyphen or "בן"."""
    if at + 1 >= len(line.words):
        return False
    following = line.words[at + 1]
    surname = any(tag.entry.kind == "surname" for tag in line.tags[at + 1])
    known = any(tag.entry.kind == "first_name" for tag in line.tags[at])
    joined = following.glued and "-" in following.gap
    return (
        (surname and known)
        or joined
        or following.capital
        or line.words[at].fold in line.sets["particle"]
    )


def _streets_before(line: Line) -> Iterator[int]:
    """Yield the capitals before "Street", and that word: "Herzl Street", "King George Avenue"."""
    for at, word in enumerate(line.words):
        if not (word.capital and word.fold in line.sets["street_kind"]) or at == 0:
            continue
        first = at
        while first > max(0, at - _STREET_WORDS) and _is_capital(line, first - 1):
            first -= 1
        if first < at:
            yield from range(first, at + 1)


def _is_capital(line: Line, at: int) -> bool:
    return line.words[at].capital and line.words[at].fold not in line.no_name
