"""Reminders that the other side offered and the person takes: "להזכיר לך לשלם?" "כן, מחר ב-9"."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import clauses
from kesher.memory.rules.accepting import accepts
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.time_span import TimeSpan

_SHORT = 8


def offered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the reminder that the last message offered, with the time that the answer gives it."""
    last = context.before[-1] if context.before else None
    if clause.index or last is None or last.role is not Speaking.ASSISTANT:
        return
    what = _offer(last)
    words_said = sum(len(other.words) for other in context.clauses)
    if not what or words_said > _SHORT or _refuses(context):
        return
    time = context.times[0] if context.times else None
    if time is None and accepts(context):
        time = next(iter(find_times(last.text, at=last.at, zone=last.time_zone)), None)
    if time is not None:
        yield _reminder(clause, context, what, time)


def _refuses(context: Context) -> bool:
    return "?" in context.message.text or any(
        word.fold in clause.line.negators for clause in context.clauses for word in clause.words
    )


def _offer(last: LogMessage) -> str:
    if "?" not in last.text:
        return ""
    for clause in clauses.read(last):
        for match in clause.matches.get("reminder.offered", ()):
            return " ".join(match["what"].text.split())
    return ""


def _reminder(clause: Clause, context: Context, what: str, time: TimeSpan) -> Statement:
    quote = clause.start, context.clauses[-1].end
    own = context.message.text[quote[0] : quote[1]] if context.times else ""
    said_time = context.message.text[time.start : time.end] if own else ""
    value = f"{what} {said_time}".strip()
    said = tell(clause, context, "reminder", value, quote, kind=FactKind.TEMPORARY)
    return replace(said, expires=Expiry(at=time.limit if time.ends > context.at else None))
