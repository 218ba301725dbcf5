"""Statements about things: with the entity that is the value, another kind, or as an ending."""

from dataclasses import replace
from typing import TypedDict, Unpack

from kesher.domain.entity import Reference
from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import state
from kesher.memory.rules.subjects import SPEAKER


class How(TypedDict, total=False):
    """What a statement has besides its key and value.

    Attributes:
        kind: Another kind than the schema gives to the key.
        about: The entity that is the value.
    """

    subject: Reference
    kind: FactKind
    action: StatementAction
    about: Reference


def tell(
    clause: Clause,
    context: Context,
    key: str,
    value: str,
    quote: tuple[int, int],
    **how: Unpack[How],
) -> Statement:
    """Return a statement as `state` does, with what a thing's statement has besides."""
    said = state(clause, context, key, value, quote, subject=how.get("subject", SPEAKER))
    return replace(
        said,
        kind=how.get("kind", said.kind),
        action=how.get("action", StatementAction.SET),
        object=how.get("about"),
    )
