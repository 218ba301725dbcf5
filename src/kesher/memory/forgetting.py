"""When facts end by themselves: defaults by key, conditions tied to what happens, review dates."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from kesher.domain.fact import Expiry, Fact, FactKind, Review, ReviewKind, Statement
from kesher.domain.log import LogMessage
from kesher.errors import NoExpiryError
from kesher.memory.ledger import Ledger
from kesher.memory.schema import Key, Outcome
from kesher.memory.states import believed, is_current
from kesher.memory.timeline import close
from kesher.memory.values import status_word
from kesher.ports.memory import MemoryChange

_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?(?:\s*[-–]\s*(\d{2}:\d{2}))?")
_OFFSET = re.compile(r"(?:Z|[+-]\d{2}:\d{2})$")

_SAYS = {
    "delivered": (Outcome("order_status", "delivered"), Outcome("order_status", "collected")),
    "task_done": (Outcome("task_status", "done"), Outcome("task_status", "cancelled")),
}
"""Triggers that a status says, besides what extraction found in the words."""


def expiry_for(
    statement: Statement, key: Key, kind: FactKind, start: datetime, message: LogMessage
) -> Expiry | None:
    """Return when a fact that begins at `start` ends: as stated, else by its key's defaults.

    Only a temporary fact ends by itself. Its default is the moment that the value names, or the
    key's length, with the trigger that ends it earlier; a status ends with the next one.

    Raises:
        NoExpiryError: nothing was stated and the key has no default.
    """
    stated = statement.expires
    if stated is not None:
        return _complete(stated, key, start)
    if kind is not FactKind.TEMPORARY:
        return None
    if statement.valid_until is not None:
        return Expiry(at=statement.valid_until.astimezone(UTC))
    named = moment_end(statement.value, message) if key.after is not None else None
    if named is not None and key.after is not None and named + key.after > start:
        return _complete(Expiry(at=named + key.after, trigger=key.until), key, start)
    if key.lasts is not None:
        return _complete(Expiry(duration=key.lasts, trigger=key.until), key, start)
    if key.status:
        return Expiry(trigger="status")
    raise NoExpiryError(
        f"`{key.name}` = `{statement.value}` is a temporary fact without an end. State until when "
        f"or until what it holds, or give the key `lasts` in the memory schema."
    )


def moment_end(value: str, message: LogMessage) -> datetime | None:
    """Return the end of the moment that a value names, in UTC; None: it names none.

    "2026-02-12 16:00-20:00" ends at 20:00 and "2026-02-12" with its day, in the speaker's zone.
    """
    found = _DAY.match(value.strip())
    if found is None:
        return None
    day, begins, ends = found.groups()
    offset = _OFFSET.search(value) if begins and not ends else None
    try:
        moment = datetime.fromisoformat(f"{day}T{ends or begins or '00:00'}" + (offset or [""])[0])
    except ValueError:  # the 31st of February
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(message.time_zone))
    return (zoned if begins or ends else zoned + timedelta(days=1)).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that may fulfil a condition.

    Attributes:
        trigger: `task_done`, `reply`, `delivered`, or empty for a status alone.
        entity_id: Whose: the task that ended, the one who answered; empty: not known.
        outcome: The status that says so.
    """

    trigger: str
    entity_id: str
    outcome: Outcome | None = None


def happenings(
    triggers: Iterable[tuple[str, str]], statuses: Iterable[tuple[str, str, str]], speaker_id: str
) -> tuple[Happened, ...]:
    """Gather what a message tells to have happened.

    Args:
        triggers: (trigger, entity id) as extraction found them.
        statuses: (entity id, key, value) of the statuses that it set.
        speaker_id: Who wrote the message, which answers those who wait for it; empty: unknown.
    """
    found = [Happened(trigger, entity_id) for trigger, entity_id in triggers]
    for entity_id, key, value in statuses:
        outcome = Outcome(key, status_word(key, value))
        found.append(Happened("", entity_id, outcome))
        found += [Happened(name, entity_id) for name, said in _SAYS.items() if outcome in said]
    if speaker_id:
        found.append(Happened("reply", speaker_id))
    return tuple(found)


def fulfil(ledger: Ledger, happened: Iterable[Happened], user_id: str) -> None:
    """End the facts whose condition has come true, at the message's instant and by it.

    What the same message states is never ended by it. A status ends facts of its entity and facts
    whose value the entity is: "done" ends the deadline of the task, and the user's having it.

    Args:
        user_id: Whose own facts wait for what happens to others.
    """
    said_at = ledger.setting.said_at
    for one in happened:
        for fact in _waiting(ledger, one, user_id):
            own = fact.source_message_id == ledger.setting.message.id
            if not own and believed(fact) and is_current(fact, as_of=said_at):
                close(ledger, fact, said_at, by=ledger.setting.message.id)


def due_reviews(facts: Iterable[Fact], now: datetime, new_id: Callable[[str], str]) -> MemoryChange:
    """Ask about current facts whose review date has come, each once: the date is then taken off.

    Accepting the review ends the fact; refusing it leaves it as it is.
    """
    due = [
        fact
        for fact in facts
        if fact.expires is not None
        and fact.expires.review_at is not None
        and fact.expires.review_at <= now
        and is_current(fact, as_of=now)
    ]
    return MemoryChange(
        facts=tuple(_asked(fact) for fact in due),
        reviews=tuple(_review(fact, now, new_id("review")) for fact in due),
    )


def _complete(expiry: Expiry, key: Key, start: datetime) -> Expiry:
    at = expiry.at or (start + expiry.duration if expiry.duration is not None else None)
    review = start + key.review_after if key.review_after is not None else None
    return replace(
        expiry,
        at=at.astimezone(UTC) if at else None,
        trigger=expiry.trigger or key.until,
        review_at=expiry.review_at or review,
    )


def _waiting(ledger: Ledger, happened: Happened, user_id: str) -> list[Fact]:
    entity_id = happened.entity_id
    near = ledger.about(entity_id) if entity_id else []
    if happened.outcome is not None:
        schema = ledger.setting.schema
        return [f for f in near if happened.outcome in schema.key(f.key).fulfilled_by]
    theirs = ledger.about(user_id) if user_id and user_id != entity_id else []
    found = {fact.id: fact for fact in (*near, *theirs) if _triggered(fact, happened)}
    return list(found.values())


def _triggered(fact: Fact, happened: Happened) -> bool:
    expires = fact.expires
    if expires is None or not expires.trigger or expires.trigger != happened.trigger:
        return False
    if expires.trigger_entity_id:
        return happened.entity_id == expires.trigger_entity_id
    # Who waits is the subject of what they wait for: their own message is no answer.
    own = {fact.subject_id} if happened.trigger != "reply" else set()
    return happened.entity_id in own | {fact.object_id}


def _asked(fact: Fact) -> Fact:
    if fact.expires is None:
        return fact
    rest = replace(fact.expires, review_at=None)
    return replace(fact, expires=None if rest == Expiry() else rest)


def _review(fact: Fact, now: datetime, review_id: str) -> Review:
    return Review(
        id=review_id,
        kind=ReviewKind.DOUBT,
        reason=f"`{fact.key}` = `{fact.value}` was to be looked at again: does it hold no more?",
        thread_id=fact.thread_id,
        message_id=fact.source_message_id,
        created_at=now,
        old_fact_id=fact.id,
    )
