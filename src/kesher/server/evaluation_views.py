"""Question sets and runs → the shapes that cross HTTP. Pure."""

from dataclasses import asdict

from kesher.domain import evaluation as records
from kesher.domain.evaluation_comparison import (
    Difference,
    EvaluationComparison,
    Verdict,
)
from kesher.server import evaluation_schemas as schemas
from kesher.server.record_schemas import ValueChange


def question(record: records.RoomQuestion) -> schemas.RoomQuestion:
    """Show a question of a room's set."""
    return schemas.RoomQuestion.model_validate(
        {**asdict(record), "answerable": record.is_answerable}
    )


def run(record: records.EvaluationRun) -> schemas.EvaluationRun:
    """Show a run without its questions."""
    return schemas.EvaluationRun.model_validate(asdict(record))


def outcome(record: records.Outcome) -> schemas.QuestionOutcome:
    """Show what became of a question."""
    return schemas.QuestionOutcome.model_validate(
        {**asdict(record), "answerable": record.is_answerable}
    )


def comparison(record: EvaluationComparison) -> schemas.EvaluationComparison:
    """Show two runs side by side."""
    return schemas.EvaluationComparison(
        before=run(record.before),
        after=run(record.after),
        versions=[ValueChange(**asdict(each)) for each in record.versions],
        settings=[ValueChange(**asdict(each)) for each in record.settings],
        differences={
            group: {name: _difference(each) for name, each in by_measure.items()}
            for group, by_measure in record.differences.items()
        },
        won=record.count(Verdict.WON),
        lost=record.count(Verdict.LOST),
        unchanged=record.count(Verdict.UNCHANGED),
        changes=[
            schemas.QuestionChange(
                verdict=each.verdict.value,
                before=outcome(each.before),
                after=outcome(each.after),
            )
            for each in record.changes
        ],
        left_out=list(record.left_out),
    )


def _difference(record: Difference) -> schemas.Difference:
    return schemas.Difference(**asdict(record), sure=record.is_sure)
