"""Places in a message that point at somebody or something, whether or not anything is said of it.

Things meant by "the tent" are left to the statements about them: pointing them out everywhere made
more wrong joins than right ones.
"""

import re
from collections.abc import Iterator

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.numbering import cues_before, goes_on, names_else, numbers
from kesher.memory.rules.subjects import name_at, relations
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, readings

_GENDERS = {"he": Gender.MASCULINE, "she": Gender.FEMININE}

_PLATE = re.compile(r"\d{2,3}-\d{2,3}-\d{2,3}")
# A parcel's number, as the posts of the world write it: "RR700812345IL". Source: UPU S10.
_TRACKED = re.compile(r"[A-Za-z]{2}\d{6,}[A-Za-z]{2}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_NAMES = frozenset({"city", "country", "language", "zone", "job"})


def references(context: Context) -> tuple[Reference, ...]:
    """Return the references of a message in text order, none within another."""
    found = [
        reference
        for clause in context.clauses
        for finder in (_relations, _named, _numbered, _pronouns)
        for reference in finder(clause)
    ]
    found += [n for n in numbers(context) if n.type and not _YEAR.fullmatch(n.text)]
    kept: list[Reference] = []
    for reference in sorted(found, key=lambda r: (r.start, -r.end)):
        if not kept or reference.start >= kept[-1].end:
            kept.append(reference)
    return tuple(kept)


def _relations(clause: Clause) -> Iterator[Reference]:
    for _, reference, _ in relations(clause):
        yield reference


def _named(clause: Clause) -> Iterator[Reference]:
    for at, word in enumerate(clause.words):
        behind = name_at(clause, at)
        kinds = {tag.entry.kind for tag in clause.line.tags[at] if not tag.clitics}
        known = "first_name" in kinds and (behind > at + 1 or word.fold not in _common())
        likely = known or (at > 0 and word.capital and not kinds & _NO_NAMES)
        if behind > at and likely and word.kind is WordKind.WORD and word.fold not in _common():
            start, end = word.start, clause.words[behind - 1].end
            text = clause.line.text[start:end]
            yield Reference(ReferenceKind.NAME, text, start, end, "person" if known else "")


def _common() -> frozenset[str]:
    """Return words that are names less often than not, and signs of currencies."""
    return word_set("common_name") | word_set("currency")


def _numbered(clause: Clause) -> Iterator[Reference]:
    for at, word in enumerate(clause.words):
        if word.kind is not WordKind.CODE or _is_plate(clause, word):
            continue
        if _TRACKED.fullmatch(word.text):
            continue
        if not names_else(cues_before(clause.words, at)):
            yield Reference(ReferenceKind.NUMBER, word.text, word.start, word.end)


def _is_plate(clause: Clause, word: Word) -> bool:
    """Tell a car's plate, or the part of one, from an order's number."""
    return _PLATE.fullmatch(word.text) is not None or goes_on(clause.line.text, word)


def _pronouns(clause: Clause) -> Iterator[Reference]:
    for word in clause.words:
        for name, gender in _GENDERS.items():
            for clitics, rest in readings(word.fold):
                if clitics in ("", "ו", "ש", "כש") and rest in word_set(f"third_{name}"):
                    start = word.after(len(clitics))
                    text = clause.line.text[start : word.end]
                    yield Reference(ReferenceKind.PRONOUN, text, start, word.end, "", gender=gender)
                    break
