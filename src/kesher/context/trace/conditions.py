"""Conditions before the cache boundary: each that takes k values multiplies the cache keys by k."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import prod

from kesher.context.trace.requests import Recorded, Said

_SAME_TASK_FRACTION = 0.5
_SHOWN_CHARS = 60
_SHOWN_VARIANTS = 4


@dataclass(frozen=True, slots=True)
class Condition:
    """A place of the system message or the tools that differs between requests of one task.

    Attributes:
        place: Such as `system line 3`, "tool `search`", `order of the tools`.
        variants: How many values it takes, absence included.
        examples: The first few, shortened; "" for absence.
    """

    place: str
    variants: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Requests whose system messages are mostly the same.

    Attributes:
        requests: Their numbers in the file.
        keys: Different prefixes that were really sent.
    """

    requests: tuple[int, ...]
    conditions: tuple[Condition, ...]
    keys: int

    @property
    def variants(self) -> int:
        """Prefixes that the conditions allow: the product of their values, 2^N for N switches."""
        return prod(condition.variants for condition in self.conditions)


def tasks(requests: Sequence[Recorded]) -> tuple[Task, ...]:
    """Return the tasks of a file that have more than one prefix, by their first request."""
    clusters: list[tuple[str, list[Recorded]]] = []
    known: dict[str, int] = {}
    for request in requests:
        system = _system(request)
        if system not in known:
            known[system] = _cluster_of(system, [text for text, _ in clusters])
            if known[system] == len(clusters):
                clusters.append((system, []))
        clusters[known[system]][1].append(request)
    found = (_task(members) for _, members in clusters)
    return tuple(task for task in found if task.conditions)


def _system(request: Recorded) -> str:
    return "\n".join(part.content for part in request.system)


def _cluster_of(system: str, firsts: Sequence[str]) -> int:
    for index, first in enumerate(firsts):
        if _shared_chars(first, system) >= _SAME_TASK_FRACTION * max(len(first), len(system)):
            return index
    return len(firsts)


def _shared_chars(one: str, other: str) -> int:
    units = _units(one), _units(other)
    return sum(len(unit) for unit in _common(*units))


def _units(text: str) -> list[str]:
    """Return the lines of a text; the words where it is a single line."""
    if "\n" in text:
        return text.split("\n")
    return _words(text)


def _common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    blocks = matcher.get_matching_blocks()
    return [unit for block in blocks for unit in one[block.a : block.a + block.size]]


def _task(members: Sequence[Recorded]) -> Task:
    systems = list(dict.fromkeys(_system(request) for request in members))
    conditions = [*_system_conditions(systems), *_tool_conditions(members)]
    prefixes = {(_system(r), tuple(part.text for part in r.tools)) for r in members}
    return Task(tuple(r.number for r in members), tuple(conditions), len(prefixes))


def _system_conditions(systems: Sequence[str]) -> Iterator[Condition]:
    if len(systems) < 2:
        return
    by_line = all("\n" in system for system in systems)
    split = [system.split("\n") if by_line else _words(system) for system in systems]
    anchors = split[0]
    for units in split[1:]:
        anchors = _common(anchors, units)
    places, gaps = _gaps(split[0], anchors), [_gaps(units, anchors) for units in split]
    line = 1
    for index, (first, anchor) in enumerate(zip(places, [*anchors, ""], strict=True)):
        values = list(dict.fromkeys("\n".join(gap[index]) for gap in gaps))
        if len(values) > 1:
            unit = "line" if by_line else "word"
            yield Condition(f"system {unit} {line}", len(values), _shortened(values))
        line += len(first) + bool(anchor or by_line)


def _words(text: str) -> list[str]:
    return re.findall(r"\S+\s*|\s+", text)


def _gaps(units: Sequence[str], anchors: Sequence[str]) -> list[list[str]]:
    """Return what stands before, between and after the anchors, which stand in that order."""
    found: list[list[str]] = [[]]
    left = list(anchors)
    for unit in units:
        if left and unit == left[0]:
            left.pop(0)
            found.append([])
        else:
            found[-1].append(unit)
    return found


def _tool_conditions(members: Sequence[Recorded]) -> Iterator[Condition]:
    tables = [{_name(part): part.text for part in request.tools} for request in members]
    names = list(dict.fromkeys(name for table in tables for name in table))
    for name in names:
        values = list(dict.fromkeys(table.get(name, "") for table in tables))
        if len(values) > 1:
            yield Condition(f"tool `{name}`", len(values), _shortened(values))
    everywhere = {name for name in names if all(name in table for table in tables)}
    orders = [
        ", ".join(name for name in map(_name, request.tools) if name in everywhere)
        for request in members
    ]
    values = list(dict.fromkeys(orders))
    if len(values) > 1:
        yield Condition("order of the tools", len(values), _shortened(values))


def _name(part: Said) -> str:
    function = part.value.get("function")
    holder = function if isinstance(function, dict) else part.value
    return str(holder.get("name", ""))


def _shortened(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(value[:_SHOWN_CHARS] for value in values[:_SHOWN_VARIANTS])
