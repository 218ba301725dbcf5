"""What the other side just offered and the person takes: a day and hour, dates and a surcharge."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import numbering
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import SPEAKER
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.money import find_money
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import readings, words

_SHORT = 7
_OFFER_WITHIN = 2
_LASTS = timedelta(hours=1)
_FIRST_HOUR = 7


def accepts(context: Context) -> bool:
    """Tell whether a message only takes what was offered: short, a word of taking, no reserve."""
    folded = [word.fold for clause in context.clauses for word in clause.words]
    if not folded or len(folded) > _SHORT or "?" in context.message.text:
        return False
    if word_set("refuse_word") & set(folded):
        return False
    if any(clause.matches.get("goings.accepts") for clause in context.clauses):
        return True
    return any(rest in word_set("accept_word") for word in folded for _, rest in readings(word))


def taken(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the offer before held, where the message accepts it.

    The hour that the answer itself says counts over the offered ones.
    """
    last = context.before[-1] if context.before else None
    if clause.index or last is None or last.role is not Speaking.ASSISTANT:
        return
    if not accepts(context) or not _offers(last, context):
        return
    times = [
        time
        for time in find_times(last.text, at=last.at, zone=last.time_zone)
        if time.ends > context.at
    ]
    yield from _stretch(clause, context, last, times)
    yield from _hour(clause, context, last, times)


def _offers(last: LogMessage, context: Context) -> bool:
    """Tell an offer from a report: it asks, invites, or answers what the person asked for."""
    said = {rest for word in words(last.text) for _, rest in readings(word.fold)}
    if said & word_set("remind_word"):
        return False
    if "?" in last.text or said & word_set("inviting"):
        return True
    asked = context.before[-2] if len(context.before) >= _OFFER_WITHIN else None
    return asked is not None and asked.role is Speaking.USER and "?" in asked.text


def _stretch(
    clause: Clause, context: Context, last: LogMessage, times: list[TimeSpan]
) -> Iterator[Statement]:
    """Yield the new dates of an order and what they cost more."""
    order = numbering.last_number(context, "order")
    time = next((time for time in times if time.kind is TimeKind.DATES), None)
    if order is None or time is None:
        return
    first, _, end = time.value.partition("/")
    for key, day in (("time", first), ("end_date", end)):
        said = tell(clause, context, key, day, _whole(context), subject=order)
        over = time.ends if key == "end_date" else time.begins.replace(hour=23, minute=59)
        yield replace(said, kind=FactKind.TEMPORARY, expires=Expiry(at=over))
    yield from _surcharge(clause, context, last, order)


def _surcharge(
    clause: Clause, context: Context, last: LogMessage, order: Reference
) -> Iterator[Statement]:
    all_words = words(last.text)
    for money in find_money(last.text):
        near = [word.fold for word in all_words if money.start - 30 <= word.start < money.end + 12]
        if any(rest in word_set("surcharge_word") for word in near for _, rest in readings(word)):
            yield tell(clause, context, "extra_charge", money.value, _whole(context), subject=order)
            return


def _hour(
    clause: Clause, context: Context, last: LogMessage, times: list[TimeSpan]
) -> Iterator[Statement]:
    """Yield the one day and hour that was offered, or the one of several that is said again."""
    own = next((time for time in context.times if time.kind is TimeKind.DATETIME), None)
    hours = [time for time in times if time.kind is TimeKind.DATETIME]
    if own is None and len(hours) == 1:
        own = hours[0]
    if own is None:
        own = _said_again(context, hours)
    if own is None or _delivers(last):
        return
    own = _by_day(own, last if own in hours else context.message)
    said = tell(
        clause,
        context,
        "appointment",
        own.value,
        _whole(context),
        subject=SPEAKER,
        kind=FactKind.TEMPORARY,
    )
    yield replace(said, expires=Expiry(at=own.begins + _LASTS))


def confirmed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the day and hour that the assistant confirms to a person ("סגור, מחר 8:30")."""
    asked = context.before[-1] if context.before else None
    if clause.index or asked is None or asked.role is not Speaking.USER:
        return
    if "?" in context.message.text or clause.words[0].fold not in word_set("confirming"):
        return
    hours = [t for t in context.times if t.kind is TimeKind.DATETIME and t.begins > context.at]
    if len(hours) == 1 and not _delivers(context.message):
        time = _by_day(hours[0], context.message)
        said = tell(clause, context, "appointment", time.value, (time.start, time.end))
        expires = Expiry(at=time.begins + _LASTS)
        yield replace(said, kind=FactKind.TEMPORARY, expires=expires)


def _by_day(time: TimeSpan, said_in: LogMessage) -> TimeSpan:
    """Take "at 2:30" for the afternoon: nobody offers an hour of the night without saying so."""
    written = said_in.text[time.start : time.end].casefold()
    sure = re.search(r"am|a\.m|morning|night|בוקר|לילה", written)
    if sure or not 1 <= time.begins.hour < _FIRST_HOUR:
        return time
    half = timedelta(hours=12)
    return replace(time, begins=time.begins + half, ends=time.ends + half)


def _said_again(context: Context, hours: list[TimeSpan]) -> TimeSpan | None:
    clocks = {(time.begins.hour % 12, time.begins.minute) for time in context.times}
    days = {time.begins.date() for time in context.times if time.kind is TimeKind.DATE}
    for hour in hours:
        clock = (hour.begins.hour % 12, hour.begins.minute)
        if clock in clocks or hour.begins.date() in days:
            return hour
    return None


def _delivers(last: LogMessage) -> bool:
    said = {rest for word in words(last.text) for _, rest in readings(word.fold)}
    return bool(said & word_set("delivering"))


def _whole(context: Context) -> tuple[int, int]:
    return context.clauses[0].start, context.clauses[-1].end
