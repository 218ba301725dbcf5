"""Whom a number belongs to where no name stands beside it: "ring him", "the carer, Nino. Hers:"."""

from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.log import Speaking
from kesher.memory.rules import clauses
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import name_at, relations
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings

_NEAR_WORDS = 3
_SHORT_NAME = 2


def points(clause: Clause, at: int) -> bool:
    """Tell whether a pronoun right before a word says that it is somebody else's."""
    near = clause.words[max(0, at - _NEAR_WORDS) : at]
    return any(word.fold in word_set("to_them") for word in near)


def meant(clause: Clause, context: Context, at: int) -> Reference | None:
    """Return whom a pronoun before word `at` means: the person named last, else the one asked of.

    None where nobody was named.
    """
    if len(clause.words[:at]) and (own := _named_in(clause, at)) is not None:
        return own
    for before in reversed(context.clauses[: clause.index]):
        found = announced(before, context) or _named_in(before, len(before.words))
        if found is not None:
            return found
    return asked_of(context)


def asked_of(context: Context) -> Reference | None:
    """Return the person whom the assistant's question names ("the phone of Maya?")."""
    last = context.before[-1] if context.before else None
    if last is None or last.role is not Speaking.ASSISTANT or "?" not in last.text:
        return None
    for clause in reversed(clauses.read(last)):
        found = _named_in(clause, len(clause.words))
        if found is not None and "?" in last.text[clause.end :]:
            return replace(found, start=0, end=0)
    return None


def to_reach(clause: Clause, context: Context) -> Reference | None:
    """Return the one whom an earlier sentence asks to call, where a bare number follows."""
    for before in reversed(context.clauses[: clause.index]):
        said = {rest for word in before.words for _, rest in readings(word.fold)}
        found = _named_in(before, len(before.words))
        if found is not None and said & word_set("reach_verb"):
            return found
    return None


def announced(clause: Clause, context: Context) -> Reference | None:
    """Return who is all of a clause behind a role: "the carer of mine, Nino"."""
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is None or before.sentence != clause.sentence:
        return None
    owned = before.words[-1].fold in word_set("whose_role") and len(before.words) > 1
    plain = all(word.kind is WordKind.WORD for word in clause.words)
    if not owned or not plain or len(clause.words) > _SHORT_NAME:
        return None
    if any(word.fold in clause.line.light | word_set("to_them") for word in clause.words):
        return None
    text = clause.line.text[clause.start : clause.end]
    return Reference(ReferenceKind.NAME, text, clause.start, clause.end, "person")


def _named_in(clause: Clause, behind: int) -> Reference | None:
    """Return the last relation or first name in a clause before a word."""
    kin = [who for tag, who, _ in relations(clause) if tag.first < behind]
    if kin:
        return kin[-1]
    for first in range(behind - 1, -1, -1):
        tags = clause.line.tags[first]
        known = any(tag.entry.kind == "first_name" and not tag.clitics for tag in tags)
        if not known or clause.words[first].fold in word_set("to_them"):
            continue
        end = name_at(clause, first)
        if end > first:
            start, stop = clause.words[first].start, clause.words[end - 1].end
            text = clause.line.text[start:stop]
            return Reference(ReferenceKind.NAME, text, start, stop, "person")
    return None
