"""Pages: their pictures, their text as we read it, and where a span of it stands."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from fastapi import Path as PathParameter

from kesher.app.pictures import FractionBox
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.server import schemas, views
from kesher.server.deps import CallerScope, State

router = APIRouter(tags=["pages"])

CACHE = {"Cache-Control": "private, max-age=3600"}

Offset = Annotated[int, Query(ge=0, le=10**9, description="Code points of the page's text.")]
Number = Annotated[int, PathParameter(le=10**6, description="The page's number, from 1.")]


@router.get(
    "/documents/{document_id}/pages/{number}",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}, "image/png": {}}}},
)
async def page_image(  # noqa: PLR0913, PLR0917 - each is a part of the address
    state: State,
    scope: CallerScope,
    document_id: str,
    number: Number,
    width: Annotated[int, Query(ge=100, le=3000, description="Pixels.")] = 1200,
    image_format: Annotated[Literal["webp", "png"], Query(alias="format")] = "webp",
    highlight: Annotated[
        str | None,
        Query(pattern=r"^[0-9]{1,9}-[0-9]{1,9}$", description="Code points START-END to mark."),
    ] = None,
) -> Response:
    """Send a picture of a page, on request with a span of its text marked."""
    document = await state.services.store.document(scope, document_id)
    boxes = await _marked(state, scope, document_id, number, highlight) if highlight else ()
    picture = await state.services.pictures.page(
        document, number, width_pixels=width, image_format=image_format, boxes=boxes
    )
    return Response(picture, media_type=f"image/{image_format}", headers=CACHE)


@router.get("/documents/{document_id}/pages/{number}/text")
async def page_text(
    state: State, scope: CallerScope, document_id: str, number: Number
) -> schemas.PageText:
    """Show a page's text in logical order, as we read it."""
    return views.page_text(await state.services.store.page(scope, document_id, number))


@router.get("/documents/{document_id}/pages/{number}/boxes")
async def page_boxes(
    state: State, scope: CallerScope, document_id: str, number: Number, start: Offset, end: Offset
) -> schemas.PageBoxes:
    """Show where code points `start` to `end` (half open) of a page's text stand."""
    _check(start, end)
    page = await state.services.store.page(scope, document_id, number)
    return views.page_boxes(page, start, end)


@router.get("/chunks/{chunk_id}/places")
async def chunk_places(state: State, scope: CallerScope, chunk_id: str) -> list[schemas.PageBoxes]:
    """Show where a chunk stands, on one or two pages."""
    store = state.services.store
    chunk, _ = await store.chunk(scope, chunk_id)
    return [
        views.page_boxes(
            await store.page(scope, chunk.document_id, span.page_number), span.start, span.end
        )
        for span in chunk.spans
    ]


async def _marked(
    state: State, scope: Scope, document_id: str, number: int, span: str
) -> tuple[FractionBox, ...]:
    start, end = (int(part) for part in span.split("-"))
    _check(start, end)
    page = await state.services.store.page(scope, document_id, number)
    shown = views.page_boxes(page, start, end).boxes
    return tuple(FractionBox(b.left, b.top, b.width, b.height) for b in shown)


def _check(start: int, end: int) -> None:
    if start >= end:
        raise InputError(f"The span {start}-{end} is empty; its end must lie after its start.")
