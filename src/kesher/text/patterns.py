"""A small language of phrases, so that what people say is data in `text/phrases/*.toml`.

A phrase is elements between spaces; each takes the next words of a clause:

    word|word     one of these words; the prefixes ו, ש and כש may stand before it
    <live>        a word of a list in `[words]` of any phrase file, or an entry of a lexicon
    ב|ל+word      with one of these prefix letters, also apart before a number ("ב-17")
    =word         without any prefix
    ~word         with any prefix letters ("המסלול", "למסלול")
    {city}        a slot of that type; `{where:city}` names it; takes prefixes as words do
    *  *5         up to three (five) words that do not matter
    ^  $          begin and end of the clause; light words ("אז", "well") may stand before `^`
    element?      may be missing

Slot types: a lexicon's class; number, phone, email, code, date; and the shapes of `text.shapes`:
word (one), open (one to four words, the longest first), thing (up to five, until a stopper), rest
(to the clause's end), name (one to three words that the phrase announces as a name), person, place,
street, company, money.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from kesher.text.lexicon import Entry, Tag
from kesher.text.longer import LONGER
from kesher.text.shapes import SHAPES
from kesher.text.words import Word, WordKind, fold, readings

_JOINING = frozenset({"", "ו", "ש", "וש", "כש", "וכש"})
_GAP = 3


@dataclass(frozen=True, slots=True)
class Slot:
    """What a slot of a phrase took.

    Attributes:
        start, end: Half-open span of the message's text, prefix letters left out.
        entry: The entry of a slot with a lexicon's class.
    """

    start: int
    end: int
    text: str
    first: int
    last: int
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found in a clause: half-open range of the clause's words, and its slots."""

    name: str
    first: int
    last: int
    slots: Mapping[str, Slot]

    def get(self, name: str) -> Slot | None:
        """Return a slot, or None where the phrase that matched has none of that name."""
        return self.slots.get(name)

    def __getitem__(self, name: str) -> Slot:
        return self.slots[name]


@dataclass(frozen=True, slots=True)
class Line:
    """The words that phrases are looked for in, with all that is known of each.

    Attributes:
        tags: Per word the lexicon's entries that begin at it, as places within `words`.
        dates: By the first word: the word behind each expression of time that begins there.
        sets: Folded word lists by name: light, negator, no_name, no_company, stopper ...
    """

    text: str
    words: Sequence[Word]
    tags: Sequence[Sequence[Tag]]
    dates: Mapping[int, int]
    sets: Mapping[str, frozenset[str]]

    @property
    def light(self) -> frozenset[str]:
        """Return the words that say little."""
        return self.sets["light"]

    @property
    def negators(self) -> frozenset[str]:
        """Return the words that deny."""
        return self.sets["negator"]

    @property
    def no_name(self) -> frozenset[str]:
        """Return the words that are never part of a name."""
        return self.sets["no_name"]


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a phrase. `clitics` None: any prefix letters."""

    kind: str  # words, tag, slot, gap, begin, end
    words: frozenset[str] = frozenset()
    type: str = ""
    slot: str = ""
    clitics: frozenset[str] | None = _JOINING
    required: bool = False
    optional: bool = False
    most: int = 0


@dataclass(frozen=True, slots=True)
class Phrase:
    """A compiled phrase under the name of its list.

    Attributes:
        needs: Per element that may not be missing: words, or types of tags and slots, of which one
            must stand somewhere in a line for the phrase to be worth trying.
    """

    name: str
    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True)
class Phrases:
    """Phrases by what their first element can be, so that few are tried at each word."""

    by_word: Mapping[str, tuple[Phrase, ...]]
    by_type: Mapping[str, tuple[Phrase, ...]]
    anywhere: tuple[Phrase, ...]
    names: frozenset[str] = field(default_factory=frozenset)

    def scan(self, line: Line) -> Iterator[Match]:
        """Yield every phrase found in the line, the longest reading of each at each word."""
        present = _present(line)
        for first in range(len(line.words)):
            for phrase in self._candidates(line, first):
                if any(need.isdisjoint(present) for need in phrase.needs):
                    continue
                found = next(_match(line, phrase.elements, 0, first, first, {}), None)
                if found is not None and found[1] > found[0]:
                    yield Match(phrase.name, found[0], found[1], dict(found[2]))

    def _candidates(self, line: Line, first: int) -> Iterator[Phrase]:
        seen: set[int] = set()
        for phrase in self._possible(line, first):
            if id(phrase) not in seen:
                seen.add(id(phrase))
                yield phrase

    def _possible(self, line: Line, first: int) -> Iterator[Phrase]:
        for _, rest in readings(line.words[first].fold):
            yield from self.by_word.get(rest, ())
        for type_ in _types(line, first):
            yield from self.by_type.get(type_, ())
        if line.words[first].fold in _PREFIX_LETTERS and first + 1 < len(line.words):
            yield from self.by_word.get(line.words[first + 1].fold, ())
            for type_ in _types(line, first + 1):
                yield from self.by_type.get(type_, ())
        yield from self.anywhere


def _present(line: Line) -> frozenset[str]:
    """Return the line's words in all their readings, and the types of what stands in it."""
    read = {rest for word in line.words for _, rest in readings(word.fold)}
    types = {f"<{type_}>" for at in range(len(line.words)) for type_ in _types(line, at)}
    return frozenset(read | types)


def _needs(elements: tuple[Element, ...]) -> tuple[frozenset[str], ...]:
    sure = [element for element in elements if not element.optional]
    written = [element.words for element in sure if element.kind == "words"]
    types = [e.type for e in sure if e.kind in ("slot", "tag") and e.type not in SHAPES]
    return (*written, *(frozenset((f"<{type_}>",)) for type_ in types))


_PREFIX_LETTERS = frozenset("בלמהכשו") | {"וב", "ול", "ומ", "שב", "של", "וה", "מה", "כש", "עד"}
_KINDS = {
    "number": WordKind.NUMBER,
    "phone": WordKind.PHONE,
    "email": WordKind.EMAIL,
    "code": WordKind.CODE,
}


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
            elements = tuple(_element(part, sets) for part in written.split())
            phrase = Phrase(name, elements, _needs(elements))
            for element in _starts(phrase.elements):
                if element.kind == "words":
                    for word in element.words:
                        by_word.setdefault(word, []).append(phrase)
                elif element.type and element.type not in SHAPES:
                    by_type.setdefault(element.type, []).append(phrase)
                else:
                    anywhere.append(phrase)
    return Phrases(
        {word: tuple(found) for word, found in by_word.items()},
        {type_: tuple(found) for type_, found in by_type.items()},
        tuple(anywhere),
        frozenset(lists),
    )


def _starts(elements: tuple[Element, ...]) -> Iterator[Element]:
    for element in elements:
        if element.kind == "begin":
            continue
        yield element
        if not element.optional:
            return


def _element(written: str, sets: Mapping[str, frozenset[str]]) -> Element:
    if written in ("^", "$"):
        return Element("begin" if written == "^" else "end", optional=True)
    if written.startswith("*"):
        return Element("gap", most=int(written[1:] or _GAP), optional=True)
    optional = written.endswith("?")
    body = written.removesuffix("?")
    clitics, required, body = _clitics(body)
    if body.startswith("{"):
        name, _, type_ = body[1:-1].partition(":")
        return Element("slot", frozenset(), type_ or name, name, clitics, required, optional)
    if body.startswith("<"):
        name = body[1:-1]
        if name in sets:
            return Element("words", sets[name], "", "", clitics, required, optional)
        return Element("tag", frozenset(), name, "", clitics, required, optional)
    listed = frozenset(fold(word) for word in body.split("|"))
    return Element("words", listed, "", "", clitics, required, optional)


@cache
def _clitics(body: str) -> tuple[frozenset[str] | None, bool, str]:
    if body.startswith("~"):
        return None, False, body.replace("~", "")
    if body.startswith("="):
        return frozenset({""}), False, body[1:]
    if "+" not in body:
        return _JOINING, False, body
    letters, _, rest = body.partition("+")
    taken = {joining + fold(letter) for joining in _JOINING for letter in letters.split("|")}
    return frozenset(taken), True, rest


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
    if element.kind == "begin":
        if all(word.fold in line.light for word in line.words[:at]):
            yield at, None
    elif element.kind == "end":
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
