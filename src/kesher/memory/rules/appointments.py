"""Appointments: when, with whom, moved, cancelled, taken place."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.memory.rules import things
from kesher.memory.rules.asserted import is_foreign
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import SPEAKER, name_at
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import readings

_MOMENTS = (TimeKind.DATETIME, TimeKind.DATE)
_LASTS = timedelta(hours=1)
# "The plumber comes on Thursday" is told of a stranger and is the speaker's appointment.
_OTHERS = (Framing.THIRD_PARTY,)


def appointments(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield an appointment that was made or moved: its time, and with whom it is."""
    if _moves(context) or is_foreign(clause) or not _speaks_of_one(clause, context):
        return
    time = _moment(clause, context)
    if time is None:
        return
    what = _appointment(clause, context)
    yield timed(clause, context, time, what)
    yield from _with(clause, context, what)


def _moves(context: Context) -> bool:
    return "appointment.moved" in context.lists


def _speaks_of_one(clause: Clause, context: Context) -> bool:
    """Tell whether the clause makes an appointment: "קבעתי תור", "אצל", "I have a meeting"."""
    if clause.found("appointment.made"):
        return True
    if clause.found("appointment.coming", through=_OTHERS):
        return _coming(clause, context) is not None
    return bool(clause.found("appointment.at")) and _coming(clause, context) is not None


def _coming(clause: Clause, context: Context) -> TimeSpan | None:
    time = _moment(clause, context)
    return time if time is not None and time.kind is TimeKind.DATETIME else None


def _moment(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the coming time of the clause, or of the next one of its sentence."""
    ends = [clause.end]
    following = context.following(clause)
    if following is not None:
        ends.append(following.end)
    for end in ends:
        for time in context.times:
            inside = clause.start <= time.start < end and time.kind in _MOMENTS
            if inside and time.ends > context.at:
                return _with_hour(time, clause, context)
    return None


def _with_hour(time: TimeSpan, clause: Clause, context: Context) -> TimeSpan:
    """Return a day with the one hour that stands apart from it in the clause ("at 10")."""
    hours = [
        other
        for other in context.times
        if other.kind is TimeKind.CLOCK and clause.start <= other.start < clause.end
    ]
    if time.kind is TimeKind.DATE and len(hours) == 1 and hours[0].bound is Bound.AT:
        return at_hour(time, hours[0])
    return time


def _appointment(clause: Clause, context: Context) -> Reference:
    """Return the appointment as the clause calls it: the thing, else whom it is with."""
    for _, reference in things.things(clause, "appointment"):
        return reference
    for at in range(len(clause.words)):
        for tag in clause.line.tags[at]:
            if tag.entry.kind == "specialist":
                start = clause.words[tag.first].after(len(tag.clitics))
                end = clause.words[tag.last - 1].end
                text = clause.line.text[start:end]
                return Reference(ReferenceKind.DEFINITE, text, start, end, "appointment")
    return Reference(ReferenceKind.DEFINITE, type="appointment")


def timed(
    clause: Clause,
    context: Context,
    time: TimeSpan,
    what: Reference,
    *,
    known: bool = False,
) -> Statement:
    """Return when an appointment is; it lapses an hour after its start, or with its day.

    Args:
        known: One without a name is the one spoken of before, not a new one.
    """
    ends = time.begins + _LASTS if time.kind is TimeKind.DATETIME else time.ends
    said = tell(
        clause,
        context,
        "time" if what.text or known else "appointment",
        time.value,
        (time.start, time.end),
        subject=what if what.text or known else SPEAKER,
        kind=FactKind.TEMPORARY,
    )
    return replace(said, expires=Expiry(at=ends))


def _with(clause: Clause, context: Context, what: Reference) -> Iterator[Statement]:
    """Yield whom it is with: a title and name, or the specialist."""
    if not what.text:
        return
    for at, word in enumerate(clause.words):
        titled = word.fold in word_set("title_word") or word.fold in word_set("at_person")
        first = at + 1 if titled else at
        tags = [tag for tag in clause.line.tags[at] if tag.entry.kind == "specialist"]
        specialist = bool(tags)
        if specialist and not titled:
            first = max(tag.last for tag in tags)
        if not (titled or specialist) or first >= len(clause.words):
            continue
        behind = _named(clause, first, after_title=word.fold in word_set("title_word"))
        if behind > first:
            start = word.start if word.fold in word_set("title_word") else None
            begin = clause.words[first].start if start is None else start
            end = clause.words[behind - 1].end
            text = clause.line.text[begin:end]
            who = Reference(ReferenceKind.NAME, text, begin, end, "person")
            yield tell(clause, context, "with", text, (begin, end), subject=what, about=who)
            return


def _named(clause: Clause, at: int, *, after_title: bool) -> int:
    """Return the word behind a name at a word; behind a title any one word is a name."""
    word = clause.words[at].fold
    small = word in clause.line.sets["no_name"] or word in word_set("phrase_end")
    small = small or not word_set("hour_cue").isdisjoint(rest for _, rest in readings(word))
    if at in clause.line.dates or small or word in word_set("at_person"):
        return at
    behind = name_at(clause, at)
    if behind > at:
        return behind
    known = any(tag.entry.kind in ("item", "specialist") for tag in clause.line.tags[at])
    plain = clause.words[at].text.isalpha() and not clause.words[at].text.isascii()
    return at + 1 if (after_title or plain) and not known and plain else at


def moved(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the new time of an appointment that was moved ("דחו לי את הקרדיולוג ל24.3")."""
    if not clause.found("appointment.moved"):
        return
    time = _new_time(clause, context)
    what = _appointment(clause, context)
    if time is not None and (what.text or _about_appointments(context)):
        yield timed(clause, context, time, what, known=True)


def _about_appointments(context: Context) -> bool:
    return bool(_before(context)) or any(
        "appointment.made" in clause.matches or next(things.things(clause, "appointment"), None)
        for clause in context.clauses
    )


def _before(context: Context) -> TimeSpan | None:
    """Return the last coming moment that the messages before named."""
    for message in reversed(context.before):
        times = find_times(message.text, at=message.at, zone=message.time_zone)
        for time in reversed(times):
            if time.kind is TimeKind.DATETIME:
                return time
    return None


def _new_time(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the last coming time of the sentence; "same time" takes the hour said before."""
    sentence = context.sentence(clause.sentence)
    end = sentence[-1].end
    found = [
        time
        for time in context.times
        if clause.start <= time.start < end and time.kind in _MOMENTS and time.ends > context.at
    ]
    if not found:
        return None
    time = found[-1]
    same = "appointment.same_hour" in context.lists
    before = _before(context)
    if before is not None and _weekday_only(time, context):
        time = _in_week_of(time, before, context)
    if time.kind is TimeKind.DATE and same and before is not None:
        return at_hour(time, before)
    return time


def _weekday_only(time: TimeSpan, context: Context) -> bool:
    said = context.message.text[time.start : time.end]
    return time.kind is TimeKind.DATE and not any(char.isdigit() for char in said)


def _in_week_of(time: TimeSpan, before: TimeSpan, context: Context) -> TimeSpan:
    """Return the weekday in the week of the appointment that moves, if that is still to come."""
    sunday = before.begins - timedelta(days=(before.begins.weekday() + 1) % 7)
    day = sunday + timedelta(days=(time.begins.weekday() + 1) % 7)
    begins = time.begins.replace(year=day.year, month=day.month, day=day.day)
    if begins <= context.at:
        return time
    return replace(time, begins=begins, ends=begins + timedelta(days=1))


def at_hour(day: TimeSpan, hour: TimeSpan) -> TimeSpan:
    """Return a day with the hour of another time."""
    begins = hour.begins.replace(year=day.begins.year, month=day.begins.month, day=day.begins.day)
    return replace(day, kind=TimeKind.DATETIME, begins=begins, ends=begins + timedelta(minutes=1))


def took_place(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that an appointment took place ("הייתי אצל זיו"), or was cancelled for good."""
    for match in clause.found("appointment.happened")[:1]:
        what = _appointment(clause, context)
        start, end = clause.words[match.first].start, clause.words[-1].end
        hebrew = clause.words[match.first].text[:1] >= "א"
        value = "התקיים" if hebrew else "took place"
        yield tell(clause, context, "appointment_status", value, (start, end), subject=what)
