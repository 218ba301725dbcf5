"""Reads a page of a document again, from its picture, because a person doubts what was read.

What comes of it is a new version of the document, on the same bytes: it takes the place of the
former one, with its chunks and vectors, when all of it is whole. Until then, and where OCR fails,
the former one is searched, and what was cited from that opens there.
"""

from dataclasses import dataclass, replace

from kesher.app.ingest import Ingest
from kesher.documents.parsing.media import PDF, PICTURES
from kesher.domain.document import Document, DocumentState
from kesher.domain.scope import RoomScope
from kesher.domain.version import Version
from kesher.errors import InputError, NotFoundError
from kesher.ports.clock import NewId
from kesher.ports.readings import ReadingStore


@dataclass(frozen=True, slots=True)
class Rereading:
    """Lets a page be read by OCR by hand."""

    readings: ReadingStore
    ingest: Ingest
    new_id: NewId

    async def page(self, scope: RoomScope, document_id: str, number: int) -> Document:
        """Queue another reading of a document in which one page comes from its picture.

        Returns:
            The version that holds it, which is current when it is ready.

        Raises:
            NotFoundError: there is no such document or page.
            InputError: its pages have no pictures of their own.
            ConflictError: it is not the current version, or is not ready.
        """
        former = await self.ingest.store.document(scope, document_id)
        if not 1 <= number <= former.pages_total:
            raise NotFoundError("page", str(number))
        if former.media_type != PDF and former.media_type not in PICTURES:
            raise InputError(
                f"The pages of `{former.name}` are laid out from its text, so OCR has nothing to "
                f"add. It reads pages of PDF files and of pictures."
            )
        wanted = self._another(former, number)
        job, series_id = self.ingest.job(scope, wanted.id), self.new_id("ser")
        stored, new = await self.readings.reread(
            scope, document_id, wanted, job, series_id=series_id
        )
        if not new and stored.state in (DocumentState.FAILED, DocumentState.CANCELLED):
            stored = await self.ingest.retry(scope, stored.id)
        self.ingest.changes.announce(scope)
        return stored

    def _another(self, former: Document, number: int) -> Document:
        now = self.ingest.clock()
        return replace(
            former,
            id=self.new_id("doc"),
            state=DocumentState.QUEUED,
            created_at=now,
            updated_at=now,
            version=Version(reread=(*former.version.reread, number)),
        )
