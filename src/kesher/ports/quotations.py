"""What we ask of the quotations that documents leave behind."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.scope import RoomScope


class QuotationStore(Protocol):
    """Everything that was written from a room's documents. Each call is one transaction."""

    async def delete_with_quotations(self, scope: RoomScope, document_id: str) -> Sequence[str]:
        """Do what `DocumentStore.delete_document` does, and erase what was quoted.

        In answers of the room, whosesoever, each sentence that rests on the document, holds a run
        of its words or calls it by name is replaced by a tombstone that says so, and so are quotes
        and names of citations. Records, research and evaluations lose its id, name and words.
        Recorded prompts of those threads lose their turns, and the log of a memory loses the
        answers that changed.

        Returns:
            The digests of originals that no document of any tenant has any more.

        Raises:
            NotFoundError: the room has no such document.
        """
        ...
