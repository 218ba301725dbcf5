"""Addresses by their parts: flat and entrance behind the street, one part put right in it all."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.sending import town_at
from kesher.text.patterns import Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, readings, words

_NUMBER = re.compile(r"\d+")
_HOUSE = "house"
Span = tuple[int, int]
Part = tuple[str, Span]


def parts_behind(clause: Clause, context: Context, at: int) -> tuple[list[Span], Slot | None]:
    """Return the spans of flat and entrance said behind a street, and the town beyond them.

    A floor, which is told by itself, or the town may stand between: "הרצל 5 קומה 2 דירה 3",
    "12 Oak Lane, Oxford, flat 3".

    Args:
        at: The word of the clause behind the street and its tail.
    """
    found, town = list(_parts(clause, at)), None
    here = context.following(clause)
    while here is not None and (_is_parts(here) or _is_short_town(here)):
        found += _parts(here, 0)
        town = town or town_at(here, range(len(here.words)))
        here = context.following(here)
    return found, town


def _parts(clause: Clause, at: int) -> Iterator[Span]:
    said = clause.words
    while at + 1 < len(said) and _label(said[at]):
        if said[at].fold in word_set("street_tail"):
            yield said[at].start, said[at + 1].end
        at += 2


def _is_parts(clause: Clause) -> bool:
    """Tell whether a clause has no words but parts, a town behind them left aside."""
    return len(clause.words) > 1 and bool(_label(clause.words[0])) and _numbered(clause.words[1])


def _numbered(word: Word) -> bool:
    return word.kind is not WordKind.WORD or len(word.fold) <= 1


def _is_short_town(clause: Clause) -> bool:
    tags = clause.line.tags[0]
    return any(tag.entry.kind == "city" and tag.last == len(clause.words) for tag in tags)


def _label(word: Word) -> str:
    """Return what a part of an address is called, "flat" and "apartment" alike; empty: none."""
    for _, rest in readings(word.fold):
        for name in ("flat_word", "entrance_word", "building_word", "floor_word"):
            if rest in word_set(name):
                return name
    return ""


def put_right(context: Context, address: str, denied: Sequence[str]) -> tuple[str, Span] | None:
    """Return an address with the part that a message puts right, and where the message says so.

    The part is found by its label ("flat 16"), by the wrong number that the message denies ("not
    6"), or by the street said again ("44 Weizmann"). None where nothing of these tells.

    Args:
        denied: Numbers that the message says are wrong.
    """
    old = _numbers(words(address))
    street = {word.fold for word in words(address) if word.kind is WordKind.WORD}
    for clause in context.clauses:
        for label, (start, end) in _numbers(clause.words):
            new = context.message.text[start:end]
            near = [word for word in clause.words if word.fold in street and not _label(word)]
            part = _part(old, label, near, denied, address)
            if new not in denied and part is not None and address[slice(*part)] != new:
                first = min([start, *(word.start for word in near)])
                last = max([end, *(word.end for word in near)])
                return address[: part[0]] + new + address[part[1] :], (first, last)
    return None


def _part(
    old: Sequence[Part], label: str, near: Sequence[Word], denied: Sequence[str], address: str
) -> Span | None:
    """Return the span, within the address, of the number that another one replaces."""
    labelled = [place for name, place in old if name == label]
    if label != _HOUSE:
        return labelled[0] if labelled else None
    wrong = [(name, place) for name, place in old if address[slice(*place)] in denied]
    if len(wrong) == 1 and (near or wrong[0][0] != _HOUSE):
        return wrong[0][1]
    return labelled[0] if near and labelled else None


def _numbers(said: Sequence[Word]) -> list[Part]:
    """Return the numbers among words with what they number: a house where no label is before."""
    return [
        (_label(said[at - 1]) if at and _label(said[at - 1]) else _HOUSE, (word.start, word.end))
        for at, word in enumerate(said)
        if word.kind is WordKind.NUMBER and word.text.isdigit()
    ]


def within(address: str, said: str) -> str:
    """Return what was said as part of a known address, whose town and flat stay.

    "44 Weizmann St" of "40 Weizmann St, Kfar Saba" is "44 Weizmann St, Kfar Saba"; what names
    another street, or has all of its own, stays as said.
    """
    known, told = words(address), words(said)
    folds = [word.fold for word in known]
    names = [word.fold for word in told if word.kind is WordKind.WORD]
    if not names or any(name not in folds for name in names) or len(told) >= len(known):
        return said
    changes = _changes(_numbers(known), _numbers(told), said)
    for (start, end), new in sorted(changes.items(), reverse=True):
        address = address[:start] + new + address[end:]
    return address


def _changes(known: Sequence[Part], told: Sequence[Part], said: str) -> Mapping[Span, str]:
    new = {label: said[slice(*place)] for label, place in told}
    return {place: new[label] for label, place in known if label in new}
