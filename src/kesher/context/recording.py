"""An assembled request as the record that is kept of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.context.audit import audit, edits_after
from kesher.context.trajectory import Trajectory
from kesher.context.wire import to_dict
from kesher.domain.canonical import canonical, digest
from kesher.domain.message import Message, Role
from kesher.domain.profile import Profile
from kesher.domain.request import Context, Purpose, Segment, SegmentKind, SentRequest
from kesher.domain.trajectory import Said


@dataclass(frozen=True, slots=True)
class Sending:
    """Which request is sent for whom, when and to whom.

    Attributes:
        owner_id: The trajectory or the thread.
        model: Its name at its endpoint.
        max_output_tokens, temperature: As it is sent with them; None: not known.
    """

    id: str
    owner_id: str
    at: datetime
    model: str
    max_output_tokens: int | None = None
    temperature: float | None = None


def record(
    context: Context,
    trajectory: Trajectory,
    sending: Sending,
    *,
    profile: Profile,
    previous: SentRequest | None,
    count: Callable[[str], int],
) -> SentRequest:
    """Return the record of a request that is about to be sent.

    Args:
        trajectory: What the request renders.
        previous: The owner's request before it, with its segments.
        count: What the segments were counted by.
    """
    before = previous.sequence if previous else -1
    found = audit(
        previous.segments if previous else None,
        context.segments,
        profile=profile,
        edits=edits_after(trajectory.events, before),
        count=count,
    )
    return SentRequest(
        id=sending.id,
        owner_id=sending.owner_id,
        sequence=len(trajectory.events) - 1,
        at=sending.at,
        model=sending.model,
        profile=profile.name,
        segments=context.segments,
        body_hash=digest("".join(segment.text for segment in context.segments)),
        tokens=context.tokens,
        audit=found,
        max_output_tokens=sending.max_output_tokens,
        temperature=sending.temperature,
    )


def record_apart(
    messages: Sequence[Message],
    trajectory: Trajectory,
    sending: Sending,
    purpose: Purpose,
    *,
    profile: Profile,
    count: Callable[[str], int],
) -> SentRequest:
    """Return the record of a request that is sent for a trajectory beside its turns.

    It begins anew each time, so it is audited against nothing. Each message but the system's
    carries all references of the trajectory: what it was made of is no longer told apart, and no
    word of a document may outlive it here.
    """
    said = [event.payload for event in trajectory.events if isinstance(event.payload, Said)]
    refs = tuple(dict.fromkeys(ref for each in said for ref in each.refs))
    segments = tuple(
        _whole(message, index, refs, profile.message_tokens, count)
        for index, message in enumerate(messages)
    )
    return SentRequest(
        id=sending.id,
        owner_id=sending.owner_id,
        sequence=len(trajectory.events) - 1,
        at=sending.at,
        model=sending.model,
        profile=profile.name,
        segments=segments,
        body_hash=digest("".join(segment.text for segment in segments)),
        tokens=sum(segment.tokens for segment in segments),
        max_output_tokens=sending.max_output_tokens,
        temperature=sending.temperature,
        purpose=purpose,
    )


def _whole(
    message: Message,
    index: int,
    refs: tuple[str, ...],
    overhead_tokens: int,
    count: Callable[[str], int],
) -> Segment:
    text = canonical(to_dict(message))
    tokens = count(text) + overhead_tokens
    if message.role is Role.SYSTEM:
        return Segment(SegmentKind.SYSTEM, text, digest(text), tokens, index)
    return Segment(SegmentKind.TRAJECTORY, text, digest(text), tokens, index, refs=refs)
