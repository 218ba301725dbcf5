"""Between the rows of memory and its records."""

from dataclasses import asdict
from datetime import timedelta, timezone
from typing import Any

from sqlalchemy import Row

from kesher.domain.entity import Entity, EntityName, Mention, Merge
from kesher.domain.fact import Expiry, Fact, Review
from kesher.domain.log import LogMessage
from kesher.ports.memory import Erased

Values = dict[str, object]
"""The columns of a row but for its tenant and sequence."""


def message_values(message: LogMessage) -> Values:
    """Return the columns of a message; a naive time is a TypeError of Python's own."""
    return {
        "thread_id": message.thread_id,
        "id": message.id,
        "role": message.role,
        "speaker": message.speaker,
        "at": message.at,
        "utc_offset": message.at.utcoffset(),
        "time_zone": message.time_zone,
        "text": message.text,
        "injected": message.injected,
    }


def message_from(row: Row[Any]) -> LogMessage:
    """Return the message of a row of `log_messages`, its time with the speaker's offset."""
    offset: timedelta = row.utc_offset
    return LogMessage(
        id=row.id,
        thread_id=row.thread_id,
        role=row.role,
        at=row.at.astimezone(timezone(offset)),
        text=row.text,
        speaker=row.speaker,
        time_zone=row.time_zone,
        injected=row.injected,
    )


def entity_values(entity: Entity) -> Values:
    """Return the columns of an entity."""
    return asdict(entity)


def entity_from(row: Row[Any]) -> Entity:
    """Return the entity of a row of `entities`."""
    return Entity(
        id=row.id,
        type=row.type,
        name=row.name,
        created_at=row.created_at,
        gender=row.gender,
        plural=row.plural,
        speaker=row.speaker,
        merged_into=row.merged_into,
    )


def name_from(row: Row[Any]) -> EntityName:
    """Return the name of a row of `entity_names`."""
    return EntityName(row.entity_id, row.key, row.text)


def mention_from(row: Row[Any]) -> Mention:
    """Return the mention of a row of `mentions` with the `message_id` of its message."""
    return Mention(
        entity_id=row.entity_id,
        thread_id=row.thread_id,
        message_id=row.message_id,
        start=row.start,
        end=row.end,
        text=row.text,
        indirect=row.indirect,
    )


def fact_values(fact: Fact) -> Values:
    """Return the columns of a fact."""
    start, end = fact.quote
    return {
        "id": fact.id,
        "subject_id": fact.subject_id,
        "key": fact.key,
        "value": fact.value,
        "object_id": fact.object_id,
        "kind": fact.kind,
        "confidence": fact.confidence,
        "thread_id": fact.thread_id,
        "source_message_id": fact.source_message_id,
        "quote_start": start,
        "quote_end": end,
        "said_by": fact.said_by,
        "valid_from": fact.valid_from,
        "valid_until": fact.valid_until,
        "end_recorded_at": fact.end_recorded_at,
        "recorded_from": fact.recorded_from,
        "recorded_until": fact.recorded_until,
        "superseded_by": fact.superseded_by,
        "ended_by": fact.ended_by,
        "held": fact.held,
        "single": fact.single,
        **_expiry_values(fact.expires),
    }


def fact_from(row: Row[Any]) -> Fact:
    """Return the fact of a row of `facts`."""
    return Fact(
        id=row.id,
        subject_id=row.subject_id,
        key=row.key,
        value=row.value,
        kind=row.kind,
        confidence=row.confidence,
        thread_id=row.thread_id,
        source_message_id=row.source_message_id,
        quote=(row.quote_start, row.quote_end),
        said_by=row.said_by,
        valid_from=row.valid_from,
        recorded_from=row.recorded_from,
        object_id=row.object_id,
        valid_until=row.valid_until,
        end_recorded_at=row.end_recorded_at,
        recorded_until=row.recorded_until,
        superseded_by=row.superseded_by,
        ended_by=row.ended_by,
        expires=_expiry_from(row),
        held=row.held,
        single=row.single,
    )


def review_values(review: Review) -> Values:
    """Return the columns of a review."""
    return asdict(review)


def review_from(row: Row[Any]) -> Review:
    """Return the review of a row of `reviews`."""
    return Review(
        id=row.id,
        kind=row.kind,
        reason=row.reason,
        thread_id=row.thread_id,
        message_id=row.message_id,
        created_at=row.created_at,
        old_fact_id=row.old_fact_id,
        new_fact_id=row.new_fact_id,
        entity_ids=row.entity_ids,
        verdict=row.verdict,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        decided_reason=row.decided_reason,
    )


def merge_values(merge: Merge) -> Values:
    """Return the columns of a merge."""
    return asdict(merge)


def merge_from(row: Row[Any]) -> Merge:
    """Return the merge of a row of `merges`."""
    return Merge(
        id=row.id,
        kept_id=row.kept_id,
        absorbed_id=row.absorbed_id,
        reason=row.reason,
        by=row.by,
        at=row.at,
        moved_facts=row.moved_facts,
        undone_at=row.undone_at,
    )


def erased_from(row: Row[Any]) -> Erased:
    """Return the receipt of a row of `erasures`."""
    return Erased(
        id=row.id,
        what=row.what,
        at=row.at,
        messages=row.messages,
        mentions=row.mentions,
        facts=row.facts,
        entities=row.entities,
        names=row.names,
        reviews=row.reviews,
        merges=row.merges,
        requests=row.requests,
        kept_messages=row.kept_messages,
    )


def _expiry_values(expires: Expiry | None) -> Values:
    if expires is None:
        expires = Expiry()
        condition: str | None = None
    else:
        condition = expires.condition
    return {
        "expires_condition": condition,
        "expires_at": expires.at,
        "expires_duration": expires.duration,
        "expires_trigger": expires.trigger or None,
        "expires_entity_id": expires.trigger_entity_id or None,
        "review_at": expires.review_at,
    }


def _expiry_from(row: Row[Any]) -> Expiry | None:
    if row.expires_condition is None:
        return None
    return Expiry(
        at=row.expires_at,
        duration=row.expires_duration,
        condition=row.expires_condition,
        trigger=row.expires_trigger or "",
        trigger_entity_id=row.expires_entity_id or "",
        review_at=row.review_at,
    )
