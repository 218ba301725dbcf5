"""Every place in a message that points at somebody or something."""

from collections.abc import Iterator

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import name_at, relations
from kesher.text.patterns import Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings

_GENDERS = {"he": Gender.MASCULINE, "she": Gender.FEMININE}


def references(context: Context) -> tuple[Reference, ...]:
    """Return the references of a message in text order, none within another."""
    found = [
        reference
        for clause in context.clauses
        for finder in (_relations, _named, _numbered, _definite, _pronouns)
        for reference in finder(clause)
    ]
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
        known = any(tag.entry.kind == "first_name" for tag in clause.line.tags[at])
        if behind > at and (known or at > 0) and word.kind is WordKind.WORD:
            start, end = word.start, clause.words[behind - 1].end
            text = clause.line.text[start:end]
            yield Reference(ReferenceKind.NAME, text, start, end, "person" if known else "")


def _numbered(clause: Clause) -> Iterator[Reference]:
    for word in clause.words:
        if word.kind is WordKind.CODE:
            yield Reference(ReferenceKind.NUMBER, word.text, word.start, word.end)


def _definite(clause: Clause) -> Iterator[Reference]:
    """Yield "the order", "ההזמנה שלי": things that other messages named."""
    for match in clause.matches.get("mention.definite", ()):
        slot: Slot = match["thing"]
        if slot.entry is not None:
            kind, gender = slot.entry.marks[0], slot.entry.marks[1] if slot.entry.marks[1:] else ""
            yield Reference(
                ReferenceKind.DEFINITE,
                slot.text,
                slot.start,
                slot.end,
                kind,
                gender={"m": Gender.MASCULINE, "f": Gender.FEMININE}.get(gender, Gender.UNKNOWN),
                plural="pl" in slot.entry.marks,
            )


def _pronouns(clause: Clause) -> Iterator[Reference]:
    for word in clause.words:
        for name, gender in _GENDERS.items():
            for clitics, rest in readings(word.fold):
                if clitics in ("", "ו", "ש", "כש") and rest in word_set(f"third_{name}"):
                    start = word.after(len(clitics))
                    text = clause.line.text[start : word.end]
                    yield Reference(ReferenceKind.PRONOUN, text, start, word.end, "", gender=gender)
                    break
