"""What holds for a stretch of days only: a number abroad, where somebody is until Sunday."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.memory.rules.asserted import is_foreign, stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.time_span import Bound, TimeKind, TimeSpan

_REACHED = frozenset({"phone", "email"})
_DAYS = (TimeKind.DATE, TimeKind.DATES, TimeKind.DATETIME)
_STAYING = frozenset({"visiting", "staying", "crashing"})  # the speaker, who is left out
_NOW = (TimeKind.WEEK, TimeKind.MONTH)


def whereabouts(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield where the person is until a day, or between two ("אני בלונדון עד ה-18")."""
    time = _stretch(clause.start, clause.end, context)
    if time is None or not stands(clause) or is_foreign_place(clause):
        return
    for match in clause.found("overlay.where")[:1]:
        slot = match["v"]
        quote = (slot.start, slot.end)
        said = tell(clause, context, "current_location", slot.text, quote, kind=FactKind.TEMPORARY)
        yield _lasting(said, time, context)


def is_foreign_place(clause: Clause) -> bool:
    """Tell "my sister is in Leeds" from "I'm with my sister in Leeds", "visiting my sister"."""
    own = clause.line.sets["first_person_singular"]
    if any(word.fold in own for word in clause.words[:3]):
        return False
    if clause.words[:1] and clause.words[0].fold in _STAYING:
        return False
    return is_foreign(clause)


def overlaid(context: Context, found: Sequence[Statement]) -> list[Statement]:
    """Return the statements, with a number or address that holds for a while only as temporary.

    It is laid over the stable one, which stays.
    """
    stays = "overlay.stays" in context.lists
    only = "overlay.only" in context.lists
    return [_overlaid(context, statement, stays or only) for statement in found]


def _overlaid(context: Context, statement: Statement, cued: bool) -> Statement:
    if statement.key not in _REACHED or statement.action is not StatementAction.SET:
        return statement
    clause = context.clause_at(statement.quote[0])
    sentence = context.sentence(clause.sentence) if clause is not None else ()
    time = _stretch(sentence[0].start, sentence[-1].end, context) if sentence else None
    if time is None or not (cued or time.kind is TimeKind.DATES):
        return statement
    return _lasting(replace(statement, kind=FactKind.TEMPORARY, overlay=True), time, context)


def _stretch(start: int, end: int, context: Context) -> TimeSpan | None:
    for time in context.times:
        if start <= time.start < end and time.ends > context.at and _is_stretch(time, context):
            return time
    return None


def _is_stretch(time: TimeSpan, context: Context) -> bool:
    """Tell "until the 9th", "from Sunday to Tuesday" and "this week" from one day."""
    if time.kind in _NOW:
        return time.begins <= context.at
    ranged = time.kind is TimeKind.DATES or time.bound in (Bound.UNTIL, Bound.BEFORE)
    return time.kind in _DAYS and ranged


def _lasting(statement: Statement, time: TimeSpan, context: Context) -> Statement:
    begins = time.begins if time.kind is TimeKind.DATES and time.begins > context.at else None
    return replace(statement, valid_from=begins, expires=Expiry(at=time.ends))
