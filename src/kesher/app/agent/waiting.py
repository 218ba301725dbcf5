"""What waits for a person's word, also after a restart: read from the logs alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.app.agent.pending import open_interrupts
from kesher.domain.message import ToolCall
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Decided, Interrupted, Stopped
from kesher.ports.stores import TrajectoryHead, TrajectoryStore

_MAY_WAIT = (Stopped, Decided, Interrupted)
"""What a log ends with where a question is open; a run under way ends with something else."""


@dataclass(frozen=True, slots=True)
class Question:
    """A call that waits for a person. `Agent.decide` takes the trajectory's id and its own."""

    head: TrajectoryHead
    asked: Interrupted

    @property
    def trajectory_id(self) -> str:
        """The trajectory that waits."""
        return self.head.id

    @property
    def interrupt_id(self) -> str:
        """The question's id, as `ConfirmationAsked.interrupt_id` told it."""
        return self.asked.id

    @property
    def call(self) -> ToolCall:
        """What is to be allowed or refused."""
        return self.asked.call

    @property
    def reason(self) -> str:
        """Why a person is asked."""
        return self.asked.reason


async def waiting(
    store: TrajectoryStore, scope: Scope, trajectory_id: str | None = None
) -> Sequence[Question]:
    """Return the questions that no person has answered yet, newest trajectory first.

    What a sub-agent asks is its parent's question.

    Args:
        trajectory_id: Of this one alone; None: of all that a person began.

    Raises:
        NotFoundError: the tenant has no such trajectory.
    """
    if trajectory_id is not None:
        return await _of(store, scope, await store.trajectory_head(scope, trajectory_id))
    found: list[Question] = []
    for head, last in await store.last_events(scope):
        if head.parent_id is None and isinstance(last.payload, _MAY_WAIT):
            found += await _of(store, scope, head)
    return found


async def _of(store: TrajectoryStore, scope: Scope, head: TrajectoryHead) -> list[Question]:
    events = await store.trajectory_events(scope, head.id)
    return [Question(head, asked) for asked in open_interrupts(events)]
