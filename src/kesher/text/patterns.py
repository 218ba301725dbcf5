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
from dataclasses import dataclass
from functools import cache

from kesher.text.lexicon import Entry, Tag
from kesher.text.shapes import NEEDED_TYPES, NEEDED_WORDS, SHAPES
from kesher.text.words import Word, fold

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

    kind: str  # words, tag, slot, gap, end
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
        elements: All but a leading `^`.
        needs: Per element that may not be missing: words, or types of tags and slots, of which one
            must stand somewhere in a line for the phrase to be worth trying.
        opening: Whether it begins the clause (`^`): none but light words stand before it.
        answers: Whether it counts only as the answer to a question: its list is called `asked`.
    """

    name: str
    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...] = ()
    opening: bool = False
    answers: bool = False


def compile_phrase(name: str, written: str, sets: Mapping[str, frozenset[str]]) -> Phrase:
    """Compile one phrase of a list.

    Args:
        sets: Folded words of each `[words]` list.
    """
    opening = written.startswith("^ ")
    parts = written.removeprefix("^ ").split()
    elements = tuple(_element(part, sets) for part in parts)
    return Phrase(name, elements, _needs(elements, sets), opening, name.endswith(".asked"))


def _needs(
    elements: tuple[Element, ...], sets: Mapping[str, frozenset[str]]
) -> tuple[frozenset[str], ...]:
    needs = [_need(element, sets) for element in elements if not element.optional]
    return tuple(need for need in dict.fromkeys(needs) if need)


def _need(element: Element, sets: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return words and `<types>` of which one stands wherever the element does; none: anything."""
    if element.kind == "words":
        return element.words
    if element.kind not in ("slot", "tag"):
        return frozenset()
    if element.type not in SHAPES:
        return frozenset((f"<{element.type}>",))
    types = frozenset(f"<{type_}>" for type_ in NEEDED_TYPES.get(element.type, ()))
    return types | sets.get(NEEDED_WORDS.get(element.type, ""), frozenset())


def starts(phrase: Phrase) -> Iterator[Element]:
    """Yield the elements that the phrase may begin with: up to the first that must be there."""
    for element in phrase.elements:
        yield element
        if not element.optional:
            return


def _element(written: str, sets: Mapping[str, frozenset[str]]) -> Element:
    if written == "$":
        return Element("end", optional=True)
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
