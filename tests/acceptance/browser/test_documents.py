"""Documents on the screen: names as people write them, what is refused and why, what is deleted."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from visits import MakeServer, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME = 'נוהל "חופשות" (טיוטה).txt'
TEXT = "עובד זכאי ל-22 ימי חופשה בשנה."
TOKEN = "a-long-secret-of-the-test"  # noqa: S105 - guards only the server of one test


def open_room(page: Page) -> None:
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page.get_by_role("textbox")).to_be_visible()


def add(page: Page, name: str, content: str) -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    )


def test_a_hebrew_name_is_kept_a_second_copy_is_said_and_a_strange_file_refused(
    serve: MakeServer, visit: Visitor, handbook_copy: Path
) -> None:
    page = visit(serve(handbook_copy)).page
    open_room(page)
    add(page, NAME, TEXT)
    # Only a stored document opens by its name; the row of its upload beside it soon goes.
    row = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=NAME, exact=True))
    expect(row).to_contain_text("קטע אחד")
    expect(row.locator("bdi")).to_have_text(NAME)
    add(page, "עותק.txt", TEXT)
    expect(page.get_by_text("הקובץ הזה כבר נמצא בחדר")).to_be_visible()
    add(page, "setup.exe", "MZ")
    expect(page.get_by_text("אי אפשר לקרוא קובץ מהסוג הזה")).to_be_visible()
    add(page, NAME, TEXT.replace("22", "24"))
    page.get_by_role("button", name="כן, גרסה חדשה").click()
    expect(row).to_have_count(1)
    expect(row).to_contain_text("גרסה 2")


def test_an_answer_outlives_its_document_and_says_that_it_is_gone(
    serve: MakeServer, visit: Visitor, handbook_copy: Path
) -> None:
    visited = visit(serve(handbook_copy), scheme="dark")
    page = visited.page
    open_room(page)
    page.get_by_role("textbox").fill("כמה ימי חופשה מגיעים לעובד במשרה מלאה?")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("article")).to_have_attribute("aria-busy", "false")
    page.get_by_role("button", name="עוד פעולות").click()
    visited.check("he-document-menu")
    page.get_by_role("menuitem", name="מחיקה").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("תשובות קודמות ישמרו את המילים שציטטו")
    visited.check("he-document-delete")
    dialog.get_by_role("button", name="מחיקה").click()
    chip = page.locator("[data-standing=deleted]").first
    expect(chip).to_be_visible()
    chip.click()
    expect(page.get_by_role("tooltip")).to_contain_text("המסמך נמחק")


def test_a_page_read_again_makes_a_version_and_what_was_cited_opens_the_former(
    serve: MakeServer, visit: Visitor, handbook_copy: Path
) -> None:
    base = serve(handbook_copy)
    visited = visit(base)
    page = visited.page
    open_room(page)
    page.get_by_role("textbox").fill("כמה ימי חופשה מגיעים לעובד במשרה מלאה?")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("article")).to_have_attribute("aria-busy", "false")
    thread = page.url
    _read_as_read(page)
    visited.check("he-reading")
    page.get_by_role("button", name="קריאה מחדש ב-OCR").first.click()
    page.get_by_role("link", name="מה השתנה").click()
    expect(page.get_by_role("heading", name="גרסה 1")).to_be_visible()
    expect(page.get_by_text("ללא שינוי").first).to_be_visible()
    visited.check("he-comparison")
    _leaf(page, thread, forward="ArrowLeft", superseded="זו גרסה 1")
    visited.check("he-viewer-former-version")
    assert visited.console_errors == []
    english = visit(base, locale="en-US", width=390, scheme="dark")
    _leaf(english.page, thread, forward="ArrowRight", superseded="This is version 1")
    english.check("en-390-viewer-former-version")
    assert english.console_errors == []


def _read_as_read(page: Page) -> None:
    """Go to the document as it was read, and look for words in it."""
    page.get_by_role("button", name="עוד פעולות עבור").click()
    page.get_by_role("menuitem", name="המסמך כפי שנקרא").click()
    field = page.get_by_role("textbox", name="חיפוש במסמך")
    field.fill("חופשה שנתית")
    expect(page.locator("mark[data-current]")).to_be_in_viewport()
    expect(page.locator("[data-highlight]").first).to_be_visible()
    found = page.get_by_role("search").get_by_role("status")
    expect(found).to_contain_text("1 מתוך")
    field.press("Enter")
    expect(found).to_contain_text("2 מתוך")


def _leaf(page: Page, thread: str, *, forward: str, superseded: str) -> None:
    """Open the first citation of a thread and go through passages and pages by keys."""
    page.goto(thread)
    page.locator("[data-standing]").first.click()
    viewer = page.get_by_role("region", name="מדריך").filter(has=page.get_by_role("figure"))
    expect(viewer.get_by_text(superseded)).to_be_visible()
    expect(viewer.locator("[data-highlight]").first).to_be_in_viewport()
    shown = viewer.get_by_role("figure").first
    cited = shown.get_attribute("data-page")
    page.keyboard.press("n")
    expect(viewer.get_by_role("toolbar")).to_contain_text("2/")
    page.keyboard.press("k")
    expect(viewer.get_by_role("toolbar")).to_contain_text("1/")
    page.keyboard.press(forward)
    expect(shown).to_have_attribute("data-page", str(int(cited or 0) + 1))


def test_a_server_with_a_token_asks_for_it_and_lets_in_who_has_it(
    serve: MakeServer, visit: Visitor, tmp_path: Path
) -> None:
    visited = visit(serve(tmp_path, KESHER_TOKEN=TOKEN))
    page = visited.page
    field = page.get_by_label("אסימון")
    field.fill("not the token")
    field.press("Enter")
    expect(page.get_by_text("זה לא האסימון של השרת הזה")).to_be_visible()
    visited.check("he-token")
    field.fill(TOKEN)
    field.press("Enter")
    expect(page.get_by_role("button", name="טעינת מדריך לדוגמה")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="טעינת מדריך לדוגמה")).to_be_visible()
