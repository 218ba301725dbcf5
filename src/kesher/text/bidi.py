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
_MIRROR = re.compile("[" + re.escape("".join(MIRRORED)) + "]")
# Angle quotation marks and inequality signs are mirrored but are not brackets of rule N0.
OPENING = {opening: _PAIRS[opening] for opening in "([{⟨⁅"}
CLOSING = {close: opening for opening, close in OPENING.items()}
BRACKETS = frozenset(OPENING) | frozenset(CLOSING)
BRACKET = re.compile("[" + re.escape("".join(sorted(BRACKETS))) + "]")
_Pair = tuple[int, int]  # the places of two brackets
_KIND_OF = {**CLOSING, **{opening: opening for opening in OPENING}}

_LEVEL_1, _LEVEL_2 = re.compile(b"[\x01\x02]+"), re.compile(b"\x02+")
_LEVELS = {
    side: bytes.maketrans(b"RLEn", bytes((1, 2 if side == "R" else 0, 2, 2))) for side in "RL"
}
# The rules as patterns over class letters.
# What leaves a line of this base no other level than that of its base.
_ONE_WAY = {"R": re.compile("[RANWSTC]*"), "L": re.compile("[LENWSTC]*")}
_AFTER_ARABIC, _BEFORE_ARABIC = re.compile("A[^LRA]*"), re.compile("[^LRA]*A")
_INSIDE = ("ESE", "ECE", "nCn")
_AN_GROUPS = re.compile("n+(?:Sn+)+")
_LONGEST_PREFIX = 4  # digits of a phone's area
_TERMINATORS = re.compile("T+(?=E)|(?<=E)T+")
_AFTER_LATIN, _BEFORE_LATIN = re.compile("L[^RX]*"), re.compile("E[^RX]*?(?=L)")
_BEFORE_HEBREW = re.compile("(?<![LE])E[EW]*(?=R)")
# Neutrals between sides that are not the base's; all others are the base's by N1 or N2.
_NEUTRAL_IN_L = re.compile("L[NW]+(?=L)")
_NEUTRAL_IN_R = re.compile("(?<=[REn])[NW]+(?=[REn])")
_LEANING = re.compile(" (?<=\\w )[.,:;)(](?=\\d[^)(]*(?:\\s|$))")
_UNIT_FIRST = re.compile(
    "(?<![A-Za-z0-9] )(?<![^\\s(])"
    "(?:[KMGT]i?B|[kKMG]?Hz|[KMG]bps|[kcm]m|[km]g|ml|psi|kWh?|mAh|px|dpi|rpm)( )(?=\\d)"
)
_UNIT_LAST = re.compile("[BzsmgliWhx] \\d")  # found sooner than a unit


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


def classes_of(text: Sequence[str]) -> str:
    """Give one letter a unit for its bidirectional class, as `visual_levels` takes them."""
    known = {unit: _class_of(unit) for unit in set(text)}
    return "".join(map(known.__getitem__, text))


def levels(text: Sequence[str], base: Direction) -> bytes:
    """Resolve the embedding level of every unit of text in logical order."""
    side = "R" if base == "rtl" else "L"
    classes = classes_of(text)
    if "A" in classes:
        classes = _AFTER_ARABIC.sub(_en_to_an, classes)  # W2
    classes = _join_numbers(classes)
    classes = _AFTER_LATIN.sub(_en_to_l, side + classes)[1:]  # W7
    classes = _pair_classes(text, classes, side)
    return _implicit(_neutrals(classes, side), side)


def visual_levels(
    text: Sequence[str],
    base: Direction,
    *,
    drawn_leftwards: Collection[int] = (),
    classes: str = "",
) -> bytes:
    """Resolve levels of units in *drawn* order, left to right, by the same rules in reverse.

    Drawing loses information: "PDF 12" and "12 PDF" of a right-to-left line are drawn alike. A
    number beside Latin letters is taken as part of their run, and brackets are paired whichever
    way they face, since files disagree on which of the two they store.

    Args:
        drawn_leftwards: Places of units, digits too, that are known to be drawn each to the left
            of the one before it.
        classes: What `classes_of` says of `text`, where that is known.
    """
    side = "R" if base == "rtl" else "L"
    classes = classes or classes_of(text)
    if drawn_leftwards:
        letters = list(classes)
        for place in drawn_leftwards:
            letters[place] = "R"
        classes = "".join(letters)
    if _ONE_WAY[side].fullmatch(classes):
        return (b"\x01" if side == "R" else b"\x00") * len(classes)
    drawn = firsts(text)
    pairs = _drawn_pairs(drawn)
    if "A" in classes:
        classes = _BEFORE_ARABIC.sub(_en_to_an, classes)
        classes = _join_kept_groups(drawn, classes)
    classes = _join_numbers(classes)
    classes = _attach_numbers(drawn, pairs, classes, side)
    classes = _pair_drawn_classes(pairs, classes, side)
    return _implicit(_neutrals(classes, side), side)


def _join_numbers(classes: str) -> str:
    """Apply W3 to W6: separators and signs inside a number belong to it."""
    classes = classes.replace("A", "R")
    if "E" in classes or "n" in classes:
        if "S" in classes or "C" in classes:
            # Twice, since neighbouring matches share a digit.
            for inside in (*_INSIDE, *_INSIDE):
                classes = classes.replace(inside, inside[0] * 3)
        if "TE" in classes or "ET" in classes:
            classes = _TERMINATORS.sub(lambda found: "E" * len(found.group()), classes)
    return classes.replace("S", "N").replace("T", "N").replace("C", "N")


def _join_kept_groups(drawn: str, classes: str) -> str:
    """Join the groups of a number after Arabic where the drawing shows them in their order.

    The algorithm turns the groups of "04-6543210" round after Arabic letters; many writers do not.
    A group that begins with 0 is a phone's first, and of a range the lesser is.
    """
    letters = list(classes)
    for found in _AN_GROUPS.finditer(classes):
        start, end = found.span()
        if _begins_with_first(re.split("[-+]", drawn[start:end])):
            letters[start:end] = "n" * (end - start)
    return "".join(letters)


def _begins_with_first(groups: Sequence[str]) -> bool:
    """Tell groups in their own order from groups turned round."""
    first, last = groups[0], groups[-1]
    if first[0] == "0" or last[0] == "0":
        return first[0] == "0" and len(first) <= _LONGEST_PREFIX < len(last)
    same = len(groups) == 2 and len(first) == len(last)
    return same and first < last


def _attach_numbers(drawn: str, pairs: Sequence[_Pair], classes: str, side: str) -> str:
    """Give the drawn numbers that touch a Latin run to it (W7, seen from both sides)."""
    if side == "L":
        # In a left-to-right line a number left of a Hebrew word follows that word.
        return _BEFORE_HEBREW.sub(_en_to_an, classes).replace("E", "L")
    if "L" not in classes or "E" not in classes:
        return classes
    classes = _apart(drawn, pairs, classes)
    classes = _BEFORE_LATIN.sub(_en_to_l, _AFTER_LATIN.sub(_en_to_l, classes))
    return classes.replace("X", "N")


def _apart(drawn: str, pairs: Sequence[_Pair], classes: str) -> str:
    """Part numbers from Latin words where the drawing shows that they are no one run.

    A point that leans on a number and keeps away from the word ("VPN .1") begins with the number:
    "1. VPN". So does a unit of measure after its number: "GB 16" is drawn of "16 GB". And Latin
    words in brackets of their own are one run with no number outside.
    """
    letters = list(classes)
    for start, end in pairs:
        if "L" in classes[start:end] and not _are_beside_latin(classes, start, end):
            letters[start] = letters[end] = "X"
    for found in _LEANING.finditer(drawn):
        letters[found.start()] = "X"
    for found in _UNIT_FIRST.finditer(drawn) if _UNIT_LAST.search(drawn) else ():
        letters[found.start(1)] = "X"
    return "".join(letters)


def firsts(text: Sequence[str]) -> str:
    """Give one character a unit, so that places in it are places of units."""
    if isinstance(text, str):
        return text
    joined = "".join(text)
    return joined if len(joined) == len(text) else "".join(unit[0] for unit in text)


def _are_beside_latin(classes: str, start: int, end: int) -> bool:
    """Tell whether the letter next before a pair of brackets, or next after it, is Latin."""
    if classes.rfind("L", 0, start) > classes.rfind("R", 0, start):
        return True
    latin, other = classes.find("L", end + 1), classes.find("R", end + 1)
    return latin >= 0 and not 0 <= other < latin


def _neutrals(classes: str, side: str) -> str:
    """Apply N1 and N2: neutrals between alike sides join them, others the base direction."""
    if side == "L":
        classes = _NEUTRAL_IN_R.sub(lambda found: "R" * len(found.group()), classes)
    elif "L" in classes:
        classes = _NEUTRAL_IN_L.sub(lambda found: "L" * len(found.group()), classes)
    return classes.replace("N", side).replace("W", side)


def _implicit(classes: str, side: str) -> bytes:
    """Apply I1 and I2: the level of each resolved class."""
    return classes.encode().translate(_LEVELS[side])


def _strong(classes: str) -> set[str]:
    found = {"L"} if "L" in classes else set()
    return found | {"R"} if "R" in classes or "E" in classes or "n" in classes else found


def _pairs(text: Sequence[str]) -> list[tuple[int, int]]:
    """Find bracket pairs in logical order by BD16, in order of their opening brackets."""
    stack: list[tuple[str, int]] = []
    found = []
    for place, unit in enumerate(text):
        char = unit[0]
        if char in OPENING:
            stack.append((char, place))
        elif char in CLOSING:
            for depth in range(len(stack) - 1, -1, -1):
                if stack[depth][0] == CLOSING[char]:
                    found.append((stack[depth][1], place))
                    del stack[depth:]
                    break
    return sorted(found)


def _pair_classes(text: Sequence[str], classes: str, side: str) -> str:
    """Apply N0 to logical text: a pair takes the direction of what it holds or follows."""
    if BRACKETS.isdisjoint(text):
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


def _drawn_pairs(drawn: str) -> list[_Pair]:
    """Pair brackets of one kind from the inside out, whichever way they face."""
    found: list[_Pair] = []
    waiting: dict[str, int] = {}
    for bracket in BRACKET.finditer(drawn):
        place, kind = bracket.start(), _KIND_OF[bracket.group()]
        if kind in waiting:
            found.append((waiting.pop(kind), place))
        else:
            waiting[kind] = place
    return found


def _pair_drawn_classes(pairs: Sequence[_Pair], classes: str, side: str) -> str:
    """Apply N0 to drawn text, where a pair may follow what stands at either side of it."""
    other = "L" if side == "R" else "R"
    for start, end in pairs:
        inside = _strong(classes[start + 1 : end])
        if not inside:
            continue
        of_pair = side
        if side not in inside:
            last = max(classes.rfind(letter, 0, start) for letter in "LREn")
            left = classes[last] if last >= 0 else side
            right = next((letter for letter in classes[end + 1 :] if letter in "LREn"), side)
            of_pair = other if other in _strong(left + right) else side
        inner = classes[start + 1 : end]
        classes = f"{classes[:start]}{of_pair}{inner}{of_pair}{classes[end + 1 :]}"
    return classes


def reorder(line_levels: bytes) -> list[int]:
    """Give the places of a line's units in the other order (L2); its own inverse in effect.

    From the levels of logical text it gives the drawn order, left to right; from the levels of
    drawn text the logical order.

    Args:
        line_levels: 0, 1 or 2, as `levels` and `visual_levels` give them.
    """
    order = list(range(len(line_levels)))
    # Turning a stretch round leaves it in its place, so the stretches of lower levels do not move.
    for found in _LEVEL_2.finditer(line_levels) if 2 in line_levels else ():
        start, end = found.span()
        order[start:end] = range(end - 1, start - 1, -1)
    if 0 not in line_levels:
        return order[::-1]
    for found in _LEVEL_1.finditer(line_levels):
        start, end = found.span()
        order[start:end] = order[start:end][::-1]
    return order


def to_visual(text: str, base: Direction) -> str:
    """Give one line as drawn, left to right, brackets mirrored; marks stay behind their base."""
    parts = units(text)
    return _reordered(parts, levels(parts, base))


def to_logical(text: str, base: Direction) -> str:
    """Give one drawn line (left to right, marks behind their base) in logical order."""
    parts = units(text)
    return _reordered(parts, visual_levels(parts, base))


def _reordered(parts: Sequence[str], line_levels: bytes) -> str:
    order = reorder(line_levels)
    ordered = [parts[place] for place in order]
    return "".join(faced(ordered, [line_levels[place] & 1 for place in order]))


def has_mirrored(drawn: str) -> bool:
    """Tell whether `faced` may turn any of these characters."""
    return bool(_MIRROR.search(drawn))


def faced(ordered: Sequence[str], leftwards: Sequence[int]) -> list[str]:
    """Give units in their new order with each bracket as it faces there.

    Args:
        leftwards: 1 for each unit that was at an odd level, where it is mirrored; else 0.
    """
    found = list(ordered)
    for bracket in _MIRROR.finditer(firsts(ordered)):
        at = bracket.start()
        if leftwards[at]:
            found[at] = MIRRORED.get(found[at], found[at])
    return found
