"""What a message tells to have happened, and what it questions: neither is a fact of its own."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import is_speaker
from kesher.memory.rules.subjects import subject_of
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set

_TRIGGERS = ("reply", "task_done")
_SENSITIVE = ("allergy", "condition", "dose", "medication")
_DOUBTED = frozenset({Framing.REPORTED, Framing.QUESTION, Framing.NEGATED, Framing.VAGUE})


def triggers(context: Context) -> tuple[tuple[str, Reference], ...]:
    """Return what may fulfil a condition, with whose it is: who replied, which task is done."""
    return tuple(
        (name, whose)
        for clause in context.clauses
        for name in _TRIGGERS
        for match in clause.found(f"trigger.{name}")
        for whose in _whose(clause, match)
    )


def _whose(clause: Clause, match: Match) -> Iterator[Reference]:
    named = match.get("v")
    if named is not None:
        yield Reference(ReferenceKind.DEFINITE, named.text, named.start, named.end)
        return
    subject = subject_of(clause, match)
    if subject is not None and not is_speaker(subject):
        yield subject
    elif match.first > 0:
        word = clause.words[match.first - 1]
        if word.fold not in clause.line.light and word.fold not in word_set("first_person"):
            yield Reference(ReferenceKind.DEFINITE, word.text, word.start, word.end)


def doubts(context: Context) -> tuple[tuple[str, str], ...]:
    """Return the sensitive keys that the message questions or asks to delete, and why.

    That somebody else thinks so, or that it is put as a question, makes it no less a doubt.
    """
    found: dict[str, str] = {}
    for clause in context.clauses:
        for key in _SENSITIVE:
            for match in clause.found(f"doubt.{key}", _DOUBTED):
                start, end = clause.words[match.first].start, clause.end
                found[key] = f"The person is not sure: {clause.line.text[start:end]!r}."
    if context.anywhere("doubt.delete", _DOUBTED):
        for key in _named_keys(context):
            found.setdefault(key, "The person asks to delete it.")
    return tuple(found.items())


def _named_keys(context: Context) -> Iterator[str]:
    for clause in context.clauses:
        for key in _SENSITIVE:
            if f"about.{key}" in clause.matches:
                yield key
