"""Work that may crash, hang or eat memory runs in a process of its own, killed alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may use."""

    seconds: float
    memory_bytes: int


class Isolation(Protocol):
    """Runs a top-level function in a limited process. Arguments and result are pickled."""

    async def run(
        self, limits: Limits, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Return what `function` returns; a KesherError that it raises is raised here.

        Cancelling the call ends the process. Where the system, short of memory, kills it, the
        function is run once more: it must bear that.

        Raises:
            StorageFullError: it found no room on the disk.
            TaskFaultError: it raised any other exception, which is the cause.
            TaskTimeoutError: it took longer than `limits.seconds`; its process was killed.
            TaskMemoryError: it needed more than `limits.memory_bytes`.
            TaskCrashedError: its process died.
        """
        ...

    async def close(self) -> None:
        """End all processes."""
        ...
