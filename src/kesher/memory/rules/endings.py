"""Endings of what was said before: "נגמר לי בגלידת הכפר", "gave up coffee", "we sold the car"."""

from collections.abc import Sequence
from dataclasses import replace

from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules import owners
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import state
from kesher.text.phrasebook import word_set
from kesher.text.words import readings, words

_TELLING_LETTERS = 3
_OVER = ("ending.cue", "ending.parted")
_RELATIONS = frozenset(
    {
        "spouse", "partner", "son", "daughter", "child", "brother", "sister", "sibling", "mother",
        "father", "grandmother", "grandfather", "relative", "doctor", "landlord", "pet",
    }
)  # fmt: skip
_QUITTABLE = frozenset({"plan", "employer", "diet", "exercise", "hobby", "job"})


def hinted(context: Context) -> bool:
    """Tell whether the message says that something is over."""
    return any(context.anywhere(name) for name in _OVER)


def ended(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with an ending of each earlier one whose value the message names.

    Args:
        found: What the message states by itself; if it ends anything, that is all.
        prior: What the messages before stated, the newest first.
    """
    over = [
        (clause, _over(clause, context, earlier))
        for clause in context.clauses
        for earlier in prior
        if _ends(clause, context, earlier, prior)
    ]
    known = {(s.key, s.value) for s in found if s.action is StatementAction.END}
    new = [statement for _, statement in over if (statement.key, statement.value) not in known]
    if not new:
        return list(found)
    ends = {(statement.key, statement.value) for statement in new}
    return [s for s in found if (s.key, s.value) not in ends and not _guessed(s, over)] + new


def _over(clause: Clause, context: Context, earlier: Statement) -> Statement:
    quote = clause.start, clause.end
    made = state(clause, context, earlier.key, earlier.value, quote, subject=earlier.subject)
    return replace(made, action=StatementAction.END, kind=earlier.kind)


def _guessed(statement: Statement, over: Sequence[tuple[Clause, Statement]]) -> bool:
    """Tell a task read out of the words that end something else."""
    return statement.key.startswith("task") and any(
        clause.start <= statement.quote[0] < clause.end and not ended.key.startswith("task")
        for clause, ended in over
    )


def _ends(clause: Clause, context: Context, earlier: Statement, prior: Sequence[Statement]) -> bool:
    """Tell whether the clause ends a statement: it names it and is about the same person.

    Who is still a daughter when an allergy of hers is over: a relation ends with words for it.
    """
    if earlier.key in _RELATIONS:
        sentence = context.sentence(clause.sentence)
        parted = bool(clause.found("ending.parted"))
        return parted and any(_names(each, earlier) for each in sentence)
    about = owners.told_of(clause, len(clause.words))
    if about is None or not owners.same_person(about, earlier.subject):
        return False
    return bool(clause.found("ending.cue")) and (
        _names(clause, earlier) or _meant(clause, earlier, prior)
    )


def _meant(clause: Clause, earlier: Statement, prior: Sequence[Statement]) -> bool:
    """Tell "ביטלתי אותו", "I quit it": the one thing said before that can be quit."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    if earlier.key == "plan" and said & word_set("plan_noun"):
        return True
    points = any(word.fold in word_set("pointing") for word in clause.words)
    quittable = [statement for statement in prior if statement.key in _QUITTABLE]
    return points and quittable == [earlier]


def _names(clause: Clause, statement: Statement) -> bool:
    """Tell whether the clause holds all telling words of a value, whatever their prefixes."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    telling = [word.fold for word in words(statement.value) if len(word.fold) >= _TELLING_LETTERS]
    return bool(telling) and all(
        any(rest in said for _, rest in readings(word)) for word in telling
    )
