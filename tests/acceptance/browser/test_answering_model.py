"""An answer that a model writes, on the screen: its marks, a Stop, and a model that breaks off."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kesher.testing.model_script import Drop, ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
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
def room(
    serve: MakeServer, visit: Visitor, handbook_copy: Path, model: ModelServer
) -> Iterator[Page]:
    address = serve(
        handbook_copy,
        KESHER_CHAT="openai",
        KESHER_CHAT_URL=model.openai_url,
        KESHER_CHAT_MODEL="scripted-model",
    )
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


def test_a_model_that_breaks_off_is_said_and_asked_again(room: Page, model: ModelServer) -> None:
    model.follow(Script(answer=cited_answer, fault=Drop(after_pieces=2, times=1)))
    ask(room)
    expect(room.get_by_role("alert")).to_contain_text("התשובה נקטעה באמצע")
    room.get_by_role("button", name="לנסות שוב").first.click()
    last = room.get_by_role("article").last
    expect(last.locator("[data-standing=verified]")).to_have_count(1)
