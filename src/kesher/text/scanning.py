"""Find phrases in a line of words: which may begin at a word, and how far each reaches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kesher.text.lexicon import Entry
from kesher.text.longer import LONGER
from kesher.text.patterns import Element, Line, Match, Phrase, Slot, compile_phrase, starts
from kesher.text.shapes import SHAPES
from kesher.text.words import WordKind, readings

_MOST_LIGHT = 16  # nobody says more of them before what they mean
_PREFIX_LETTERS = frozenset("בלמהכשו") | {"וב", "ול", "ומ", "שב", "של", "וה", "מה", "כש", "עד"}
_KINDS = {
    "number": WordKind.NUMBER,
    "phone": WordKind.PHONE,
    "email": WordKind.EMAIL,
    "code": WordKind.CODE,
}


_ANYWHERE = ""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A phrase with its number and what may stand at its first word: words, `<types>`, anything."""

    number: int
    phrase: Phrase
    heads: frozenset[str]


@dataclass(frozen=True, eq=False)
class Phrases:
    """Phrases by the rarest of what they need, so that few are looked at for each line.

    Attributes:
        anchored: By each word or `<type>` of that rarest need.
        loose: Those that need nothing.
        names: Of all lists.
    """

    anchored: Mapping[str, tuple[_Listed, ...]]
    loose: tuple[_Listed, ...]
    names: frozenset[str] = field(default_factory=frozenset)

    def scan(self, line: Line, *, answers: bool = True) -> Iterator[Match]:
        """Yield every phrase found in the line, the longest reading of each at each word.

        Args:
            answers: Whether to look for phrases of the lists `asked`, which answer a question.
        """
        possible = _possible(self, _present(line), answers)
        opens = _opens(line)
        for first in range(len(line.words)):
            for phrase in possible.beginning_at(line, first):
                if phrase.opening and first > opens:
                    continue
                found = next(_match(line, phrase.elements, 0, first, first, {}), None)
                if found is not None and found[1] > found[0]:
                    yield Match(phrase.name, found[0], found[1], dict(found[2]))


class _Possible:
    """The phrases of one line whose words all stand in it, by what stands at their first word."""

    def __init__(self, phrases: Phrases, present: frozenset[str], *, answers: bool) -> None:
        self._by_head: dict[str, list[Phrase]] = defaultdict(list)
        found = {id(one): one for key in present for one in phrases.anchored.get(key, ())}
        kept = [one for one in (*found.values(), *phrases.loose) if _stands(one.phrase, present)]
        for one in sorted(kept, key=lambda one: one.number):
            if answers or not one.phrase.answers:
                for head in one.heads:
                    if head in present or head == _ANYWHERE:
                        self._by_head[head].append(one.phrase)

    def beginning_at(self, line: Line, first: int) -> Iterable[Phrase]:
        """Return the phrases that may begin at a word, each once."""
        keys = (*_keys(line, first), _ANYWHERE)
        return {id(one): one for key in keys for one in self._by_head.get(key, ())}.values()


def _stands(phrase: Phrase, present: frozenset[str]) -> bool:
    return not any(need.isdisjoint(present) for need in phrase.needs)


@lru_cache(maxsize=128)
def _possible(phrases: Phrases, present: frozenset[str], answers: bool) -> _Possible:
    """Return the phrases of a line by its words: people say the same words over and over."""
    return _Possible(phrases, present, answers=answers)


def _keys(line: Line, first: int) -> Iterator[str]:
    """Yield what a phrase's first element may be at a word: its readings and `<types>`."""
    yield from (rest for _, rest in readings(line.words[first].fold))
    yield from (f"<{type_}>" for type_ in _types(line, first))
    if line.words[first].fold in _PREFIX_LETTERS and first + 1 < len(line.words):
        yield line.words[first + 1].fold
        yield from (f"<{type_}>" for type_ in _types(line, first + 1))


def _opens(line: Line) -> int:
    """Return the last word at which the clause may begin: light words may stand before it."""
    light = line.light
    telling = (at for at, word in enumerate(line.words) if word.fold not in light)
    return min(next(telling, len(line.words)), _MOST_LIGHT)


def _present(line: Line) -> frozenset[str]:
    """Return the line's words in all their readings, and the types of what stands in it."""
    read = {rest for word in line.words for _, rest in readings(word.fold)}
    types = {f"<{type_}>" for at in range(len(line.words)) for type_ in _types(line, at)}
    capital = {"<capital>"} if any(word.capital for word in line.words) else set()
    return frozenset(read | types | capital)


def _types(line: Line, at: int) -> Iterator[str]:
    for tag in line.tags[at]:
        yield tag.entry.kind
    yield line.words[at].kind.value
    if at in line.dates:
        yield "date"


def compiled(lists: Mapping[str, Sequence[str]], sets: Mapping[str, frozenset[str]]) -> Phrases:
    """Compile phrases by list name.

    Args:
        sets: Folded words of each `[words]` list.
    """
    written = [(name, phrase) for name, phrases in lists.items() for phrase in phrases]
    listed = [
        _Listed(number, phrase, _heads(phrase))
        for number, (name, one) in enumerate(written)
        for phrase in [compile_phrase(name, one, sets)]
    ]
    needed = Counter(key for one in listed for need in one.phrase.needs for key in need)
    anchored: dict[str, list[_Listed]] = defaultdict(list)
    for one in listed:
        if one.phrase.needs:
            rarest = min(one.phrase.needs, key=lambda need: sum(needed[key] for key in need))
            for key in rarest:
                anchored[key].append(one)
    return Phrases(
        {key: tuple(found) for key, found in anchored.items()},
        tuple(one for one in listed if not one.phrase.needs),
        frozenset(lists),
    )


def _heads(phrase: Phrase) -> frozenset[str]:
    heads: set[str] = set()
    for element in starts(phrase):
        if element.kind == "words":
            heads |= element.words
        elif element.type and element.type not in SHAPES:
            heads.add(f"<{element.type}>")
        else:
            heads.add(_ANYWHERE)
    return frozenset(heads)


_Found = tuple[int, int, Mapping[str, Slot]]


def _match(
    line: Line,
    elements: tuple[Element, ...],
    index: int,
    first: int,
    at: int,
    slots: Mapping[str, Slot],
) -> Iterator[_Found]:
    if index == len(elements):
        yield first, at, slots
        return
    element = elements[index]
    for end, slot in _ends(line, element, at):
        filled = {**slots, element.slot: slot} if slot is not None else slots
        yield from _match(line, elements, index + 1, first, end, filled)


def _ends(line: Line, element: Element, at: int) -> Iterator[tuple[int, Slot | None]]:
    """Yield where the element may end when it begins at word `at`, with what its slot takes."""
    if element.kind == "end":
        if at == len(line.words):
            yield at, None
    elif element.kind == "gap":
        yield from ((end, None) for end in _gap(line, element, at))
    else:
        yield from _taken(line, element, at)
        if element.optional:
            yield at, None


def _gap(line: Line, element: Element, at: int) -> Iterator[int]:
    yield at
    for word in line.words[at : at + element.most]:
        if word.fold in line.negators:
            return
        at += 1
        yield at


def _taken(line: Line, element: Element, at: int) -> Iterator[tuple[int, Slot | None]]:
    if at >= len(line.words):
        return
    yield from _body(line, element, at, apart=False)
    if _stands_apart(line, element, at):
        yield from _body(line, element, at + 1, apart=True)


def _stands_apart(line: Line, element: Element, at: int) -> bool:
    """Tell the prefix of "ב-17" and "ל Wix", a word of its own before what it belongs to."""
    if at + 1 >= len(line.words) or line.words[at].fold not in _PREFIX_LETTERS:
        return False
    if element.clitics is None or element.type == "date":
        return True
    return element.required and line.words[at].fold in element.clitics


def _body(
    line: Line, element: Element, at: int, *, apart: bool
) -> Iterator[tuple[int, Slot | None]]:
    if element.kind == "words":
        if _reads(line.words[at].fold, element, apart=apart):
            yield at + 1, None
        return
    if element.type in SHAPES:
        yield from _shaped(line, element, at, apart=apart)
    elif element.type in _KINDS:
        word = line.words[at]
        if word.kind is _KINDS[element.type] and (apart or not element.required):
            yield at + 1, _slot(line, at, at + 1)
    elif element.type == "date":
        if at in line.dates and (apart or not element.required or _prefixed(line, element, at)):
            yield line.dates[at], _slot(line, at, line.dates[at])
    else:
        for tag in line.tags[at]:
            if tag.entry.kind == element.type and _allowed(tag.clitics, element, apart=apart):
                skip = len(tag.clitics)
                yield tag.last, _slot(line, tag.first, tag.last, skip, tag.entry)


def _prefixed(line: Line, element: Element, at: int) -> bool:
    taken = {clitics for clitics, _ in readings(line.words[at].fold)}
    return element.clitics is None or bool(taken & element.clitics)


def _allowed(clitics: str, element: Element, *, apart: bool) -> bool:
    if apart:
        return not clitics
    return element.clitics is None or clitics in element.clitics


def _reads(folded: str, element: Element, *, apart: bool) -> bool:
    if apart:
        return folded in element.words
    return any(
        rest in element.words and (element.clitics is None or clitics in element.clitics)
        for clitics, rest in readings(folded)
    )


def _shaped(
    line: Line, element: Element, at: int, *, apart: bool
) -> Iterator[tuple[int, Slot | None]]:
    for clitics, rest in readings(line.words[at].fold):
        if _allowed_shape(clitics, element, apart=apart):
            for end in SHAPES[element.type](line, at, rest):
                if at < end <= len(line.words):
                    yield end, _slot(line, at, end, len(clitics))


def _allowed_shape(clitics: str, element: Element, *, apart: bool) -> bool:
    """Only a prefix that the phrase asks for is taken off: in a name it may be a letter."""
    if apart or (not element.required and element.type not in LONGER):
        return not clitics
    return element.clitics is None or clitics in element.clitics


def _slot(line: Line, first: int, last: int, skip: int = 0, entry: Entry | None = None) -> Slot:
    start = line.words[first].after(skip) if skip else line.words[first].start
    end = line.words[last - 1].end
    return Slot(start, end, line.text[start:end], first, last, entry)
