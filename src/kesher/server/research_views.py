"""Deep-research records → the shapes that cross HTTP. Pure."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel

from kesher.app.research.events import Begun, Progress
from kesher.domain import research as records
from kesher.server import research_schemas as schemas
from kesher.server import views


def run(record: records.ResearchRun, *, now: datetime) -> schemas.ResearchRun:
    """Show a run."""
    is_held = record.leased_until is not None and record.leased_until > now
    unanswered = "running" if is_held else "interrupted"
    return schemas.ResearchRun.model_validate(
        {
            "id": record.id,
            "room_id": record.room_id,
            "thread_id": record.thread_id,
            "answer_id": record.answer_id,
            "question": record.question,
            "model": record.model,
            "created_at": record.created_at,
            "state": "answered" if record.answered else unanswered,
        }
    )


def detail(
    record: records.ResearchRun, steps: Sequence[records.RecordedStep], *, now: datetime
) -> schemas.ResearchDetail:
    """Show a run with those of its steps that a reader sees."""
    shown = [(each, step(each.step)) for each in steps]
    return schemas.ResearchDetail(
        **run(record, now=now).model_dump(),
        steps=[
            schemas.ResearchStep.model_validate(
                {"sequence": each.sequence, "at": each.at, "kind": told[0], "data": told[1]}
            )
            for each, told in shown
            if told is not None
        ],
        spent=spending(records.spending([each.step for each in steps])),
    )


def estimate(record: records.Estimate) -> schemas.ResearchEstimate:
    """Show an estimate."""
    return schemas.ResearchEstimate(
        model=record.model,
        calls=_amount(record.calls),
        tokens=_amount(record.tokens),
        price_usd=_amount(record.price_usd) if record.price_usd else None,
        seconds=_amount(record.seconds),
        measured=record.measured,
        limits=schemas.ResearchLimits(tokens=record.limits.tokens, usd=record.limits.usd),
    )


def begun(record: Begun, *, now: datetime) -> schemas.ResearchBegunEvent:
    """Show the beginning of a run, which this process holds."""
    shown = run(record.run, now=now).model_copy(update={"state": "running"})
    return schemas.ResearchBegunEvent(
        run=shown, estimate=estimate(record.estimate), resumed=record.resumed
    )


def progress(record: Progress) -> schemas.ProgressEvent:
    """Show what was spent so far."""
    return schemas.ProgressEvent(
        spent=spending(record.spent), elapsed_seconds=record.elapsed_seconds
    )


def spending(record: records.Spending) -> schemas.Spending:
    """Show what was spent."""
    return schemas.Spending(calls=record.calls, tokens=record.tokens, price_usd=record.price_usd)


def step(record: records.Step) -> tuple[str, BaseModel] | None:
    """Show a step by the name of its event; None for what only the books need."""
    shown: tuple[str, BaseModel] | None
    match record:
        case records.Planned():
            shown = "plan", _plan(record)
        case records.Searched():
            shown = "searched", _searched(record)
        case records.Graded():
            shown = "graded", _graded(record)
        case records.Checked():
            shown = "checked", _checked(record)
        case records.Asked():
            shown = "call", _call(record)
        case records.Halted():
            shown = "halted", schemas.HaltedEvent(reason=record.reason.value)
        case _:
            shown = None
    return shown


def _plan(record: records.Planned) -> schemas.PlanEvent:
    return schemas.PlanEvent(
        aspects=list(record.aspects), made_by=record.maker.value, remark=record.remark
    )


def _call(record: records.Asked) -> schemas.CallEvent:
    return schemas.CallEvent(
        call=record.call.value, aspect=record.aspect, request_id=record.request_id
    )


def _graded(record: records.Graded) -> schemas.GradedEvent:
    return schemas.GradedEvent(
        aspect=record.aspect,
        round=record.round,
        grades=record.grades,
        made_by=record.maker.value,
        remark=record.remark,
    )


def _searched(record: records.Searched) -> schemas.SearchedEvent:
    return schemas.SearchedEvent(
        aspect=record.aspect,
        round=record.round,
        query=record.retrieval.query.text,
        hits=[views.hit(hit) for hit in record.retrieval.hits],
        seconds=record.retrieval.seconds,
    )


def _checked(record: records.Checked) -> schemas.CheckedEvent:
    return schemas.CheckedEvent(
        round=record.round,
        findings=[
            schemas.Finding(
                aspect=each.aspect, covered=each.covered, missing=each.missing, query=each.query
            )
            for each in record.findings
        ],
        made_by=record.maker.value,
        remark=record.remark,
    )


def _amount(record: records.Amount) -> schemas.Amount:
    return schemas.Amount(least=record.least, most=record.most)
