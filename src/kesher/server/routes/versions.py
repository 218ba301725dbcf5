"""Versions of documents: upload, list, restore."""

from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile, status

from kesher.server import schemas, views
from kesher.server.deps import CallerScope, State
from kesher.server.routes.documents import given_name, room_of

router = APIRouter(tags=["documents"])


@router.get("/documents/{document_id}/versions")
async def list_versions(
    state: State, scope: CallerScope, document_id: str
) -> list[schemas.Document]:
    """List all versions of a document, of which any is named, the newest first."""
    room = await room_of(state, scope, document_id)
    versions = await state.services.versions.of(room, document_id)
    return [views.document(each) for each in versions]


@router.post(
    "/documents/{document_id}/versions",
    status_code=status.HTTP_202_ACCEPTED,
    responses={200: {"model": schemas.Upload, "description": "It is the newest one already."}},
)
async def upload_version(
    state: State,
    scope: CallerScope,
    document_id: str,
    response: Response,
    file: Annotated[UploadFile, File()],
) -> schemas.Upload:
    """Take in a file as the newest version of a document.

    The current version is searched until the new one is whole, and stays openable afterwards. The
    bytes of an older version bring that one back; those of another document of the room make that
    document a version of this one.
    """
    room = await room_of(state, scope, document_id)
    name = given_name(file)
    document, new = await state.services.versions.add(room, document_id, name, file.file)
    state.services.jobs.wake()
    if not new:
        response.status_code = status.HTTP_200_OK
    return schemas.Upload(document=views.document(document), duplicate=not new, same_name=None)


@router.post("/documents/{document_id}/restore")
async def restore_version(state: State, scope: CallerScope, document_id: str) -> schemas.Document:
    """Let an older version of a document become the newest again."""
    room = await room_of(state, scope, document_id)
    document = await state.services.versions.restore(room, document_id)
    state.services.jobs.wake()
    return views.document(document)
