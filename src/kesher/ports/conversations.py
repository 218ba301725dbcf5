"""The threads of a room as its people look through them and go on from them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from kesher.domain.answer import Answer, Thread
from kesher.domain.scope import RoomScope, Scope


class Said(NamedTuple):
    """One turn of a thread, without what it rests on."""

    thread_id: str
    question: str
    text: str


class Turns(NamedTuple):
    """Some turns of a thread.

    Attributes:
        answers: Oldest first.
        earlier: How many turns the thread has before them.
    """

    answers: Sequence[Answer]
    earlier: int


class Conversations(Protocol):
    """What a list of threads needs beside the threads."""

    async def said(self, scope: RoomScope) -> Sequence[Said]:
        """Return the newest turns of the threads that the scope's person may see, newest first."""
        ...

    async def turns(
        self, scope: Scope, thread_id: str, *, count: int, before: str | None = None
    ) -> Turns:
        """Return the newest turns of a thread.

        Args:
            count: How many at most.
            before: An answer; only the turns before it are looked at. None: all.

        Raises:
            NotFoundError: no such thread, or it has no such answer.
        """
        ...

    async def branch(self, scope: RoomScope, thread: Thread, copies: Mapping[str, str]) -> None:
        """Store a thread that begins with copies of another's first answers.

        Args:
            thread: Its `branched_from` names the other.
            copies: The ids of the copies by the ids of the answers.

        Raises:
            NotFoundError: the person has no such thread.
        """
        ...
