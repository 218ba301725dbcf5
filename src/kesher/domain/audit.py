"""Who did what: one event of the audit, and the chain by which a change of it is seen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json

Detail: TypeAlias = str | int | float | bool | None
"""What an event may tell beside its own fields: nothing that holds other things."""

LOCAL_ACTOR = "local"
"""Whoever reaches a server without accounts, and the commands of the folder's owner."""
SYSTEM_ACTOR = "system"
"""The server itself, by the clock."""
NOBODY = "nobody"
"""Somebody who is not signed in."""

FIRST_HASH = digest("kesher audit")
"""What the first event of a chain follows."""


class Action(StrEnum):
    """Everything that is audited: a thing, and what became of it."""

    SESSION_OPEN = "session.open"
    SESSION_REFUSED = "session.refused"
    SESSION_END = "session.end"
    ACCOUNT_FIRST = "account.first"
    ACCOUNT_CREATE = "account.create"
    ACCOUNT_CHANGE = "account.change"
    PASSWORD_CHANGE = "password.change"  # noqa: S105 - a word, not a password
    PASSWORD_LINK = "password.link"  # noqa: S105
    KEY_CREATE = "key.create"
    KEY_REVOKE = "key.revoke"
    ROOM_CREATE = "room.create"
    ROOM_CHANGE = "room.change"
    ROOM_DELETE = "room.delete"
    ROOM_TRANSFER = "room.transfer"
    MEMBER_PUT = "member.put"
    MEMBER_REMOVE = "member.remove"
    INVITATION_CREATE = "invitation.create"
    INVITATION_ACCEPT = "invitation.accept"
    INVITATION_REVOKE = "invitation.revoke"
    DOCUMENT_ADD = "document.add"
    DOCUMENT_CHANGE = "document.change"
    DOCUMENT_DELETE = "document.delete"
    QUESTION_ASK = "question.ask"
    THREAD_CHANGE = "thread.change"
    THREAD_DELETE = "thread.delete"
    RESEARCH_RUN = "research.run"
    RECORD_REPLAY = "record.replay"
    RECORD_SHARE = "record.share"
    RECORD_UNSHARE = "record.unshare"
    EVALUATION_CHANGE = "evaluation.change"
    EVALUATION_RUN = "evaluation.run"
    INDEX_CHANGE = "index.change"
    AGENT_RUN = "agent.run"
    AGENT_DECIDE = "agent.decide"
    TRAJECTORY_DELETE = "trajectory.delete"
    MEMORY_CHANGE = "memory.change"
    MEMORY_ERASE = "memory.erase"
    BACKUP_MAKE = "backup.make"
    BACKUP_MADE = "backup.made"
    BACKUP_DELETE = "backup.delete"
    RETENTION_CHANGE = "retention.change"
    RETENTION_REMOVED = "retention.removed"
    LIMITS_CHANGE = "limits.change"
    SETTINGS_CHANGED = "settings.changed"


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
        action: One of `Action`; of an older Kesher's, perhaps none of today's.
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
    details: Mapping[str, Detail] = field(default_factory=dict)


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
        str(act.action),
        act.outcome.value,
        act.room_id,
        act.thing_id,
        act.address,
        {**act.details},
        previous,
    ]
    return digest(canonical(told))
