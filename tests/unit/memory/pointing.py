"""Reads marked conversations into references and resolves them, as a thread would be."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.resolution import Resolution, resolve
from kesher.memory.schema import shipped_schema
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

START = datetime(2026, 4, 1, 8, tzinfo=UTC)
_MARK = re.compile(r"\[([^|\]]+)\|([^|\]]+)\|([^\]]+)\]")
_KINDS = {
    "N": ReferenceKind.NAME,
    "#": ReferenceKind.NUMBER,
    "D": ReferenceKind.DEFINITE,
    "P": ReferenceKind.PRONOUN,
    "R": ReferenceKind.RELATION,
}
_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}


class Thread:
    """A conversation as memory hears it, one message after another."""

    def __init__(self) -> None:
        self.memory = MemoryLists()
        self._numbers = count(1)
        self._ids = count(1)

    def say(self, line: str) -> list[tuple[str, str]]:
        """Hear "u: ..." or "a: ..." and return each mark's label with the entity found for it."""
        role, text, marks = read(line)
        resolution = self.hear(role, text, [reference for reference, _ in marks])
        return [(label, id_) for (_, label), id_ in zip(marks, resolution.entity_ids, strict=True)]

    def hear(self, role: Speaking, text: str, references: list[Reference]) -> Resolution:
        """Resolve one more message and write what it changes."""
        number = next(self._numbers)
        message = LogMessage(f"m{number}", "t", role, START + timedelta(minutes=number), text)
        self.memory.add(message)
        resolution = resolve(
            references,
            message,
            self.memory,
            shipped_schema(),
            new_id=lambda kind: f"{kind}{next(self._ids)}",
            now=message.at,
        )
        self.memory.apply(written(resolution))
        return resolution


def written(resolution: Resolution) -> MemoryChange:
    """Return what must be stored of a resolution."""
    return MemoryChange(
        entities=resolution.entities,
        names=resolution.names,
        mentions=resolution.mentions,
        facts=resolution.facts,
        reviews=resolution.reviews,
        merges=resolution.merges,
    )


def wrong_pairs(lines: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the pairs of marks that are one entity and should be two, or the other way round."""
    thread = Thread()
    found: list[tuple[str, str, str]] = []
    for line in lines:
        for at, (label, id_) in enumerate(thread.say(line)):
            found.append((label, id_, f"{line} #{at}"))
    return unlike(found)


def unlike(found: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Return the places of (label, entity, place) that agree in one of the two alone, in pairs."""
    return [
        (one[2], other[2])
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if (one[0] == other[0]) != (one[1] == other[1])
    ]


def read(marked: str) -> tuple[Speaking, str, list[tuple[Reference, str]]]:
    """Return who says a marked line, its text, and its references with their labels."""
    role = {"u": Speaking.USER, "a": Speaking.ASSISTANT}[marked[0]]
    line = marked[3:]
    text = ""
    last = 0
    marks = []
    for mark in _MARK.finditer(line):
        text += line[last : mark.start()]
        marks.append((_reference(mark, len(text)), mark.group(3)))
        text += mark.group(1)
        last = mark.end()
    return role, text + line[last:], marks


def _reference(mark: re.Match[str], start: int) -> Reference:
    kind, *more = mark.group(2).split(":")
    first, genders, rest = _parts(more)
    relation = kind == "R"
    return Reference(
        kind=_KINDS[kind],
        text=mark.group(1),
        start=start,
        end=start + len(mark.group(1)),
        type=first if not relation else "pet" if first == "pet" else "person",
        relation=first if relation else "",
        also=tuple(rest) if relation else (),
        gender=_GENDERS.get(genders, Gender.UNKNOWN),
        plural="pl" in more,
    )


def _parts(more: list[str]) -> tuple[str, str, Iterator[str]]:
    first = more[0] if more else ""
    gender = more[1] if len(more) > 1 else ""
    return first, gender, iter(more[2:])
