"""Short ways to extract from one message in tests."""

from collections.abc import Sequence
from datetime import datetime

from kesher.domain.fact import Extraction, Statement, StatementAction
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema

AT = datetime.fromisoformat("2026-02-10T10:00:00+02:00")


def message(text: str, role: Speaking = Speaking.USER, **given: object) -> LogMessage:
    """Return a message of a Tuesday morning in February."""
    injected = given.get("injected", ())
    assert isinstance(injected, tuple)
    return LogMessage("m", "t", role, AT, text, injected=injected)


def heard(text: str, *before: str) -> Extraction:
    """Extract from what a person says; earlier messages of the assistant begin with "A: "."""
    return extract(message(text), [_earlier(said) for said in before], shipped_schema())


def _earlier(said: str) -> LogMessage:
    role = Speaking.ASSISTANT if said.startswith("A: ") else Speaking.USER
    return message(said.removeprefix("A: "), role)


def facts(text: str, *before: str) -> list[str]:
    """Return the statements as `whose.key=value`, endings and corrections marked behind."""
    return [_shown(statement) for statement in heard(text, *before).statements]


def _shown(statement: Statement) -> str:
    subject = statement.subject
    whose = (subject.also[0] if subject.also else subject.text) or "user"
    shown = f"{whose}.{statement.key}={statement.value}"
    if statement.action is StatementAction.END:
        return f"{shown} (end)"
    if statement.action is StatementAction.CORRECT:
        return f"{shown} (not {statement.replaces})"
    return shown


def quotes(text: str, statements: Sequence[Statement]) -> list[str]:
    """Return the words that each statement quotes."""
    return [text[slice(*statement.quote)] for statement in statements]
