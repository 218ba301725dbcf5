"""The requests that a trajectory gives, one by one, as an agent would have sent them."""

from collections.abc import Iterator

from kesher.context.assembly import Evidence, assemble
from kesher.context.audit import edits_after
from kesher.context.profiles import profile
from kesher.context.trajectory import Trajectory
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from kesher.domain.trajectory import Edit
from trajectories import request_points

DEEPSEEK = profile("deepseek")
BUDGET = 1_000_000


def per_word(text: str) -> int:
    """A counter whose counts a reader can follow: four characters are a token."""
    return -(-len(text) // 4)


def rendered(trajectory: Trajectory, rules: Profile = DEEPSEEK, **tail: object) -> Context:
    evidence = tail.get("evidence")
    status = tail.get("status")
    return assemble(
        trajectory,
        evidence=evidence if isinstance(evidence, Evidence) else None,
        status=status if isinstance(status, str) else None,
        profile=rules,
        budget_tokens=BUDGET,
        count=per_word,
    )


def requests_of(
    trajectory: Trajectory, rules: Profile
) -> Iterator[tuple[Context, tuple[Edit, ...]]]:
    """Yield each request of a trajectory with a status of its own, and the edits before it."""
    earlier = -1
    for number, point in enumerate(request_points(trajectory)):
        upto = trajectory.until(point)
        yield (
            rendered(upto, rules, status=f"<agent_status>request {number}</agent_status>"),
            edits_after(upto.events, earlier),
        )
        earlier = point
