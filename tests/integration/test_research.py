"""Deep research over the sample handbook, with every real part but the model.

A hosted model is stood in for by `kesher.testing`'s server, which speaks OpenAI's real protocol
over real HTTP and says at each step what a test has written for it; it understands nothing.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from asked import QUOTE, VACATION_PAGE
from kesher.app.memory.looking import FactsQuery
from kesher.app.research.events import Begun, Paused, Progress, ResearchEvent
from kesher.config.settings import Settings
from kesher.context.profiles import profile
from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.request import Purpose
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
from kesher.errors import (
    ConflictError,
    InputError,
    NotFoundError,
    TrajectoryInUseError,
)
from kesher.testing.model_script import Drop, Hang, ReceivedRequest, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import Services, build
from researched import (
    LEAVE,
    POOL,
    QUESTION,
    Researched,
    calls,
    findings,
    librarian,
    lines,
    plan,
    quoting,
    relevant,
    step_of,
    with_model,
)

pytestmark = pytest.mark.anyio

CARS = "כמה רכבים אפשר להשאיר במשרד?"
LEAVE_WORDS = "זכאי ל-22 ימי חופשה"
SMALL = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה הראשונה.\n\n"
    "Full-time staff get 22 days of vacation and 18 days of sick leave a year.\n\n"
    "Работнику положено 22 дня отпуска в первый год.\n\n"
    "يحق للموظف 22 يوم إجازة في السنة الأولى.\n"
)


@pytest.fixture(scope="module")
async def services(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    folder = tmp_path_factory.mktemp("researched") / "data"
    shutil.copytree(handbook_folder, folder)
    opened = await build(Settings.model_validate({"data_folder": folder}))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def room(services: Services) -> RoomScope:
    (found,) = await services.store.rooms(Scope())
    return RoomScope(Scope().tenant_id, found.id)


@pytest.fixture(scope="module")
async def small(services: Services) -> RoomScope:
    """A room of a page in four languages: to quote from it takes few vectors."""
    made = await services.rooms.find_or_create(Scope(), "חדר קטן")
    scope = RoomScope(Scope().tenant_id, made.id)
    await services.ingest.add(scope, "נהלים.txt", BytesIO(SMALL.encode()))
    await services.jobs.drain()
    return scope


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with scripted_model_server() as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    """The scripted model, as if it had just been started."""
    running.follow(Script(answer=librarian()))
    running.forget()
    return running


@pytest.fixture
def researched(services: Services, room: RoomScope, server: ModelServer) -> Researched:
    return Researched(with_model(services.research, server), room)


def limited(researched: Researched, limits: Limits) -> Researched:
    research = researched.research
    return replace(
        researched, research=replace(research, settings=replace(research.settings, limits=limits))
    )


def kinds(told: list[ResearchEvent]) -> list[str]:
    """The steps that were told, without the books."""
    skipped = (Asked, Billed, Progress)
    return [type(event).__name__ for event in told if not isinstance(event, skipped)]


async def test_a_question_is_split_searched_graded_checked_and_answered_with_sources(
    researched: Researched, server: ModelServer
) -> None:
    answer, told, run = await researched()
    assert answer is not None
    assert (answer.kind, answer.stop_reason) == (AnswerKind.MODEL, StopReason.COMPLETE)
    assert lines(answer.text)[0] == "מגיעים 22 ימים."
    (citation,) = answer.citations
    assert (citation.verified, citation.spans[0].page_number) == (True, VACATION_PAGE)
    assert (answer.research_id, answer.id, answer.error) == (run.id, run.answer_id, None)
    assert [step for step in told if isinstance(step, Planned)] == [
        Planned((LEAVE, POOL), Maker.MODEL)
    ]
    assert calls(server) == {"plan": 1, "grade": 3, "gap": 1, "answer": 1}
    assert kinds(told)[0] == "Begun"
    assert told[-1] == answer


async def test_only_passages_that_were_graded_relevant_are_sent_and_carry_their_grade(
    researched: Researched, server: ModelServer
) -> None:
    answer, _, _ = await researched()
    assert answer is not None
    assert [hit.grade for hit in answer.hits if hit.neighbour_of is None] == [3]
    assert answer.hits[0].chunk.id == answer.sent[0]
    prompt = server.requests[-1].messages[-1][1]
    assert prompt.count("<passage id=") == answer.prompt.passages_sent
    assert answer.prompt.sent_tokens <= 8_000


async def test_a_missing_aspect_is_searched_for_in_other_words_and_found_in_round_two(
    researched: Researched, server: ModelServer
) -> None:
    leave, cars = relevant(LEAVE_WORDS), relevant("210 מקומות")
    said = librarian(
        plan=plan(LEAVE, CARS),
        grade=(leave, leave, cars),
        gap=(findings(True, False, query="חניון חיפה מקומות הגרלה"), findings(True)),
        answer=quoting("בחניון חיפה 210 מקומות"),
    )
    server.follow(Script(answer=said))
    answer, told, _ = await researched()
    assert answer is not None
    first, second = (step for step in told if isinstance(step, Checked))
    assert [each.covered for each in first.findings] == [True, False]
    assert [(each.aspect, each.covered) for each in second.findings] == [(1, True)]
    searches = [step for step in told if isinstance(step, Searched)]
    assert [(each.aspect, each.round) for each in searches[2:]] == [(1, 2)]
    assert searches[2].retrieval.query.text == "חניון חיפה מקומות הגרלה"
    assert set(searches[2].retrieval.rankings) == {"dense", "lexical", "fused"}
    assert lines(answer.text) == ["מגיעים 22 ימים."]
    assert [item.verified for item in answer.citations] == [True]


async def test_an_aspect_that_is_never_found_is_named_after_the_answer(
    researched: Researched, server: ModelServer
) -> None:
    answer, told, _ = await researched()
    assert answer is not None
    assert lines(answer.text)[1:] == ["לא נמצא במסמכים:", f"- {POOL} (אין בקטעים)"]
    checks = [step for step in told if isinstance(step, Checked)]
    assert [step.round for step in checks] == [1, 2]
    assert calls(server)["gap"] == 1, "an aspect without a passage needs no model to be missing"
    prompt = server.requests[-1].messages[-1][1]
    assert f"אל תכתוב עליהם:\n- {POOL}" in prompt


async def test_where_nothing_is_relevant_no_answer_is_asked_for(
    researched: Researched, server: ModelServer
) -> None:
    server.follow(Script(answer=librarian(grade=relevant("אין כזה"), gap=findings(False, False))))
    answer, _, _ = await researched()
    assert answer is not None
    assert answer.kind is AnswerKind.NOT_FOUND
    assert lines(answer.text)[1:] == [
        "לא נמצא במסמכים:",
        f"- {LEAVE} (אין בקטעים)",
        f"- {POOL} (אין בקטעים)",
    ]
    assert answer.hits, "the nearest passages are shown"
    assert "answer" not in calls(server)


async def test_malformed_grades_are_asked_for_once_more_with_what_was_wrong(
    researched: Researched, server: ModelServer
) -> None:
    leave = relevant(LEAVE_WORDS)
    said = librarian(plan=plan(LEAVE), grade=("הקטע הראשון מצוין", leave), gap=findings(True))
    server.follow(Script(answer=said))
    answer, told, _ = await researched()
    assert answer is not None
    assert calls(server)["grade"] == 2
    again = next(r for r in server.requests[::-1] if step_of(r) == "grade")
    assert "את התשובה הקודמת לא היה אפשר לקרוא" in again.messages[-1][1]
    (graded,) = (step for step in told if isinstance(step, Graded))
    assert (graded.maker, graded.remark) == (Maker.MODEL, "")


async def test_grades_that_stay_malformed_leave_the_fused_order_and_the_answer_says_so(
    researched: Researched, server: ModelServer
) -> None:
    said = librarian(plan=plan(LEAVE), grade='{"grades": {"1": 9}}', gap=findings(True))
    server.follow(Script(answer=said))
    answer, told, _ = await researched()
    assert answer is not None
    (graded,) = (step for step in told if isinstance(step, Graded))
    assert (graded.maker, graded.grades) == (Maker.RULES, {})
    ranked = [hit for hit in answer.hits if hit.neighbour_of is None]
    assert len(ranked) == 5
    assert {hit.grade for hit in ranked} == {None}
    assert answer.error_code == "research.degraded"
    assert "the fused order stands" in (answer.error or "")
    assert lines(answer.text)[0] == "מגיעים 22 ימים."


@pytest.mark.parametrize("reply", ["אני לא יודע", '{"questions": []}'])
async def test_a_plan_that_cannot_be_read_is_made_by_the_words_of_the_question(
    researched: Researched, server: ModelServer, reply: str
) -> None:
    server.follow(Script(answer=librarian(plan=reply)))
    answer, told, _ = await researched()
    assert answer is not None
    (made,) = (step for step in told if isinstance(step, Planned))
    assert made.aspects == ("כמה ימי חופשה מגיעים בשנה הראשונה?", "מה שעות הבריכה?")
    assert made.maker is Maker.RULES
    assert answer.error_code == "research.degraded"


async def test_a_check_that_cannot_be_read_is_made_by_what_can_be_quoted(
    researched: Researched, server: ModelServer
) -> None:
    server.follow(Script(answer=librarian(gap="הכול בסדר")))
    answer, told, _ = await researched()
    assert answer is not None
    first = next(step for step in told if isinstance(step, Checked))
    assert [each.covered for each in first.findings] == [True, False]
    assert first.maker is Maker.RULES


async def test_a_model_that_fails_in_the_middle_is_replaced_by_rules_and_tried_again(
    researched: Researched, server: ModelServer
) -> None:
    """The connection breaks at the grades; the plan before them is the model's, and the answer."""
    usual = librarian(plan=plan(LEAVE), gap=findings(True))

    def on(event: ResearchEvent) -> None:
        if isinstance(event, Planned):
            server.follow(Script(answer=usual, fault=Drop(after_pieces=1)))
        elif isinstance(event, Graded):
            server.follow(Script(answer=usual))

    server.follow(Script(answer=usual))
    answer, told, _ = await researched(on=on)
    assert answer is not None
    assert [step.maker for step in told if isinstance(step, Planned | Graded | Checked)] == [
        Maker.MODEL,
        Maker.RULES,
        Maker.MODEL,
    ]
    assert (answer.kind, answer.error_code) == (AnswerKind.MODEL, "research.degraded")
    assert "model.stream" in (answer.error or "")


async def test_a_model_that_never_serves_is_given_up_and_sentences_are_quoted(
    researched: Researched, server: ModelServer
) -> None:
    server.follow(Script(fault=Refuse(500, "broken")))
    answer, _, _ = await researched()
    assert answer is not None
    assert answer.kind is AnswerKind.EXTRACTIVE
    assert QUOTE in " ".join(answer.text.split())
    assert all(citation.verified for citation in answer.citations)
    # The plan, the grades of both aspects side by side, and the answer: nothing a second time.
    assert calls(server) == {"plan": 1, "grade": 2, "answer": 1}
    assert answer.error_code is not None


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


async def test_every_call_is_recorded_in_the_thread_and_none_is_taken_for_a_turn(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    answer, told, run = await researched()
    assert answer is not None
    sent = await services.store.requests(Scope(), run.thread_id)
    asked = [step.request_id for step in told if isinstance(step, Asked)]
    assert {each.id for each in sent} == set(asked)
    assert {each.purpose for each in sent} == {Purpose.RESEARCH}
    record = await services.store.answer_records.answer_record(Scope(), answer.id)  # type: ignore[attr-defined]  # of the SQL store
    assert [call.request_id for call in record.calls] == asked
    assert [each.label for each in record.retrievals] == [
        "aspect 1, round 1",
        "aspect 2, round 1",
        "aspect 2, round 2",
    ]
    assert 3 in {hit.grade for hit in record.retrievals[0].hits}
    assert {stage.name for stage in record.stages} >= {"plan", "search 1", "grade 2", "gap"}


async def test_a_research_goes_into_its_thread_and_hears_the_questions_before_it(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    first, _, _ = await researched()
    assert first is not None
    again, _, run = await researched("ומה בשנה השנייה?", thread_id=first.thread_id)
    assert again is not None
    assert run.earlier == (QUESTION,)
    planned = [r for r in server.requests if step_of(r) == "plan"][-1]
    assert planned.messages[-1][1].startswith(f"שאלות קודמות:\n- {QUESTION}")
    thread = await services.store.answers(Scope(), first.thread_id)
    assert [each.id for each in thread] == [first.id, again.id]


async def test_a_thread_with_memory_hears_the_question_and_gives_the_answer_what_it_knows(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    run = await researched.research.begin(researched.room, f"עברתי לחיפה. {QUESTION}", memory="דנה")
    answer, _ = await researched.resume(run.id)
    assert answer is not None
    known = await services.memory.looking.facts(Scope("דנה"), FactsQuery())
    assert "חיפה" in {fact.value for fact in known}
    told = [text for _, text in server.requests[-1].messages if "remembered_facts" in text]
    assert any("חיפה" in text for text in told)


@pytest.mark.parametrize(
    ("question", "told", "missing"),
    [
        (
            "Сколько дней отпуска в первый год и когда открыт бассейн?",
            "in Russian",
            "В документах не найдено:",
        ),
        (
            "كم يوم إجازة في السنة الأولى ومتى يفتح المسبح؟",
            "in Arabic",
            "لم يُعثر عليه في المستندات:",
        ),
        (
            "How many leave days in the first year and when is the pool open?",
            "in English",
            "Not found in the documents:",
        ),
        ("מה ה-quota של ימי חופשה ומתי ה-pool פתוח?", "בשפת השאלה", "לא נמצא במסמכים:"),
    ],
)
async def test_a_question_in_another_language_is_researched_in_it(
    researched: Researched, server: ModelServer, question: str, told: str, missing: str
) -> None:
    answer, _, _ = await researched(question)
    assert answer is not None
    first, last = server.requests[0], server.requests[-1]
    assert told in first.messages[0][1]
    assert step_of(last) == "answer"
    assert [item.verified for item in answer.citations] == [True]
    assert missing in lines(answer.text)


async def test_without_a_model_the_same_steps_go_by_rules_and_say_so(
    services: Services, room: RoomScope
) -> None:
    answer, told, run = await Researched(services.research, room)()
    assert answer is not None
    assert run.model is None
    (made,) = (step for step in told if isinstance(step, Planned))
    assert made.aspects == ("כמה ימי חופשה מגיעים בשנה הראשונה?", "מה שעות הבריכה?")
    assert {step.maker for step in told if isinstance(step, Planned | Graded | Checked)} == {
        Maker.RULES
    }
    assert [(s.aspect, s.round) for s in told if isinstance(s, Searched)][2:] == [(1, 2)]
    assert answer.kind is AnswerKind.EXTRACTIVE
    written = lines(answer.text)
    assert written[0] == "כמה ימי חופשה מגיעים בשנה הראשונה?"
    assert LEAVE_WORDS in written[1]
    assert written[-3:-1] == ["לא נמצא במסמכים:", "- מה שעות הבריכה?"]
    assert written[-1].startswith("אין מודל שפה")
    assert answer.citations
    assert all(citation.verified for citation in answer.citations)
    assert (answer.model, answer.request_id, answer.error) == (None, None, None)


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("Сколько дней отпуска и когда открыт бассейн?", "Языковая модель не задана"),
        ("كم يوم إجازة في السنة الأولى ومتى يفتح المسبح؟", "لا يوجد نموذج لغوي"),
        ("Compare vacation and sick leave", "No language model is set"),
    ],
)
async def test_without_a_model_each_language_is_split_and_told_in_its_own_words(
    services: Services, small: RoomScope, question: str, note: str
) -> None:
    answer, told, _ = await Researched(services.research, small)(question)
    assert answer is not None
    (made,) = (step for step in told if isinstance(step, Planned))
    assert len(made.aspects) == 2
    assert lines(answer.text)[-1].startswith(note)


async def test_an_empty_room_is_told_to_hold_nothing(
    services: Services, server: ModelServer
) -> None:
    made = await services.rooms.find_or_create(Scope(), "חדר ריק")
    empty = RoomScope(Scope().tenant_id, made.id)
    answer, _, _ = await Researched(with_model(services.research, server), empty)()
    assert answer is not None
    assert (answer.kind, answer.hits) == (AnswerKind.NOT_FOUND, ())


async def test_what_is_asked_must_be_a_question_in_a_room_of_ones_own(
    researched: Researched, services: Services
) -> None:
    with pytest.raises(InputError, match="empty"):
        await researched("  ")
    stranger = Scope("דייר אחר")
    elsewhere = RoomScope(stranger.tenant_id, researched.room.room_id)
    with pytest.raises(NotFoundError, match="room"):
        await replace(researched, room=elsewhere)()
    _, _, run = await researched()
    for work in (
        services.research.run(stranger, run.id),
        Researched(services.research, elsewhere).resume(run.id),
    ):
        with pytest.raises(NotFoundError, match="research"):
            await work


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
