"""Requests that cannot be assembled, trajectories that changed, tools and skills that failed."""

from datetime import datetime

from kesher.errors.base import ConflictError, KesherError


class TrajectoryInUseError(ConflictError):
    """A trajectory or a research is being run, here or in another process."""

    code = "conflict.in_use"
    retryable = True

    def __init__(self, trajectory_id: str, *, owner: str, until: datetime) -> None:
        self.trajectory_id = trajectory_id
        self.owner = owner
        self.until = until
        super().__init__(
            f"`{trajectory_id}` is being run by {owner}, which holds it until "
            f"{until:%Y-%m-%d %H:%M:%S} UTC and prolongs that while it lives. Wait until it comes "
            f"to rest, or stop it first."
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _in_use, (self.trajectory_id, self.owner, self.until)


def _in_use(trajectory_id: str, owner: str, until: datetime) -> TrajectoryInUseError:
    return TrajectoryInUseError(trajectory_id, owner=owner, until=until)


class ContextError(KesherError):
    """A request cannot be assembled, or a trajectory changed, as asked."""

    code = "context"


class ContextTooLongError(ContextError):
    """What may not be left out is over the budget."""

    code = "context.too_long"

    def __init__(self, *, needed_tokens: int, budget_tokens: int) -> None:
        self.needed_tokens = needed_tokens
        self.budget_tokens = budget_tokens
        super().__init__(
            f"The request needs {needed_tokens:,} tokens without any evidence, and the budget is "
            f"{budget_tokens:,}. Compact the trajectory, shorten the instructions, or raise the "
            f"budget."
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _too_long, (self.needed_tokens, self.budget_tokens)


def _too_long(needed_tokens: int, budget_tokens: int) -> ContextTooLongError:
    return ContextTooLongError(needed_tokens=needed_tokens, budget_tokens=budget_tokens)


class InvariantError(ContextError):
    """A change of a trajectory would break what must always hold; nothing was changed."""

    code = "context.invariant"


class BrokenChainError(ContextError):
    """An event log does not follow from its prefix: an event was changed, lost or moved."""

    code = "context.broken_chain"


class CompactionError(ContextError):
    """Nothing more can be made shorter without losing what must be kept."""

    code = "context.compaction"


class ToolError(KesherError):
    """A tool call could not be done."""

    code = "tool.failed"


class SkillError(KesherError):
    """A skill is not valid, not trusted, or has no such file."""

    code = "skill"
