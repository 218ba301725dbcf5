"""Whose a fact is that a clause tells without a verb's subject: "Noa's phone", "לנגה יש אלרגיה".

Other rules take a bare number, address or illness for the speaker's; here the owner that stands
before it, or that an ending is about, takes its place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.others import is_kin_noun, owns_somebody
from kesher.memory.rules.saying import is_speaker
from kesher.memory.rules.subjects import SPEAKER, name_at, possessed, relations
from kesher.text.phrasebook import word_set
from kesher.text.words import fold

_OWNED = frozenset(
    {
        "phone", "email", "address", "work_address", "city", "floor", "entrance_code", "birthday",
        "age", "allergy", "allergy_status", "condition", "diet", "job", "role", "employer",
    }
)  # fmt: skip
# What another's verb may end; the user waits no more for whoever "got back to me".
_ENDED = frozenset({"likes", "dislikes", "hobby", "exercise", "medication", "symptom"})
_POSSESSIVE = ("'s", "’s")
_THEIRS = {"his": Gender.MASCULINE, "hers": Gender.FEMININE}
_GENDERS = {"third_he": Gender.MASCULINE, "third_she": Gender.FEMININE}


def assigned(context: Context, found: Sequence[Statement]) -> list[Statement]:
    """Return the statements, those of the speaker that tell of an owner named before as theirs.

    What is a stranger's ("the boss's address") is left out.
    """
    kept = []
    for statement in found:
        clause = context.clause_at(statement.quote[0])
        if clause is None or not _in_question(statement):
            kept.append(statement)
            continue
        owner = _owner(clause, statement)
        if owner is not None:
            kept.append(replace(statement, subject=owner))
    return kept


def _in_question(statement: Statement) -> bool:
    keys = _OWNED | _ENDED if statement.action is StatementAction.END else _OWNED
    return is_speaker(statement.subject) and statement.key in keys


def _owner(clause: Clause, statement: Statement) -> Reference | None:
    before = sum(word.start < statement.quote[0] for word in clause.words)
    if statement.action is StatementAction.END:
        # The quote may be the whole clause, or begin with the verb whose subject stands before.
        return told_of(clause, before or len(clause.words))
    markers = list(_markers(clause, before))
    return markers[-1][1] if markers else SPEAKER


def told_of(clause: Clause, end: int) -> Reference | None:
    """Return whom the words before word `end` are about: the one named last, else as inherited.

    None: a stranger, or somebody's relation.
    """
    found = [*_named(clause, end), *_firsts(clause, end)]
    if found:
        return max(found, key=lambda each: each[0])[1]
    pronoun = _pronoun(clause, end)
    if pronoun is not None:
        return pronoun
    return clause.inherited


def theirs(clause: Clause, end: int) -> Reference | None:
    """Return whom "his" and "שלה" before word `end` mean, for the talk so far to tell."""
    for word in reversed(clause.words[:end]):
        for name, gender in _THEIRS.items():
            if word.fold in word_set(name):
                where = word.text, word.start, word.end
                return Reference(ReferenceKind.PRONOUN, *where, "person", gender=gender)
    return None


def same_person(one: Reference, other: Reference) -> bool:
    """Tell whether two references of near messages mean one person, as far as words tell."""
    if is_speaker(one) or is_speaker(other):
        return is_speaker(one) and is_speaker(other)
    if ReferenceKind.PRONOUN in (one.kind, other.kind):
        return Gender.UNKNOWN in (one.gender, other.gender) or one.gender is other.gender
    if one.relation and one.relation == other.relation and not (one.also and other.also):
        return True
    return bool(_called(one) & _called(other))


def _called(one: Reference) -> frozenset[str]:
    return frozenset(fold(name) for name in (one.text, *one.also))


def _markers(clause: Clause, end: int) -> Iterator[tuple[int, Reference | None]]:
    """Yield the owners before a word, and the speaker's own words, in the order of their places."""
    owners = [each for each in _named(clause, end) if _owns(clause, each[0])]
    yield from sorted([*owners, *_firsts(clause, end)], key=lambda each: each[0])


def _named(clause: Clause, end: int) -> Iterator[tuple[int, Reference | None]]:
    """Yield relations, names and strangers before a word, with the last word of each."""
    taken = 0
    for tag, who, behind in relations(clause):
        if tag.first < end:
            taken = max(taken, behind)
            yield behind - 1, None if _of_another(clause, tag.first, tag.last - 1) else who
    for at in range(taken, end):
        if _is_possessor(clause, at):
            yield _name(clause, at, 0)
            continue
        known = [t for t in clause.line.tags[at] if t.entry.kind in ("first_name", "stranger")]
        if not known or at in clause.places:
            continue
        if known[0].entry.kind == "stranger":
            yield known[0].last - 1, None
        elif _is_person(clause, at, known[0].clitics):
            yield _name(clause, at, len(known[0].clitics))


def _is_possessor(clause: Clause, at: int) -> bool:
    """Tell "Noa's" from "it's", "let's" and "today's"."""
    word = clause.words[at]
    base = word.fold.removesuffix("'s")
    plain = base not in word_set("no_name") | word_set("no_possessor")
    return base != word.fold and word.capital and plain


def _is_person(clause: Clause, at: int, clitics: str) -> bool:
    word = clause.words[at]
    dative = clitics in ("ל", "ול")
    plain = clitics in ("", "ש", "ו") and name_at(clause, at) > at
    return word.fold not in word_set("common_name") and (dative or plain or not clitics)


def _name(clause: Clause, at: int, skip: int) -> tuple[int, Reference | None]:
    last = max(name_at(clause, at), at + 1) - 1
    if owns_somebody(clause, last):
        return last, None
    start, end = clause.words[at].after(skip), clause.words[last].end
    text = clause.line.text[start:end]
    for sign in _POSSESSIVE:
        if text.endswith(sign):
            text, end = text.removesuffix(sign), end - len(sign)
    return last, Reference(ReferenceKind.NAME, text, start, end, "person")


def _of_another(clause: Clause, first: int, last: int) -> bool:
    """Tell "הבעל של אחותי" and "my sister's husband" from "הטלפון של אחותי"."""
    whose = possessed(clause, first) and first > 1 and is_kin_noun(clause, first - 2)
    return whose or owns_somebody(clause, last)


def _owns(clause: Clause, last: int) -> bool:
    """Tell whether one named up to a word is an owner there: "Noa's", "של נועה", "לנועה"."""
    if clause.words[last].fold.endswith("'s"):
        return True
    for at in range(max(0, last - 3), last + 1):
        if possessed(clause, at):
            return True
        tags = [t for t in clause.line.tags[at] if t.entry.kind in ("first_name", "kin")]
        if any(t.clitics in ("ל", "ול") for t in tags) and _has(clause, at):
            return True
    return False


def _has(clause: Clause, at: int) -> bool:
    """Tell the dative of having: it opens its clause, or stands beside "there is"."""
    light = clause.line.light | word_set("having")
    return all(word.fold in light for word in clause.words[:at])


def _firsts(clause: Clause, end: int) -> Iterator[tuple[int, Reference]]:
    """Yield the speaker's own words before a word; "my" of "my brother" is none."""
    inside = {at for tag, _, behind in relations(clause) for at in range(tag.first, behind)}
    own = word_set("first_person_singular") | word_set("dative_me") | {"שלי", "שלנו"}
    for at in range(end):
        if at not in inside and clause.words[at].fold in own:
            yield at, SPEAKER


def _pronoun(clause: Clause, end: int) -> Reference | None:
    for word in reversed(clause.words[:end]):
        for name, gender in _GENDERS.items():
            if word.fold in word_set(name) and word.fold not in word_set("object_pronoun"):
                where = word.text, word.start, word.end
                return Reference(ReferenceKind.PRONOUN, *where, "person", gender=gender)
    return None
