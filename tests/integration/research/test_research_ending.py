"""Deep research that is stopped, cut off, resumed, taken over or at its limit.

A hosted model is stood in for by `kesher.testing`'s scripted server, over real HTTP.
"""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from kesher.app.research.events import Begun, Paused, ResearchEvent
from kesher.config.settings import Settings
from kesher.context.profiles import profile
from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.limits import Holder, Limit
from kesher.domain.research import (
    Answered,
    Asked,
    Billed,
    Checked,
    Graded,
    Halted,
    HaltReason,
    Limits,
    Maker,
    Planned,
    Searched,
)
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import UsageBy, UsageFilter
from kesher.errors import (
    ConflictError,
    InputError,
    LimitReachedError,
    TrajectoryInUseError,
)
from kesher.testing.model_script import Hang, ReceivedRequest, Script
from kesher.testing.model_server import ModelServer
from kesher.wiring.services import Services, build
from researched import (
    LEAVE,
    POOL,
    QUESTION,
    Researched,
    calls,
    librarian,
    lines,
    with_model,
)

pytestmark = pytest.mark.anyio


def limited(researched: Researched, limits: Limits) -> Researched:
    research = researched.research
    return replace(
        researched, research=replace(research, settings=replace(research.settings, limits=limits))
    )


async def test_stop_while_it_searches_writes_the_answer_from_what_was_found_and_says_so(
    researched: Researched, server: ModelServer
) -> None:
    stop = asyncio.Event()

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Checked):
            stop.set()

    answer, told, _ = await researched(on=on, stop=stop)
    assert answer is not None
    assert Halted(HaltReason.PERSON) in told
    assert answer.stop_reason is StopReason.STOPPED
    assert lines(answer.text)[0] == "מגיעים 22 ימים."
    assert lines(answer.text)[-1].startswith("המחקר נעצר לפני שהסתיים")
    assert calls(server)["grade"] == 2, "the second round was not begun"
    assert answer.error_code == "research.stopped"


async def test_stop_ends_a_call_that_hangs(researched: Researched, server: ModelServer) -> None:
    usual, stop = librarian(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hanging(request: ReceivedRequest) -> str:
        loop.call_soon_threadsafe(stop.set)
        return usual(request)

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Planned):
            server.follow(Script(answer=hanging, fault=Hang(after_pieces=1)))
        elif isinstance(event, Halted):
            server.follow(Script(answer=usual))

    answer, told, _ = await researched(on=on, stop=stop)
    assert answer is not None
    assert Halted(HaltReason.PERSON) in told
    assert answer.stop_reason is StopReason.STOPPED


async def test_stop_before_anything_was_found_says_what_was_not_looked_for(
    researched: Researched, server: ModelServer
) -> None:
    stop = asyncio.Event()
    stop.set()
    answer, _, _ = await researched(stop=stop)
    assert answer is not None
    assert (answer.kind, answer.stop_reason) == (AnswerKind.NOT_FOUND, StopReason.STOPPED)
    assert lines(answer.text)[0] == "לא נבדק:"
    assert server.requests == ()


async def test_a_run_that_was_cut_off_goes_on_after_its_last_step_and_pays_for_none_again(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    cut = asyncio.Event()

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Checked):
            cut.set()

    nothing, told, run = await researched(on=on, cut=cut)
    assert nothing is None
    assert isinstance(told[-1], Paused)
    before = await services.research.runs.steps(Scope(), run.id)
    first_calls = calls(server)
    answer, told_again = await researched.resume(run.id)
    assert answer is not None
    begun = told_again[0]
    assert isinstance(begun, Begun)
    assert begun.resumed
    assert [step for step in told_again if isinstance(step, Planned)] == [
        Planned((LEAVE, POOL), Maker.MODEL)
    ]
    after = await services.research.runs.steps(Scope(), run.id)
    assert after[: len(before)] == before
    assert calls(server) - first_calls == {"grade": 1, "answer": 1}
    assert isinstance(after[-1].step, Answered)
    thread = await services.store.answers(Scope(), run.thread_id)
    assert [each.id for each in thread] == [answer.id]


async def test_a_run_that_was_cut_off_before_its_plan_is_planned_by_the_model_when_it_goes_on(
    researched: Researched, server: ModelServer
) -> None:
    cut = asyncio.Event()

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Asked):
            cut.set()

    nothing, told, run = await researched(on=on, cut=cut)
    assert nothing is None
    assert not any(isinstance(event, Planned) for event in told)
    answer, told = await researched.resume(run.id)
    assert answer is not None
    assert Planned((LEAVE, POOL), Maker.MODEL) in told


@pytest.mark.parametrize("at", [Planned, Searched, Graded, Asked])
async def test_a_task_that_is_ended_anywhere_loses_nothing_that_was_stored(
    researched: Researched, server: ModelServer, at: type
) -> None:
    run = await researched.research.begin(researched.room, QUESTION)
    reached = asyncio.Event()

    def on(event: ResearchEvent) -> None:
        if isinstance(event, at):
            reached.set()

    going = asyncio.ensure_future(researched.resume(run.id, on=on))
    await asyncio.wait_for(reached.wait(), 30)
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    stored = await researched.research.runs.steps(Scope(), run.id)
    paid = sum(isinstance(each.step, Billed) for each in stored)
    seen = len(server.requests)
    answer, _ = await researched.resume(run.id)
    assert answer is not None
    assert len(server.requests) - seen <= 6 - paid, "six calls in all"
    assert lines(answer.text)[0] == "מגיעים 22 ימים."


async def test_two_processes_do_not_run_one_run(
    researched: Researched, server: ModelServer
) -> None:
    run = await researched.research.begin(researched.room, QUESTION)
    came = await asyncio.gather(
        researched.resume(run.id), researched.resume(run.id), return_exceptions=True
    )
    refused = [each for each in came if isinstance(each, TrajectoryInUseError)]
    assert len(refused) == 1
    assert run.id in str(refused[0])
    assert calls(server) == {"plan": 1, "grade": 3, "gap": 1, "answer": 1}


async def test_a_process_whose_run_was_taken_over_writes_nothing_more(
    researched: Researched, services: Services, server: ModelServer
) -> None:
    run = await researched.research.begin(researched.room, QUESTION)
    taking: list[asyncio.Future[None]] = []

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Planned):
            taken = researched.research.runs.take_lease(
                Scope(), run.id, owner="תהליך אחר", seconds=30, from_anybody=True
            )
            taking.append(asyncio.ensure_future(taken))

    with pytest.raises(TrajectoryInUseError, match="תהליך אחר"):
        await researched.resume(run.id, on=on)
    await asyncio.gather(*taking)
    stored = [type(each.step) for each in await researched.research.runs.steps(Scope(), run.id)]
    assert Planned in stored
    assert Graded not in stored
    assert list(await services.store.answers(Scope(), run.thread_id)) == []


async def test_a_run_that_has_its_answer_is_not_run_again(
    researched: Researched, server: ModelServer
) -> None:
    answer, _, run = await researched()
    assert answer is not None
    asked = len(server.requests)
    with pytest.raises(ConflictError, match=answer.thread_id):
        await researched.resume(run.id)
    assert len(server.requests) == asked


async def test_the_limit_of_tokens_ends_the_grading_and_the_answer_says_so(
    researched: Researched, server: ModelServer
) -> None:
    """The server counts 18 tokens a call; what fits is decided by what a call could take."""
    answer, told, _ = await limited(researched, Limits(tokens=14_000))()
    assert answer is not None
    assert Halted(HaltReason.LIMIT) in told
    assert calls(server) == {"plan": 1, "answer": 1}
    assert answer.error_code == "research.limit"
    assert lines(answer.text)[-1].startswith("המחקר הגיע לתקרת העלות")


async def test_the_rooms_own_limit_reached_on_the_way_ends_it_likewise_and_asks_no_model_more(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    ledger = services.ledger
    today = UsageFilter(first=ledger.limiting.clock().date(), room_id=researched.room.room_id)
    taken = sum(r.sums.tokens for r in await ledger.usage.usage(Scope(), today, UsageBy.ROOM))
    until = {Holder.ROOM: {Limit.TOKENS_DAY: taken + 1.0}, Holder.PERSON: {}}
    limiting = replace(ledger.limiting, defaults=until)
    ask = replace(researched.research.ask, limiting=limiting)
    research = replace(researched.research, ask=ask)
    answer, told, _ = await replace(researched, research=research)()
    assert answer is not None
    assert Halted(HaltReason.LIMIT) in told
    assert calls(server) == {"plan": 1}
    assert (answer.kind, answer.error_code) == (AnswerKind.EXTRACTIVE, "research.limit")
    with pytest.raises(LimitReachedError, match="This room has used"):
        await research.begin(researched.room, QUESTION)


async def test_limits_that_do_not_take_the_cheapest_run_refuse_it_before_it_starts(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    threads = len(await services.store.threads(researched.room))
    with pytest.raises(InputError, match="research_limit_tokens"):
        await limited(researched, Limits(tokens=500))()
    priced = replace(researched.research.ask, profile=profile("openai"))
    dear = replace(researched, research=replace(researched.research, ask=priced))
    with pytest.raises(InputError, match="research_limit_usd"):
        await limited(dear, Limits(usd=0.0001))()
    assert server.requests == ()
    assert len(await services.store.threads(researched.room)) == threads


async def test_cost_and_time_are_stated_before_anything_is_asked(
    researched: Researched, server: ModelServer
) -> None:
    priced = replace(
        researched.research, ask=replace(researched.research.ask, profile=profile("openai"))
    )
    estimate = await priced.estimate(researched.room, QUESTION)
    assert server.requests == ()
    assert estimate.model == "scripted-model"
    assert estimate.price_usd is not None
    for amount in (estimate.calls, estimate.tokens, estimate.price_usd, estimate.seconds):
        assert 0 < amount.least < amount.most
    assert (estimate.calls.least, estimate.calls.most) == (4, 12)


async def test_what_is_really_sent_lies_within_the_estimate(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    estimate = await researched.research.estimate(researched.room, QUESTION)
    _, told, _ = await researched()
    asked = [step for step in told if isinstance(step, Asked)]
    assert estimate.calls.least <= len(asked) <= estimate.calls.most
    assert sum(step.tokens for step in asked) <= estimate.tokens.most


async def test_a_document_that_was_deleted_before_the_resume_is_neither_sent_nor_cited(
    handbook_folder: Path, tmp_path: Path, server: ModelServer
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(handbook_folder, folder)
    opened = await build(Settings.model_validate({"data_folder": folder}))
    (found,) = await opened.store.rooms(Scope())
    scope = RoomScope(Scope().tenant_id, found.id)
    cut = asyncio.Event()

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Checked):
            cut.set()

    researched = Researched(with_model(opened.research, server), scope)
    _, _, run = await researched(on=on, cut=cut)
    (document,) = await opened.store.documents(scope)
    await opened.ingest.delete(scope, document.id)
    answer, _ = await researched.resume(run.id)
    assert answer is not None
    assert (answer.kind, answer.hits, answer.sent) == (AnswerKind.NOT_FOUND, (), ())
    await opened.close()
