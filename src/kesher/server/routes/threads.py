"""Threads: looked for, read, named, shared, put away, branched, exported, judged."""

from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Response, status

from kesher.answer.exporting import markdown
from kesher.answer.exporting_docx import docx
from kesher.app.threads import archived, changed
from kesher.domain import feedback as records
from kesher.domain.answer import Thread
from kesher.domain.scope import RoomScope
from kesher.server import schemas, views
from kesher.server import thread_schemas as threads
from kesher.server.deps import CallerRoom, CallerScope, State
from kesher.server.places import Places
from kesher.server.underway import Underway

router = APIRouter(tags=["threads"])

_ALL = 1_000_000
Format = Annotated[Literal["markdown", "docx"], Query(alias="format")]
_MEDIA_TYPES = {
    "markdown": ("md", "text/markdown; charset=utf-8"),
    "docx": ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
}


@router.get("/rooms/{room_id}/threads")
async def list_threads(
    state: State,
    scope: CallerRoom,
    text: Annotated[
        str, Query(max_length=500, description="Words that its title or one of its turns has.")
    ] = "",
    away: Annotated[bool, Query(alias="archived", description="Those that are put away.")] = False,
) -> list[threads.FoundThread]:
    """List the caller's threads of a room and those that others share there, newest first."""
    await state.services.store.room(scope)
    found = await state.services.talking.threads.found(scope, text, away=away)
    return [
        threads.FoundThread(**views.thread(each.thread).model_dump(), found=each.question)
        for each in found
    ]


@router.get("/threads/{thread_id}")
async def get_thread(
    state: State,
    scope: CallerScope,
    thread_id: str,
    newest: Annotated[
        int, Query(ge=1, le=_ALL, description="How many answers are shown, from the last.")
    ] = _ALL,
    before: Annotated[
        str | None, Query(description="Show those before this answer, not the thread's last.")
    ] = None,
) -> threads.ThreadDetail:
    """Show a thread with its answers, oldest first."""
    services = state.services
    record = await services.store.thread(scope, thread_id)
    turns = await services.talking.threads.conversations.turns(
        scope, thread_id, count=newest, before=before
    )
    underway = state.answering.in_thread(scope, thread_id)
    branches = await services.talking.threads.branches(scope, record)
    said = await services.talking.feedback.of_thread(scope, thread_id)
    return threads.ThreadDetail(
        **views.thread(record).model_dump(),
        answers=await Places(services.store, scope).answers(turns.answers),
        earlier=turns.earlier,
        running=_running(underway) if underway else None,
        feedback=[_feedback(each) for each in said],
        branches=[views.thread(each) for each in branches],
    )


@router.patch("/threads/{thread_id}")
async def update_thread(
    state: State, scope: CallerScope, thread_id: str, request: schemas.ThreadUpdate
) -> schemas.Thread:
    """Name a thread anew, share it with its room for reading, put it away, keep it to documents."""
    store, talking = state.services.store, state.services.talking
    thread = await store.thread(scope, thread_id)
    thread = changed(thread, title=request.title, shared=request.shared)
    thread = archived(thread, away=request.archived, now=state.services.ask.clock())
    if request.document_ids is None:
        await store.update_thread(scope, thread)
    else:
        room = RoomScope(scope.tenant_id, thread.room_id, user_id=scope.user_id)
        thread = await talking.threads.keep_to(room, thread, request.document_ids)
    return views.thread(thread)


@router.delete("/threads/{thread_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_thread(state: State, scope: CallerScope, thread_id: str) -> None:
    """Delete a thread with its answers."""
    await state.services.store.delete_thread(scope, thread_id)
    state.services.retaining.wake()


@router.post("/threads/{thread_id}/branches", status_code=status.HTTP_201_CREATED)
async def branch_thread(
    state: State, scope: CallerScope, thread_id: str, request: threads.BranchRequest
) -> schemas.Thread:
    """Begin a thread with the turns that another has before an answer; that one stays as it is."""
    made = await state.services.talking.threads.branch(
        scope, thread_id, request.before, state.services.ask.checked(request.question)
    )
    return views.thread(made)


@router.get("/threads/{thread_id}/export", response_class=Response)
async def export_thread(
    state: State, scope: CallerScope, thread_id: str, form: Format = "markdown"
) -> Response:
    """Give a thread as Markdown or as a Word document, with its references."""
    store = state.services.store
    thread = await store.thread(scope, thread_id)
    answers = await store.answers(scope, thread_id)
    body = docx(thread, answers) if form == "docx" else markdown(thread, answers).encode()
    ending, media_type = _MEDIA_TYPES[form]
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{_file_name(thread)}.{ending}"}
    return Response(body, media_type=media_type, headers=headers)


@router.put("/answers/{answer_id}/feedback")
async def judge_answer(
    state: State, scope: CallerScope, answer_id: str, request: threads.FeedbackRequest
) -> threads.Feedback:
    """Keep whether an answer helped the caller, and why."""
    said = await state.services.talking.threads.judge(
        scope, answer_id, request.verdict, request.reason
    )
    return _feedback(said)


@router.delete("/answers/{answer_id}/feedback", status_code=status.HTTP_204_NO_CONTENT)
async def withdraw_feedback(state: State, scope: CallerScope, answer_id: str) -> None:
    """Forget what the caller said of an answer."""
    await state.services.talking.feedback.withdraw(scope, answer_id)


@router.get("/rooms/{room_id}/feedback")
async def list_feedback(state: State, scope: CallerRoom) -> list[threads.RoomFeedback]:
    """List what was said of the answers that the caller may read in a room, oldest first."""
    await state.services.store.room(scope)
    return [
        threads.RoomFeedback(
            **_feedback(each).model_dump(), question=each.question, thread_id=each.thread_id
        )
        for each in await state.services.talking.feedback.of_room(scope)
    ]


@router.get("/rooms/{room_id}/suggestions")
async def suggest_questions(state: State, scope: CallerRoom) -> list[str]:
    """Suggest questions that the room's documents answer, made of their headings."""
    await state.services.store.room(scope)
    return list(await state.services.talking.suggesting.questions(scope))


def _running(record: Underway) -> threads.RunningAnswer:
    return threads.RunningAnswer(
        answer_id=record.answer_id, question=record.question, run_id=record.run_id
    )


def _feedback(record: records.Feedback) -> threads.Feedback:
    return threads.Feedback(
        answer_id=record.answer_id,
        verdict=record.verdict,
        reason=record.reason,
        created_at=record.created_at,
    )


def _file_name(thread: Thread) -> str:
    """Return a thread's title as a file may be called, in the form that a header takes."""
    kept = "".join(char if char not in '\\/:*?"<>|' else " " for char in thread.title)
    return quote(" ".join(kept.split())[:80] or thread.id, safe="")
