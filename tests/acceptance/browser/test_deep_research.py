"""A deep research on the screen: what it takes, its ticks, Stop, and the record behind it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from researched import LEAVE, POOL, QUESTION, librarian
from visits import MakeServer, Visit, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Words(NamedTuple):
    """What the screen says in one language."""

    switch: str
    start: str
    stop: str
    halted: str
    unfinished: str


HEBREW = Words(
    "מחקר מעמיק",
    "להתחיל במחקר",
    "עצירה",
    "המחקר נעצר לפני שהסתיים",
    "מחקרים שעוד לא הסתיימו",
)
ENGLISH = Words(
    "Deep research",
    "Start the research",
    "Stop",
    "The research was stopped",
    "Research without an answer yet",
)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(answer=librarian())) as running:
        yield running


@pytest.fixture
def address(serve: MakeServer, handbook_copy: Path, model: ModelServer) -> str:
    return serve(
        handbook_copy,
        KESHER_CHAT="openai",
        KESHER_CHAT_URL=model.openai_url,
        KESHER_CHAT_MODEL="scripted-model",
        KESHER_CHAT_PROFILE="openai",
    )


def begin(visited: Visit, words: Words, name: str) -> None:
    page = visited.page
    page.get_by_role("switch", name=words.switch).check(force=True)
    page.get_by_role("textbox").fill(QUESTION)
    page.get_by_role("textbox").press("Enter")
    start = page.get_by_role("button", name=words.start)
    expect(start).to_be_enabled()
    expect(page.get_by_text(re.compile(r"\$0\.\d{4}"))).to_be_visible()
    visited.check(f"{name}-research-1-estimate")
    start.click()


def test_a_research_is_followed_to_its_answer_and_stopped(
    address: str, visit: Visitor, model: ModelServer
) -> None:
    visited = visit(address)
    visited.page.get_by_role("main").get_by_role("link").first.click()
    begin(visited, HEBREW, "he")
    answer = visited.page.get_by_role("article")
    expect(answer).to_have_attribute("aria-busy", "false")
    expect(answer).to_contain_text("מגיעים 22 ימים")
    expect(answer.locator("[data-standing=verified]")).to_have_count(1)
    expect(answer).to_contain_text(POOL)
    answer.get_by_text("איך נעשה המחקר").click()
    expect(answer.locator("li[data-standing=covered]")).to_contain_text(LEAVE)
    expect(answer.locator("li[data-standing=missing]")).to_contain_text(POOL)
    visited.check("he-research-2-answer")
    link = _look_behind(visited)
    _evaluate(visited)
    assert visited.console_errors == []
    english = visit(address, locale="en-US", width=390, scheme="dark")
    _stopped(english, model)
    _open_link(english, link)


def _stopped(visited: Visit, model: ModelServer) -> None:
    model.follow(Script(answer=librarian(), delay_seconds=0.4))
    page = visited.page
    page.get_by_role("main").get_by_role("link").first.click()
    begin(visited, ENGLISH, "en")
    answer = page.get_by_role("article").last
    expect(answer.locator("li[data-standing]").first).to_be_visible()
    visited.check("en-research-3-running")
    page.reload()
    expect(answer.locator("li[data-standing]").first).to_be_visible()
    page.get_by_role("button", name=ENGLISH.stop).click()
    expect(page.get_by_role("region", name=ENGLISH.unfinished)).to_have_count(0)
    expect(answer).to_contain_text(ENGLISH.halted)
    visited.check("en-research-4-stopped")
    assert visited.console_errors == []


def _look_behind(visited: Visit) -> str:
    """Open the answer's record, ask whether it would differ, and return a link to it."""
    page = visited.page
    page.get_by_role("link", name="איך נולדה התשובה").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("מאחורי התשובה")
    row = page.get_by_role("row").filter(has_text="22 ימי חופשה").first
    expect(row.get_by_role("cell").first).to_have_text("1")
    expect(page.get_by_role("img", name=re.compile("384")).first).to_be_visible()
    page.get_by_role("button", name="התשובה הייתה שונה היום?").click()
    expect(page.get_by_text("מה שנמצא, נשלח ונאמר נשאר כשהיה")).to_be_visible()
    page.get_by_role("button", name="קישור לשיתוף").click()
    link = page.get_by_role("link", name="/shared/")
    expect(link).to_be_visible()
    row.scroll_into_view_if_needed()
    visited.check("he-research-5-record")
    return link.get_attribute("href") or ""


def _evaluate(visited: Visit) -> None:
    """Take the question over with its verified page, ask it twice, and compare the two runs."""
    page = visited.page
    page.goto(f"{visited.base}")
    page.get_by_role("main").get_by_role("link").first.click()
    page.get_by_role("banner").get_by_role("link", name="הערכת החיפוש").click()
    page.get_by_role("button", name="לקחת מן התשובות בחדר").click()
    expect(page.get_by_text("נוספו 1;")).to_be_visible()
    run = page.get_by_role("button", name="הרצת הערכה")
    for _ in range(2):
        run.click()
        expect(run).to_be_enabled()
    first = page.get_by_role("row").filter(has_text="כל השאלות")
    expect(first.get_by_role("cell").nth(3)).to_have_text("100.0")
    expect(page.get_by_role("row").filter(has_text="nDCG@10").last).to_contain_text("ייתכן שמקרי")
    visited.check("he-research-7-evaluation")


def _open_link(visited: Visit, link: str) -> None:
    page = visited.page
    page.goto(link)
    expect(page.get_by_text("This record was opened by a link.")).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_have_text(QUESTION)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visited.check("en-research-6-shared")
    assert visited.console_errors == []
