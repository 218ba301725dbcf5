"""The Unicode bidirectional algorithm, both ways: logical order to drawn order, and back.

Works on *units*: a base character with the marks that follow it. A string is taken as its units by
`units`; every function also takes a list of units, so that a caller can keep track of each.
Explicit embeddings and isolates are not handled: text is cleaned of them first (`normalize`).

Source: Unicode Standard Annex 9, revision 48 (rules W1–W7, N0–N2, I1–I2, L2–L4).
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache

from kesher.text.direction import Direction

# One letter for each bidirectional class, so that the rules become regular expressions.
_CLASS_LETTERS = {
    "L": "L", "R": "R", "AL": "A", "EN": "E", "AN": "n", "ES": "S", "ET": "T", "CS": "C",
    "NSM": "N", "WS": "W", "B": "W", "S": "W",
}  # fmt: skip
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "‹": "›", "⟨": "⟩", "⁅": "⁆"}
MIRRORED = {**_PAIRS, **{close: opening for opening, close in _PAIRS.items()}, "≤": "≥", "≥": "≤"}
# Angle quotation marks and inequality signs are mirrored but are not brackets of rule N0.
_OPENING = {opening: _PAIRS[opening] for opening in "([{⟨⁅"}
_CLOSING = {close: opening for opening, close in _OPENING.items()}
_BRACKETS = frozenset(_OPENING) | frozenset(_CLOSING)

_LEVELS = {
    side: bytes.maketrans(b"RLEn", bytes((1, 2 if side == "R" else 0, 2, 2))) for side in "RL"
}
# The rules as patterns over class letters.
_AFTER_ARABIC, _BEFORE_ARABIC = re.compile("A[^LRA]*"), re.compile("[^LRA]*A")
_INSIDE_EN, _INSIDE_AN = re.compile("(?<=E)[SC](?=E)"), re.compile("(?<=n)C(?=n)")
_TERMINATORS, _SEPARATORS = re.compile("T+(?=E)|(?<=E)T+"), re.compile("[STC]")
_AFTER_LATIN, _BEFORE_LATIN = re.compile("L[^R]*"), re.compile("E[^R]*?(?=L)")
_BEFORE_HEBREW = re.compile("E[EW]*(?=R)")
_NEUTRAL_IN_L = re.compile("(?<=L)[NW]+(?=L)")
_NEUTRAL_IN_R = re.compile("(?<=[REn])[NW]+(?=[REn])")
_NEUTRAL = re.compile("[NW]")


def _en_to_an(found: re.Match[str]) -> str:
    return found.group().replace("E", "n")


def _en_to_l(found: re.Match[str]) -> str:
    return found.group().replace("E", "L")


@lru_cache(maxsize=4096)
def _class_of(unit: str) -> str:
    return _CLASS_LETTERS.get(unicodedata.bidirectional(unit[0]), "N")


def units(text: str) -> list[str]:
    """Split text into base characters, each with the marks that follow it."""
    found: list[str] = []
    for char in text:
        if found and unicodedata.category(char) in {"Mn", "Me"}:
            found[-1] += char
        else:
            found.append(char)
    return found


def levels(text: Sequence[str], base: Direction) -> list[int]:
    """Resolve the embedding level of every unit of text in logical order."""
    side = "R" if base == "rtl" else "L"
    classes = "".join(map(_class_of, text))
    if "A" in classes:
        classes = _AFTER_ARABIC.sub(_en_to_an, classes)  # W2
    classes = _join_numbers(classes)
    classes = _AFTER_LATIN.sub(_en_to_l, side + classes)[1:]  # W7
    classes = _pair_classes(text, classes, side)
    return _implicit(_neutrals(classes, side), side)


def visual_levels(
    text: Sequence[str], base: Direction, *, drawn_leftwards: Collection[int] = ()
) -> list[int]:
    """Resolve levels of units in *drawn* order, left to right, by the same rules in reverse.

    Drawing loses information: "PDF 12" and "12 PDF" of a right-to-left line are drawn alike. A
    number beside Latin letters is taken as part of their run, and brackets are paired whichever
    way they face, since files disagree on which of the two they store.

    Args:
        drawn_leftwards: Places of units, digits too, that are known to be drawn each to the left
            of the one before it.
    """
    side = "R" if base == "rtl" else "L"
    classes = "".join(map(_class_of, text))
    if drawn_leftwards:
        letters = list(classes)
        for place in drawn_leftwards:
            letters[place] = "R"
        classes = "".join(letters)
    if "A" in classes:
        classes = _BEFORE_ARABIC.sub(_en_to_an, classes)
    classes = _join_numbers(classes)
    classes = _attach_numbers(classes, side)
    classes = _pair_drawn_classes(text, classes, side)
    return _implicit(_neutrals(classes, side), side)


def _join_numbers(classes: str) -> str:
    """Apply W3 to W6: separators and signs inside a number belong to it."""
    classes = classes.replace("A", "R")
    if "E" in classes or "n" in classes:
        classes = _INSIDE_EN.sub("E", classes)
        classes = _INSIDE_AN.sub("n", classes)
        classes = _TERMINATORS.sub(lambda found: "E" * len(found.group()), classes)
    return _SEPARATORS.sub("N", classes)


def _attach_numbers(classes: str, side: str) -> str:
    """Give the drawn numbers that touch a Latin run to it (W7, seen from both sides)."""
    if side == "R":
        if "L" not in classes:
            return classes
        return _BEFORE_LATIN.sub(_en_to_l, _AFTER_LATIN.sub(_en_to_l, classes))
    # In a left-to-right line a number left of a Hebrew word follows that word.
    return _BEFORE_HEBREW.sub(_en_to_an, classes).replace("E", "L")


def _neutrals(classes: str, side: str) -> str:
    """Apply N1 and N2: neutrals between alike sides join them, others the base direction."""
    framed = side + classes + side
    if "L" in classes or side == "L":
        framed = _NEUTRAL_IN_L.sub(lambda found: "L" * len(found.group()), framed)
        framed = _NEUTRAL_IN_R.sub(lambda found: "R" * len(found.group()), framed)
    return _NEUTRAL.sub(side, framed)[1:-1]


def _implicit(classes: str, side: str) -> list[int]:
    """Apply I1 and I2: the level of each resolved class."""
    return list(classes.encode().translate(_LEVELS[side]))


def _strong(classes: str) -> set[str]:
    return {"L" if letter == "L" else "R" for letter in classes if letter in "LREn"}


def _pairs(text: Sequence[str]) -> list[tuple[int, int]]:
    """Find bracket pairs in logical order by BD16, in order of their opening brackets."""
    stack: list[tuple[str, int]] = []
    found = []
    for place, unit in enumerate(text):
        char = unit[0]
        if char in _OPENING:
            stack.append((char, place))
        elif char in _CLOSING:
            for depth in range(len(stack) - 1, -1, -1):
                if stack[depth][0] == _CLOSING[char]:
                    found.append((stack[depth][1], place))
                    del stack[depth:]
                    break
    return sorted(found)


def _pair_classes(text: Sequence[str], classes: str, side: str) -> str:
    """Apply N0 to logical text: a pair takes the direction of what it holds or follows."""
    if _BRACKETS.isdisjoint(text):
        return classes
    other = "L" if side == "R" else "R"
    letters = list(classes)
    for start, end in _pairs(text):
        inside = _strong("".join(letters[start + 1 : end]))
        if side in inside:
            letters[start] = letters[end] = side
        elif inside:
            before = next((c for c in reversed(letters[:start]) if c in "LREn"), side)
            letters[start] = letters[end] = other if other in _strong(before) else side
    return "".join(letters)


def _drawn_pairs(text: Sequence[str]) -> list[tuple[int, int]]:
    """Pair brackets of one kind from the inside out, whichever way they face."""
    kind_of = {**_CLOSING, **{opening: opening for opening in _OPENING}}
    places = [(place, kind_of[unit[0]]) for place, unit in enumerate(text) if unit[0] in kind_of]
    found = []
    waiting: dict[str, int] = {}
    for place, kind in places:
        if kind in waiting:
            found.append((waiting.pop(kind), place))
        else:
            waiting[kind] = place
    return found


def _pair_drawn_classes(text: Sequence[str], classes: str, side: str) -> str:
    if _BRACKETS.isdisjoint(text):
        return classes
    other = "L" if side == "R" else "R"
    letters = list(classes)
    for start, end in _drawn_pairs(text):
        inside = _strong("".join(letters[start + 1 : end]))
        if side in inside:
            letters[start] = letters[end] = side
        elif inside:
            left = next((c for c in reversed(letters[:start]) if c in "LREn"), side)
            right = next((c for c in letters[end + 1 :] if c in "LREn"), side)
            letters[start] = letters[end] = other if other in _strong(left + right) else side
    return "".join(letters)


def reorder(line_levels: Sequence[int]) -> list[int]:
    """Give the places of a line's units in the other order (L2); its own inverse in effect.

    From the levels of logical text it gives the drawn order, left to right; from the levels of
    drawn text the logical order.
    """
    order = list(range(len(line_levels)))
    least = min(line_levels, default=0)
    for level in range(max(line_levels, default=0), 0, -1):
        if level <= least:
            order.reverse()
            continue
        low = bytes([line_levels[place] >= level for place in order])
        start = low.find(1)
        while start >= 0:
            end = low.find(0, start)
            end = len(order) if end < 0 else end
            order[start:end] = order[start:end][::-1]
            start = low.find(1, end)
    return order


def to_visual(text: str, base: Direction) -> str:
    """Give one line as drawn, left to right, brackets mirrored; marks stay behind their base."""
    parts = units(text)
    line_levels = levels(parts, base)
    return "".join(faced(parts, line_levels, reorder(line_levels)))


def to_logical(text: str, base: Direction) -> str:
    """Give one drawn line (left to right, marks behind their base) in logical order."""
    parts = units(text)
    line_levels = visual_levels(parts, base)
    return "".join(faced(parts, line_levels, reorder(line_levels)))


def faced(text: Sequence[str], line_levels: Sequence[int], order: Sequence[int]) -> list[str]:
    """Give units in another order, each bracket as it faces there: mirrored at odd levels."""
    return [
        MIRRORED.get(text[place], text[place]) if line_levels[place] & 1 else text[place]
        for place in order
    ]


def pair_brackets(text: Sequence[str]) -> list[str]:
    """Turn the brackets of a logical line so that they pair, whichever way each was stored.

    Each bracket keeps its kind. Of all ways to turn them the cheapest is taken: an unpaired
    bracket costs most, then one that faces a blank it should hug, then each that was turned.
    """
    places = [
        place for place, unit in enumerate(text) if unit[0] in _OPENING or unit[0] in _CLOSING
    ]
    if not places:
        return list(text)
    found = list(text)
    for kind in {_CLOSING.get(text[place][0], text[place][0]) for place in places}:
        own = [p for p in places if text[p][0] in {kind, _OPENING[kind]}]
        for place, opens in zip(own, _cheapest(text, own, kind), strict=True):
            found[place] = (kind if opens else _OPENING[kind]) + text[place][1:]
    return found


_UNPAIRED, _BLANK_INSIDE, _EMPTY, _TURNED, _CHANGED, _LETTER_AFTER = 8.0, 3.0, 3.0, 0.5, 0.5, 0.5
_Way = tuple[float, list[bool]]


def _cheapest(text: Sequence[str], places: Sequence[int], kind: str) -> list[bool]:
    """Choose for each bracket of one kind whether it opens.

    Keeps the cheapest way to each depth and last turn, as files turn all brackets or none.
    """
    ways: dict[tuple[int, bool], _Way] = {(0, False): (0.0, [])}
    for place in places:
        after: dict[tuple[int, bool], _Way] = {}
        for (depth, turned_before), (cost, chosen) in ways.items():
            for opens in (True, False):
                turned = opens != (text[place][0] == kind)
                paid = cost + _fit_cost(text, place, opens=opens)
                paid += _TURNED * turned + _CHANGED * (turned != turned_before)
                if not opens and chosen and chosen[-1] and text[place - 1][0] in _BRACKETS:
                    paid += _EMPTY
                paid += _UNPAIRED * (depth == 0 and not opens)
                key = (max(depth + (1 if opens else -1), 0), turned)
                if key not in after or paid < after[key][0]:
                    after[key] = (paid, [*chosen, opens])
        ways = after
    return min(ways.items(), key=lambda way: way[1][0] + _UNPAIRED * way[0][0])[1][1]


def _fit_cost(text: Sequence[str], place: int, *, opens: bool) -> float:
    """Judge a bracket by its neighbours: it hugs what it encloses."""
    before = text[place - 1] if place else " "
    after = text[place + 1] if place + 1 < len(text) else " "
    inner, outer = (after, before) if opens else (before, after)
    if inner.isspace():
        return _BLANK_INSIDE
    return _LETTER_AFTER if not opens and outer.isalnum() else 0.0
