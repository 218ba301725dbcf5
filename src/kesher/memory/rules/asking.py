"""What the message before asked for, so that a bare answer is understood."""

from collections.abc import Sequence
from functools import cache

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import clauses
from kesher.text.phrasebook import phrases

_TABLE = "asks."


def asked(before: Sequence[LogMessage]) -> frozenset[str]:
    """Return the keys of the `[asks]` phrases in the last message, if the assistant said it.

    `yes_no` is among them where it offers something to agree to.
    """
    if not before or before[-1].role is not Speaking.ASSISTANT or not _asks(before[-1].text):
        return frozenset()
    last = before[-1]
    found = {name for clause in clauses.read(last) for name in _names() if name in clause.matches}
    return frozenset(name.removeprefix(_TABLE) for name in found)


def _asks(text: str) -> bool:
    return "?" in text or "؟" in text


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(name for name in phrases().names if name.startswith(_TABLE)))
