"""Round every screen: ways between the places, keys, and what happens without a server."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from visits import MakeServer, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# As a Hebrew layout sends it: the key where K is writes another letter.
HEBREW_CTRL_K = """() => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', {key: 'ל', code: 'KeyK', ctrlKey: true, bubbles: true}))"""


def go_by_name(page: Page, typed: str) -> None:
    page.evaluate(HEBREW_CTRL_K)
    page.get_by_role("dialog").get_by_role("textbox").fill(typed)
    expect(page.get_by_role("dialog").locator("[data-selected]")).to_contain_text(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_placeholder("חדר, שיחה")).to_have_count(0)


def test_every_place_is_reached_by_keys_alone_on_a_hebrew_layout(
    visit: Visitor, serve: MakeServer, handbook_copy: Path
) -> None:
    visited = visit(serve(handbook_copy))
    page = visited.page
    expect(page.get_by_role("link", name="חדרים", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    go_by_name(page, "משאבי אנוש")
    question = page.get_by_role("textbox")
    question.fill("מה")
    question.press("n")
    expect(question).to_have_value("מהn")

    page.keyboard.press("Control+/")
    expect(page.get_by_role("dialog")).to_contain_text("חיפוש מהיר")
    visited.check("he-shortcuts")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(question).to_be_focused()

    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    visited.check("he-palette")
    page.keyboard.press("Escape")
    expect(question).to_be_focused()
    go_by_name(page, "תקינות")
    expect(page.get_by_role("heading", level=2, name="תקינות")).to_be_visible()
    page.get_by_role("link", name="זיכרון", exact=True).click()
    expect(page).to_have_url(f"{visited.base}/memory")
    go_by_name(page, "חדר חדש")
    expect(page.get_by_role("dialog", name="חדר חדש")).to_be_visible()
    assert visited.console_errors == []
    assert visited.foreign_requests == []


def test_a_phone_has_a_menu_and_says_when_the_server_is_gone(
    visit: Visitor, serve: MakeServer, handbook_copy: Path
) -> None:
    visited = visit(serve(handbook_copy), locale="en-US", width=390)
    page = visited.page
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("link", name="Rooms")).to_have_attribute("aria-current", "page")
    visited.check("en-390-menu")
    menu.get_by_text("עברית").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    menu.get_by_role("link", name="הגדרות").click()
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    assert visited.console_errors == []

    page.context.set_offline(True)
    expect(page.get_by_role("status").filter(has_text="המכשיר אינו מחובר")).to_be_visible()
    visited.check("he-390-lost")
    page.context.set_offline(False)
    expect(page.get_by_text("המכשיר אינו מחובר")).to_have_count(0)

    page.route("**/assets/memory-page-*.js", lambda route: route.abort())
    page.goto(f"{visited.base}/memory")
    expect(page.get_by_role("heading", name="השרת התחדש")).to_be_visible()
    visited.check("he-390-renewed")
    page.unroute("**/assets/memory-page-*.js")
    page.get_by_role("button", name="טעינה מחדש").click()
    expect(page.get_by_role("heading", name="השרת התחדש")).to_have_count(0)
