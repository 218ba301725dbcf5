"""Engagements of the speaker by what they are for and when: "lunch w/ Dana Wed 12:30"."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules import appointments
from kesher.memory.rules.asserted import is_foreign, stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import SPEAKER
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import readings

_FOR = frozenset({"engagement", "specialist"})


def meetings(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield an engagement with its day and hour, where no narrower rule reads one.

    A noun that one meets for, or a verb of meeting, beside a coming day with an hour. What another
    person has, and the hours of shops and trains, are none.
    """
    time = coming(clause, context)
    if time is None or not stands(clause) or is_foreign(clause) or _read_already(clause, context):
        return
    if _is_engaged(clause):
        yield appointments.timed(clause, context, time, SPEAKER)


def coming(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the last coming day with an hour in the clause, else of the next in its sentence."""
    following = context.following(clause)
    for part in (clause, *([following] if following is not None else [])):
        found = [
            time
            for time in context.times
            if part.start <= time.start < part.end
            and time.kind is TimeKind.DATETIME
            and time.begins > context.at
        ]
        if found:
            return found[-1]
    return None


def _read_already(clause: Clause, context: Context) -> bool:
    found = (*appointments.appointments(clause, context), *appointments.moved(clause, context))
    return bool(found)


def _is_engaged(clause: Clause) -> bool:
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    named = _named_kinds(clause)
    if "order" in named or said & word_set("unmeeting"):
        return False
    return bool(clause.found("goings.meets")) or bool(named & (_FOR | {"appointment"}))


def _named_kinds(clause: Clause) -> frozenset[str]:
    """Return the classes of nouns in the clause; of things, what they are."""
    tags = [tag for at in clause.line.tags for tag in at]
    return frozenset(
        tag.entry.marks[0] if tag.entry.kind == "item" else tag.entry.kind for tag in tags
    )
