"""Deleting a document together with what was quoted from it."""

from dataclasses import dataclass

from kesher.app.originals import Originals
from kesher.app.progress import RoomChanges
from kesher.domain.scope import RoomScope
from kesher.ports.quotations import QuotationStore


@dataclass(frozen=True, slots=True)
class Erasing:
    """The other way to delete a document: `Ingest.delete` leaves what answers quote."""

    quotations: QuotationStore
    originals: Originals
    changes: RoomChanges

    async def delete(self, scope: RoomScope, document_id: str) -> None:
        """Remove a document, all that came of it, and its words in whatever was written from it.

        Its current version takes all others along; any other version goes alone.

        Raises:
            NotFoundError: the room has no such document.
        """
        left = await self.quotations.delete_with_quotations(scope, document_id)
        await self.originals.drop(left)
        self.changes.announce(scope)
