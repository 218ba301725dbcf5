"""Work: hours and shifts, and professions that stand alone in an introduction."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import is_speaker, span, state
from kesher.memory.rules.subjects import SPEAKER, subject_of
from kesher.text.patterns import Match
from kesher.text.time_span import Precision, TimeKind, TimeSpan

_DAY_HOURS = 24
_WEEK_WORDS = 6
_HOURS = frozenset({TimeKind.HOURS, TimeKind.WEEKDAYS, TimeKind.WINDOW})
_INTRODUCING = (
    "say_name.me",
    "say_age.who",
    "say_city.who",
    "say_city.me",
    "say_employer.me",
    "say_job.who",
)


def introduced(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a bare profession: "מורה לאנגלית", among a name, age or city, or with a workplace."""
    for name in ("say_job.bare", "say_role.bare"):
        for match in clause.found(name)[:1]:
            at_work = clause.found("say_employer.who") or match.get("x") is not None
            near = any(context.anywhere(intro) for intro in _INTRODUCING)
            if (at_work or near) and is_speaker(clause.inherited):
                key = name.split(".")[0].removeprefix("say_")
                yield state(clause, context, key, match["v"].text, span(match["v"]))
    for match in clause.found("say_job.whose"):
        subject = subject_of(clause, match)
        if subject is not None and not is_speaker(subject) and match.first > 0:
            slot = match["v"]
            yield state(clause, context, "job", slot.text, span(slot), subject=subject)


def hours(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield working hours: days and hours near a word of work, and shifts."""
    cue = clause.found("work.hours_cue")
    if any(subject_of(clause, match) is SPEAKER for match in cue) or _only_a_week(clause, context):
        place = _hours_said(clause, context)
        if place is not None:
            start, end = place
            value = " ".join(context.message.text[start:end].replace(",", " ").split())
            yield state(clause, context, "work_hours", value, (start, end))
    for match in clause.found("work.until")[:1]:
        quote = clause.words[match["v"].first - 1].start, match["v"].end
        yield state(clause, context, "work_hours", clause.line.text[slice(*quote)], quote)
    for match in clause.found("work.shift"):
        if subject_of(clause, match) is SPEAKER:
            yield state(clause, context, "work_hours", match["v"].text, span(match["v"]))


def _only_a_week(clause: Clause, context: Context) -> bool:
    """Tell a clause that is nothing but days of the week with hours: "א-ה 9 עד 17"."""
    weekly = [t for t in context.times if t.kind is TimeKind.WEEKDAYS and _within(t, clause)]
    ranged = any(_a_day(match) for match in clause.found("work.range"))
    exact = any(time.precision is Precision.MINUTE for time in weekly)
    said = [word for word in clause.words if word.fold not in clause.line.light]
    few = len(said) <= _WEEK_WORDS
    if not (weekly and few and (exact or ranged)):
        return False
    return not clause.framing_at(clause.start, clause.end)


def _within(time: TimeSpan, clause: Clause) -> bool:
    return clause.start <= time.start and time.end <= clause.end


def modes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield where the speaker works from, with the days on which they do."""
    found = [m for m in clause.found("work.mode") if subject_of(clause, m) is SPEAKER]
    if found:
        longest = max(found, key=lambda match: ("d" in match.slots, match.last - match.first))
        slots = [longest["v"], *([longest["d"]] if longest.get("d") else [])]
        start, end = min(s.start for s in slots), max(s.end for s in slots)
        yield state(clause, context, "work_mode", clause.line.text[start:end], (start, end))


def _hours_said(clause: Clause, context: Context) -> tuple[int, int] | None:
    """Return the span of the days and hours that a clause with a word of work gives."""
    places = [(time.start, time.end) for time in _together(clause, context)]
    following = context.following(clause)
    for near in (clause, *([following] if following is not None else ())):
        places += [(m["a"].start, m["b"].end) for m in near.found("work.range") if _a_day(m)]
    if not places:
        return None
    return min(start for start, _ in places), max(end for _, end in places)


def _a_day(match: Match) -> bool:
    """Tell whether both numbers can be hours."""
    numbers = (match["a"].text.split(":")[0], match["b"].text.split(":")[0])
    return all(number.isdigit() and int(number) <= _DAY_HOURS for number in numbers)


def _together(clause: Clause, context: Context) -> list[TimeSpan]:
    """Return the weekdays and hours of the clause, and of the next where it goes on with them."""
    ends = clause.end
    following = context.following(clause)
    if following is not None and following.line.dates.get(0):
        ends = following.end
    found = [
        time for time in context.times if clause.start <= time.start < ends and time.kind in _HOURS
    ]
    exact = any(time.precision is Precision.MINUTE for time in found)
    return found if exact or not clause.found("work.mode") else []
