"""Who did what: one event of the audit, and the chain by which a change of it is seen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json

LOCAL_ACTOR = "local"
"""Whoever reaches a server without accounts, and the commands of the folder's owner."""
SYSTEM_ACTOR = "system"
"""The server itself, by the clock."""
NOBODY = "nobody"
"""Somebody who is not signed in."""

FIRST_HASH = digest("kesher audit")
"""What the first event of a chain follows."""


class Outcome(StrEnum):
    """What came of an act."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    """A fault of ours, or of what we stand on."""


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did, before it has its place in the chain.

    Attributes:
        actor: A person's or an API key's id, `local`, `system` or `nobody`. Never a name: who is
            erased is erased here too.
        action: From the closed list of `kesher.app.auditing`.
        thing_id: What it was done to, where that is not the room itself.
        address: The network address that it came from; empty: none.
        details: Words, numbers and ids; never a document's text, a question or a secret.
    """

    at: datetime
    actor: str
    action: str
    outcome: Outcome = Outcome.DONE
    room_id: str | None = None
    thing_id: str | None = None
    address: str = ""
    details: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """An act in its place.

    Attributes:
        sequence: From 1, without gaps, in a tenant.
        previous: The hash of the event before it.
        hash: SHA-256 over all of it and `previous`, hexadecimal.
    """

    sequence: int
    act: Act
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The newest event of a chain, as it is kept apart from the events."""

    sequence: int = 0
    hash: str = FIRST_HASH


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a chain is whole.

    Attributes:
        events: So many were looked at.
        broken_at: The first sequence where it does not hold; None: it is whole.
        reason: Why it does not; empty: it is whole.
    """

    events: int
    broken_at: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which events are wanted; None: whatever.

    Attributes:
        action: A whole action (`room.delete`), or what one begins with, with a dot at its end
            (`room.`).
        since, until: From, and before, an instant.
    """

    room_id: str | None = None
    actor: str | None = None
    action: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def follow(head: Head, act: Act) -> AuditEvent:
    """Return the act as the event that comes after `head`."""
    sequence = head.sequence + 1
    return AuditEvent(sequence, act, head.hash, _hash(sequence, act, head.hash))


def verify(events: Iterable[AuditEvent], head: Head) -> Verification:
    """Tell whether no event of a chain was changed, moved or taken out.

    Args:
        events: All of them, oldest first.
        head: As it was kept beside them, so that events missing at the end are seen.
    """
    last = Head()
    for event in events:
        reason = _fault(event, last)
        if reason:
            return Verification(last.sequence, event.sequence, reason)
        last = Head(event.sequence, event.hash)
    if last != head:
        missing = f"The newest events are missing: the chain should reach {head.sequence}."
        return Verification(last.sequence, last.sequence + 1, missing)
    return Verification(last.sequence)


def _fault(event: AuditEvent, last: Head) -> str:
    if event.sequence != last.sequence + 1:
        return f"Event {last.sequence + 1} is missing: after {last.sequence} comes this one."
    if event.previous != last.hash:
        return "It does not follow the event before it: that one was replaced."
    if event.hash != _hash(event.sequence, event.act, event.previous):
        return "What it says is not what was written: it was changed afterwards."
    return ""


def _hash(sequence: int, act: Act, previous: str) -> str:
    told: Json = [
        sequence,
        act.at.isoformat(),
        act.actor,
        act.action,
        act.outcome.value,
        act.room_id,
        act.thing_id,
        act.address,
        dict(act.details),
        previous,
    ]
    return digest(canonical(told))
