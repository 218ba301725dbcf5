"""What the other side just offered and the person takes: a day and hour, dates and a surcharge."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import numbering, things
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
    if "goings.accepts" in context.lists:
        return True
    return any(rest in word_set("accept_word") for word in folded for _, rest in readings(word))


def taken(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the offer before held, where the message accepts it.

    The hour that the answer itself says counts over the offered ones.
    """
    last = _offer(context) if not clause.index and accepts(context) else None
    if last is None:
        return
    times = [
        time
        for time in find_times(last.text, at=last.at, zone=last.time_zone)
        if time.ends > context.at
    ]
    yield from _replaced(clause, context, last)
    yield from _stretch(clause, context, last, times)
    yield from _window(clause, context, last, times)
    yield from _hour(clause, context, last, times)


def _offer(context: Context) -> LogMessage | None:
    """Return the message that offered something: the last, or the one before a question on it."""
    others = [m for m in context.before if m.role is Speaking.ASSISTANT]
    if not others or context.before[-1].role is not Speaking.ASSISTANT:
        return None
    if _offers(others[-1], context) and _holds(others[-1]):
        return others[-1]
    for earlier in others[-2:-1]:
        if _offers(earlier, None) and _holds(earlier):
            return earlier
    return None


def _holds(message: LogMessage) -> bool:
    """Tell whether a message holds what can be taken: a time or another order."""
    times = find_times(message.text, at=message.at, zone=message.time_zone)
    return bool(times) or len(numbering.numbers_in(message.text)) > 1


def _offers(last: LogMessage, context: Context | None) -> bool:
    """Tell an offer from a report: it asks, invites, or answers what the person asked for."""
    said = {rest for word in words(last.text) for _, rest in readings(word.fold)}
    if said & word_set("remind_word"):
        return False
    if "?" in last.text or said & word_set("inviting"):
        return True
    known = context is not None and len(context.before) >= _OFFER_WITHIN
    asked = context.before[-2] if context is not None and known else None
    return asked is not None and asked.role is Speaking.USER and "?" in asked.text


def _replaced(clause: Clause, context: Context, last: LogMessage) -> Iterator[Statement]:
    """Yield that the new order that was offered takes the old one's place."""
    numbers = [n for n in numbering.numbers_in(last.text) if n.type != "ticket"]
    said = {rest for word in words(last.text) for _, rest in readings(word.fold)}
    if len(numbers) != _OFFER_WITHIN or not said & word_set("new_word"):
        return
    old, new = (Reference(ReferenceKind.NUMBER, n.text, type="order") for n in numbers)
    quote = _whole(context)
    yield tell(clause, context, "order", new.text, quote, about=new)
    yield tell(clause, context, "replaces", old.text, quote, subject=new, about=old)
    yield tell(clause, context, "order_status", "replaced", quote, subject=old)


def _stretch(
    clause: Clause, context: Context, last: LogMessage, times: list[TimeSpan]
) -> Iterator[Statement]:
    """Yield the new dates of an order and what they cost more."""
    time = next((time for time in times if time.kind is TimeKind.DATES), None)
    if time is None:
        return
    order = numbering.last_number(context, "order")
    order = order or Reference(ReferenceKind.DEFINITE, type="order")
    yield from booked(clause, context, time, _whole(context), order)
    yield from _surcharge(clause, context, last, order)


def booked(
    clause: Clause, context: Context, time: TimeSpan, quote: tuple[int, int], order: Reference
) -> Iterator[Statement]:
    """Yield the first and last day for which something is booked; each lapses with its day."""
    first, _, end = time.value.partition("/")
    for key, day in (("time", first), ("end_date", end)):
        said = tell(clause, context, key, day, quote, subject=order, kind=FactKind.TEMPORARY)
        first_over = time.begins.replace(hour=0) + timedelta(days=1)
        yield replace(said, expires=Expiry(at=time.ends if key == "end_date" else first_over))


def stays(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the days of a booking that the assistant reads out ("Order 4411: 3 nights, 2-5.7")."""
    if "?" in context.message.text or _delivers(context.message) or _is_optional(context):
        return
    numbers = [n for n in numbering.numbers_in(context.message.text) if n.type != "ticket"]
    for time in context.times:
        if numbers and clause.start <= time.start < clause.end and time.kind is TimeKind.DATES:
            before = [n for n in numbers if n.start < time.start] or numbers
            order = Reference(
                ReferenceKind.NUMBER, before[-1].text, before[-1].start, before[-1].end, "order"
            )
            yield from booked(clause, context, time, (time.start, time.end), order)
            return


def departures(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield when what was booked sets out or begins ("your flight is tomorrow at 06:40")."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    if not said & word_set("departing") or "?" in context.message.text or _is_optional(context):
        return
    order = numbering.last_number(context, "order")
    order = order or things.last_spoken(context, "order")
    for time in context.times:
        inside = clause.start <= time.start < clause.end and time.kind is TimeKind.DATETIME
        if inside and time.begins > context.at:
            quote = (time.start, time.end)
            subject = order or Reference(ReferenceKind.DEFINITE, type="order")
            made = tell(clause, context, "time", time.value, quote, subject=subject)
            yield replace(made, kind=FactKind.TEMPORARY, expires=Expiry(at=time.begins + _LASTS))
            return


def _is_optional(context: Context) -> bool:
    said = {rest for c in context.clauses for w in c.words for _, rest in readings(w.fold)}
    return bool(said & word_set("optional_word"))


def _window(
    clause: Clause, context: Context, last: LogMessage, times: list[TimeSpan]
) -> Iterator[Statement]:
    """Yield the hours that were offered without a question, for what the talk is about."""
    windows = [time for time in times if time.kind is TimeKind.WINDOW]
    if len(windows) != 1 or "?" in last.text:
        return
    recent = " ".join(message.text for message in context.before)
    said = {rest for word in words(recent) for _, rest in readings(word.fold)}
    key = "pickup_window" if said & word_set("fetch_word") else "visit_window"
    kind = "order" if key == "pickup_window" else "ticket"
    subject = things.last_spoken(context, kind) or Reference(ReferenceKind.DEFINITE, type=kind)
    value = windows[0].value
    said_ = tell(clause, context, key, value, _whole(context), subject=subject)
    yield replace(said_, kind=FactKind.TEMPORARY, expires=Expiry(at=windows[0].ends))


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
    told = {t.value for t in find_times(asked.text, at=asked.at, zone=asked.time_zone)}
    known = bool(hours) and hours[0].value in told  # the person's own words are the source then
    if len(hours) == 1 and not known and not _delivers(context.message):
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
