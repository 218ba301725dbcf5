"""`<agent_status>`: five techniques, each switchable, every field with the events it comes from.

Source: seed 001, experiment 2-9.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from html import escape

from kesher.context.status import todo
from kesher.context.status.counters import CallLimit, Tally, repeated, tallies
from kesher.context.status.directory import directory_of
from kesher.context.status.labels import Labels
from kesher.context.status.times import ago, last_reply, moment, yesterday
from kesher.domain.trajectory import Event

_VALUE_CHARS = 200


@dataclass(frozen=True, slots=True)
class StatusOptions:
    """Which techniques are on.

    Attributes:
        timestamps: The time now and since the last reply; user messages and results are stamped.
        counters: How often each tool was called, the limits, and equal calls in a row.
        todo: The to-do list.
        errors: Failed calls are told in four layers.
        system: Working directory, operating system, shell, Python.
        limits: Checked under `counters`.
    """

    timestamps: bool = True
    counters: bool = True
    todo: bool = True
    errors: bool = True
    system: bool = False
    limits: tuple[CallLimit, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """What the events do not say, given from outside so that a test may simulate it.

    Attributes:
        directory: The working directory at the trajectory's beginning.
        system: Operating system, shell, Python ... by name.
    """

    now: datetime
    zone: tzinfo = UTC
    directory: str = ""
    system: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a status.

    Attributes:
        sequences: The events that it was computed from; empty: from the situation alone.
    """

    name: str
    label: str
    value: str
    sequences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """A status as it is sent, and where each line comes from. Text is empty without fields."""

    text: str
    fields: tuple[Field, ...] = field(default_factory=tuple)


def status(
    events: Sequence[Event],
    options: StatusOptions,
    situation: Situation,
    *,
    labels: Labels = "en",
) -> Status:
    """Compute the status from the log. Nothing in it was counted by a model.

    Values that stem from a model or a tool are shortened to one line and escaped: no text can
    close the status or add a line to it.
    """
    words = _WORDS[labels]
    fields = tuple(
        Field(name, words[name], value, sequences)
        for name, value, sequences in _lines(events, options, situation, labels)
    )
    if not fields:
        return Status("")
    body = "\n".join(f"- {each.label}: {each.value}" for each in fields)
    return Status(f"<agent_status>\n{body}\n</agent_status>", fields)


_Line = tuple[str, str, tuple[int, ...]]


def _lines(
    events: Sequence[Event], options: StatusOptions, situation: Situation, labels: Labels
) -> Iterator[_Line]:
    if options.timestamps:
        yield from _times(events, situation, labels)
    if options.counters:
        yield from _counts(events, options.limits, labels)
    if options.todo:
        yield from _todo(events)
    if options.system:
        yield from _system(events, situation)


def _times(events: Sequence[Event], situation: Situation, labels: Labels) -> Iterator[_Line]:
    yield "now", moment(situation.now, situation.zone, labels=labels), ()
    yield "yesterday", yesterday(situation.now, situation.zone, labels=labels), ()
    reply = last_reply(events)
    if reply is not None:
        seconds = (situation.now - reply.at).total_seconds()
        yield "last_reply", ago(max(0.0, seconds), labels=labels), (reply.sequence,)


def _counts(
    events: Sequence[Event], limits: Sequence[CallLimit], labels: Labels
) -> Iterator[_Line]:
    counted = tallies(events, limits)
    plain = [tally for tally in counted if tally.most is None]
    if plain:
        text = ", ".join(f"{_safe(tally.tool)} ×{tally.count}" for tally in plain)
        yield "calls", text, tuple(sorted({at for tally in plain for at in tally.sequences}))
    for tally in counted:
        if tally.most is not None and tally.count:
            yield "limit", _limit(tally, labels), tally.sequences
    again = repeated(events)
    if again is not None:
        words = "אותה קריאה" if labels == "he" else "the same call"
        yield "repeat", f"{_safe(again.tool)}: {words} ×{again.times}", again.sequences


def _limit(tally: Tally, labels: Labels) -> str:
    what = _safe(tally.tool) if tally.value is None else f"{_safe(tally.tool)} {_safe(tally.value)}"
    count = f"{tally.count}/{tally.most}"
    if not tally.is_reached:
        return f"{what}: {count}"
    words = "הגעת למגבלה; אין לקרוא שוב" if labels == "he" else "limit reached; do not call again"
    return f"{what}: {count}, {words}"


def _todo(events: Sequence[Event]) -> Iterator[_Line]:
    found = todo.todo_list(events)
    if found.items:
        yield "todo", "; ".join(_safe(line) for line in todo.lines(found)), (found.sequence,)


def _system(events: Sequence[Event], situation: Situation) -> Iterator[_Line]:
    if situation.directory:
        directory, sequence = directory_of(events, situation.directory)
        yield "directory", _safe(directory), (sequence,) if sequence >= 0 else ()
    if situation.system:
        text = ", ".join(f"{_safe(name)} {_safe(value)}" for name, value in situation.system)
        yield "system", text, ()


def _safe(value: str) -> str:
    """Return a value that stems from elsewhere as one short line without markup."""
    line = escape(" ".join(value.split()), quote=False)
    return line if len(line) <= _VALUE_CHARS else f"{line[:_VALUE_CHARS]}…"


_WORDS: dict[Labels, dict[str, str]] = {
    "he": {
        "now": "השעה",
        "yesterday": "אתמול",
        "last_reply": "מאז התשובה האחרונה",
        "calls": "קריאות לכלים",
        "limit": "מגבלה",
        "repeat": "שים לב",
        "todo": "משימות",
        "directory": "ספריית העבודה",
        "system": "מערכת",
    },
    "en": {
        "now": "Time",
        "yesterday": "Yesterday",
        "last_reply": "Since the last reply",
        "calls": "Tool calls",
        "limit": "Limit",
        "repeat": "Mind",
        "todo": "To do",
        "directory": "Working directory",
        "system": "System",
    },
}
