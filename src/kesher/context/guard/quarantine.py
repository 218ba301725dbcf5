"""What may be remembered: instructions that came in with content by others may not, unseen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kesher.context.guard.detectors import detect
from kesher.context.guard.finding import Severity
from kesher.context.guard.folding import fold
from kesher.context.guard.material import sorted_material
from kesher.context.guard.provenance import Provenance, trace
from kesher.context.guard.words import arabic, english, hebrew, russian
from kesher.domain.trajectory import Entry

_STANDING = tuple(
    re.compile(pattern)
    for pattern in (*english.MEMORY, *hebrew.MEMORY, *arabic.MEMORY, *russian.MEMORY)
)


@dataclass(frozen=True, slots=True)
class Clean:
    """It may be stored."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """It waits for a person; nothing reads it until then. The reason is a sentence."""

    reason: str


def classify_write(text: str, entries: Sequence[Entry]) -> Clean | Quarantined:
    """Say whether a text may become a memory.

    The person's own words always may, standing orders too ("always answer in Hebrew"). Where
    content by others has been read, a text that gives orders to a model or for the future, or
    that stands in that content, waits for a person.
    """
    material = sorted_material(entries)
    provenance = trace(text, material).provenance
    if provenance in (Provenance.USER, Provenance.CONSTANT) or not material.sources:
        return Clean()
    if any(each.severity is Severity.HIGH for each in detect(text)):
        return Quarantined("It gives orders to the model, and the person did not write it.")
    if any(pattern.search(fold(text)) for pattern in _STANDING):
        return Quarantined("It is a standing order that the person did not give.")
    if provenance is Provenance.EXTERNAL:
        return Quarantined("It stands only in content by others.")
    return Clean()
