"""What processes on one database tell one another. Any of it may be lost: the tables are true."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class SignalKind(StrEnum):
    """What is told.

    `listening` is told by no process: it says that hearing has begun, or begun again after a
    pause in which anything may have been missed.
    """

    LISTENING = "listening"
    JOB = "job"
    ROOM = "room"
    STOP = "stop"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing told.

    Attributes:
        tenant_id: Of what it is about; empty for a job.
        about: A room's id, or that of the work to be stopped; for `stopped`, the `number` of the
            request that it answers.
        sender: The process that tells it; empty where a transaction does.
        number: Names a request for which an answer is awaited.
    """

    kind: SignalKind
    tenant_id: str = ""
    about: str = ""
    sender: str = ""
    number: str = ""


class Signals(Protocol):
    """Tells and hears signals."""

    async def tell(self, signal: Signal) -> None:
        """Tell every process that hears, this one too.

        Raises:
            StoreError: the database cannot be reached.
        """
        ...

    def heard(self) -> AsyncIterator[Signal]:
        """Yield `listening`, then what is told from now on, this process's own too; no end.

        Raises:
            StoreError: the connection is lost; call again.
        """
        ...
