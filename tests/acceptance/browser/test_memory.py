"""Memory on the screen: what is said becomes a fact, is contradicted, decided, and erased."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from visits import MakeServer, Visit, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THREAD = "שיחה עם דנה"
SAID = (
    ("2026-03-01T09:00", "קוראים לי דנה כהן ואני גרה ברחוב הרימון 8, רחובות"),
    ("2026-03-02T09:00", "אני אלרגית לבוטנים, ואחותי Sarah Levi גרה בחיפה"),
    ("2026-03-10T09:00", "עברתי דירה, הכתובת החדשה שלי היא רחוב האלון 21, נס ציונה"),
    ("2026-03-12T09:00", "טעיתי, האלרגיה שלי היא לאגוזים ולא לבוטנים"),
)
OLD, NEW = "רחוב הרימון 8, רחובות", "רחוב האלון 21, נס ציונה"


@pytest.fixture
def address(serve: MakeServer, tmp_path: Path) -> str:
    return serve(tmp_path)


@pytest.fixture
def visited(address: str, visit: Visitor) -> Iterator[Visit]:
    visited = visit(address)
    yield visited
    assert visited.console_errors == []
    assert visited.foreign_requests == []


def section(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="חלקי הזיכרון").get_by_role("button", name=name).click()


def say(page: Page, at: str, text: str) -> None:
    form = page.get_by_role("form", name="הוספת הודעה")
    form.get_by_label("מה נאמר").fill(text)
    form.get_by_label("שם השיחה").fill(THREAD)
    form.get_by_label("מתי").fill(at)
    form.get_by_role("button", name="להוסיף").click()
    messages = page.get_by_role("region", name=THREAD).get_by_role("listitem")
    expect(messages.filter(has_text=text)).to_be_visible()


def fact(page: Page, value: str) -> Locator:
    return page.get_by_role("button", name=re.compile(re.escape(value)))


def test_a_fact_is_contradicted_decided_looked_back_at_and_erased(visited: Visit) -> None:
    page = visited.page
    page.get_by_role("link", name="זיכרון").click()
    expect(page.get_by_role("heading", name="הזיכרון עדיין ריק")).to_be_visible()
    visited.check("memory-empty-he")
    page.get_by_role("button", name="להוסיף הודעה ביד").click()
    say(page, *SAID[0])
    page.get_by_role("button", name="הוספת הודעה").click()
    for at, text in SAID[1:]:
        say(page, at, text)
    expect(
        page.get_by_role("region", name=THREAD).locator("mark", has_text="בוטנים")
    ).to_be_visible()
    visited.check("memory-conversation-he")

    decided_for_the_new_value(visited)
    both_values_stand_in_the_history(visited)
    another_day_shows_what_was_true_then(visited)
    the_map_is_drawn_and_read(visited)
    a_turn_tells_what_was_known(visited)
    erased_with_a_receipt_that_adds_up(visited)


def decided_for_the_new_value(visited: Visit) -> None:
    page = visited.page
    section(page, "להכרעה")
    review = page.get_by_role("listitem", name=re.compile("אלרגיה"))
    expect(review.get_by_role("region", name="הערך שמשמש עכשיו").locator("del")).to_have_text(
        "בוטנים"
    )
    expect(review.get_by_role("region", name="מה שנאמר אחר כך").locator("ins")).to_have_text(
        "אגוזים"
    )
    visited.check("memory-review-he")
    review.get_by_label("סיבה").fill("כך בתיק הרפואי")
    page.keyboard.press("Tab")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="אין מה להכריע")).to_be_visible()
    page.get_by_role("button", name="ביטול").click()
    expect(review).to_be_visible()
    review.get_by_role("button", name="לקבל את החדש").click()
    expect(review).to_be_hidden()
    section(page, "עובדות")  # leaving the screen sends what was decided on it


def both_values_stand_in_the_history(visited: Visit) -> None:
    page = visited.page
    page.get_by_role("textbox", name="חיפוש").or_(page.get_by_role("searchbox")).fill("אלרגיה")
    expect(fact(page, "אגוזים")).to_contain_text("נכון")
    expect(fact(page, "בוטנים")).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name=re.compile("^דנה כהן")).click()
    history = page.get_by_role("region", name="היסטוריה")
    expect(fact(page, OLD)).to_contain_text("הוחלף")
    expect(history.get_by_role("region", name="כתובת")).to_contain_text("הוחלף ב")
    expect(history.locator("[data-standing=wrong]", has_text="בוטנים").first).to_contain_text(
        "היה שגוי"
    )
    visited.check("memory-entity-he")
    fact(page, NEW).first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.locator("mark")).to_contain_text("רחוב האלון 21")
    visited.check("memory-fact-he")
    drawer.get_by_role("button", name="סגירה").click()


def another_day_shows_what_was_true_then(visited: Visit) -> None:
    page = visited.page
    page.get_by_label("מה היה נכון ביום").fill("2026-03-05")
    expect(page).to_have_url(re.compile("asOf=2026-03-05"))
    then = page.get_by_role("region", name="מה היה נכון אז")
    expect(then.get_by_role("button", name=re.compile(OLD))).to_contain_text("נכון")
    said = page.get_by_role("region", name="באיזה זמן מסתכלים").get_by_role("status")
    expect(said).to_contain_text("גם אם נודע מאוחר יותר")
    page.get_by_label("לפי מה שנודע עד יום").fill("2026-03-05")  # all was told only today
    expect(then).to_contain_text("אין כרגע עובדה שנכונה")
    page.get_by_role("button", name="חזרה להיום").click()
    expect(then).to_be_hidden()


def the_map_is_drawn_and_read(visited: Visit) -> None:
    page = visited.page
    page.get_by_role("button", name="להראות במפה").click()
    drawn = page.get_by_test_id("memory-graph")
    expect(drawn.locator("canvas").first).to_be_visible()
    expect(drawn).to_have_accessible_name(re.compile("דנה כהן"))
    drawn.focus()
    for key in ("Enter", "ArrowUp", "ArrowRight", "+", "0"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    page.get_by_text("אותה מפה כטבלה").click()
    row = page.get_by_role("row", name=re.compile(OLD))
    expect(row).to_contain_text("הוחלף")
    expect(page.get_by_role("row", name=re.compile("Sarah Levi")).first).to_be_visible()
    visited.check("memory-map-he")


def a_turn_tells_what_was_known(visited: Visit) -> None:
    page = visited.page
    section(page, "מה ידע המודל")
    then = page.get_by_role("region", name="אז", exact=True)
    expect(then).to_contain_text("אין לזיכרון מה לומר על זה")
    page.get_by_role("switch", name="להראות כאילו הכול נודע בזמן").click()
    expect(then.get_by_role("button", name=re.compile("אגוזים"))).to_be_visible()
    visited.check("memory-knew-he")


def erased_with_a_receipt_that_adds_up(visited: Visit) -> None:
    page = visited.page
    section(page, "שיחות")
    page.get_by_role("button", name=re.compile(f"^{THREAD}")).click()
    page.get_by_role("button", name="למחוק את השיחה").click()
    page.get_by_role("button", name="לראות מה ילך").click()
    goes = page.get_by_role("region", name="זה מה שילך")
    expect(goes).to_contain_text(SAID[0][1])
    expect(goes).to_contain_text("4 הודעות")
    visited.check("memory-erase-he")
    goes.get_by_role("button", name="למחוק לצמיתות").click()
    page.get_by_role("dialog").get_by_role("button", name="למחוק לצמיתות").click()
    receipts = page.get_by_role("list", name="קבלות")
    expect(receipts).to_contain_text(THREAD)
    with page.expect_download() as loading:
        receipts.get_by_role("link", name="הורדת הקבלה").click()
    receipt = json.loads(Path(loading.value.path()).read_text(encoding="utf-8"))
    kinds = ("messages", "facts", "entities", "names", "mentions", "reviews", "merges")
    assert receipt["messages"] == len(SAID)
    assert receipt["rows_removed"] == sum(receipt[kind] for kind in kinds)
    section(page, "עובדות")
    expect(page.get_by_role("heading", name="הזיכרון עדיין ריק")).to_be_visible()


def test_the_sample_shows_memory_to_a_newcomer_on_a_phone(address: str, visit: Visitor) -> None:
    visited = visit(address, locale="en-US", width=390, scheme="dark")
    page = visited.page
    page.goto(f"{address}/memory")
    page.get_by_role("button", name="Show it on a sample conversation").click()
    expect(page.get_by_role("button", name=re.compile("Order 7314"))).to_be_visible()
    expect(page.get_by_role("list", name="Facts by whom and what")).to_contain_text("cancelled")
    visited.check("memory-facts-en-phone")
    page.goto(f"{address}/memory/graph")
    expect(page.get_by_test_id("memory-graph").locator("canvas").first).to_be_visible()
    visited.check("memory-map-en-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert visited.console_errors == []
