"""Deep-research runs on either database."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from contract.samples import NOW, OTHER_TENANT, SCOPE, chunks, hit, publish, thread
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.research_tables import research_steps
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.store import SqlStore
from kesher.domain.research import (
    Answered,
    Asked,
    Billed,
    Call,
    Checked,
    Finding,
    Graded,
    Halted,
    HaltReason,
    Limits,
    Maker,
    Planned,
    ResearchRun,
    Searched,
    Step,
)
from kesher.domain.retrieval import Query, Ranked, Retrieval, RoomFigures
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError, TrajectoryInUseError
from kesher.ports.research import ResearchStore
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

DANA, IVAN = "process 7 on דנה-laptop (a)", "process 8 on сервер (b)"
ELSEWHERE = RoomScope(SCOPE.tenant_id, "room_other")


def run(identifier: str = "res_a", *, minutes: int = 0) -> ResearchRun:
    return ResearchRun(
        id=identifier,
        room_id=SCOPE.room_id,
        thread_id="thr_a",
        answer_id=f"ans_{identifier}",
        question='מה הכללים לחופשה? What about "form 101"? كم يوم؟ Сколько дней?',
        earlier=("ומה עם מחלה?",),
        model="scripted-model",
        limits=Limits(80_000, 0.25),
        created_at=NOW + timedelta(minutes=minutes),
    )


def retrieval() -> Retrieval:
    first, second, third = chunks()
    return Retrieval(
        query=Query("כמה ימי חופשה?", ("ומה עם מחלה?",), (first.id,), "כמה ימי חופשה יש?"),
        hits=(hit(first), hit(second, rank=2)),
        neighbours=(hit(third, neighbour_of=first.id),),
        figures=RoomFigures(1, 3, 3, 8, 33),
        embedder="multilingual-e5-small int8",
        seconds={"embed": 0.25, "dense": 0.5},
        search_text="ומה עם מחלה?\nכמה ימי חופשה?",
        query_vector=(0.5, -0.5, 0.5, 0.5),
        fusion="ranks",
        rankings={"dense": (Ranked(first.id, 0.875),), "fused": (Ranked(first.id, 0.03125),)},
    )


STEPS: tuple[Step, ...] = (
    Asked("req_a", Call.PLAN, 400),
    Billed("req_a", 410, 30, 0.0015, 1.5),
    Planned(("כמה ימי חופשה?", "Кто утверждает?"), Maker.MODEL),
    Searched(0, 1, retrieval()),
    Asked("req_b", Call.GRADE, 900, aspect=0),
    Graded(0, 1, {chunks()[0].id: 3, chunks()[1].id: 0}, Maker.MODEL, "asked twice"),
    Checked(1, (Finding(0, True), Finding(1, False, "مَن يوافق", "موافقة")), Maker.RULES, "x"),
    Halted(HaltReason.LIMIT),
    Answered("ans_res_a", 12.5),
)


@pytest.fixture
async def research(store: Store) -> ResearchStore:
    assert isinstance(store, SqlStore)
    await store.create_thread(SCOPE, thread())
    await store.parts.research.create_run(SCOPE, run())
    return store.parts.research


@pytest.fixture
async def held(research: ResearchStore) -> ResearchStore:
    await research.take_lease(SCOPE, "res_a", owner=DANA, seconds=30)
    return research


async def test_every_kind_of_step_comes_back_as_it_was_but_for_the_texts_of_chunks(
    held: ResearchStore,
) -> None:
    for step in STEPS:
        await held.append_step(SCOPE, "res_a", step, owner=DANA)
    found = await held.steps(SCOPE, "res_a")
    assert [each.sequence for each in found] == list(range(len(STEPS)))
    assert {each.at for each in found} == {NOW}
    assert [each.step for each in found if not isinstance(each.step, Searched)] == [
        step for step in STEPS if not isinstance(step, Searched)
    ]
    (searched,) = (each.step.retrieval for each in found if isinstance(each.step, Searched))
    assert searched.query_vector == retrieval().query_vector
    assert searched.rankings == retrieval().rankings
    assert replace(searched, hits=(), neighbours=()) == replace(retrieval(), hits=(), neighbours=())
    hits = (*searched.hits, *searched.neighbours)
    assert [each.chunk.id for each in hits] == [each.id for each in chunks()]
    assert {each.chunk.text for each in hits} == {""}


async def test_no_word_of_a_document_is_in_the_tables_of_runs(
    store: Store, held: ResearchStore, database: Database
) -> None:
    await publish(store)
    await held.append_step(SCOPE, "res_a", Searched(0, 1, retrieval()), owner=DANA)
    with database.reading(EVERYTHING) as connection:
        payload = connection.scalars(select(research_steps.c.payload)).one()
    assert "כמה ימי חופשה?".encode() in payload
    assert chunks()[0].text.encode() not in payload


async def test_runs_are_listed_by_room_newest_first(research: ResearchStore) -> None:
    await research.create_run(SCOPE, run("res_b", minutes=5))
    assert [each.id for each in await research.runs(SCOPE)] == ["res_b", "res_a"]
    assert list(await research.runs(ELSEWHERE)) == []
    assert await research.run(SCOPE, "res_a") == run()


async def test_another_tenant_sees_no_run_and_writes_to_none(held: ResearchStore) -> None:
    for work in (
        held.run(OTHER_TENANT, "res_a"),
        held.steps(OTHER_TENANT, "res_a"),
        held.append_step(OTHER_TENANT, "res_a", STEPS[0], owner=DANA),
        held.take_lease(OTHER_TENANT, "res_a", owner=IVAN, seconds=30),
    ):
        with pytest.raises(NotFoundError, match="research"):
            await work
    foreign = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)
    with pytest.raises(NotFoundError, match="thread"):
        await held.create_run(foreign, run("res_b"))
    with pytest.raises(NotFoundError, match="thread"):
        await held.create_run(ELSEWHERE, run("res_b"))


async def test_of_two_processes_one_goes_on_with_a_run_and_only_it_writes(
    research: ResearchStore,
) -> None:
    came = await asyncio.gather(
        research.take_lease(SCOPE, "res_a", owner=DANA, seconds=30),
        research.take_lease(SCOPE, "res_a", owner=IVAN, seconds=30),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in came) == ["NoneType", "TrajectoryInUseError"]
    winner, other = (DANA, IVAN) if came[0] is None else (IVAN, DANA)
    with pytest.raises(TrajectoryInUseError, match="res_a"):
        await research.append_step(SCOPE, "res_a", STEPS[0], owner=other)
    await research.append_step(SCOPE, "res_a", STEPS[0], owner=winner)
    assert len(await research.steps(SCOPE, "res_a")) == 1
    assert (await research.run(SCOPE, "res_a")).leased_until == NOW + timedelta(seconds=30)


async def test_the_only_process_begins_with_no_run_held(held: ResearchStore) -> None:
    assert await held.end_research_leases() == 1
    await held.take_lease(SCOPE, "res_a", owner=IVAN, seconds=30)
    assert await held.renew_lease(SCOPE, "res_a", owner=IVAN, seconds=60)
    assert not await held.renew_lease(SCOPE, "res_a", owner=DANA, seconds=60)
    await held.end_lease(SCOPE, "res_a", owner=IVAN)
    assert (await held.run(SCOPE, "res_a")).leased_until is None


async def test_a_run_goes_with_its_thread(store: Store, held: ResearchStore) -> None:
    await held.append_step(SCOPE, "res_a", STEPS[0], owner=DANA)
    await store.delete_thread(SCOPE, "thr_a")
    assert list(await held.runs(SCOPE)) == []
    with pytest.raises(NotFoundError):
        await held.steps(SCOPE, "res_a")
