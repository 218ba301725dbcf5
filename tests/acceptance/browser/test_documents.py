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
    page.locator("input[type=file]").set_input_files(
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
