"""Which of two values counts, by the schema's policy, who said them and how surely."""

from enum import Enum, auto

from kesher.domain.fact import Fact, Statement, StatementAction
from kesher.domain.log import Speaking
from kesher.memory.schema import Asks, Key, Policy
from kesher.memory.values import fuller

HEDGED_CONFIDENCE = 0.5
"""An unsure statement is never believed more than this."""


class Ruling(Enum):
    """What becomes of a statement that meets another value."""

    TAKE = auto()
    OUTWEIGHED = auto()
    """It is kept in history and never holds."""
    DOUBT = auto()
    """A person decides whether the speaker, who was unsure, was right."""
    CONFLICT = auto()
    """A person decides, since the key asks for it."""


def ruling(standing: Fact, new: Fact, statement: Statement, key: Key) -> Ruling:
    """Decide between what holds and what was said after it.

    In this order: an assistant's word never counts against what a user said of themselves, but
    does for keys that the schema says an assistant keeps; who is unsure never replaces what was
    said surely, an assistant is then not heard, a user asked; the more confident wins where the
    policy says so; a fuller wording of the same is taken; what the key asks about goes to a person;
    else the newer one holds. A user's sure word counts for every key, an assistant's keys too:
    parcels are seen first by those who wait for them.
    """
    by_assistant = new.said_by is Speaking.ASSISTANT
    if by_assistant and key.kept_by is Speaking.USER and standing.said_by is Speaking.USER:
        return Ruling.OUTWEIGHED
    if statement.hedged and standing.confidence > HEDGED_CONFIDENCE:
        return Ruling.OUTWEIGHED if by_assistant else Ruling.DOUBT
    if key.policy is Policy.MOST_CONFIDENT and new.confidence < standing.confidence:
        return Ruling.OUTWEIGHED
    if statement.action is StatementAction.SET and fuller(standing, new, key):
        return Ruling.TAKE
    return Ruling.CONFLICT if asks_person(statement, new.said_by, key) else Ruling.TAKE


def asks_person(statement: Statement, said_by: Speaking, key: Key) -> bool:
    """Tell whether the key wants a person to decide before this statement replaces or removes."""
    if key.asks is Asks.DOUBTFUL:
        plain_change = statement.action is StatementAction.SET and not statement.hedged
        return not plain_change or said_by is not key.kept_by
    return key.asks is Asks.ALWAYS or key.policy is Policy.ASK


def may_end(standing: Fact, statement: Statement, said_by: Speaking, key: Key) -> Ruling:
    """Decide whether a statement that something holds no more is taken."""
    by_assistant = said_by is Speaking.ASSISTANT
    if by_assistant and key.kept_by is Speaking.USER and standing.said_by is Speaking.USER:
        return Ruling.OUTWEIGHED
    if statement.hedged and standing.confidence > HEDGED_CONFIDENCE:
        return Ruling.OUTWEIGHED if by_assistant else Ruling.DOUBT
    return Ruling.CONFLICT if asks_person(statement, said_by, key) else Ruling.TAKE


def risen(known: Fact, again: Fact, statement: Statement) -> float:
    """Return the confidence of a fact that was said once more: two independent sources' share.

    An unsure repetition adds nothing, nor does the same message read again. Never above 0.99.
    """
    if statement.hedged or again.source_message_id == known.source_message_id:
        return known.confidence
    joint = 1 - (1 - known.confidence) * (1 - again.confidence)
    return max(known.confidence, min(joint, 0.99))
