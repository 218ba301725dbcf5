"""The lists of names, read from their files once."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kesher.text.naming.folding import fold_name
from kesher.text.stems import stem


@dataclass(frozen=True, slots=True)
class Relation:
    """What one person may be to another.

    Attributes:
        keys: The schema's keys for it; spouse and partner are told apart by nobody.
        gender: Of the one named: m, f or empty.
        nouns: "mother", "אמא".
        mine: Words that say whose by themselves: "אמי".
    """

    keys: tuple[str, ...]
    gender: str
    nouns: frozenset[str]
    mine: frozenset[str]


@dataclass(frozen=True, slots=True)
class Notion:
    """What a common noun means, in whatever language: `id` is the same for table and שולחן."""

    id: str
    type: str


@cache
def titles(kind: str) -> frozenset[str]:
    """Return the folded words before a `person`'s name, or round a `company`'s."""
    return frozenset(_forms(_table("titles")[kind].replace("\n", "|")))


@cache
def spellings() -> Mapping[str, frozenset[int]]:
    """Return per folded name the numbers of the names that it is a spelling of."""
    return _lines_of("spellings", "same")


@cache
def short_forms() -> Mapping[str, frozenset[int]]:
    """Return per folded name the numbers of the lines in which it stands, full or short."""
    return _lines_of("nicknames", "forms")


@cache
def relations() -> tuple[Relation, ...]:
    """Return all relations, in the file's order."""
    rows = tomllib.loads(_text("kinship"))["relation"]
    return tuple(
        Relation(
            tuple(row["keys"].split()),
            row["gender"],
            frozenset(_forms(row["nouns"])),
            frozenset(_forms(row["mine"])),
        )
        for row in rows
    )


@cache
def notions() -> Mapping[str, tuple[Notion, ...]]:
    """Return per folded noun, of one word or more and as `stemmed`, what it may mean."""
    found: dict[str, list[Notion]] = defaultdict(list)
    for type_, lines in tomllib.loads(_text("nouns")).items():
        if isinstance(lines, str):
            for number, line in enumerate(lines.strip().splitlines()):
                spelt = {way for form in _forms(line) for way in (form, stemmed(form))}
                for form in sorted(spelt):
                    found[form].append(Notion(f"{type_}{number}", type_))
    return {form: tuple(meant) for form, meant in found.items()}


@cache
def describing() -> Mapping[str, frozenset[str]]:
    """Return per folded adjective what it says of a thing: new, old, first, white ..."""
    found: dict[str, set[str]] = defaultdict(set)
    for meaning, line in tomllib.loads(_text("nouns"))["describing"].items():
        for form in _forms(line):
            found[form].add(meaning)
    return {form: frozenset(meanings) for form, meanings in found.items()}


@cache
def small_words(name: str) -> frozenset[str]:
    """Return a class of function words, folded: `mine`, `of`, `another`, `placing` ..."""
    return frozenset(_forms(tomllib.loads(_text("nouns"))["words"][name]))


@cache
def letters() -> Mapping[str, Mapping[str, str]]:
    """Return per script what each letter, or group of them, sounds like, as the file writes it."""
    table = tomllib.loads(_text("transliteration"))
    return {script: dict(sounds) for script, sounds in table.items()}


def stemmed(phrase: str) -> str:
    """Return folded words without light endings; Hebrew ones as they are."""
    return " ".join(map(stem, phrase.split()))


def _lines_of(name: str, table: str) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(_table(name)[table].splitlines()):
        for form in _forms(line):
            found[form].add(number)
    return {form: frozenset(numbers) for form, numbers in found.items()}


def _forms(line: str) -> Iterator[str]:
    return (fold_name(form) for form in line.split("|") if form.strip())


def _table(name: str) -> Mapping[str, str]:
    return tomllib.loads(_text(name))


def _text(name: str) -> str:
    return files("kesher.text.naming").joinpath(f"{name}.toml").read_text(encoding="utf-8")
