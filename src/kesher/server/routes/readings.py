"""A document as it was read: its pages at a glance, its whole text, another reading of a page."""

import asyncio
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Response, status
from fastapi import Path as PathParameter

from kesher.app.before_reading import sample_line
from kesher.server import schemas, views
from kesher.server.deps import CallerRoom, CallerScope, State
from kesher.server.reading_schemas import PageAtAGlance, SampleLine, shown_line, shown_pages
from kesher.server.routes.documents import room_of

router = APIRouter(tags=["pages"])

PAGE_END = "\f"
"""Between two pages of a text, as `pdftotext` writes it."""


@router.get("/documents/{document_id}/pages")
async def list_pages(state: State, scope: CallerScope, document_id: str) -> list[PageAtAGlance]:
    """List the pages that were read or failed: where each text came from, how far it is trusted."""
    room = await room_of(state, scope, document_id)
    readings = state.services.rereading.readings
    found, texts = (
        await readings.overview(room, document_id),
        await readings.texts(room, document_id),
    )
    return await asyncio.to_thread(shown_pages, found, texts)


@router.get("/rooms/{room_id}/sample-line")
async def read_sample_line(state: State, scope: CallerRoom) -> SampleLine | None:
    """Show a real line of the room's PDFs before it was read and after; null: none differs."""
    services = state.services
    readings = services.rereading.readings
    found = await sample_line(services.store, readings, services.pictures, scope)
    return None if found is None else shown_line(found)


@router.get(
    "/documents/{document_id}/text",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def download_text(state: State, scope: CallerScope, document_id: str) -> Response:
    """Send a document's text as we read it, in logical order, a form feed between two pages.

    A page that was not read leaves its place empty.
    """
    document = await state.services.store.document(scope, document_id)
    room = await room_of(state, scope, document_id)
    read = dict(await state.services.rereading.readings.texts(room, document_id))
    pages = [
        read.get(number, "").replace(PAGE_END, " ") for number in range(1, document.pages_total + 1)
    ]
    name = quote(f"{document.name}.txt", safe="")
    return Response(
        PAGE_END.join(pages),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}"},
    )


@router.post("/documents/{document_id}/pages/{number}/ocr", status_code=status.HTTP_202_ACCEPTED)
async def read_page_by_ocr(
    state: State,
    scope: CallerScope,
    document_id: str,
    number: Annotated[int, PathParameter(le=10**6, description="The page's number, from 1.")],
) -> schemas.Document:
    """Read a page from its picture, whatever its text layer says.

    A new version of the document comes of it, on the same bytes. It takes the place of this one
    when it is whole; where OCR finds nothing it fails, and this one stays. What was cited from
    this one opens here; `POST /documents/{document_id}/restore` brings it back.
    """
    room = await room_of(state, scope, document_id)
    document = await state.services.rereading.page(room, document_id, number)
    state.services.jobs.wake()
    return views.document(document)
