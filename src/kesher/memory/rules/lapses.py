"""What was said before and is off or moved: a cancelled appointment, another hour for it."""

from collections.abc import Sequence
from dataclasses import replace

from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.corrections import moved_to
from kesher.memory.rules.saying import state
from kesher.text.dates import find_times
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import readings, words

_DATED_KEYS = frozenset({"move", "work_start", "deadline", "reminder", "delivery_estimate"})
_DAYS = (TimeKind.DATE, TimeKind.DATETIME)
MEETING_KEYS = frozenset({"appointment", "time"})
"""Keys of a day and hour to be somewhere."""

_STOPPED_KEYS = frozenset({"exercise", "hobby", "diet", "likes", "plan", "waiting_for", "symptom"})
_FEWEST_LETTERS = 4
# "Make that Friday" and "הזיזו לחמישי" ask for what they state.
_THROUGH = frozenset({Framing.THIRD_PARTY, Framing.REQUEST})
_CUES = ("goings.called_off", "goings.moved", "appointment.moved", "ending.cue")
_TASK_CUES = ("task.dropped", "task.finished_with")
_TASK_KEYS = frozenset({"task", "deadline"})


def hinted(context: Context) -> bool:
    """Tell whether the message may call off, move or stop something."""
    return any(_says(context, name) for name in (*_CUES, *_TASK_CUES))


def lapsed(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with what they move or call off of what was said before.

    Args:
        prior: What the messages before stated, the newest first.
    """
    if "?" in context.message.text:
        return list(found)
    meetings = [wrong for wrong in prior if wrong.key in MEETING_KEYS]
    if meetings and _says(context, "goings.called_off"):
        return [*found, *_called_off(context, meetings)]
    if meetings and (_says(context, "goings.moved") or _says(context, "appointment.moved")):
        return _moved(context, found, meetings)
    dated = [wrong for wrong in prior if wrong.key in _DATED_KEYS]
    if dated and _says(context, "goings.moved"):
        return _put_off(context, found, dated[0])
    return _over(context, found, prior)


def _over(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with the end of a task that was dropped, or of what was stopped."""
    tasks = [wrong for wrong in prior if wrong.key == "task"]
    dropped = []
    if tasks and any(_says(context, name) for name in _TASK_CUES):
        dropped = _dropped(context, tasks)
    if dropped:
        kept = [s for s in found if s.key not in _TASK_KEYS or s.action is StatementAction.END]
        return [*kept, *dropped]
    if _says(context, "ending.cue"):
        return [*found, *_stopped(context, found, prior)]
    return list(found)


def _says(context: Context, name: str) -> bool:
    return any(clause.found(name, _THROUGH) for clause in context.clauses)


def _called_off(context: Context, meetings: Sequence[Statement]) -> list[Statement]:
    meant = _meant(context, meetings)
    return [_ended(context.clauses[0], context, meant)] if meant is not None else []


def _meant(context: Context, meetings: Sequence[Statement]) -> Statement | None:
    """Return the appointment that the message names, or the only one before."""
    if any(statement.subject.text for statement in meetings):
        said = _folds(context)
        for wrong in meetings:
            if any(word.fold in said for word in words(wrong.subject.text)):
                return wrong
    return meetings[0] if len({wrong.value for wrong in meetings}) == 1 else None


def _moved(
    context: Context, found: Sequence[Statement], meetings: Sequence[Statement]
) -> list[Statement]:
    """Make the new time one in place of the earlier one."""
    wrong = _meant(context, meetings)
    if wrong is None or any(s.key in MEETING_KEYS and s.subject.text for s in found):
        return list(found)
    new = next((s for s in found if s.key in MEETING_KEYS and s.value != wrong.value), None)
    rest = [statement for statement in found if statement is not new]
    if new is None:
        time = next(iter(moved_to(context, wrong)), None)
        if time is None:
            return list(found)
        new = time
    kept = replace(
        new, key=wrong.key, subject=wrong.subject, replaces=wrong.value, kind=FactKind.TEMPORARY
    )
    return [*rest, replace(kept, action=StatementAction.CORRECT)]


def _put_off(context: Context, found: Sequence[Statement], wrong: Statement) -> list[Statement]:
    """Put another day in the place of a move's, a deadline's, a first day's or a reminder's."""
    days = [t for t in context.times if t.kind in _DAYS and t.ends > context.at]
    told = any(s.key == wrong.key and s.key != "deadline" for s in found)
    if not days or told:
        return list(found)
    time = days[-1]
    value = _with_day(wrong, context, time)
    if value == wrong.value:
        return list(found)
    made = state(
        context.clauses[0], context, wrong.key, value, (time.start, time.end), subject=wrong.subject
    )
    new = replace(
        made,
        action=StatementAction.CORRECT,
        replaces=wrong.value,
        kind=wrong.kind,
        expires=replace(wrong.expires, at=time.limit) if wrong.expires else None,
        valid_from=time.begins if wrong.valid_from else None,
    )
    rest = [s for s in found if s.key not in (wrong.key, "task") and not _redates(s)]
    return [*rest, new]


def _redates(statement: Statement) -> bool:
    """Tell a correction of another day than the last one told: the last one is meant."""
    return statement.action is StatementAction.CORRECT and statement.key in _DATED_KEYS


def _with_day(wrong: Statement, context: Context, time: TimeSpan) -> str:
    if wrong.key != "reminder":
        return time.value[:10]
    zone = context.message.time_zone
    old = find_times(wrong.value, at=context.at, zone=zone)
    said = context.message.text[time.start : time.end]
    if not old:
        return f"{wrong.value} {said}"
    return wrong.value[: old[0].start] + said + wrong.value[old[0].end :]


def _dropped(context: Context, tasks: Sequence[Statement]) -> list[Statement]:
    """End the task that the message names, or points at, with how it ended."""
    said = _folds(context)
    pointed = bool(said & (word_set("it_word") | word_set("pointing")))
    named = [task for task in tasks if _telling(task) & said]
    meant = named or (list(tasks) if pointed and len({t.value for t in tasks}) == 1 else [])
    if not meant:
        return []
    task = meant[0]
    status = "done" if _says(context, "task.finished_with") else "cancelled"
    quote = context.clauses[0].start, context.clauses[-1].end
    made = state(context.clauses[0], context, "task_status", status, quote)
    return [
        replace(made, subject=task.object or task.subject),
        replace(_ended(context.clauses[0], context, task), object=task.object),
    ]


def _telling(statement: Statement) -> set[str]:
    return {
        rest
        for word in words(statement.value)
        for _, rest in readings(word.fold)
        if len(rest) >= _FEWEST_LETTERS and rest not in word_set("how_often")
    }


def _stopped(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """End what a telling word of its value names: "הפסקתי עם הפילאטיס"."""
    if any(statement.action is StatementAction.END for statement in found):
        return []
    said = _folds(context)
    for wrong in prior:
        if wrong.key in _STOPPED_KEYS and _telling(wrong) & said:
            return [_ended(context.clauses[0], context, wrong)]
    return []


def _folds(context: Context) -> frozenset[str]:
    return frozenset(
        rest.removesuffix("'s")
        for clause in context.clauses
        for word in clause.words
        for _, rest in readings(word.fold)
    )


def _ended(clause: Clause, context: Context, wrong: Statement) -> Statement:
    quote = clause.start, clause.end
    made = state(clause, context, wrong.key, wrong.value, quote, subject=wrong.subject)
    return replace(made, action=StatementAction.END, kind=wrong.kind)
