import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from contract.samples import NOW, OTHER_TENANT, SCOPE
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.evaluation_tables import evaluation_questions, evaluation_runs
from kesher.adapters.sql.evaluations import SqlEvaluations
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import Room
from kesher.domain.evaluation import (
    EvaluationRun,
    Figures,
    FoundPage,
    Outcome,
    QuestionSource,
    Refusals,
    RightPages,
    RoomQuestion,
    RunState,
)
from kesher.domain.retrieval import RoomFigures
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

OTHER_ROOM = RoomScope(SCOPE.tenant_id, "room_2")
ELSEWHERE = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)
RIGHT = (RightPages("doc_a", 'נוהל "חופשות".pdf', (2, 5)),)


@pytest.fixture
def evaluations(store: Store) -> SqlEvaluations:
    assert isinstance(store, SqlStore)
    return store.parts.evaluations


def question(
    identifier: str, text: str, *, language: str = "he", right: tuple[RightPages, ...] = RIGHT
) -> RoomQuestion:
    return RoomQuestion(identifier, text, language, right, QuestionSource.FILE, NOW)


QUESTIONS: Sequence[RoomQuestion] = (
    question("qst_a", 'כמה ימי חופשה לפי סעיף 4.2 ("ותק")?'),
    question("qst_b", "How many days of leave?", language="en", right=()),
    replace(
        question("qst_c", "كم يوم إجازة؟", language="ar"),
        source=QuestionSource.CITATIONS,
        answer_id="ans_a",
    ),
    question("qst_d", "Сколько дней отпуска?", language="ru", right=(*RIGHT, *RIGHT)),
)
OUTCOMES = (
    Outcome(
        text=QUESTIONS[0].text,
        language="he",
        right=RIGHT,
        seconds=0.25,
        pages=(FoundPage("doc_a", 2), FoundPage("doc_b", 1)),
        rank=1,
        values={"R@1": 1.0, "MRR@10": 1.0},
        refused=False,
        held_fraction=0.75,
    ),
    Outcome("How many?", "en", (), 0.5, refused=True),
    Outcome("أين؟", "ar", RIGHT, 0.125, missing=("נעדר.pdf",)),
)


def run(identifier: str = "evl_a", *, minutes: int = 0) -> EvaluationRun:
    return EvaluationRun(
        id=identifier,
        room_id=SCOPE.room_id,
        created_at=NOW + timedelta(minutes=minutes),
        state=RunState.STOPPED,
        source="שאלות.jsonl",
        asked=4,
        seconds=1.5,
        versions={"embedder": "e5", "chunking": "900 characters"},
        settings={"search.top": 8, "search.fusion": "scores", "quote.held_fraction": 0.3},
        room=RoomFigures(2, 14, 60, 384, 9000),
        figures={"all": Figures(1, {"R@1": 1.0}, Refusals(1, 1), Refusals(0, 1), 1)},
    )


async def test_questions_come_back_whole_and_oldest_first(evaluations: SqlEvaluations) -> None:
    later = [replace(each, created_at=NOW + timedelta(hours=1)) for each in QUESTIONS[:2]]
    assert await evaluations.save_questions(SCOPE, later, replace=False) == 2
    assert await evaluations.save_questions(SCOPE, QUESTIONS[2:], replace=False) == 2
    assert await evaluations.questions(SCOPE) == [*QUESTIONS[2:], *later]


@pytest.mark.parametrize("replaces", [True, False])
async def test_a_question_stands_once_and_gets_new_right_pages_only_where_that_is_wanted(
    evaluations: SqlEvaluations, replaces: bool
) -> None:
    await evaluations.save_questions(SCOPE, QUESTIONS[:1], replace=False)
    again = replace(
        QUESTIONS[0],
        id="qst_new",
        right=(),
        source=QuestionSource.CITATIONS,
        answer_id="ans_b",
        created_at=NOW + timedelta(days=1),
    )
    assert await evaluations.save_questions(SCOPE, [again], replace=replaces) == 0
    kept = replace(again, id="qst_a", created_at=NOW) if replaces else QUESTIONS[0]
    assert await evaluations.questions(SCOPE) == [kept]


async def test_the_same_question_brought_by_several_at_once_stands_once(
    evaluations: SqlEvaluations,
) -> None:
    brought = [replace(QUESTIONS[0], id=f"qst_{place}") for place in range(4)]
    saving = (evaluations.save_questions(SCOPE, [each], replace=True) for each in brought)
    assert sorted(await asyncio.gather(*saving)) == [0, 0, 0, 1]
    assert len(await evaluations.questions(SCOPE)) == 1


async def test_a_run_comes_back_whole_with_its_outcomes_in_order(
    evaluations: SqlEvaluations,
) -> None:
    await evaluations.save_run(SCOPE, run(), OUTCOMES)
    assert await evaluations.run(SCOPE, "evl_a") == (run(), list(OUTCOMES))


async def test_runs_are_listed_newest_first_and_one_can_be_removed(
    evaluations: SqlEvaluations,
) -> None:
    for each in (run(), run("evl_b", minutes=5)):
        await evaluations.save_run(SCOPE, each, OUTCOMES)
    assert await evaluations.runs(SCOPE) == [run("evl_b", minutes=5), run()]
    await evaluations.delete_run(SCOPE, "evl_b")
    assert await evaluations.runs(SCOPE) == [run()]


async def test_what_belongs_to_another_room_or_tenant_is_not_found(
    store: Store, evaluations: SqlEvaluations
) -> None:
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await evaluations.save_questions(SCOPE, QUESTIONS, replace=False)
    await evaluations.save_run(SCOPE, run(), OUTCOMES)
    for foreign in (OTHER_ROOM, ELSEWHERE):
        assert await evaluations.questions(foreign) == []
        assert await evaluations.runs(foreign) == []
        for call in (
            evaluations.delete_question(foreign, "qst_a"),
            evaluations.run(foreign, "evl_a"),
            evaluations.delete_run(foreign, "evl_a"),
        ):
            with pytest.raises(NotFoundError):
                await call
    with pytest.raises(NotFoundError, match="room_hr"):
        await evaluations.save_questions(ELSEWHERE, QUESTIONS, replace=True)
    with pytest.raises(NotFoundError, match="room_hr"):
        await evaluations.save_run(ELSEWHERE, run("evl_b"), OUTCOMES)
    await evaluations.save_questions(
        OTHER_ROOM, [replace(QUESTIONS[0], id="qst_z", right=())], replace=True
    )
    assert len(await evaluations.questions(SCOPE)) == len(QUESTIONS)
    assert (await evaluations.run(SCOPE, "evl_a"))[1] == list(OUTCOMES)


async def test_a_question_is_removed_and_what_is_not_there_is_not_found(
    evaluations: SqlEvaluations,
) -> None:
    await evaluations.save_questions(SCOPE, QUESTIONS, replace=False)
    await evaluations.delete_question(SCOPE, "qst_b")
    with pytest.raises(NotFoundError, match="qst_b"):
        await evaluations.delete_question(SCOPE, "qst_b")
    assert [each.id for each in await evaluations.questions(SCOPE)] == ["qst_a", "qst_c", "qst_d"]


async def test_nothing_is_left_of_a_room_that_was_deleted(
    store: Store, evaluations: SqlEvaluations, database: Database
) -> None:
    await evaluations.save_questions(SCOPE, QUESTIONS, replace=False)
    await evaluations.save_run(SCOPE, run(), OUTCOMES)
    await store.delete_room(SCOPE)
    with database.reading(EVERYTHING) as connection:
        for table in (evaluation_questions, evaluation_runs):
            assert connection.execute(table.select()).all() == []
