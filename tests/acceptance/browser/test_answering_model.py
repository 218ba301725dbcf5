"""An answer that a model writes: its marks, a Stop, what breaks off, and what comes of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kesher.testing.model_script import Drop, ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from relay import relayed
from visits import MakeServer, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSAGE = re.compile(r'<passage id="([^"]+)"[^>]*>(?:(?!</passage>).)*ל-22 ימי חופשה', re.DOTALL)
QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"


def cited_answer(request: ReceivedRequest) -> str:
    """Answer with a claim that stands in its passage and one that does not."""
    found = PASSAGE.search("\n".join(text for _, text in request.messages))
    assert found is not None
    chunk = found[1]
    return (
        f'העובד זכאי ל-**22 ימי חופשה**<cite id="{chunk}">זכאי ל-22 ימי חופשה</cite>.\n\n'
        f'- ובכל שנה עוד שבוע<cite id="{chunk}">ועוד שבוע בכל שנה שעוברת</cite>.'
    )


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(answer=cited_answer)) as running:
        yield running


@pytest.fixture
def address(serve: MakeServer, handbook_copy: Path, model: ModelServer) -> str:
    return serve(
        handbook_copy,
        KESHER_CHAT="openai",
        KESHER_CHAT_URL=model.openai_url,
        KESHER_CHAT_MODEL="scripted-model",
    )


@pytest.fixture
def room(address: str, visit: Visitor) -> Iterator[Page]:
    visited = visit(address)
    visited.page.get_by_role("main").get_by_role("link").first.click()
    yield visited.page
    visited.check("he-model")
    assert visited.console_errors == []


def ask(page: Page) -> None:
    page.get_by_role("textbox").fill(QUESTION)
    page.get_by_role("textbox").press("Enter")


def test_a_quote_that_is_not_in_its_passage_looks_different_and_says_so(room: Page) -> None:
    ask(room)
    answer = room.get_by_role("article")
    expect(answer).to_have_attribute("aria-busy", "false")
    expect(answer.locator("strong")).to_have_text("22 ימי חופשה")
    expect(answer.locator("[data-standing=verified]")).to_have_count(1)
    doubtful = answer.locator("[data-standing=unverified]")
    expect(doubtful).to_have_accessible_name(re.compile("לא אומת"))
    doubtful.hover()
    expect(room.get_by_role("tooltip")).to_contain_text("אין להסתמך עליהן")
    expect(answer).to_contain_text("scripted-model")


def test_stop_ends_the_answer_and_keeps_what_was_written(room: Page, model: ModelServer) -> None:
    model.follow(Script(answer=lambda _: "מילה ועוד מילה, " * 500, delay_seconds=0.05))
    ask(room)
    answer = room.get_by_role("article")
    expect(answer).to_contain_text("מילה ועוד מילה")
    room.get_by_role("button", name="עצירה").click()
    expect(answer).to_have_attribute("aria-busy", "false")
    expect(answer).to_contain_text("נעצר. מה שנכתב עד כה נשמר.")
    expect(answer).to_contain_text("מילה ועוד מילה")
    room.reload()
    expect(answer).to_contain_text("מילה ועוד מילה")


def test_an_answer_goes_on_without_a_doubled_word_over_a_lost_connection_and_a_reload(
    address: str, visit: Visitor, model: ModelServer
) -> None:
    words = " ".join(f"מילה-{number}" for number in range(60))
    model.follow(
        Script(answer=lambda _: words, reasoning="The passages say 22.", delay_seconds=0.05)
    )
    with relayed(address) as relay:
        visited = visit(relay.address)
        page = visited.page
        page.get_by_role("main").get_by_role("link").first.click()
        ask(page)
        answer = page.get_by_role("article")
        expect(answer).to_contain_text("מילה-3")
        expect(answer.get_by_text("מה המודל חשב")).to_be_visible()
        relay.cut()
        expect(answer).to_contain_text("החיבור נותק")
        expect(answer).not_to_contain_text("החיבור נותק")
        page.reload()
        expect(answer).to_contain_text("מילה-3")
        expect(answer).to_have_attribute("aria-busy", "false")
        assert words in " ".join(answer.inner_text().split())
        assert all("net::ERR" in said for said in visited.console_errors)


def test_an_answer_is_judged_asked_otherwise_exported_and_its_thread_found(room: Page) -> None:
    ask(room)
    answer = room.get_by_role("article")
    answer.get_by_role("button", name="תשובה לא טובה").click()
    room.get_by_role("textbox", name="מה היה חסר או שגוי?").fill("חסרה השנה השנייה")
    room.get_by_role("button", name="שמירה").click()
    answer.get_by_role("button", name="לשאול אחרת").click()
    edit = answer.get_by_role("textbox", name="ניסוח אחר לשאלה")
    edit.fill("כמה ימי חופשה יש לעובד ותיק?")
    edit.press("Enter")
    expect(answer).to_have_attribute("aria-busy", "false")
    expect(answer.get_by_role("heading", level=2)).to_have_text("כמה ימי חופשה יש לעובד ותיק?")
    room.get_by_role("button", name=f"ענף של השיחה {QUESTION}").click()
    expect(answer.get_by_role("button", name="תשובה לא טובה")).to_have_attribute(
        "aria-pressed", "true"
    )
    answer.get_by_role("button", name=re.compile("נשאל גם אחרת")).click()
    room.get_by_role("button", name=re.compile("עוד על השיחה")).click()
    with room.expect_download() as download:
        room.get_by_role("menuitem", name="הורדה כקובץ Word").click()
    assert download.value.suggested_filename == "כמה ימי חופשה יש לעובד ותיק.docx"
    _found_and_deleted(room)


def _found_and_deleted(room: Page) -> None:
    row = _looked_for(room, "ותיק")
    expect(row).to_have_count(1)
    row.get_by_role("button", name=re.compile("עוד על השיחה")).click()
    room.get_by_role("menuitem", name="מחיקת השיחה").click()
    expect(row).to_have_count(0)
    room.get_by_role("button", name="ביטול").click()
    expect(_looked_for(room, "ותיק")).to_have_count(1)
    room.keyboard.press("Escape")


def _looked_for(room: Page, text: str) -> Locator:
    room.get_by_role("button", name="שיחות", exact=True).click()
    room.get_by_role("textbox", name="חיפוש בשיחות").fill(text)
    return room.get_by_role("dialog").get_by_role("listitem")


def test_a_model_that_breaks_off_is_said_and_asked_again(room: Page, model: ModelServer) -> None:
    model.follow(Script(answer=cited_answer, fault=Drop(after_pieces=2, times=1)))
    ask(room)
    expect(room.get_by_role("alert")).to_contain_text("התשובה נקטעה באמצע")
    room.get_by_role("button", name="לנסות שוב").first.click()
    last = room.get_by_role("article").last
    expect(last.locator("[data-standing=verified]")).to_have_count(1)
