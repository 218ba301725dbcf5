"""How often tools were called, with what, and whether a limit is reached."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kesher.domain.canonical import canonical
from kesher.domain.message import ToolCall
from kesher.domain.trajectory import Event, Said

REPEATS_TOLD = 2
"""From so many equal calls in a row on, the status says so."""


@dataclass(frozen=True, slots=True)
class CallLimit:
    """How often a tool may be called: in all, or with each value of one argument.

    Attributes:
        argument: Calls are counted by this argument's value; None: all together.
    """

    tool: str
    most: int
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a tool was called; `value`: with this value of the limited argument.

    Attributes:
        sequences: The events with those calls.
        most: The limit; None: there is none.
    """

    tool: str
    count: int
    sequences: tuple[int, ...]
    value: str | None = None
    most: int | None = None

    @property
    def is_reached(self) -> bool:
        """Whether no further call is allowed."""
        return self.most is not None and self.count >= self.most


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same call, arguments and all, several times in a row at the end of the log."""

    tool: str
    times: int
    sequences: tuple[int, ...]


def tallies(events: Sequence[Event], limits: Sequence[CallLimit] = ()) -> tuple[Tally, ...]:
    """Return the counts of every tool that was called, by name, then those of the limits."""
    made = list(_calls(events))
    names = sorted({call.name for _, call in made})
    found = [Tally(name, *_counted(at for at, call in made if call.name == name)) for name in names]
    for limit in limits:
        found += _limited(made, limit)
    return tuple(found)


def repeated(events: Sequence[Event]) -> Repeat | None:
    """Return the latest call if the ones right before it were the same; None: they were not."""
    made = list(_calls(events))
    if not made:
        return None
    last = _spelt(made[-1][1])
    places: list[int] = []
    for at, call in reversed(made):
        if _spelt(call) != last:
            break
        places.append(at)
    if len(places) < REPEATS_TOLD:
        return None
    return Repeat(last[0], len(places), tuple(reversed(places)))


def _calls(events: Sequence[Event]) -> Iterator[tuple[int, ToolCall]]:
    for event in events:
        if isinstance(event.payload, Said):
            for call in event.payload.message.tool_calls:
                yield event.sequence, call


def _limited(made: Sequence[tuple[int, ToolCall]], limit: CallLimit) -> Iterator[Tally]:
    ours = [(at, call) for at, call in made if call.name == limit.tool]
    if limit.argument is None:
        yield Tally(limit.tool, *_counted(at for at, _ in ours), most=limit.most)
        return
    values = [(at, _argument(call, limit.argument)) for at, call in ours]
    for value in Counter(value for _, value in values if value is not None):
        places = (at for at, found in values if found == value)
        yield Tally(limit.tool, *_counted(places), value=value, most=limit.most)


def _counted(places: Iterator[int]) -> tuple[int, tuple[int, ...]]:
    found = list(places)
    return len(found), tuple(dict.fromkeys(found))


def _argument(call: ToolCall, name: str) -> str | None:
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return None
    value = arguments.get(name) if isinstance(arguments, dict) else None
    if value is None or isinstance(value, str):
        return value
    return canonical(value)


def _spelt(call: ToolCall) -> tuple[str, str]:
    try:
        return call.name, canonical(json.loads(call.arguments))
    except ValueError:
        return call.name, call.arguments
