"""Records of memory → the shapes that cross HTTP. Pure."""

from collections.abc import Mapping

from kesher.app.memory import erasing, looking, recalling, remembering
from kesher.app.memory.services import MemoryBacklog
from kesher.domain import entity as entities
from kesher.domain import fact as facts
from kesher.domain import log
from kesher.memory import reviewing
from kesher.memory.rendering import Known
from kesher.memory.schema import Schema
from kesher.memory.wording import Manner, shown_value
from kesher.ports import memory as stored
from kesher.server import memory_schemas as shown


def message(record: log.LogMessage) -> shown.LoggedMessage:
    """Show a message of the log."""
    return shown.LoggedMessage(
        id=record.id,
        thread=record.thread_id,
        role=record.role.value,
        speaker=record.speaker,
        at=record.at,
        zone=record.time_zone,
        text=record.text,
    )


def entity(record: entities.Entity) -> shown.Entity:
    """Show an entity."""
    return shown.Entity(
        id=record.id,
        type=record.type,
        name=record.name,
        is_speaker=bool(record.speaker),
        created_at=record.created_at,
        merged_into=record.merged_into,
    )


def fact(known: Known, schema: Schema) -> shown.Fact:
    """Show a fact, named as the schema names its key."""
    record, key = known.fact, schema.key(known.fact.key)
    return shown.Fact(
        id=record.id,
        subject=entity(known.subject),
        key=record.key,
        label_he=key.he,
        label_en=key.en,
        value=record.value,
        shown_he=shown_value(record, key, Manner("he")),
        shown_en=shown_value(record, key, Manner("en")),
        object_id=record.object_id,
        kind=record.kind.value,
        state=known.state.value,
        in_review=known.in_review,
        confidence=record.confidence,
        said_by=record.said_by.value,
        thread=record.thread_id,
        source_message=record.source_message_id,
        quote=record.quote,
        valid_from=record.valid_from,
        valid_until=record.valid_until,
        recorded_from=record.recorded_from,
        recorded_until=record.recorded_until,
        superseded_by=record.superseded_by,
        ended_by=record.ended_by,
        expires=_expiry(record.expires),
    )


def context(record: recalling.MemoryContext, schema: Schema) -> shown.MemoryContext:
    """Show what memory gives for a question."""
    return shown.MemoryContext(
        text=record.text,
        tokens=record.tokens,
        facts=[fact(known, schema) for known in record.facts],
        turns=[message(each) for each in record.turns],
        is_known=record.is_known,
    )


def added(record: remembering.Remembered, schema: Schema) -> shown.MessageAdded:
    """Show what became of a message."""
    learned = record.learned
    given = record.context or recalling.NOTHING
    return shown.MessageAdded(
        id=record.message.id,
        is_new=record.is_new,
        learned=[each.id for each in learned.facts] if learned else [],
        refused=[reason for _, reason in learned.refused] if learned else [],
        context=context(given, schema),
    )


def why(record: looking.Why, schema: Schema) -> shown.Why:
    """Show where a fact comes from."""
    return shown.Why(
        fact=fact(record.known, schema),
        message=message(record.message) if record.message else None,
        quote=record.quote,
        chain=[fact(known, schema) for known in record.chain],
        ended_by=message(record.ended_by) if record.ended_by else None,
        reviews=[review(each) for each in record.reviews],
    )


def graph(record: looking.Graph, schema: Schema) -> shown.Graph:
    """Show the graph round an entity."""
    return shown.Graph(
        entities=[entity(each) for each in record.entities],
        hops=record.hops,
        facts=[fact(known, schema) for known in record.facts],
    )


def review(record: facts.Review) -> shown.Review:
    """Show a decision."""
    return shown.Review(
        id=record.id,
        kind=record.kind.value,
        reason=record.reason,
        thread=record.thread_id,
        message=record.message_id,
        created_at=record.created_at,
        entity_ids=list(record.entity_ids),
        verdict=record.verdict.value if record.verdict else None,
        decided_by=record.decided_by,
        decided_at=record.decided_at,
        decided_reason=record.decided_reason,
    )


def review_detail(record: reviewing.ReviewView) -> shown.ReviewDetail:
    """Show a decision with both values."""
    return shown.ReviewDetail(
        **review(record.review).model_dump(),
        old=_side(record.old),
        new=_side(record.new),
        asked_by=record.asked_by,
    )


def merge(record: entities.Merge, named: Mapping[str, entities.Entity]) -> shown.Merge:
    """Show a merge of entities, whose names stand in `named`."""
    kept, absorbed = named.get(record.kept_id), named.get(record.absorbed_id)
    return shown.Merge(
        id=record.id,
        kept_id=record.kept_id,
        kept_name=kept.name if kept else "",
        absorbed_id=record.absorbed_id,
        absorbed_name=absorbed.name if absorbed else "",
        reason=record.reason,
        by=record.by,
        at=record.at,
        undone_at=record.undone_at,
    )


def thread(record: stored.ThreadHead) -> shown.ThreadHead:
    """Show a conversation of the log."""
    return shown.ThreadHead(
        id=record.id,
        messages=record.messages,
        first_at=record.first_at,
        last_at=record.last_at,
    )


def receipt(record: stored.Erased) -> shown.Receipt:
    """Show the receipt of an erasure."""
    return shown.Receipt(**{name: getattr(record, name) for name in shown.Receipt.model_fields})


def what_goes(record: erasing.WhatGoes, schema: Schema) -> shown.WhatGoes:
    """Show what an erasure would remove."""
    return shown.WhatGoes(
        receipt=receipt(record.receipt),
        messages=[message(each) for each in record.messages],
        facts=[fact(each, schema) for each in record.facts],
    )


def backlog(record: MemoryBacklog) -> shown.Backlog:
    """Show what the background has still to do."""
    return shown.Backlog(
        waiting_for_a_model=record.waiting,
        failed=record.failed,
        without_vectors=record.without_vectors,
    )


def _expiry(record: facts.Expiry | None) -> shown.Expiry | None:
    if record is None:
        return None
    return shown.Expiry(at=record.at, condition=record.condition, review_at=record.review_at)


def _side(record: reviewing.Side | None) -> shown.Side | None:
    if record is None:
        return None
    return shown.Side(
        fact_id=record.fact.id,
        key=record.fact.key,
        value=record.fact.value,
        parts=[shown.Part(text=part.text, changed=part.changed) for part in record.parts],
        thread=record.message.thread_id,
        message=record.message.message_id,
        said_at=record.said_at,
        quote=record.quote,
    )
