"""One allergy in another's place: "not penicillin, it's amoxicillin", "לא לפניצילין אלא ל..."."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.corrections import is_denied
from kesher.memory.rules.saying import state
from kesher.text.lexicon import Tag
from kesher.text.words import all_readings

_KINDS = ("allergen", "food")
_KEYS = frozenset({"allergy", "allergy_status"})


def exchanged(context: Context, found: Sequence[Statement]) -> list[Statement]:
    """Return the statements, what a message says of one allergy as one statement.

    A value that it sets against a denied one corrects that one, whichever was told last; who says
    that an allergy is over has said that it is none, too.
    """
    if not any(statement.key in _KEYS for statement in found):
        return list(found)
    wrong, right = _told(context)
    if len(wrong) == 1 and len(right) == 1 and wrong[0][0] != right[0][0]:
        return [*(s for s in found if s.key not in _KEYS), _instead(context, found, wrong, right)]
    return _once(found)


Named = tuple[str, int, int]


def _told(context: Context) -> tuple[list[Named], list[Named]]:
    """Return the allergens that the message denies, and those that it names otherwise."""
    wrong: list[Named] = []
    right: list[Named] = []
    for clause in context.clauses:
        for tag in _allergens(clause):
            start = clause.words[tag.first].after(len(tag.clitics))
            end = clause.words[tag.last - 1].end
            value = clause.line.text[start:end]
            denied = is_denied(context, clause.words[tag.first].start)
            if not denied or _of_allergy(clause, tag):
                (wrong if denied else right).append((value, start, end))
    return wrong, right


def _of_allergy(clause: Clause, tag: Tag) -> bool:
    """Tell "not allergic to milk" and a bare "not milk" from "I don't like milk"."""
    if any("אלרג" in word.fold or "allerg" in word.fold for word in clause.words):
        return True
    small = clause.line.light | clause.line.negators | {"ולא", "to"}
    others = [*clause.words[: tag.first], *clause.words[tag.last :]]
    return all(word.fold in small for word in others)


def _allergens(clause: Clause) -> Iterator[Tag]:
    behind = 0
    for at, tags in enumerate(clause.line.tags):
        known = [tag for tag in tags if tag.entry.kind in _KINDS]
        if known and at >= behind and not clause.framing_at(clause.start, clause.end):
            behind = known[0].last
            yield known[0]


def _instead(
    context: Context, found: Sequence[Statement], wrong: Sequence[Named], right: Sequence[Named]
) -> Statement:
    subject = next(statement.subject for statement in found if statement.key in _KEYS)
    value, start, end = right[0]
    made = state(context.clauses[0], context, "allergy", value, (start, end), subject=subject)
    return replace(made, action=StatementAction.CORRECT, replaces=wrong[0][0])


def _once(found: Sequence[Statement]) -> list[Statement]:
    over = [s for s in found if s.key == "allergy" and s.action is StatementAction.END]
    return [
        statement
        for statement in found
        if statement.key != "allergy_status"
        or not any(all_readings(ended.value) <= all_readings(statement.value) for ended in over)
    ]
