"""What we ask of documents as they were read: all pages at a glance, and another reading of one."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.document import Document
from kesher.domain.job import Job
from kesher.domain.page_overview import PageOverview
from kesher.domain.scope import RoomScope


class ReadingStore(Protocol):
    """The readings of a room's documents. Each call is one transaction."""

    async def overview(self, scope: RoomScope, document_id: str) -> Sequence[PageOverview]:
        """Return the pages that were read or failed, by number."""
        ...

    async def texts(self, scope: RoomScope, document_id: str) -> Sequence[tuple[int, str]]:
        """Return the number and the text of each page that was read, by number."""
        ...

    async def reread(
        self, scope: RoomScope, document_id: str, document: Document, job: Job, *, series_id: str
    ) -> tuple[Document, bool]:
        """Store `document` as another reading of one that is current, with its job.

        It is the newest version: the same bytes, and all pages as they are but for the last of
        `document.version.reread`, which the job reads. Where the room has that reading already it
        becomes the newest again, as a restored version does.

        Args:
            series_id: A fresh id; used where these are the first two versions.

        Returns:
            The version, and whether anything is new.

        Raises:
            NotFoundError: the room has no document of that id.
            ConflictError: it is not the current version, or is not ready.
        """
        ...
