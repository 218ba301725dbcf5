"""Trajectories and requests → the shapes that cross HTTP. Pure.

Lone surrogates, which no JSON document may carry, are replaced; the hashes are over the originals.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Literal, cast

from kesher.context.guard.finding import Finding, Severity
from kesher.context.guard.flagged import findings_in
from kesher.context.wire import to_dict
from kesher.domain.canonical import canonical
from kesher.domain.event_json import payload_object
from kesher.domain.json_value import JsonObject
from kesher.domain.request import Audit, Segment, SentRequest, Usage
from kesher.domain.trajectory import Event
from kesher.ports.recent_requests import RecentRequest
from kesher.ports.stores import TrajectoryHead
from kesher.server import request_schemas as schemas
from kesher.text.storable import storable

_SEVERITIES: Mapping[Severity, Literal["low", "medium", "high"]] = MappingProxyType(
    {Severity.LOW: "low", Severity.MEDIUM: "medium", Severity.HIGH: "high"}
)


def trajectory(head: TrajectoryHead) -> schemas.Trajectory:
    """Show a trajectory without its events."""
    return schemas.Trajectory(
        id=head.id,
        title=storable(head.title),
        profile=head.profile,
        parent_id=head.parent_id,
        created_at=head.created_at,
        prefix_hash=head.prefix.hash,
    )


def trajectory_detail(head: TrajectoryHead, events: Sequence[Event]) -> schemas.TrajectoryDetail:
    """Show a trajectory with its prefix and events."""
    return schemas.TrajectoryDetail(
        **trajectory(head).model_dump(),
        system=storable(head.prefix.system),
        tools=[storable(schema) for schema in head.prefix.tools],
        examples=[_object(to_dict(message)) for message in head.prefix.examples],
        events=[_event(event) for event in events],
    )


def sent_request(record: SentRequest) -> schemas.SentRequest:
    """Show a request without its text."""
    return schemas.SentRequest(
        id=record.id,
        owner_id=record.owner_id,
        purpose=record.purpose.value,
        sequence=record.sequence,
        at=record.at,
        model=record.model,
        profile=record.profile,
        tokens=record.tokens,
        body_hash=record.body_hash,
        audit=_audit(record.audit),
        usage=_usage(record.usage),
        price_usd=record.price_usd,
        max_output_tokens=record.max_output_tokens,
        temperature=record.temperature,
    )


def recent_request(found: RecentRequest) -> schemas.RecentRequest:
    """Show a request without its text, with what it was sent for."""
    return schemas.RecentRequest(
        **sent_request(found.request).model_dump(),
        owner_kind="trajectory" if found.room_id is None else "thread",
        title=storable(found.title),
        room_id=found.room_id,
    )


def sent_request_detail(record: SentRequest) -> schemas.SentRequestDetail:
    """Show what the model saw."""
    tools = [storable(each.text) for each in record.segments if each.message < 0]
    last = max((segment.message for segment in record.segments), default=-1)
    return schemas.SentRequestDetail(
        **sent_request(record).model_dump(),
        tools=tools,
        messages=[_message(record.segments, index) for index in range(last + 1)],
        segments=[_segment(segment) for segment in record.segments],
    )


def _event(event: Event) -> schemas.TrajectoryEvent:
    payload = _object(payload_object(event.payload))
    return schemas.TrajectoryEvent(
        sequence=event.sequence,
        at=event.at,
        kind=str(payload.pop("kind")),
        payload=payload,
        previous=event.previous,
        hash=event.hash,
    )


def _object(found: JsonObject) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(storable(canonical(found))))


def _message(segments: Sequence[Segment], index: int) -> schemas.RequestMessage:
    parts = [segment for segment in segments if segment.message == index]
    left = "".join(segment.text for segment in parts)
    return schemas.RequestMessage(
        index=index,
        erased=any(not segment.text for segment in parts),
        message=json.loads(storable(left)) if left else None,
    )


def _segment(segment: Segment) -> schemas.RequestSegment:
    return schemas.RequestSegment(
        kind=segment.kind.value,
        message=segment.message,
        sequence=segment.sequence,
        tokens=segment.tokens,
        refs=list(segment.refs),
        hash=segment.hash,
        erased=not segment.text,
        text=storable(segment.text),
        flags=[_flag(found) for found in findings_in(segment)],
    )


def _flag(found: Finding) -> schemas.InjectionFlag:
    return schemas.InjectionFlag(
        kind=found.kind, severity=_SEVERITIES[found.severity], excerpt=storable(found.excerpt)
    )


def _audit(audit: Audit | None) -> schemas.CacheAudit | None:
    if audit is None:
        return None
    broken = None
    if audit.broken is not None:
        shown = {
            name: storable(value) if isinstance(value, str) else value
            for name, value in asdict(audit.broken).items()
        }
        broken = schemas.CacheBreak.model_validate(shown)
    return schemas.CacheAudit(
        reused_tokens=audit.reused_tokens,
        new_tokens=audit.new_tokens,
        broken=broken,
        logged=audit.logged,
    )


def _usage(usage: Usage | None) -> schemas.TokenUsage | None:
    if usage is None:
        return None
    met = (usage.cached_tokens or 0) + (usage.written_tokens or 0)
    uncached = None if usage.input_tokens is None else max(0, usage.input_tokens - met)
    return schemas.TokenUsage(**asdict(usage), uncached_tokens=uncached)
