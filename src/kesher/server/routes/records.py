"""The records behind answers: shown, asked again, exported, and shared within their room."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, status
from starlette.responses import Response

from kesher.answer import record_export
from kesher.domain import answer_record
from kesher.domain.answer_record import KEPT_RANKS
from kesher.domain.replay import SettingsOf
from kesher.server import record_schemas as schemas
from kesher.server.deps import CallerRoom, CallerScope, State

router = APIRouter(tags=["records"])

Ranks = Annotated[
    int,
    Query(ge=0, le=KEPT_RANKS, description="How deep chunks are shown that were no hits."),
]
_MEDIA = {"json": "application/json", "markdown": "text/markdown; charset=utf-8"}
_ENDING = {"json": "json", "markdown": "md"}


@router.get("/answers/{answer_id}/record")
async def get_record(
    state: State, scope: CallerScope, answer_id: str, ranks: Ranks = 50
) -> schemas.AnswerRecord:
    """Show how an answer came about: searches, prompt, calls, times, versions and settings."""
    found = await state.services.records.show(scope, answer_id, ranks=ranks)
    return schemas.AnswerRecord.model_validate(found, from_attributes=True)


@router.get("/answers/{answer_id}/record/vectors")
async def get_record_vectors(
    state: State, scope: CallerScope, answer_id: str
) -> list[schemas.SearchVectors]:
    """Show the vectors of an answer's searches, the question's and its passages', on a plane."""
    found = await state.services.records.looking.show(scope, answer_id)
    return [schemas.SearchVectors.model_validate(each, from_attributes=True) for each in found]


@router.post("/answers/{answer_id}/record/replay")
async def replay_record(
    state: State, scope: CallerScope, answer_id: str, request: schemas.ReplayRequest
) -> schemas.Replay:
    """Ask the question again on the room as it is, and tell what differs. Stores no answer."""
    found = await state.services.replaying.replay(
        scope,
        answer_id,
        with_settings=SettingsOf(request.settings),
        write=request.answer,
    )
    return schemas.Replay.model_validate(found, from_attributes=True)


@router.get(
    "/answers/{answer_id}/record/export",
    response_class=Response,
    responses={
        200: {"content": {media: {"schema": {"type": "string"}} for media in _MEDIA.values()}}
    },
)
async def export_record(
    state: State,
    scope: CallerScope,
    answer_id: str,
    form: Literal["json", "markdown"] = "json",
) -> Response:
    """Export a record whole: one JSON file, or Markdown to read."""
    found = await state.services.records.show(scope, answer_id)
    written = record_export.as_json(found) if form == "json" else record_export.as_markdown(found)
    disposition = f'attachment; filename="{answer_id}.{_ENDING[form]}"'
    return Response(
        written.encode("utf-8", "replace"),
        media_type=_MEDIA[form],
        headers={"Content-Disposition": disposition},
    )


@router.post("/answers/{answer_id}/record/shares", status_code=status.HTTP_201_CREATED)
async def share_record(
    state: State, scope: CallerScope, answer_id: str, request: schemas.ShareRequest
) -> schemas.Share:
    """Make a link to a record, for people who may see its room."""
    share = await state.services.records.share(scope, answer_id, hours=request.hours)
    return _share(state, share)


@router.get("/answers/{answer_id}/record/shares")
async def list_shares(state: State, scope: CallerScope, answer_id: str) -> list[schemas.Share]:
    """List the links to a record, oldest first, those that have ended included."""
    shares = await state.services.records.shares(scope, answer_id)
    return [_share(state, each) for each in shares]


@router.get("/rooms/{room_id}/shared/{share_id}")
async def open_share(
    state: State, scope: CallerRoom, share_id: str, ranks: Ranks = 50
) -> schemas.AnswerRecord:
    """Open a shared record. What memory told the model is withheld."""
    found = await state.services.records.open_share(scope, share_id, ranks=ranks)
    return schemas.AnswerRecord.model_validate(found, from_attributes=True)


@router.delete("/rooms/{room_id}/shared/{share_id}", status_code=status.HTTP_204_NO_CONTENT)
async def revoke_share(state: State, scope: CallerRoom, share_id: str) -> None:
    """End a link now; it opens nothing from then on."""
    await state.services.records.revoke(scope, share_id)


def _share(state: State, share: answer_record.Share) -> schemas.Share:
    return schemas.Share(
        id=share.id,
        room_id=share.room_id,
        answer_id=share.answer_id,
        created_at=share.created_at,
        expires_at=share.expires_at,
        revoked_at=share.revoked_at,
        open=share.is_open(state.services.records.clock()),
        path=f"/api/rooms/{share.room_id}/shared/{share.id}",
    )
