"""What a person does first: load the sample, ask, and look at the page that the answer rests on."""

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from visits import MakeServer, Visit, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Words(NamedTuple):
    """What the screen says in one language."""

    sample: str
    chunks: str
    ask: str
    source: str
    close: str


HEBREW = Words("טעינת מדריך לדוגמה", "קטעים", "שאלה", "הפניה 1", "סגירה (Esc)")
ENGLISH = Words("Load the sample handbook", "chunks", "Question", "Citation 1", "Close (Esc)")
QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"


class Person(NamedTuple):
    """Whose journey it is."""

    locale: str
    words: Words
    width: int
    scheme: str

    def __str__(self) -> str:
        return f"{self.locale[:2]}-{self.width}-{self.scheme}"


@pytest.mark.parametrize(
    "person",
    [Person("he-IL", HEBREW, 1280, "light"), Person("en-US", ENGLISH, 390, "dark")],
    ids=str,
)
def test_from_the_first_run_to_the_marked_passage(
    serve: MakeServer, visit: Visitor, tmp_path: Path, person: Person
) -> None:
    base = serve(tmp_path)
    visited = visit(base, locale=person.locale, width=person.width, scheme=person.scheme)
    _load_sample(visited, person.words, str(person))
    _ask(visited, str(person))
    _open_source(visited, person.words, str(person))
    assert visited.console_errors == []
    assert visited.foreign_requests == []


@pytest.mark.parametrize(
    "person",
    [Person("en-US", ENGLISH, 1280, "dark"), Person("he-IL", HEBREW, 390, "light")],
    ids=str,
)
def test_from_a_room_that_is_there_to_the_marked_passage(
    serve: MakeServer, visit: Visitor, handbook_copy: Path, person: Person
) -> None:
    base = serve(handbook_copy)
    visited = visit(base, locale=person.locale, width=person.width, scheme=person.scheme)
    visited.page.get_by_role("main").get_by_role("link").first.click()
    _ask(visited, str(person))
    _open_source(visited, person.words, str(person), document='מדריך "העובד".pdf')
    assert visited.console_errors == []


def _load_sample(visited: Visit, words: Words, name: str) -> None:
    page = visited.page
    button = page.get_by_role("button", name=words.sample)
    expect(button).to_be_visible()
    visited.check(f"{name}-1-first-run")
    button.click()
    _show(page, "documents")
    row = page.get_by_role("listitem").filter(has_text="מדריך העובד.pdf")
    expect(row).to_contain_text(words.chunks)
    visited.check(f"{name}-2-documents")
    _show(page, "chat")


def _ask(visited: Visit, name: str) -> None:
    box = visited.page.get_by_role("textbox")
    box.fill(QUESTION)
    box.press("Enter")
    expect(box).to_have_value("")
    expect(visited.page.get_by_role("article")).to_have_attribute("aria-busy", "false")
    expect(visited.page.get_by_role("article")).to_contain_text("22 ימי חופשה")
    visited.check(f"{name}-3-answer")


def _open_source(
    visited: Visit, words: Words, name: str, *, document: str = "מדריך העובד.pdf"
) -> None:
    page = visited.page
    chip = page.locator("[data-standing]", has_text="1").first
    expect(chip).to_have_accessible_name(f"{words.source}: \u2068{document}\u2069")
    chip.click()
    mark = page.locator("[data-highlight]").first
    expect(mark).to_be_in_viewport()
    picture = page.get_by_role("figure").first.get_by_role("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") >= 800
    visited.check(f"{name}-4-source")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=words.close)).to_have_count(0)
    expect(chip).to_be_focused()


def _show(page: Page, pane: str) -> None:
    """Bring a pane to the front where the screen is too narrow for all."""
    place = {"documents": 0, "chat": 1}[pane]
    tabs = page.get_by_role("navigation").get_by_role("button")
    if page.viewport_size and page.viewport_size["width"] < 960:
        tabs.nth(place).click()
