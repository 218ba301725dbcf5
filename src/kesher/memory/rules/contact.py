"""Telephone numbers and e-mail addresses: whose they are."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import meant, owners
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import related, state
from kesher.memory.rules.subjects import SPEAKER, name_at, relations
from kesher.memory.rules.values import phone
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, words

_NEAR_CHARS = 16
KEYS = {WordKind.PHONE: "phone", WordKind.EMAIL: "email"}
"""What a word of that look is the value of."""


def _given(clause: Clause, at: int) -> bool:
    """Tell whether a number is stated: neither denied nor quoted, asked or supposed."""
    word = clause.words[at]
    return not clause.framing_at(word.start, word.end) and not clause.denied(at)


def _numbers_else(clause: Clause, at: int) -> bool:
    """Tell an identity card's or a customer's number from a telephone's."""
    start = clause.words[at].start
    before = {word.fold for word in words(clause.line.text[max(0, start - _NEAR_CHARS) : start])}
    return bool(before & word_set("not_phone")) and not before & word_set("phone_word")


# "No, that number is my husband's" denies the question, not whose it is.
_PRESUPPOSED = (Framing.NEGATED, Framing.QUESTION)


def contacts(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the numbers and addresses of a clause, each with its owner.

    A number belongs to the relation or person named before it in its clause, or in the clause
    before; to the speaker where nobody is named; to nobody where a stranger is.
    """
    for at, word in enumerate(clause.words):
        key = KEYS.get(word.kind)
        if key is None or _numbers_else(clause, at) or not _given(clause, at):
            continue
        owner = _owner(clause, context, at) or owners.theirs(clause, at)
        if owner is None:
            continue
        value = phone(word.text) if key == "phone" else word.text
        yield state(clause, context, key, value, (word.start, word.end), subject=owner)
        if owner.kind is ReferenceKind.RELATION:
            yield related(clause, context, owner)


def confirmed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield whose the number is that the message before asked about: "המספר הזה של בעלי"."""
    if not context.before or not clause.found(
        "contact.that_one", (Framing.NEGATED, Framing.QUESTION)
    ):
        return
    asked = [w for w in words(context.before[-1].text) if w.kind is WordKind.PHONE]
    for tag, owner, _ in relations(clause):
        if asked and tag.entry.kind == "kin":
            quote = clause.words[0].start, clause.end
            yield state(clause, context, "phone", phone(asked[-1].text), quote, subject=owner)


def _owner(clause: Clause, context: Context, at: int) -> Reference | None:
    named = [reference for tag, reference, _ in relations(clause) if tag.first < at]
    if named:
        return named[-1]
    if meant.points(clause, at):
        return meant.meant(clause, context, at)
    if clause.found("contact.mine"):
        return SPEAKER
    if clause.found("contact.foreign"):
        return _theirs(clause, context)
    return _person(clause, at) or _beside(clause, context, at)


def _beside(clause: Clause, context: Context, at: int) -> Reference | None:
    """Return whose a number is that is all of its clause: of whom the words before it speak."""
    if clause.index and _only(clause, at):
        before = context.clauses[clause.index - 1]
        if before.sentence == clause.sentence:
            other = meant.announced(before, context)
            return other or _owner(before, context, len(before.words))
        if "phone" not in context.asked:
            return meant.to_reach(clause, context) or clause.inherited
    return clause.inherited


def _theirs(clause: Clause, context: Context) -> Reference | None:
    """Return whom "her number" means: a relation or person named in the two clauses before."""
    if not clause.found("contact.theirs"):
        return None
    for before in reversed(context.clauses[max(0, clause.index - 2) : clause.index]):
        kin = [reference for tag, reference, _ in relations(before) if tag.entry.kind == "kin"]
        person = kin[-1] if kin else _person(before, len(before.words))
        if person is not None:
            return person
    return None


def _only(clause: Clause, at: int) -> bool:
    """Tell whether the clause holds little else than the number."""
    light = clause.line.light
    return all(word.fold in light for word in clause.words[:at])


def _person(clause: Clause, at: int) -> Reference | None:
    """Return a person named by a first name before the number ("הטלפון של דנה")."""
    for first in range(at - 1, -1, -1):
        if any(
            tag.entry.kind == "first_name" and not tag.clitics for tag in clause.line.tags[first]
        ):
            behind = name_at(clause, first)
            if behind > first and not clause.matches.get("say_name.me"):
                start, end = clause.words[first].start, clause.words[behind - 1].end
                text = clause.line.text[start:end]
                return Reference(ReferenceKind.NAME, text, start, end, "person")
    return None
