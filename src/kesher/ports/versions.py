"""What we ask of the versions of documents."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.document import Document
from kesher.domain.job import Job
from kesher.domain.scope import RoomScope


class VersionStore(Protocol):
    """The versions of a room's documents. Each call is one transaction."""

    async def add_version(
        self, scope: RoomScope, document_id: str, document: Document, job: Job, *, series_id: str
    ) -> tuple[Document, bool]:
        """Store `document` as the newest version of another one, and its job.

        It takes the place of the current one when it is published. Where the room has its bytes:

        - in a superseded version, that one becomes the newest again, at once if it is whole by
          the room's model, else by the job;
        - in a document without other versions, that document becomes the newest version;
        - in the current version, or one that is on its way, nothing changes.

        Args:
            document_id: Any version of the document.
            series_id: A fresh id; used where these are the first two versions.

        Returns:
            The version, and whether anything is new.

        Raises:
            NotFoundError: the room has no document of that id.
            ConflictError: another document that has versions of its own has these bytes.
        """
        ...

    async def restore_version(
        self, scope: RoomScope, document_id: str, job: Job
    ) -> tuple[Document, bool]:
        """Let a superseded version become the newest again; of any other nothing changes.

        Returns:
            The version, and whether anything changed.

        Raises:
            NotFoundError: the room has no document of that id.
        """
        ...

    async def versions(self, scope: RoomScope, document_id: str) -> Sequence[Document]:
        """Return all versions of a document, of which any is named, the newest first.

        Raises:
            NotFoundError: the room has no document of that id.
        """
        ...

    async def same_name(self, scope: RoomScope, document_id: str) -> str | None:
        """Return another current document of the room that is called the same, the newest."""
        ...
