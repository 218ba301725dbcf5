"""Facts: statements about entities with two times, and what was said that may become one."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from kesher.domain.canonical import canonical
from kesher.domain.entity import Reference
from kesher.domain.log import Speaking

_FACT = "fact"


class FactKind(StrEnum):
    """How long a fact holds by its nature (seed 003)."""

    STABLE = "stable"
    """Until it is replaced."""
    TEMPORARY = "temporary"
    """It ends by itself; without an expiry it cannot be stored."""
    EVENT = "event"
    """It happened; it never ends and nothing supersedes it."""


class Held(StrEnum):
    """Why a stored fact may not be used."""

    REVIEW = "review"  # waits for a person
    RETRACTED = "retracted"  # a person refused it, or its speaker took it back
    QUARANTINED = "quarantined"  # came from content by others and gives orders


@dataclass(frozen=True, slots=True)
class Expiry:
    """When a fact ends by itself. At least one part is given.

    Attributes:
        at: It lapses then.
        duration: As stated or by default; `at` is the start plus this.
        condition: Until this happens, in the source's words ("until the supplier answers").
        trigger: What fulfils the condition, for rules: `task_done`, `reply`, `delivered`, `status`.
        trigger_entity_id: The entity that the trigger must concern.
        review_at: Ask a person then whether it still holds.
    """

    at: datetime | None = None
    duration: timedelta | None = None
    condition: str = ""
    trigger: str = ""
    trigger_entity_id: str = ""
    review_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about one entity. Intervals are half-open; instants are aware, in UTC.

    Attributes:
        key: A key of the schema (`city`, `order_status`), or a free one.
        value: Text in the source's language; dates ISO 8601, money "1890 ILS".
        object_id: The entity that is the value; None: the value is text.
        confidence: 0 to 1.
        source_message_id: The message in which the value stands.
        quote: Half-open span in that message's text, in code points.
        valid_from, valid_until: True in the world; until None: no end is known.
        end_recorded_at: When we learned of `valid_until`; before it we believed it open.
        recorded_from, recorded_until: When we believed it; until None: we do. A correction ends
            the belief, since what it corrects was never true.
        superseded_by: The fact that took its place.
        ended_by: The message that ended it, or the merge of entities that did.
        held: Stored, but not to be used as current.
        single: The schema allowed this key one open value when the fact was written; the database
            then forbids a second one of the same subject, key and kind.
    """

    id: str
    subject_id: str
    key: str
    value: str
    kind: FactKind
    confidence: float
    thread_id: str
    source_message_id: str
    quote: tuple[int, int]
    said_by: Speaking
    valid_from: datetime
    recorded_from: datetime
    object_id: str | None = None
    valid_until: datetime | None = None
    end_recorded_at: datetime | None = None
    recorded_until: datetime | None = None
    superseded_by: str | None = None
    ended_by: str | None = None
    expires: Expiry | None = None
    held: Held | None = None
    single: bool = False


def fact_ref(fact_id: str, *, tenant: str, seen_by: str) -> str:
    """Return the name by which `Segment.refs` tell that a prompt holds a fact.

    Args:
        tenant: Whose memory holds the fact.
        seen_by: Whose request it is; of one's own facts the bare id is enough.
    """
    return fact_id if tenant == seen_by else canonical([tenant, _FACT, fact_id])


def parsed_fact_ref(ref: str) -> tuple[str, str] | None:
    """Return tenant and id of a fact in another tenant's memory; None: the reference is none."""
    if not ref.startswith("["):  # ids are words
        return None
    try:
        tenant, kind, fact_id = json.loads(ref)
    except ValueError:
        return None
    return (tenant, fact_id) if kind == _FACT else None


class FactState(StrEnum):
    """What a fact is as of an instant; computed at read, never stored."""

    CURRENT = "current"
    FUTURE = "future"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    EXPIRED = "expired"
    CORRECTED = "corrected"
    HELD = "held"
    UNKNOWN_THEN = "unknown_then"
    """Not yet recorded at the instant of belief."""
    EVENT = "event"


class StatementAction(StrEnum):
    """What a statement does to what is known."""

    SET = "set"
    CORRECT = "correct"
    """What was said before was wrong: its belief ends."""
    END = "end"
    """It holds no more and nothing takes its place."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What one message states, before entities are resolved and conflicts decided.

    Attributes:
        subject: Whom or what it is about.
        value: As in `Fact.value`. Of an END: the ended value, or empty: whatever holds.
        object: The value is an entity.
        replaces: Of a CORRECT: the wrong value, where it was said.
        quote: Half-open span of the message's text in which the value stands, in code points.
        valid_from: None: since the message.
        hedged: The speaker was unsure.
        overlay: A temporary value over a stable one, which stays (an address for one order).
    """

    subject: Reference
    key: str
    value: str
    quote: tuple[int, int]
    kind: FactKind = FactKind.STABLE
    action: StatementAction = StatementAction.SET
    object: Reference | None = None
    confidence: float = 0.9
    replaces: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires: Expiry | None = None
    hedged: bool = False
    overlay: bool = False


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one message states and points at.

    Attributes:
        references: Every mention found, those without a statement too; in text order.
        triggers: What happened that may fulfil an expiry's condition, as (trigger, whose).
        doubts: (key, reason): the message questions a stored sensitive value or asks to delete it.
    """

    statements: tuple[Statement, ...] = ()
    references: tuple[Reference, ...] = ()
    triggers: tuple[tuple[str, Reference], ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()


class ReviewKind(StrEnum):
    """What a person is asked to decide."""

    CONFLICT = "conflict"
    MERGE = "merge"
    QUARANTINE = "quarantine"
    DOUBT = "doubt"


class Verdict(StrEnum):
    """What the person decided."""

    ACCEPT = "accept"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Review:
    """A decision that waits for a person, or was made.

    Attributes:
        old_fact_id: What serves meanwhile.
        new_fact_id: What waits (held); None where the message only doubts the old one.
        entity_ids: Of a MERGE: the two.
        reason: Why it is asked, in one sentence.
        message: The thread and message that raised it.
        decided_reason: Why the person decided so, in their words; empty where they gave none.
    """

    id: str
    kind: ReviewKind
    reason: str
    thread_id: str
    message_id: str
    created_at: datetime
    old_fact_id: str | None = None
    new_fact_id: str | None = None
    entity_ids: tuple[str, ...] = ()
    verdict: Verdict | None = None
    decided_by: str = ""
    decided_at: datetime | None = None
    decided_reason: str = ""
