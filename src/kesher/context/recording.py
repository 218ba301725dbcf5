"""An assembled request as the record that is kept of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kesher.context.audit import audit, edits_after
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import digest
from kesher.domain.profile import Profile
from kesher.domain.request import Context, SentRequest


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
