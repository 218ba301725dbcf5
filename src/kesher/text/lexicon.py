"""Word lists as data: what a word can be (a city, a first name, a profession), from TOML files.

A file in `lexicons/` holds tables; each table is a class of words and each of its strings a list.
An entry is a line or a part between commas: its forms between bars, the first the usual one, and
behind `=` what is known of it: `תל אביב | ת"א | Tel Aviv = il`.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kesher.text.russian import cases
from kesher.text.words import Word, fold, readings, words

# Classes whose words people shorten "is" behind; behind a name the same sign is a possessive.
_CONTRACTED = frozenset({"engagement", "bodypart", "symptom"})
_DECLINED = frozenset({"city", "country"})
_IDIOM = "idiom"
_PARTING = re.compile(r"[,.;:!?\n()]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a class of words.

    Attributes:
        kind: The class, in one word: city, first_name, kin.
        name: Its usual form, as the file writes it.
        marks: What the file says of it: a gender, a schema key.
    """

    kind: str
    name: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tag:
    """A place where words of a text are an entry.

    Attributes:
        first, last: Half-open range of words.
        clitics: Prefix letters of the first word that do not belong to the entry.
    """

    first: int
    last: int
    clitics: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All entries, by the first word of each form."""

    forms: Mapping[str, tuple[tuple[tuple[str, ...], Entry], ...]]

    def tags(self, text_words: tuple[Word, ...]) -> tuple[tuple[Tag, ...], ...]:
        """Return per word the tags that begin at it, longest first."""
        return tuple(_meant(self._at(text_words, first)) for first in range(len(text_words)))

    def _at(self, text_words: tuple[Word, ...], first: int) -> Iterator[Tag]:
        following = text_words[first + 1].fold if first + 1 < len(text_words) else ""
        for clitics, rest in _first_forms(text_words[first].fold):
            for form, entry in self.forms.get(rest, ()):
                if len(form) > 1 and not following.startswith(form[1]):
                    continue
                if text_words[first].fold == f"{rest}'s" and entry.kind not in _CONTRACTED:
                    continue
                last = first + len(form)
                tail = text_words[first + 1 : last]
                if len(tail) == len(form) - 1 and _follows(tail, form[1:]):
                    yield Tag(first, last, clitics, entry)


def _meant(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Return the tags that begin at a word, longest first; an idiom's words are nothing else.

    So "בשום אופן" speaks of no garlic and "a piece of cake" of no food.
    """
    found = sorted(tags, key=lambda tag: -tag.last)
    return tuple([tag for tag in found if tag.entry.kind == _IDIOM] or found)


def _first_forms(folded: str) -> Iterator[tuple[str, str]]:
    """Yield how a first word may be read; "interview's on Monday" is a short "is" as well."""
    yield from readings(folded)
    if folded.endswith("'s"):
        yield "", folded.removesuffix("'s")


def _follows(tail: tuple[Word, ...], form: tuple[str, ...]) -> bool:
    return all(
        word.fold.removesuffix("'s") == expected
        and not any(mark in word.gap for mark in ",.;:!?\n()")
        for word, expected in zip(tail, form, strict=True)
    )


@cache
def lexicon() -> Lexicon:
    """Return all word lists that come with Kesher."""
    forms: dict[str, list[tuple[tuple[str, ...], Entry]]] = defaultdict(list)
    for kind, line in _lines():
        left, _, marks = line.partition("=")
        written = [form.strip() for form in left.split("|")]
        entry = Entry(kind, written[0], tuple(marks.split()))
        if kind in _DECLINED:
            written[1:] = [*cases(written[0])[1:], *written[1:]]
        for key in dict.fromkeys(tuple(w.fold for w in words(form)) for form in written):
            forms[key[0]].append((key, entry))
    return Lexicon({first: tuple(found) for first, found in forms.items()})


def _lines() -> Iterator[tuple[str, str]]:
    for path in sorted(files("kesher.text").joinpath("lexicons").iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            for kind, lists in tomllib.loads(path.read_text(encoding="utf-8")).items():
                for listed in lists.values():
                    for part in listed.replace("\n", ",").split(","):
                        if part.strip():
                            yield kind, part.strip()


def folded_set(listed: str) -> frozenset[str]:
    """Return the folded words of a list between spaces."""
    return frozenset(fold(word) for word in listed.split())
