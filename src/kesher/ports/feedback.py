"""What people say of answers, kept."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.feedback import Feedback
from kesher.domain.scope import RoomScope, Scope


class FeedbackStore(Protocol):
    """Each person's verdicts on the answers of a tenant; they go with their answer."""

    async def save(self, scope: Scope, feedback: Feedback) -> None:
        """Keep what the scope's person says of an answer. Raises NotFoundError: no such answer."""
        ...

    async def withdraw(self, scope: Scope, answer_id: str) -> None:
        """Forget what the scope's person said of an answer; nothing where nothing was said."""
        ...

    async def of_thread(self, scope: Scope, thread_id: str) -> Sequence[Feedback]:
        """Return what the scope's person said of a thread's answers."""
        ...

    async def of_room(self, scope: RoomScope) -> Sequence[Feedback]:
        """Return all that was said of answers in threads that the scope's person may see.

        Oldest first. Whose it is, is not told.
        """
        ...
