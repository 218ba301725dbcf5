"""From a resolved statement to the fact that it would be, before it meets what is known."""

from datetime import UTC

from kesher.domain.fact import Expiry, Fact, FactKind, Statement
from kesher.memory.conflicts import HEDGED_CONFIDENCE
from kesher.memory.forgetting import expiry_for, moment_end
from kesher.memory.ledger import Ledger
from kesher.memory.schema import Key


def stated(
    ledger: Ledger,
    statement: Statement,
    ids: tuple[str, str | None],
    key: Key,
    *,
    corrects: Fact | None = None,
) -> Fact:
    """Return the fact that a statement would be, with a fresh id.

    Args:
        ids: The subject's entity, and the value's if it is one.
        corrects: What it puts right: its kind and expiry stay where the statement gives none.

    Raises:
        NoExpiryError: a temporary fact that ends nowhere.
    """
    setting, message = ledger.setting, ledger.setting.message
    start = (statement.valid_from or setting.said_at).astimezone(UTC)
    kind = _kind(statement, key, corrects)
    expires = _kept_expiry(statement, corrects, ledger)
    if expires is None:
        expires = expiry_for(statement, key, kind, start, message)
    until = statement.valid_until if kind is not FactKind.TEMPORARY else None
    unsure = min(statement.confidence, HEDGED_CONFIDENCE)
    return Fact(
        id=setting.new_id("fact"),
        subject_id=ids[0],
        key=key.name,
        value=statement.value,
        kind=kind,
        confidence=unsure if statement.hedged else statement.confidence,
        thread_id=message.thread_id,
        source_message_id=message.id,
        quote=statement.quote,
        said_by=message.role,
        valid_from=start,
        recorded_from=setting.now,
        object_id=ids[1],
        valid_until=max(until.astimezone(UTC), start) if until else None,
        expires=expires,
        single=key.single and kind is not FactKind.EVENT,
    )


def _kind(statement: Statement, key: Key, corrects: Fact | None) -> FactKind:
    """Return the statement's kind; one that says no more than stable leaves it to the key."""
    if statement.overlay:
        return FactKind.TEMPORARY
    if statement.kind is not FactKind.STABLE:
        return statement.kind
    return corrects.kind if corrects else key.kind


def _kept_expiry(statement: Statement, corrects: Fact | None, ledger: Ledger) -> Expiry | None:
    if corrects is None or statement.expires is not None:
        return None
    names_moment = moment_end(statement.value, ledger.setting.message) is not None
    return None if names_moment else corrects.expires
