"""The Hebrew page is the mirror of the English one; words, numbers and pages are not mirrored."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from visits import MakeServer, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MIXED = "PDF של תלוש השכר: 1,234.50 ₪ עד 31.12.2026?"


@pytest.fixture
def address(serve: MakeServer, handbook_copy: Path) -> str:
    return serve(handbook_copy)


def open_room(page: Page) -> None:
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page.get_by_role("textbox")).to_be_visible()


def left_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["x"]


def ask(page: Page, question: str) -> None:
    page.get_by_role("textbox").fill(question)
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("article").last).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize(("locale", "is_right"), [("he-IL", True), ("en-US", False)])
def test_the_documents_stand_where_reading_begins(
    visit: Visitor, address: str, locale: str, *, is_right: bool
) -> None:
    page = visit(address, locale=locale).page
    open_room(page)
    documents = left_of(page.get_by_role("complementary"))
    assert (documents > left_of(page.get_by_role("textbox"))) is is_right


def test_the_language_is_switched_at_once_and_remembered(visit: Visitor, address: str) -> None:
    page = visit(address, locale="en-US").page
    page.get_by_role("button", name="Language").click()
    page.get_by_role("menuitemradio", name="עברית").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_role("heading", level=1)).to_have_text("חדרים")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "he")


@pytest.mark.parametrize("locale", ["he-IL", "en-US"])
def test_a_hebrew_question_that_begins_with_a_latin_word_runs_from_the_right(
    visit: Visitor, address: str, locale: str
) -> None:
    page = visit(address, locale=locale).page
    open_room(page)
    page.get_by_role("textbox").fill(MIXED)
    expect(page.get_by_role("textbox")).to_have_attribute("dir", "rtl")
    ask(page, MIXED)
    question = page.get_by_role("article").get_by_role("heading", level=2)
    expect(question).to_have_attribute("dir", "rtl")
    assert first_word_is_rightmost(question, "PDF", "של")
    # A price and a date keep the order of their digits, each on one line.
    for token in ("1,234.50", "31.12.2026"):
        expect(question.get_by_text(token, exact=True)).to_have_css(
            "white-space-collapse", "collapse"
        )
        assert len(question.get_by_text(token, exact=True).evaluate(LINES)) == 1


LINES = "node => [...node.getClientRects()].map(({top}) => top)"


def first_word_is_rightmost(block: Locator, first: str, second: str) -> bool:
    """Whether, as drawn, the first word of a block stands to the right of the second."""
    return bool(
        block.evaluate(
            """(node, words) => {
                const left = (word) => {
                    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
                    while (walker.nextNode()) {
                        const at = walker.currentNode.data.indexOf(word);
                        if (at < 0) continue;
                        const range = new Range();
                        range.setStart(walker.currentNode, at);
                        range.setEnd(walker.currentNode, at + word.length);
                        return range.getBoundingClientRect().left;
                    }
                };
                return left(words[0]) > left(words[1]);
            }""",
            [first, second],
        )
    )


@pytest.mark.parametrize(("locale", "forward"), [("he-IL", "ArrowLeft"), ("en-US", "ArrowRight")])
def test_arrows_turn_pages_along_the_reading_and_pages_are_never_mirrored(
    visit: Visitor, address: str, locale: str, forward: str
) -> None:
    page = visit(address, locale=locale).page
    open_room(page)
    page.get_by_role("button", name='מדריך "העובד".pdf', exact=True).click()
    expect(page.locator("[data-page='1']")).to_be_visible()
    page.keyboard.press(forward)
    expect(page.locator("[data-page='2']")).to_be_visible()
    frame = page.locator("[data-page='2'] > div")
    expect(frame).to_have_css("direction", "ltr")
    expect(frame.get_by_role("img")).to_have_css("transform", "none")
