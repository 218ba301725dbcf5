"""Answers by a language model, over the sample handbook, with every real part but the model.

A hosted model is stood in for by `kesher.testing`'s server, which speaks OpenAI's and Anthropic's
real protocols over real HTTP and streams what a test has written for it; it understands nothing.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import anyio
import pytest

from asked import PASSAGE, QUESTION, QUOTE, VACATION_PAGE, Asked, chat, cited
from kesher.adapters.models.anthropic_api import AnthropicChat
from kesher.adapters.models.endpoint import Endpoint
from kesher.app.ask_events import AskEvent, Stage, Started, TextPiece
from kesher.app.rewriting import Rewriting
from kesher.config.settings import Settings
from kesher.context.cost import price_usd
from kesher.context.profiles import profile
from kesher.domain.answer import AnswerKind, Citation, StopReason
from kesher.domain.canonical import canonical
from kesher.domain.request import Purpose, SegmentKind
from kesher.domain.retrieval import Retrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import InputError, NotFoundError
from kesher.testing.model_script import (
    Drop,
    EndEarly,
    Fault,
    Hang,
    Malform,
    ReceivedRequest,
    Refuse,
    ReportError,
    Script,
)
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import Services, build

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def services(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    folder = tmp_path_factory.mktemp("asked") / "data"
    shutil.copytree(handbook_folder, folder)
    opened = await build(Settings.model_validate({"data_folder": folder}))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def room(services: Services) -> RoomScope:
    (found,) = await services.store.rooms(Scope())
    return RoomScope(Scope().tenant_id, found.id)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


@pytest.fixture
def asked(services: Services, room: RoomScope, server: ModelServer) -> Asked:
    return Asked(replace(services.ask, chat=chat(server)), room)


async def test_a_claim_is_cited_with_the_page_on_which_its_words_stand(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked()
    (citation,) = answer.citations
    assert (answer.kind, answer.stop_reason) == (AnswerKind.MODEL, StopReason.COMPLETE)
    assert answer.text == "מגיעים 22 ימים בשנה."
    assert answer.text[: citation.position] == "מגיעים 22 ימים"
    assert (answer.model, answer.error) == ("scripted-model", None)
    assert citation.verified
    assert citation.document_name == 'מדריך "העובד".pdf'
    (span,) = citation.spans
    page = await services.store.page(Scope(), citation.document_id, span.page_number)
    assert page.number == VACATION_PAGE
    assert " ".join(page.text[span.start : span.end].split()) == QUOTE
    assert page.boxes_of(span.start, span.end)


async def test_an_answer_through_anthropics_protocol_is_the_same(
    services: Services, room: RoomScope, server: ModelServer
) -> None:
    """A scripted server that speaks Anthropic's protocol stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE), reasoning="אני חושב על חופשה."))
    model = AnthropicChat(Endpoint(model="scripted-model", url=server.url, retries=0))
    answer, _ = await Asked(replace(services.ask, chat=model), room)()
    assert answer.text == "מגיעים 22 ימים בשנה."
    assert [item.verified for item in answer.citations] == [True]


async def test_what_is_told_comes_in_order_and_adds_up_to_the_answer(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE), chunk_chars=3))
    answer, told = await asked()
    assert isinstance(told[0], Started)
    assert told[1] is Stage.SEARCHING
    assert isinstance(told[2], Retrieval)
    assert told[3:5] == [Stage.READING, Stage.WRITING]
    assert told[-1] == answer
    written = "".join(item.text for item in told if isinstance(item, TextPiece))
    assert written == answer.text
    assert tuple(item for item in told if isinstance(item, Citation)) == answer.citations


async def test_an_answer_is_stored_in_its_thread_as_it_was_told(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked()
    assert list(await services.store.answers(Scope(), answer.thread_id)) == [answer]
    assert (await services.store.thread(Scope(), answer.thread_id)).title == QUESTION


async def test_the_prompt_keeps_its_budget_and_says_what_was_really_sent(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked()
    (request,) = server.requests
    recorded = await services.store.request(Scope(), answer.request_id or "")
    rendered = "".join(segment.text for segment in recorded.segments)
    assert rendered == "".join(
        canonical({"role": role, "content": text}) for role, text in request.messages
    )
    assert answer.prompt.sent_tokens == recorded.tokens <= answer.prompt.budget_tokens == 3_400
    count = services.ask.counter.count
    assert recorded.tokens >= count(rendered)
    assert answer.prompt.room_tokens > 8_000
    prompt = request.messages[-1][1]
    assert [name for name, _ in PASSAGE.findall(prompt)] == list(answer.sent)
    assert answer.prompt.passages_sent == len(answer.sent)


async def test_a_quotation_that_does_not_stand_there_is_shown_as_such(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited("זכאי ל-30 ימי חופשה")))
    answer, _ = await asked()
    (citation,) = answer.citations
    assert not citation.verified
    assert citation.quote == "זכאי ל-30 ימי חופשה"
    assert citation.document_name == 'מדריך "העובד".pdf'
    assert citation.spans


async def test_a_passage_that_was_never_sent_is_shown_as_leading_nowhere(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: f'22 ימים<cite id="chk_invented">{QUOTE}</cite>.'))
    answer, _ = await asked()
    (citation,) = answer.citations
    assert (citation.verified, citation.document_id, citation.spans) == (False, "", ())


async def test_an_answer_without_citations_says_that_nothing_was_checked(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: "מגיעים לך 22 ימים."))
    answer, _ = await asked()
    assert (answer.kind, answer.text) == (AnswerKind.MODEL, "מגיעים לך 22 ימים.")
    assert answer.error_code == "answer.uncited"
    assert "checked" in (answer.error or "")


async def test_a_model_that_finds_no_answer_gives_a_not_found_with_the_nearest_passages(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: "<not_found/> אין בקטעים דבר על בריכה."))
    answer, _ = await asked("מה שעות הפתיחה של הבריכה?")
    assert (answer.kind, answer.text) == (AnswerKind.NOT_FOUND, "אין בקטעים דבר על בריכה.")
    assert answer.hits
    assert answer.error is None


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Сколько дней отпуска положено в первый год?", "Russian"),
        ("كم يوم إجازة في السنة الأولى؟", "Arabic"),
        ("How many vacation days in the first year?", "English"),
    ],
)
async def test_the_model_is_told_to_answer_in_the_language_of_the_question(
    asked: Asked, server: ModelServer, question: str, language: str
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked(question)
    assert f"Answer in {language}" in server.requests[0].messages[0][1]
    assert [item.verified for item in answer.citations] == [True]


async def test_a_follow_up_brings_the_earlier_turns_along_and_only_appends(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    first, _ = await asked()
    second, _ = await asked("ומה בשנה השלישית לעבודה?", thread_id=first.thread_id)
    await asked("וגם בשנה העשירית לעבודה?", thread_id=first.thread_id)
    assert second.thread_id == first.thread_id
    opening, follow_up, third = (request.messages for request in server.requests)
    assert follow_up[:-1] == (opening[0], ("user", QUESTION), ("assistant", first.text))
    assert follow_up[-1][1].endswith("השאלה: ומה בשנה השלישית לעבודה?")
    assert third[:3] == follow_up[:3]
    assert third[3:5] == (("user", second.question), ("assistant", second.text))


async def test_every_turn_reuses_all_that_the_turns_before_it_paid_for(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    first, _ = await asked()
    for question in ("ומה בשנה השלישית לעבודה?", "And part-time staff?", "А за полставки?"):
        await asked(question, thread_id=first.thread_id)
    sent = await services.store.requests(Scope(), first.thread_id)
    whole = [await services.store.request(Scope(), each.id) for each in sent]
    for before, after in pairwise(whole):
        paid = sum(s.tokens for s in before.segments if s.kind is not SegmentKind.EVIDENCE)
        assert after.audit is not None
        assert after.audit.broken is None
        assert after.audit.reused_tokens >= paid
        assert after.audit.reused_tokens + after.audit.new_tokens == after.tokens


async def test_what_is_recorded_says_what_the_provider_counted(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model, and counts tokens in its own way."""
    server.follow(Script(answer=cited(QUOTE)))
    priced = replace(asked, ask=replace(asked.ask, profile=profile("openai")))
    answer, _ = await priced()
    recorded = await services.store.request(Scope(), answer.request_id or "")
    assert (recorded.owner_id, recorded.model) == (answer.thread_id, "scripted-model")
    assert recorded.usage is not None
    assert recorded.usage.input_tokens
    assert recorded.price_usd == price_usd(profile("openai"), recorded.usage)
    assert tuple(ref for s in recorded.segments for ref in s.refs) == answer.sent


async def test_a_request_that_failed_is_recorded_without_a_count(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model, and refuses."""
    server.follow(Script(fault=Refuse(429, "quota used up")))
    answer, _ = await asked()
    assert answer.kind is AnswerKind.EXTRACTIVE
    recorded = await services.store.request(Scope(), answer.request_id or "")
    assert (recorded.usage, recorded.price_usd) == (None, None)


async def test_a_follow_up_in_another_language_is_answered_in_it_with_the_prefix_unchanged(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    first, _ = await asked()
    await asked("Сколько дней отпуска во второй год?", thread_id=first.thread_id)
    opening, follow_up = (request.messages for request in server.requests)
    assert follow_up[0] == opening[0]
    assert "Answer in Russian." in follow_up[-1][1]
    assert "Answer in" not in opening[-1][1]


async def test_a_deleted_document_leaves_no_word_of_its_passages_in_the_database(
    handbook_folder: Path, tmp_path: Path, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: "מגיעים ימים."))
    folder = tmp_path / "data"
    shutil.copytree(handbook_folder, folder)
    opened = await build(Settings.model_validate({"data_folder": folder}))
    (found,) = await opened.store.rooms(Scope())
    scope = RoomScope(Scope().tenant_id, found.id)
    answer, _ = await Asked(replace(opened.ask, chat=chat(server)), scope)()
    words = "זכאי ל-22".encode()
    assert words in _bytes_of(folder)
    (document,) = await opened.store.documents(scope)
    await opened.store.delete_document(scope, document.id)
    assert words not in _bytes_of(folder)
    recorded = await opened.store.request(Scope(), answer.request_id or "")
    erased = [segment for segment in recorded.segments if segment.refs]
    assert len(erased) == len(answer.sent)
    assert all(not segment.text and segment.hash for segment in erased)
    await opened.close()


def _bytes_of(folder: Path) -> bytes:
    """All that the database holds, its free pages given back."""
    with closing(sqlite3.connect(folder / "kesher.db")) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (folder / "kesher.db").read_bytes()


async def test_a_thread_of_another_room_is_not_gone_on_with(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked()
    other = await services.rooms.find_or_create(Scope(), "חדר אחר")
    elsewhere = Asked(asked.ask, RoomScope(Scope().tenant_id, other.id))
    with pytest.raises(NotFoundError, match="thread"):
        await elsewhere(thread_id=answer.thread_id)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Drop(after_pieces=6), "model.stream"),
        (EndEarly(after_pieces=6), "model.stream"),
        (Malform(after_pieces=6), "model.stream"),
        (ReportError(after_pieces=6), "model.stream"),
        (Hang(after_pieces=6), "model.timeout"),
    ],
)
async def test_a_stream_that_breaks_in_the_middle_keeps_its_text_and_says_why(
    services: Services, room: RoomScope, server: ModelServer, fault: Fault, code: str
) -> None:
    """A scripted server stands in for the hosted model, and fails as hosted ones do."""
    server.follow(Script(answer=cited(QUOTE), chunk_chars=3, fault=fault))
    model = chat(server, timeout_seconds=0.5)
    answer, _ = await Asked(replace(services.ask, chat=model), room)()
    assert (answer.kind, answer.text) == (AnswerKind.MODEL, "מגיעים 22 ימים")
    assert (answer.stop_reason, answer.error_code) == (StopReason.ERROR, code)
    assert answer.error
    assert list(await services.store.answers(Scope(), answer.thread_id)) == [answer]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Refuse(429, "quota used up"), "model.rate_limited"),
        (Drop(), "model.unreachable"),
        (Hang(), "model.timeout"),
    ],
)
async def test_a_model_that_does_not_serve_is_stood_in_for_by_quotations_that_say_so(
    services: Services, room: RoomScope, server: ModelServer, fault: Fault, code: str
) -> None:
    """A scripted server stands in for the hosted model, and fails as hosted ones do."""
    server.follow(Script(fault=fault))
    model = chat(server, timeout_seconds=0.5)
    answer, _ = await Asked(replace(services.ask, chat=model), room)()
    assert answer.kind is AnswerKind.EXTRACTIVE
    assert (answer.error_code, answer.model) == (code, None)
    assert answer.error
    assert QUOTE in " ".join(answer.text.split())
    assert all(item.verified for item in answer.citations)


@pytest.mark.parametrize("finish", ["stop", "length"])
async def test_a_model_that_writes_nothing_is_stood_in_for_by_quotations_that_say_so(
    asked: Asked, server: ModelServer, finish: str
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: "", finish=finish))
    answer, _ = await asked()
    assert (answer.kind, answer.error_code) == (AnswerKind.EXTRACTIVE, "model.empty")
    assert QUOTE in " ".join(answer.text.split())
    assert answer.request_id is not None


@pytest.mark.parametrize(
    ("finish", "reason", "code"),
    [
        ("length", StopReason.LENGTH, None),
        ("content_filter", StopReason.ERROR, "model.filtered"),
    ],
)
async def test_an_answer_that_was_cut_off_says_why(
    asked: Asked, server: ModelServer, finish: str, reason: StopReason, code: str | None
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE), finish=finish))
    answer, _ = await asked()
    assert (answer.stop_reason, answer.error_code) == (reason, code)
    assert answer.text == "מגיעים 22 ימים בשנה."


async def test_a_stop_while_the_model_writes_keeps_what_was_written(
    services: Services, room: RoomScope, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model, and goes silent after two pieces."""
    server.follow(Script(answer=cited(QUOTE), chunk_chars=3, fault=Hang(after_pieces=2)))
    stop, told = asyncio.Event(), 0

    def stop_after_two(item: AskEvent) -> None:
        nonlocal told
        told += isinstance(item, TextPiece)
        if told == 2:
            stop.set()

    with anyio.fail_after(30):
        answer = await replace(services.ask, chat=chat(server)).answer(
            room, QUESTION, emit=stop_after_two, stop=stop
        )
    assert (answer.text, answer.stop_reason) == ("מגיעים", StopReason.STOPPED)
    assert answer.error is None
    assert server.wait_until_client_left()
    assert list(await services.store.answers(Scope(), answer.thread_id)) == [answer]


async def test_a_room_without_documents_answers_not_found_and_asks_no_model(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    empty = await services.rooms.find_or_create(Scope(), "חדר ריק")
    answer, _ = await Asked(asked.ask, RoomScope(Scope().tenant_id, empty.id))()
    assert (answer.kind, answer.model) == (AnswerKind.NOT_FOUND, None)
    assert "לא נמצאה" in answer.text
    assert server.requests == ()


@pytest.mark.parametrize(
    ("question", "told"),
    [("", "empty"), (" \n\t", "empty"), ("א" * 100_000, "100,000 characters; at most 8,000")],
)
async def test_a_question_that_cannot_be_asked_is_refused_and_no_model_is_asked(
    asked: Asked, server: ModelServer, question: str, told: str
) -> None:
    """A scripted server stands in for the hosted model."""
    with pytest.raises(InputError, match=told):
        await asked(question)
    assert server.requests == ()


async def test_a_question_with_nul_and_lone_surrogates_is_asked_with_them_replaced(
    asked: Asked, server: ModelServer
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    answer, _ = await asked(f"{QUESTION}\x00\ud800")
    assert answer.question == f"{QUESTION}\ufffd\ufffd"
    assert [item.verified for item in answer.citations] == [True]


REWRITTEN = "כמה ימי חופשה מגיעים לעובד במשרה חלקית?"


def rewriting(asked: Asked, services: Services, server: ModelServer) -> Asked:
    ask = asked.ask
    writes = Rewriting(
        services.store, chat(server), ask.profile, ask.counter, ask.clock, ask.new_id, 3_400
    )
    return replace(asked, ask=replace(ask, rewriting=writes))


async def test_a_follow_up_is_searched_as_the_model_writes_it_anew(
    asked: Asked, server: ModelServer, services: Services
) -> None:
    """A scripted server stands in for the hosted model."""
    asked = rewriting(asked, services, server)
    server.follow(Script(answer=cited(QUOTE)))
    first, _ = await asked()

    def answer(request: ReceivedRequest) -> str:
        rewrites = "מחדש" in request.messages[0][1]
        return REWRITTEN if rewrites else cited(QUOTE)(request)

    server.follow(Script(answer=answer))
    second, told = await asked("ובמשרה חלקית?", thread_id=first.thread_id)
    (retrieval,) = [event for event in told if isinstance(event, Retrieval)]
    assert retrieval.search_text == REWRITTEN
    assert second.question == "ובמשרה חלקית?"
    requests = await services.store.requests(asked.room, first.thread_id)
    assert [each.purpose for each in requests] == [Purpose.TURN, Purpose.REWRITE, Purpose.TURN]


@pytest.mark.parametrize("script", [Script(answer=lambda _: "א\nב"), Script(fault=Refuse(400))])
async def test_a_model_that_cannot_rewrite_leaves_the_follow_up_to_the_rule(
    asked: Asked, server: ModelServer, services: Services, script: Script
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=cited(QUOTE)))
    first, _ = await asked()
    server.follow(script)
    _, told = await rewriting(asked, services, server)("ובמשרה חלקית?", thread_id=first.thread_id)
    (retrieval,) = [event for event in told if isinstance(event, Retrieval)]
    assert retrieval.search_text == f"{QUESTION}\nובמשרה חלקית?"


async def test_what_is_new_in_a_follow_up_is_quoted_first(
    services: Services, room: RoomScope
) -> None:
    """Without a model."""
    asked = Asked(services.ask, room)
    first, _ = await asked()
    second, _ = await asked("ולעובד במשרה חלקית?", thread_id=first.thread_id)
    assert second.kind is AnswerKind.EXTRACTIVE
    assert "עובד במשרה חלקית זכאי לחלק יחסי" in second.text.split("\n")[0]
