"""Find phrases in a line of words: which may begin at a word, and how far each reaches."""

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


@dataclass(frozen=True, eq=False)
class Phrases:
    """Phrases by what their first element can be, so that few are tried at each word."""

    by_word: Mapping[str, tuple[Phrase, ...]]
    by_type: Mapping[str, tuple[Phrase, ...]]
    anywhere: tuple[Phrase, ...]
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
    """The phrases of one line whose words all stand in it, sorted out once for each first word."""

    def __init__(self, phrases: Phrases, present: frozenset[str], *, answers: bool) -> None:
        self._phrases = phrases
        self._answers = answers
        self._present = present
        self._anywhere = self._kept(phrases.anywhere)
        self._by_key: dict[str, tuple[Phrase, ...]] = {}

    def beginning_at(self, line: Line, first: int) -> Iterable[Phrase]:
        """Return the phrases that may begin at a word, each once."""
        keys = _keys(line, first)
        found = {id(phrase): phrase for key in keys for phrase in self._of(key)}
        found.update((id(phrase), phrase) for phrase in self._anywhere)
        return found.values()

    def _of(self, key: str) -> tuple[Phrase, ...]:
        if key not in self._by_key:
            typed = key.startswith("<")
            listed = self._phrases.by_type if typed else self._phrases.by_word
            self._by_key[key] = self._kept(listed.get(key[1:-1] if typed else key, ()))
        return self._by_key[key]

    def _kept(self, listed: Iterable[Phrase]) -> tuple[Phrase, ...]:
        present = self._present
        kept = []
        for phrase in listed:
            if self._answers or not phrase.answers:
                for need in phrase.needs:
                    if need.isdisjoint(present):
                        break
                else:
                    kept.append(phrase)
        return tuple(kept)


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
    by_word: dict[str, list[Phrase]] = {}
    by_type: dict[str, list[Phrase]] = {}
    anywhere: list[Phrase] = []
    for name, phrases in lists.items():
        for written in phrases:
            one = compile_phrase(name, written, sets)
            for element in starts(one):
                if element.kind == "words":
                    for word in element.words:
                        by_word.setdefault(word, []).append(one)
                elif element.type and element.type not in SHAPES:
                    by_type.setdefault(element.type, []).append(one)
                else:
                    anywhere.append(one)
    return Phrases(
        {word: tuple(found) for word, found in by_word.items()},
        {type_: tuple(found) for type_, found in by_type.items()},
        tuple(anywhere),
        frozenset(lists),
    )


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
