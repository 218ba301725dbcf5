"""New versions of documents: each takes the place of the one before it when it is whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from kesher.app.ingest import Ingest
from kesher.app.progress import RoomChanges
from kesher.domain.document import Document
from kesher.domain.scope import RoomScope
from kesher.ports.clock import NewId
from kesher.ports.versions import VersionStore


@dataclass(frozen=True, slots=True)
class Versions:
    """Takes in new versions; the current one stays searched until a newer one is whole."""

    store: VersionStore
    ingest: Ingest
    changes: RoomChanges
    new_id: NewId

    async def add(
        self, scope: RoomScope, document_id: str, name: str, source: BinaryIO
    ) -> tuple[Document, bool]:
        """Store a file as the newest version of a document and queue its reading.

        Bytes that the room has already are not read again: those of an older version bring that
        one back, those of a document without versions make it one of this document.

        Args:
            document_id: Any version of the document.

        Returns:
            The version, and whether it is new: False where it is the current one, or is on its
            way already.

        Raises:
            NotFoundError: the room has no document of that id.
            ConflictError: another document that has versions of its own has these bytes.
            DocumentError, StorageFullError: as `Ingest.add`.
        """
        # Before the file is looked at: nobody waits for an upload to nowhere.
        await self.store.versions(scope, document_id)
        add = partial(self.store.add_version, scope, document_id, series_id=self.new_id("ser"))
        return await self.ingest.keep(scope, name, source, add)

    async def restore(self, scope: RoomScope, document_id: str) -> Document:
        """Let an older version become the newest again, without its file.

        Raises:
            NotFoundError: the room has no document of that id.
        """
        job = self.ingest.job(scope, document_id)
        document, _ = await self.store.restore_version(scope, document_id, job)
        self.changes.announce(scope)
        return document

    async def of(self, scope: RoomScope, document_id: str) -> Sequence[Document]:
        """Return all versions of a document, of which any is named, the newest first.

        Raises:
            NotFoundError: the room has no document of that id.
        """
        return await self.store.versions(scope, document_id)

    async def same_name(self, scope: RoomScope, document_id: str) -> str | None:
        """Return another current document that is called the same, for a person to decide on."""
        return await self.store.same_name(scope, document_id)
