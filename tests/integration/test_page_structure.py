"""The structure of pages on its way through every layer: read, stored, searched, sent and shown."""

from collections.abc import AsyncIterator
from io import BytesIO

import anyio
import pytest

from drawn_pdf import new_pdf
from kesher.config.settings import Settings
from kesher.domain.document import Page, Role
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope, Scope
from kesher.server import views
from kesher.wiring.services import Services, build

pytestmark = pytest.mark.anyio

RUNNING = "נוהל פנימי של חברת הברבור"
BODIES = (
    ("חופשה", "העובד זכאי לעשרים ושניים ימים בכל שנה, באישור הממונה הישיר."),
    ("מחלה", "העובד ימציא אישור רפואי בתוך שלושה ימים מיום שחזר לעבודה."),
    ("נסיעות", "החזר ישולם לפי תעריף חופשי חודשי ובצירוף קבלות מקוריות."),
)
ROWS = (("ותק", "ימים"), ("1-4", "16"), ("5", "18"), ("6", "20"))


def handbook() -> bytes:
    """Three pages with a running head, a heading, a sentence and a number; the last has a table."""
    with new_pdf() as pdf:
        for number, (title, sentence) in enumerate(BODIES, start=1):
            if number > 1:
                pdf.add_page()
            for size, y, text in ((9, 30, RUNNING), (18, 120, title), (11, 150, sentence)):
                pdf.set_font("hebrew", size=size)
                pdf.text(540 - pdf.get_string_width(text), y, text[::-1])
            pdf.text(300, 780, str(number))
        for at, row in enumerate(ROWS):
            for x, cell in zip((440, 300), row, strict=True):
                pdf.rect(x, 200 + 20 * at, 140, 20)
                drawn = cell[::-1] if cell[0] >= "א" else cell
                pdf.text(x + 130 - pdf.get_string_width(drawn), 214 + 20 * at, drawn)
        return bytes(pdf.output())


@pytest.fixture(scope="module")
async def services(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Services]:
    folder = tmp_path_factory.mktemp("structured")
    settings = {"data_folder": folder, "chunk_chars": 120, "chunk_overlap_chars": 0}
    opened = await build(Settings.model_validate(settings))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def room(services: Services) -> RoomScope:
    made = await services.rooms.create(Scope(), "נהלים")
    scope = RoomScope(Scope().tenant_id, made.id)
    await services.ingest.add(scope, "נוהל.pdf", BytesIO(handbook()))
    with anyio.fail_after(60):
        await services.jobs.drain()
    return scope


async def pages_of(services: Services, room: RoomScope) -> list[Page]:
    (document,) = await services.store.documents(room)
    return list(await services.store.pages(room, document.id))


def texts(page: Page, role: Role) -> list[str]:
    return [page.text[line.start : line.end] for line in page.lines if line.role is role]


async def test_stored_pages_know_what_their_lines_are(services: Services, room: RoomScope) -> None:
    pages = await pages_of(services, room)
    assert [texts(page, Role.HEADER) for page in pages] == [[RUNNING]] * 3
    assert [texts(page, Role.HEADING) for page in pages] == [[title] for title, _ in BODIES]
    assert [page.label for page in pages] == ["1", "2", "3"]
    assert [len(page.tables) for page in pages] == [0, 0, 1]


async def test_running_heads_stay_on_their_page_and_are_found_by_no_search(
    services: Services, room: RoomScope
) -> None:
    assert all(RUNNING in page.text for page in await pages_of(services, room))
    found = await services.search.retrieve(room, Query("הברבור"), top=10)
    assert found.hits
    assert all("הברבור" not in hit.chunk.text for hit in found.hits)
    assert all(hit.lexical is None for hit in found.hits)


async def test_a_section_is_searched_with_its_text(services: Services, room: RoomScope) -> None:
    found = await services.search.retrieve(room, Query("נסיעות"), top=10)
    lexical = [hit.chunk for hit in found.hits if hit.lexical is not None]
    assert lexical
    assert {chunk.section for chunk in lexical} == {("נסיעות",)}
    assert views.hit(found.hits[0]).section == list(found.hits[0].chunk.section)


async def test_rows_of_a_table_are_told_with_its_head(services: Services, room: RoomScope) -> None:
    found = await services.search.retrieve(room, Query("כמה ימים לפי ותק"), top=10)
    rows = [hit.chunk for hit in found.hits if "6\t20" in hit.chunk.text]
    assert rows
    assert "ותק\tימים" in rows[0].lead + rows[0].text
    shown = views.page_text((await pages_of(services, room))[2])
    assert [[cell.column for cell in row] for row in shown.tables[0].rows] == [[0, 1]] * 4
    assert {line.role for line in shown.lines} == {
        "header",
        "heading",
        "body",
        "row",
        "page_number",
    }
