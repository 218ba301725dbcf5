"""Documents: upload, progress, retry, cancel, delete, download."""

import time
from collections.abc import AsyncGenerator
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Query, Response, UploadFile, status
from fastapi.responses import FileResponse

from kesher.app.pictures import missing_original
from kesher.app.stopping import until
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.server import schemas, stream, views
from kesher.server.deps import CallerRoom, CallerScope, State

router = APIRouter(tags=["documents"])

OTHERS_SECONDS = 3.0
"""How often a watched room is read again for the progress of another process."""


@router.get("/rooms/{room_id}/documents")
async def list_documents(state: State, scope: CallerRoom) -> list[schemas.Document]:
    """List a room's documents, oldest first."""
    return await _documents(state, scope)


@router.post(
    "/rooms/{room_id}/documents",
    status_code=status.HTTP_202_ACCEPTED,
    responses={200: {"model": schemas.Upload, "description": "The room had these bytes."}},
)
async def upload_document(
    state: State, scope: CallerRoom, response: Response, file: Annotated[UploadFile, File()]
) -> schemas.Upload:
    """Take in a file. Its reading goes on afterwards; follow it at `/rooms/{room_id}/events`."""
    document, new = await state.services.ingest.add(scope, given_name(file), file.file)
    state.services.jobs.wake()
    if not new:
        response.status_code = status.HTTP_200_OK
    return schemas.Upload(
        document=views.document(document),
        duplicate=not new,
        same_name=await state.services.versions.same_name(scope, document.id),
    )


def given_name(file: UploadFile) -> str:
    """Return a file's name as its owner wrote it.

    A browser sends three characters of a name escaped, and the percent sign itself as it is.

    Source: WHATWG HTML, "Multipart form data", 4.10.21.8.
    """
    name = file.filename or ""
    return name.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")


@router.get(
    "/rooms/{room_id}/events",
    response_class=stream.EventStream,
    responses={200: {"model": list[schemas.Document], "description": "The data of an event."}},
)
async def watch_documents(state: State, scope: CallerRoom) -> stream.EventStream:
    """Stream the room's documents: all of them at once, then again at each change.

    Events: `documents`, data `Document[]`. A comment keeps the connection open meanwhile.
    """
    await state.services.store.room(scope)
    return stream.respond(_changes(state, scope))


async def _changes(state: State, scope: RoomScope) -> AsyncGenerator[bytes]:
    last, pinged = b"", time.monotonic()
    changes = state.services.changes.watch(scope, at_least_every_seconds=OTHERS_SECONDS)
    async for _ in until(changes, state.ending):
        try:
            documents = await _documents(state, scope)
        except NotFoundError:
            return  # the room was deleted
        now = stream.event("documents", list(documents))
        if now != last:
            last, pinged = now, time.monotonic()
            yield now
        elif time.monotonic() - pinged > stream.PING_SECONDS:
            pinged = time.monotonic()
            yield stream.PING


async def _documents(state: State, scope: RoomScope) -> list[schemas.Document]:
    await state.services.store.room(scope)
    return [views.document(item) for item in await state.services.store.documents(scope)]


@router.get("/documents/{document_id}")
async def get_document(state: State, scope: CallerScope, document_id: str) -> schemas.Document:
    """Show a document."""
    return views.document(await state.services.store.document(scope, document_id))


@router.delete("/documents/{document_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_document(
    state: State,
    scope: CallerScope,
    document_id: str,
    quotations: Annotated[
        Literal["keep", "erase"],
        Query(description="What becomes of its words in answers, records and evaluations."),
    ] = "keep",
) -> None:
    """Delete a document and all that came of it.

    Answers keep what they quoted from it, or each such sentence says that it was erased and when.
    The current version takes all others along; any other version is deleted alone.
    """
    room = await room_of(state, scope, document_id)
    deleting = state.services.erasing if quotations == "erase" else state.services.ingest
    await deleting.delete(room, document_id)
    state.services.retaining.wake()


@router.post("/documents/{document_id}/cancel")
async def cancel_document(state: State, scope: CallerScope, document_id: str) -> schemas.Document:
    """Stop reading a document."""
    room = await room_of(state, scope, document_id)
    return views.document(await state.services.ingest.cancel(room, document_id))


@router.post("/documents/{document_id}/retry")
async def retry_document(state: State, scope: CallerScope, document_id: str) -> schemas.Document:
    """Go on with a document that had failed or was cancelled."""
    room = await room_of(state, scope, document_id)
    document = await state.services.ingest.retry(room, document_id)
    state.services.jobs.wake()
    return views.document(document)


@router.get("/documents/{document_id}/file", response_class=FileResponse)
async def download_document(state: State, scope: CallerScope, document_id: str) -> FileResponse:
    """Send the original as it was uploaded."""
    document = await state.services.store.document(scope, document_id)
    # Written here: the framework leaves slashes as they are, which RFC 8187 does not allow.
    name = quote(document.name, safe="")
    if not state.services.blobs.holds(document.sha256):
        raise missing_original(document)
    return FileResponse(
        state.services.blobs.path(document.sha256),
        media_type=document.media_type,
        headers={
            "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
            "X-Content-Type-Options": "nosniff",
        },
    )


async def room_of(state: State, scope: Scope, document_id: str) -> RoomScope:
    """Return the scope of the room that a document is in. Raises NotFoundError."""
    document = await state.services.store.document(scope, document_id)
    return RoomScope(scope.tenant_id, document.room_id)
