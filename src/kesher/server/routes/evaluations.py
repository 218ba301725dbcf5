"""A room's question set, runs over it, and two runs side by side."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, status
from pydantic import BaseModel

from kesher.app.evaluation.comparing import compared
from kesher.app.evaluation.lines import QuestionFile
from kesher.app.evaluation.running import Plan, Progress
from kesher.domain.evaluation import EvaluationRun
from kesher.domain.scope import RoomScope
from kesher.errors import KesherError, NotFoundError
from kesher.server import evaluation_schemas as schemas
from kesher.server import evaluation_views as views
from kesher.server import stream
from kesher.server.deps import CallerRoom, State
from kesher.server.problems import internal_problem, problem_of
from kesher.server.schemas import Problem
from kesher.server.state import ServerState
from kesher.server.told import Told

router = APIRouter(prefix="/rooms/{room_id}/evaluation", tags=["evaluation"])

# Only through the document do the page's types learn what the stream carries.
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "model": schemas.EvaluationBegunEvent
        | schemas.EvaluationProgressEvent
        | schemas.EvaluationDoneEvent
        | Problem,
        "description": "The data of one event each; see the order in the description above.",
    }
}


@router.get("/questions")
async def list_questions(state: State, scope: CallerRoom) -> list[schemas.RoomQuestion]:
    """List a room's question set, oldest first."""
    found = await state.services.evaluating.sets.questions(scope)
    return [views.question(each) for each in found]


@router.post("/questions/import")
async def import_questions(
    state: State, scope: CallerRoom, body: schemas.QuestionImport
) -> schemas.ImportedQuestions:
    """Add questions with right pages; a wrong line is refused by its number, and nothing added."""
    file = QuestionFile(body.name, body.jsonl)
    done = await state.services.evaluating.sets.import_file(scope, file)
    return schemas.ImportedQuestions(new=done.new, replaced=done.replaced)


@router.post("/questions/take")
async def take_questions(
    state: State, scope: CallerRoom, body: schemas.QuestionTaking
) -> schemas.TakenQuestions:
    """Add the questions of the room's answers, with the pages of their verified citations."""
    wanted = body.answer_ids
    if body.praised:
        praised = await state.services.talking.threads.praised(scope)
        wanted = [each for each in praised if wanted is None or each in wanted]
    done = await state.services.evaluating.sets.take_answers(scope, wanted)
    return schemas.TakenQuestions(
        new=done.new,
        standing=done.standing,
        unverified=done.unverified,
        follow_ups=done.follow_ups,
    )


@router.delete("/questions/{question_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_question(state: State, scope: CallerRoom, question_id: str) -> None:
    """Take a question out of the set; runs keep what they asked."""
    await state.services.evaluating.sets.delete(scope, question_id)


@router.post("/runs", response_class=stream.EventStream, responses=_STREAMED)
async def start_evaluation(
    state: State, scope: CallerRoom, body: schemas.EvaluationRequest
) -> stream.EventStream:
    """Search each question as a stream of server-sent events.

    In order: `evaluation`, `progress`..., then `done` with the stored run, or `error`. A reader
    who goes away leaves the run to its end.
    """
    file = None if body.jsonl is None else QuestionFile(body.name, body.jsonl)
    plan = await state.services.evaluating.plan(scope, file=file, refusals=body.refusals)
    told: Told[Progress | EvaluationRun] = Told()
    _start(state, scope, plan, told)
    return stream.respond(_told(plan, told))


@router.post("/runs/{run_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_evaluation(state: State, scope: CallerRoom, run_id: str) -> None:
    """End a run after the question that is under way; what was asked is stored."""
    if not await state.end_work(_anybody(scope), _stop_name(scope, run_id)):
        raise NotFoundError("evaluation under way", run_id)


@router.get("/runs")
async def list_evaluations(state: State, scope: CallerRoom) -> list[schemas.EvaluationRun]:
    """List a room's runs, newest first."""
    await state.services.store.room(scope)
    return [views.run(each) for each in await state.services.evaluating.evaluations.runs(scope)]


@router.get("/runs/{run_id}")
async def get_evaluation(state: State, scope: CallerRoom, run_id: str) -> schemas.EvaluationDetail:
    """Show a run with what became of each question."""
    run, outcomes = await state.services.evaluating.evaluations.run(scope, run_id)
    return schemas.EvaluationDetail(
        run=views.run(run), outcomes=[views.outcome(each) for each in outcomes]
    )


@router.delete("/runs/{run_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_evaluation(state: State, scope: CallerRoom, run_id: str) -> None:
    """Remove a run."""
    await state.services.evaluating.evaluations.delete_run(scope, run_id)


@router.get("/comparison")
async def compare_evaluations(
    state: State, scope: CallerRoom, before: str, after: str
) -> schemas.EvaluationComparison:
    """Compare two of the room's runs: means with intervals, and question by question."""
    runs = state.services.evaluating.evaluations
    first, second = await runs.run(scope, before), await runs.run(scope, after)
    # The bootstrap takes up to a second.
    return views.comparison(await asyncio.to_thread(compared, first, second))


def _start(
    state: ServerState, scope: RoomScope, plan: Plan, told: Told[Progress | EvaluationRun]
) -> None:
    """Run it apart from its request."""
    name, stop = _stop_name(scope, plan.run_id), asyncio.Event()
    room = _anybody(scope)

    async def doing() -> None:
        try:
            run = await state.services.evaluating.run(scope, plan, emit=told.emit, stop=stop)
            told.emit(run)
        except KesherError as error:
            told.fail(error)
        finally:
            told.end()
            state.stops.remove(room, name, stop)

    told.emit(Progress(0, len(plan.questions)))
    state.stops.add(room, name, stop)
    state.start(doing())


def _anybody(scope: RoomScope) -> RoomScope:
    """Return the room on nobody's behalf: whoever may write there may stop a run."""
    return RoomScope(scope.tenant_id, scope.room_id)


def _stop_name(scope: RoomScope, run_id: str) -> str:
    """Return what a run's stop is called, so that another room's run is not found."""
    return f"{scope.room_id} {run_id}"


async def _told(plan: Plan, told: Told[Progress | EvaluationRun]) -> AsyncGenerator[bytes]:
    begun = schemas.EvaluationBegunEvent(run_id=plan.run_id, total=len(plan.questions))
    yield stream.event("evaluation", begun)
    async for item in told.items():
        if item is None:
            yield stream.PING
            continue
        yield stream.event(*_shown(item))
        if not isinstance(item, Progress):
            return
    yield stream.event("error", internal_problem())


def _shown(item: Progress | EvaluationRun | KesherError) -> tuple[str, BaseModel]:
    match item:
        case Progress():
            return "progress", schemas.EvaluationProgressEvent(done=item.done, total=item.total)
        case EvaluationRun():
            return "done", schemas.EvaluationDoneEvent(run=views.run(item))
        case KesherError():
            return "error", problem_of(item)
