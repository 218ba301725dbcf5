"""Which way each bracket of a line faces.

A bracket's code point carries no direction: some writers store the logical bracket, some the drawn
one, and pdfium swaps them by itself inside what it takes for right-to-left text. Pairing tells.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kesher.documents.parsing.pdf_comparisons import COMPARISONS
from kesher.text import bidi
from kesher.text.bidi import BRACKETS, CLOSING, OPENING

MIRRORED = frozenset(bidi.MIRRORED)
_HABITUAL = MIRRORED - COMPARISONS


class Draft(NamedTuple):
    """A cell in logical order whose brackets may still face the wrong way.

    Attributes:
        parts: m units.
        rows: m rows of the page's characters, -1 for a space.
        leftwards: m times 1 for a unit that is drawn right to left, 0 for one left to right; empty
            where no unit has a mirror image.
    """

    parts: tuple[str, ...]
    rows: tuple[int, ...]
    leftwards: tuple[int, ...]


def bracket_habit(drafts: Sequence[Draft]) -> bool:
    """Tell whether a page stores turned what it draws from right to left.

    Brackets that find their other in their cell show it.
    """
    turned = kept = 0
    for draft in drafts:
        if not draft.leftwards:
            continue
        places = [bracket.start() for bracket in bidi.BRACKET.finditer(bidi.firsts(draft.parts))]
        places = [at for at in places if draft.leftwards[at]]
        if not places:
            continue
        if _is_sound(draft.parts, places):
            kept += len(places)
        elif len(places) > 1 and _is_sound([_turned(unit) for unit in draft.parts], places):
            turned += len(places)
    return turned > kept


def settled(draft: Draft, habit: bool) -> list[str]:
    """Give a draft's units with each bracket and quote facing as it should.

    Signs of comparison are as drawn already.

    Args:
        habit: What `bracket_habit` says of the page.
    """
    parts = draft.parts
    if not draft.leftwards:
        return list(parts)
    if habit:
        both = zip(parts, draft.leftwards, strict=True)
        parts = tuple(_turned(unit) if leftwards else unit for unit, leftwards in both)
    return pair_brackets(parts)


def _turned(unit: str) -> str:
    return bidi.MIRRORED[unit[0]] + unit[1:] if unit[0] in _HABITUAL else unit


def pair_brackets(text: Sequence[str]) -> list[str]:
    """Turn the brackets of a logical line so that they pair, whichever way each was stored.

    Each bracket keeps its kind. Of all ways to turn them the cheapest is taken: a bracket that
    faces a blank it should hug costs most, then an unpaired one, since its other may stand on
    another line, then each that was turned.
    """
    found, drawn = list(text), bidi.firsts(text)
    places = [bracket.start() for bracket in bidi.BRACKET.finditer(drawn)]
    if _is_sound(text, places):
        return found
    by_kind: dict[str, list[int]] = {}
    for place in places:
        by_kind.setdefault(CLOSING.get(drawn[place], drawn[place]), []).append(place)
    for kind, own in by_kind.items():
        brackets = tuple(_bracket_at(text, drawn, place, kind) for place in own)
        for place, opens in zip(own, _cheapest(brackets), strict=True):
            found[place] = (kind if opens else OPENING[kind]) + text[place][1:]
    return found


def _is_sound(text: Sequence[str], places: Sequence[int]) -> bool:
    """Tell whether brackets pair as they are stored, each hugging what it encloses."""
    stack = []
    for place in places:
        opens = text[place][0] in OPENING
        before = text[place - 1] if place else " "
        after = text[place + 1] if place + 1 < len(text) else " "
        if _fit_cost(before, after, opens=opens):
            return False
        if opens:
            stack.append(place)
        elif not stack or text[stack[-1]][0] != CLOSING[text[place][0]] or stack.pop() == place - 1:
            return False
    return not stack


_UNPAIRED, _BLANK_INSIDE, _EMPTY, _TURNED, _CHANGED, _LETTER_AFTER = 2.0, 3.0, 3.0, 0.5, 0.5, 0.5
# Marks that follow what they part, so that none begins what is in brackets.
_NEVER_FIRST = frozenset(",;:.!?")
# What may stand before the bracket of a list's number, which needs no other: "1)", "ב)".
_LIST_NUMBER = re.compile(r"(?:^|[\s;,:])[\w'׳]{1,3}$")
_LIST_NUMBER_CHARS = 3
_LISTED = 0.25
_Way = tuple[float, list[bool]]


class _Bracket(NamedTuple):
    """What each way to turn a bracket costs.

    Attributes:
        opened: Whether it is stored so that it opens.
        closing, opening: What its neighbours make each way cost.
        unpaired: What it costs that it closes nothing.
        is_empty: Whether it stands right behind another bracket.
    """

    opened: bool
    closing: float
    opening: float
    unpaired: float
    is_empty: bool


def _bracket_at(text: Sequence[str], drawn: str, place: int, kind: str) -> _Bracket:
    before = text[place - 1] if place else " "
    after = text[place + 1] if place + 1 < len(text) else " "
    # One more than a list's number has, so that the pattern's start is the line's.
    led_by = drawn[max(place - _LIST_NUMBER_CHARS - 1, 0) : place]
    return _bracket(drawn[place] == kind, led_by, before, after)


@lru_cache(maxsize=4096)
def _bracket(opened: bool, led_by: str, before: str, after: str) -> _Bracket:
    """Judge a bracket by what stands right before and after it.

    Args:
        led_by: A character or more that `before` ends.
    """
    # The bracket of a list's number has a blank behind it, or nothing.
    ends_number = not after[0].strip() and _LIST_NUMBER.search(led_by)
    return _Bracket(
        opened,
        _fit_cost(before, after, opens=False),
        _fit_cost(before, after, opens=True),
        _LISTED if ends_number else _UNPAIRED,
        before[0] in BRACKETS,
    )


@lru_cache(maxsize=4096)
def _cheapest(brackets: tuple[_Bracket, ...]) -> tuple[bool, ...]:
    """Choose for each bracket of one kind whether it opens.

    Keeps the cheapest way to each depth and last turn, as files turn all brackets or none.
    """
    ways: dict[tuple[int, bool], _Way] = {(0, False): (0.0, [])}
    for bracket in brackets:
        after: dict[tuple[int, bool], _Way] = {}
        for (depth, turned_before), (cost, chosen) in ways.items():
            for opens in (True, False):
                turned = opens != bracket.opened
                paid = cost + (bracket.opening if opens else bracket.closing)
                paid += _TURNED * turned + _CHANGED * (turned != turned_before)
                if not opens and chosen and chosen[-1] and bracket.is_empty:
                    paid += _EMPTY
                if depth == 0 and not opens:
                    paid += bracket.unpaired
                key = (max(depth + (1 if opens else -1), 0), turned)
                if key not in after or paid < after[key][0]:
                    after[key] = (paid, [*chosen, opens])
        ways = after
    _, best = min(ways.items(), key=lambda way: way[1][0] + _UNPAIRED * way[0][0])
    return tuple(best[1])


def _fit_cost(before: str, after: str, *, opens: bool) -> float:
    """Judge a bracket by its neighbours: it hugs what it encloses."""
    inner, outer = (after, before) if opens else (before, after)
    if inner.isspace() or (opens and inner in _NEVER_FIRST):
        return _BLANK_INSIDE
    return _LETTER_AFTER if not opens and outer.isalnum() else 0.0
