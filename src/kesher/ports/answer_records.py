"""What we ask of the database about the records behind answers. Each call is one transaction.

A record is stored with its answer (`ThreadStore.save_answer`) and goes with it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from kesher.domain.answer_record import AnswerRecord, Share
from kesher.domain.scope import RoomScope, Scope


class AnswerRecordStore(Protocol):
    """Records of answers, and the links by which they are shared within their room."""

    async def answer_record(self, scope: Scope, answer_id: str) -> AnswerRecord:
        """Return the record of an answer of any room of the tenant.

        Raises:
            NotFoundError: no such answer, or one that was given before records were kept.
        """
        ...

    async def add_share(self, scope: Scope, share: Share) -> None:
        """Store a link to a record. Raises NotFoundError where the room has no such record."""
        ...

    async def share(self, scope: RoomScope, share_id: str) -> Share:
        """Return a link of this room, also one that has ended. Raises NotFoundError."""
        ...

    async def shares(self, scope: Scope, answer_id: str) -> Sequence[Share]:
        """Return the links to an answer's record, oldest first, those that have ended included."""
        ...

    async def revoke_share(self, scope: RoomScope, share_id: str, *, at: datetime) -> None:
        """End a link of this room; one that was revoked stays as it was. Raises NotFoundError."""
        ...
