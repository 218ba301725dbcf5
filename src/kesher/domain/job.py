"""Jobs: durable work, stored in the transaction that made it necessary."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class JobState(StrEnum):
    """`queued` and `running` are open; the other three are final."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """Work on one document.

    Attributes:
        kind: What is to be done: "ingest".
        attempt: How many times it was taken, this one included.
        leased_until: A running job whose lease has passed may be taken again by another process.
        cancel_requested: The worker stops at the next page.
    """

    id: str
    tenant_id: str
    room_id: str
    document_id: str
    kind: str
    state: JobState
    attempt: int
    created_at: datetime
    leased_until: datetime | None = None
    cancel_requested: bool = False
    error_code: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryJob:
    """Messages of one thread's log that a model is to read in one call.

    Attributes:
        id: Of this taking: whoever takes the messages next, after a failure or a lapsed lease,
            gets another one.
        message_ids: In the order they were said.
        attempt: How many times any of them was taken, this time included.
    """

    id: str
    tenant_id: str
    thread_id: str
    message_ids: tuple[str, ...]
    attempt: int
