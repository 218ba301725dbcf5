"""Looks up the places of citations: the pages that they need, each read once."""

from collections.abc import Sequence
from contextlib import suppress

from kesher.domain.answer import Answer, Citation
from kesher.domain.document import Document, Page
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError
from kesher.ports.stores import DocumentStore
from kesher.server import schemas, views


class Places:
    """Shows citations with their boxes. One for each request: it remembers pages."""

    def __init__(self, store: DocumentStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope
        self._pages: dict[tuple[str, int], Page] = {}
        self._documents: dict[str, Document | None] = {}

    async def citation(self, record: Citation) -> schemas.Citation:
        """Show one citation."""
        for span in record.spans:
            await self._page(record.document_id, span.page_number)
        document = await self._document(record.document_id) if record.document_id else None
        return views.citation(record, self._pages, document)

    async def answer(self, record: Answer) -> schemas.Answer:
        """Show an answer with the places of all its citations."""
        return views.answer(record, [await self.citation(item) for item in record.citations])

    async def answers(self, records: Sequence[Answer]) -> list[schemas.Answer]:
        """Show answers in their order."""
        return [await self.answer(record) for record in records]

    async def _page(self, document_id: str, number: int) -> None:
        key = (document_id, number)
        if key in self._pages:
            return
        with suppress(NotFoundError):
            self._pages[key] = await self._store.page(self._scope, document_id, number)

    async def _document(self, document_id: str) -> Document | None:
        if document_id not in self._documents:
            self._documents[document_id] = None
            with suppress(NotFoundError):
                self._documents[document_id] = await self._store.document(self._scope, document_id)
        return self._documents[document_id]
