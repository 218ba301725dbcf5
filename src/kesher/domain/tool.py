"""What a tool is called, takes and may do."""

from dataclasses import dataclass
from enum import StrEnum


class Risk(StrEnum):
    """What a call of a tool may do at worst."""

    READ = "read"
    """Looks something up; the world is as before."""
    WRITE = "write"
    """Changes what belongs to the user and can be taken back."""
    ACT = "act"
    """Cannot be taken back, or leaves the house: sends, pays, deletes, publishes."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model and the guard know it.

    Attributes:
        description: Reads as a manual: what it does, bounds, an example.
        parameters: JSON Schema of the arguments, as canonical JSON text.
        external: Its results hold content by others (web, mail, documents), never to be obeyed.
        idempotent: A call that was interrupted may be made again.
        timeout_seconds: None: the loop's own limit.
        deferred: Its schema is not in the prefix; tool search reveals it.
    """

    name: str
    description: str
    parameters: str = '{"properties":{},"type":"object"}'
    risk: Risk = Risk.READ
    external: bool = False
    idempotent: bool = False
    timeout_seconds: float | None = None
    deferred: bool = False
