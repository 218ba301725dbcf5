"""What parent and child say to each other: pickled records, each after its length.

Both sides run this code on one machine. It guards against crashes and hangs, not against a child
that was taken over: a reply is unpickled as it comes.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

HEADER = struct.Struct("<Q")  # length of the pickle that follows, in bytes


@dataclass(frozen=True, slots=True)
class Task:
    """One call, and the memory that it may use."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a task: a value, the error that it raised, or that memory ran out.

    The child's first reply, before any task, says that it is ready.
    """

    value: Any = None
    error: Exception | None = None
    out_of_memory: bool = False
