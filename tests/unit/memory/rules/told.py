"""Short ways to extract from what an assistant says, and with the keys of one subject alone."""

from collections.abc import Sequence

from kesher.domain.fact import Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import message


def told(text: str, *before: str) -> list[str]:
    """Return what the assistant states, as `whose.key=value`."""
    earlier = [_earlier(said) for said in before]
    stated = extract(message(text, Speaking.ASSISTANT), earlier, shipped_schema()).statements
    return [shown(statement) for statement in stated]


def shown(statement: Statement) -> str:
    """Return a statement in short."""
    whose = statement.subject.text or statement.subject.type or "user"
    return f"{whose}.{statement.key}={statement.value}"


def missing(expected: Sequence[str], found: Sequence[str]) -> list[str]:
    """Return what was expected and not found."""
    return [each for each in expected if each not in found]


def _earlier(said: str) -> LogMessage:
    role = Speaking.ASSISTANT if said.startswith("A: ") else Speaking.USER
    return message(said.removeprefix("A: "), role)
