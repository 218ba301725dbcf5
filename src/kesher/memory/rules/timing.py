"""From when something holds: a job from the first day there, an address from the move."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span, state
from kesher.text.patterns import Slot
from kesher.text.time_span import Precision, TimeSpan

_LIVING = frozenset({"address", "city", "floor", "elevator", "entrance_code", "rent"})
_WORKING = frozenset({"employer", "job", "role", "work_hours", "work_mode"})
_GROUPS = ((_LIVING, "move", "move.event"), (_WORKING, "work_start", "work.start"))
_DAYS = frozenset({Precision.DAY, Precision.PART, Precision.MINUTE})


def timed(context: Context, found: Sequence[Statement]) -> list[Statement]:
    """Return the statements, each from the day that the message gives for its group.

    A coming first day of work or of living somewhere is an event besides.
    """
    timed_statements = list(found)
    for keys, key, name in _GROUPS:
        day = _day(context, name)
        group = [s for s in found if s.key in keys and s.subject.text == ""]
        if day is None or not (group or key == "move"):
            continue
        clause, slot, time = day
        timed_statements = [_from(s, keys, time.begins) for s in timed_statements]
        if time.begins > context.at and time.precision in _DAYS:
            event = state(clause, context, key, time.value[:10], span(slot))
            timed_statements.append(replace(event, valid_from=time.begins))
    return timed_statements


def _from(statement: Statement, keys: frozenset[str], begins: datetime) -> Statement:
    ends = statement.action is StatementAction.END
    if statement.key not in keys or statement.subject.text or statement.valid_from or ends:
        return statement
    return replace(statement, valid_from=begins)


def _day(context: Context, name: str) -> tuple[Clause, Slot, TimeSpan] | None:
    for clause in context.lists.get(name, ()):
        for match in clause.found(name):
            slot = match["when"]
            time = context.time_at(slot.start, slot.end)
            if time is not None:
                return clause, slot, time
    return None
