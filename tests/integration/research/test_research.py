"""Deep research over the sample handbook, with every real part but the model.

A hosted model is stood in for by `kesher.testing`'s server, which speaks OpenAI's real protocol
over real HTTP and says at each step what a test has written for it; it understands nothing.
"""

from dataclasses import replace

import pytest

from asked import QUOTE, VACATION_PAGE
from kesher.app.memory.looking import FactsQuery
from kesher.app.research.events import Progress, ResearchEvent
from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.request import Purpose
from kesher.domain.research import (
    Asked,
    Billed,
    Checked,
    Graded,
    Maker,
    Planned,
    Searched,
)
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import (
    InputError,
    NotFoundError,
)
from kesher.testing.model_script import Drop, Refuse, Script
from kesher.testing.model_server import ModelServer
from kesher.wiring.services import Services
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
    # The plan, the grades of the aspects (the second is left out where the first has failed by
    # then), and the answer: nothing a second time.
    assert calls(server) in ({"plan": 1, "grade": n, "answer": 1} for n in (1, 2))
    assert answer.error_code is not None


async def test_every_call_is_recorded_in_the_thread_and_none_is_taken_for_a_turn(
    researched: Researched, server: ModelServer, services: Services
) -> None:
    answer, told, run = await researched()
    assert answer is not None
    sent = await services.store.requests(Scope(), run.thread_id)
    asked = [step.request_id for step in told if isinstance(step, Asked)]
    assert {each.id for each in sent} == set(asked)
    assert {each.purpose for each in sent} == {Purpose.RESEARCH}
    record = await services.store.parts.answer_records.answer_record(Scope(), answer.id)  # type: ignore[attr-defined]  # of the SQL store
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
    record = await services.store.parts.answer_records.answer_record(Scope(), answer.id)  # type: ignore[attr-defined]  # of the SQL store
    bar = services.ask.quoting.bar.held_fraction
    assert record.settings["quote.held_fraction"] == bar
    assert bar <= record.held_fraction <= 1


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
