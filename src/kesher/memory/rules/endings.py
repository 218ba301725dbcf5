"""Endings of what was said before: "נגמר לי בגלידת הכפר", "gave up coffee", "we sold the car"."""

from collections.abc import Sequence
from dataclasses import replace

from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import state
from kesher.text.words import readings, words

_TELLING_LETTERS = 3


def hinted(context: Context) -> bool:
    """Tell whether the message says that something is over."""
    return any(clause.found("ending.cue") for clause in context.clauses)


def ended(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with an ending of each earlier one whose value the message names.

    Args:
        found: What the message states by itself; if it ends anything, that is all.
        prior: What the messages before stated, the newest first.
    """
    if any(statement.action is not StatementAction.SET for statement in found):
        return list(found)
    over = []
    for clause in context.clauses:
        for wrong in prior if clause.found("ending.cue") else ():
            if _names(clause, wrong):
                quote = clause.start, clause.end
                made = state(clause, context, wrong.key, wrong.value, quote, subject=wrong.subject)
                over.append(replace(made, action=StatementAction.END, kind=wrong.kind))
    ends = {(statement.key, statement.value) for statement in over}
    return [s for s in found if (s.key, s.value) not in ends] + over


def _names(clause: Clause, statement: Statement) -> bool:
    """Tell whether the clause holds all telling words of a value, whatever their prefixes."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    telling = [word.fold for word in words(statement.value) if len(word.fold) >= _TELLING_LETTERS]
    return bool(telling) and all(
        any(rest in said for _, rest in readings(word)) for word in telling
    )
