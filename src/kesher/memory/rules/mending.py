"""What an assistant puts right, moves or calls off of what it said: "טעיתי, 950 ₪", "ETA 23/6"."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from kesher.domain.entity import ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.memory.rules import numbering
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.corrections import is_denied, moved_to
from kesher.memory.rules.saying import state
from kesher.text.money import find_money
from kesher.text.time_span import TimeKind, TimeSpan

_MEETINGS = frozenset({"appointment", "time"})
_WINDOWS = frozenset({"delivery_window", "visit_window", "pickup_window"})
_DAYS = frozenset({"delivery_estimate", "expected_ready", "deadline", "refund_eta", "end_date"})
_PRICED = frozenset({"price", "deductible", "approved_amount", "refund_amount"})
# Written down as having happened, so that only a correction takes its place.
_LOGGED = frozenset({"cancellation_fee"})
_DAY_KINDS = (TimeKind.DATE, TimeKind.DATETIME)
_MOVES = ("mending.moved", "goings.moved", "appointment.moved", "goings.called_off")
# A doctor who is away is a stranger, and moves the appointment all the same.
_TOLD = (Framing.THIRD_PARTY, Framing.REPORTED)
_MONEY = re.compile(r"\d+(?:\.\d+)? [A-Z]{3}")
_NUMBER = re.compile(r"\d+")
_LASTS = timedelta(hours=1)
_Value = tuple[str, tuple[int, int], TimeSpan | None]


def hinted(context: Context) -> bool:
    """Tell whether an assistant says that it was wrong."""
    return "mending.cue" in context.lists or "mending.changed" in context.lists


def moves(context: Context) -> bool:
    """Tell whether an assistant says that something is at another time, or not at all."""
    return any(_says(context, name) for name in _MOVES)


def _says(context: Context, name: str) -> bool:
    return any(clause.found(name, _TOLD) for clause in context.lists.get(name, ()))


def mended(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements as corrections of what the assistant stated before.

    Args:
        found: What the message states by itself.
        prior: What the assistant's last messages stated, the newest first.
    """
    corrected = [_against(context, statement, prior) for statement in found]
    if corrected != list(found) or "mending.cue" not in context.lists:
        return corrected
    moment = next((new for s in prior if s.key in _MEETINGS for new in _at_other(context, s)), None)
    if moment is not None:
        return [*corrected, moment]
    for values in (_sums(context), _windows(context), _days(context)):
        new = _instead(context, values, prior)
        if new is not None:
            return [s for s in corrected if not _overlaps(s, new)] + [new]
    return corrected


def _against(context: Context, statement: Statement, prior: Sequence[Statement]) -> Statement:
    same = [s for s in prior if s.key == statement.key and s.value != statement.value]
    numbered = statement.subject.kind is ReferenceKind.NUMBER and numbering.numbers(context)
    if numbered:
        same = [s for s in same if s.subject.text == statement.subject.text]
    if not same or statement.action is not StatementAction.SET:
        return statement
    wrong = same[0]
    if "mending.cue" not in context.lists and statement.key not in _LOGGED:
        known = statement.key in _PRICED and not numbered
        return replace(statement, subject=wrong.subject) if known else statement
    return replace(
        statement,
        action=StatementAction.CORRECT,
        subject=statement.subject if numbered else wrong.subject,
        replaces=wrong.value,
        kind=wrong.kind,
    )


def _instead(
    context: Context, values: Sequence[_Value], prior: Sequence[Statement]
) -> Statement | None:
    """Return the one value that stands for an earlier one of its sort; None: it is not clear."""
    if not values:
        return None
    sort = _sort_of(values[0])
    said = [s for s in prior if sort(s)]
    told = {_digits(word) for clause in context.clauses for word in _texts(clause)}
    named = [s for s in said if _digits(s.value) in told]
    right = [v for v in values if not any(_digits(v[0]) == _digits(s.value) for s in said)]
    wrong = named or said
    if len(right) != 1 or not wrong or len({(s.key, s.value) for s in wrong}) > 1:
        return None
    value, quote, time = right[0]
    made = state(context.clauses[0], context, wrong[0].key, value, quote, subject=wrong[0].subject)
    until = Expiry(at=time.limit) if time is not None and wrong[0].expires else None
    return replace(
        made,
        action=StatementAction.CORRECT,
        replaces=wrong[0].value,
        kind=wrong[0].kind,
        expires=until,
    )


def _sort_of(value: _Value) -> Callable[[Statement], bool]:
    time = value[2]
    if time is None:
        return lambda s: _MONEY.fullmatch(s.value) is not None
    if time.kind is TimeKind.WINDOW:
        return lambda s: s.key in _WINDOWS
    return lambda s: s.key in _DAYS


def _sums(context: Context) -> list[_Value]:
    return [
        (money.value, (money.start, money.end), None)
        for money in find_money(context.message.text)
        if not is_denied(context, money.start)
    ]


def _windows(context: Context) -> list[_Value]:
    return [
        (time.value, (time.start, time.end), time)
        for time in context.times
        if time.kind is TimeKind.WINDOW and time.ends > context.at
    ]


def _days(context: Context) -> list[_Value]:
    return [
        (time.begins.date().isoformat(), (time.start, time.end), time)
        for time in context.times
        if time.kind in _DAY_KINDS and time.ends > context.at and not is_denied(context, time.start)
    ]


def moved(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with the new time of what was told before, or its end.

    Args:
        prior: What the assistant's and the person's last messages stated, the newest first.
    """
    if "?" in context.message.text or any(s.key in _MEETINGS | _WINDOWS | _DAYS for s in found):
        return list(found)
    meetings = [s for s in prior if s.key in _MEETINGS]
    if _called_off(context) and meetings and not numbering.numbers(context):
        ends = replace(meetings[0], action=StatementAction.END, quote=_whole(context))
        return [*found, ends]
    for old in prior:
        new = next(_other_time(context, old), None)
        if new is not None:
            return [*found, new]
    return list(found)


def _called_off(context: Context) -> bool:
    off = _says(context, "goings.called_off")
    return off and not any(t.kind in _DAY_KINDS and t.ends > context.at for t in context.times)


def _other_time(context: Context, old: Statement) -> Iterator[Statement]:
    """Yield the new time of an earlier statement: an hour for an hour, a window for a window."""
    if old.key in _MEETINGS:
        yield from _at_other(context, old)
    values = _windows(context) if old.key in _WINDOWS else ()
    values = _days(context) if old.key in _DAYS else values
    for value, quote, time in list(values)[-1:]:
        if value == old.value or time is None:
            continue
        made = state(context.clauses[0], context, old.key, value, quote, subject=old.subject)
        expires = Expiry(at=time.limit) if old.expires else None
        yield replace(made, kind=old.kind, expires=expires)


def _at_other(context: Context, old: Statement) -> Iterator[Statement]:
    for new in moved_to(context, old):
        expires = Expiry(at=_limit(context, new)) if old.expires else None
        yield replace(new, kind=FactKind.TEMPORARY, expires=expires)


def _limit(context: Context, new: Statement) -> datetime:
    moment = datetime.fromisoformat(new.value).replace(tzinfo=context.at.tzinfo)
    return moment + _LASTS


def _texts(clause: Clause) -> Iterator[str]:
    for word in clause.words:
        yield word.text


def _digits(text: str) -> str:
    return "".join(_NUMBER.findall(text.replace(",", "")))


def _overlaps(statement: Statement, new: Statement) -> bool:
    return statement.quote[0] < new.quote[1] and new.quote[0] < statement.quote[1]


def _whole(context: Context) -> tuple[int, int]:
    return context.clauses[0].start, context.clauses[-1].end
