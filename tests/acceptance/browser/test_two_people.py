"""Two people on one server: who makes a room and whom they let in, each with what they may do."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from visits import MakeAccountsServer, Visit, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "ארבע מילים טובות לזכור"  # noqa: S105 - of nobody
RULES = "נוהל חופשות. עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה."


def become_administrator(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("דוא״ל").fill("dana@example.org")
    page.get_by_label("שם").fill("דנה לוי (Dana)")
    page.get_by_label("סיסמה חדשה").fill(PASSWORD[:6])
    page.get_by_role("button", name="יצירת החשבון").click()
    expect(page.get_by_text("לפחות 10 תווים.")).to_be_visible()
    page.get_by_label("סיסמה חדשה").fill(PASSWORD)
    page.get_by_label("סיסמה חדשה").press("Enter")


def make_room(page: Page) -> None:
    page.get_by_role("button", name="חדר חדש").click()
    page.get_by_label("שם").fill("נהלים")
    page.get_by_role("button", name="יצירת החדר").click()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "חופשות.txt", "mimeType": "text/plain", "buffer": RULES.encode()}
    )
    expect(page.get_by_role("complementary")).to_contain_text("קטע אחד")


def invite(dana: Visit) -> str:
    page = dana.page
    page.get_by_role("link", name="הגדרות החדר").click()
    page.get_by_role("link", name="אנשים").click()
    page.get_by_role("button", name="קישור חדש").click()
    page.get_by_role("button", name="יצירת הקישור").click()
    link = page.get_by_label("הקישור", exact=True).input_value()
    dana.check("he-room-people")
    return link


def join(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.get_by_role("heading", name="You are invited to")).to_be_visible()
    page.get_by_label("E-mail").fill("omar@example.org")
    page.get_by_label("Name").fill("عمر حدّاد")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page).to_have_url(re.compile(r"/rooms/room_"))


def ask(page: Page) -> None:
    page.get_by_role("textbox").fill("כמה ימי חופשה מגיעים לעובד?")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("article")).to_contain_text("22")


def test_a_viewer_asks_and_changes_nothing_until_the_owner_says_so_and_the_room_tells_of_both(
    serve_accounts: MakeAccountsServer, visit: Visitor, tmp_path: Path
) -> None:
    address, first_link = serve_accounts(tmp_path / "data")
    dana, omar = visit(address), visit(address, locale="en-US", width=390, scheme="dark")
    become_administrator(dana.page, first_link)
    make_room(dana.page)
    join(omar.page, invite(dana))
    expect(omar.page.get_by_role("textbox")).to_be_visible()
    expect(omar.page.locator("input[type=file]")).to_have_count(0)
    ask(omar.page)
    omar.check("en-phone-viewer")
    _sees_what_a_viewer_may(omar)
    _reads_what_both_did(dana)
    dana.page.get_by_role("link", name="אנשים").last.click()
    dana.page.reload()  # the people that were listed before somebody joined stand for seconds
    dana.page.get_by_label("התפקיד של").select_option("member")
    expect(dana.page.get_by_label("התפקיד של")).to_have_value("member")
    omar.page.go_back()
    omar.page.reload()
    expect(omar.page.locator("input[type=file]").first).to_be_attached()
    _looks_round(dana)
    assert (dana.console_errors, omar.console_errors) == ([], [])
    assert (dana.foreign_requests, omar.foreign_requests) == ([], [])


def _sees_what_a_viewer_may(omar: Visit) -> None:
    omar.page.get_by_role("link", name="Settings of the room").click()
    parts = omar.page.get_by_role("navigation", name="Parts of the settings")
    expect(parts.get_by_role("link")).to_have_text(["General", "People", "Keeping and deleting"])
    expect(omar.page.get_by_role("button", name="Leave the room")).to_be_visible()
    expect(omar.page.get_by_role("button", name="Delete the room")).to_have_count(0)
    omar.check("en-phone-room-settings")


def _reads_what_both_did(dana: Visit) -> None:
    dana.page.get_by_role("link", name="מה נעשה כאן").click()
    told = dana.page.get_by_role("list", name="מה נעשה כאן")
    omars = told.get_by_role("listitem").filter(has_text="عمر حدّاد")
    expect(omars).to_have_count(2)
    expect(omars.first).to_contain_text("שאלה")
    expect(omars.last).to_contain_text("הצטרפות בקישור")
    expect(told.get_by_role("listitem").filter(has_text="דנה לוי")).not_to_have_count(0)
    dana.check("he-room-audit")


def _looks_round(dana: Visit) -> None:
    """Every other screen of people and rooms holds what it should, and nothing that axe finds."""
    page = dana.page
    for part, heading in (
        ("settings/people", "אנשים"),
        ("settings/me", "איפה אתם מחוברים"),
        ("settings/audit", "מה נעשה בשרת"),
    ):
        page.goto(f"{dana.base}/{part}")
        expect(page.get_by_role("heading", name=heading, level=2)).to_be_visible()
        expect(page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
        dana.check(f"he-{part.replace('/', '-')}")
    page.goto(dana.base)
    page.get_by_role("button", name="עוד פעולות עבור").click()
    page.get_by_role("menuitem", name="העברה לארכיון").click()
    # Where there are no others, the archive stands open.
    expect(page.get_by_text("חדר אחד בארכיון")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="נהלים")).to_be_visible()
    dana.check("he-rooms-archive")
