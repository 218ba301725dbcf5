"""The audit as the API shows it."""

from datetime import datetime

from pydantic import Field

from kesher.domain.audit import AuditEvent, Detail, Outcome, Verification
from kesher.server.schemas import Schema


class AuditEventOut(Schema):
    """What somebody did."""

    sequence: int = Field(description="From 1, without gaps.")
    at: datetime
    actor: str = Field(
        description="A person's or an API key's id; `local`, `system`, or `nobody`: not signed in."
    )
    action: str = Field(description="Such as `room.delete`.")
    outcome: Outcome
    room_id: str | None
    thing_id: str | None = Field(description="What it was done to, beside the room.")
    address: str = Field(description="The network address that it came from; empty: none.")
    details: dict[str, Detail]
    hash: str = Field(description="SHA-256 over this event and the hash of the one before it.")


class AuditPage(Schema):
    """Events, newest first."""

    events: list[AuditEventOut]
    before: int | None = Field(description="Send it for the next page; null: that was all.")
    names: dict[str, str] = Field(
        description="What people, API keys, rooms and a room's documents that these events tell of "
        "are called now, by id; who or what is gone is not in it."
    )


class AuditVerification(Schema):
    """Whether the audit is whole."""

    whole: bool
    events: int = Field(description="So many were found in order.")
    broken_at: int | None = Field(description="The first event where it is not.")
    reason: str


def shown_event(event: AuditEvent) -> AuditEventOut:
    """Return an event as it is shown."""
    act = event.act
    return AuditEventOut(
        sequence=event.sequence,
        at=act.at,
        actor=act.actor,
        action=act.action,
        outcome=act.outcome,
        room_id=act.room_id,
        thing_id=act.thing_id,
        address=act.address,
        details=dict(act.details),
        hash=event.hash,
    )


def shown_verification(found: Verification) -> AuditVerification:
    """Return what was found as it is shown."""
    return AuditVerification(
        whole=found.broken_at is None,
        events=found.events,
        broken_at=found.broken_at,
        reason=found.reason,
    )
