"""A photograph is added as any document is: its page is read, cut into chunks and shown."""

from io import BytesIO
from pathlib import Path

import anyio
import pytest

from kesher.adapters.tesseract import installed_languages
from kesher.config.settings import Settings
from kesher.documents.parsing.pdf_render import render_page
from kesher.documents.parsing.rendition import typeset
from kesher.documents.parsing.structure import Paragraph
from kesher.domain.document import DocumentState, PageSource
from kesher.domain.scope import RoomScope, Scope
from kesher.wiring.services import build

LINE = "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה."


@pytest.mark.anyio
@pytest.mark.skipif(
    not {"heb", "eng"} <= set(installed_languages()), reason="Tesseract's data is not installed"
)
async def test_a_picture_is_read_and_its_words_have_places(tmp_path: Path) -> None:
    services = await build(Settings.model_validate({"data_folder": tmp_path / "data"}))
    made = await services.rooms.create(Scope(), "משאבי אנוש")
    room = RoomScope(Scope().tenant_id, made.id)
    typeset([Paragraph(LINE)], tmp_path / "page.pdf", title="נוהל", pages_limit=1)
    picture = render_page(tmp_path / "page.pdf", 1, width_pixels=2480, image_format="png")

    added, _ = await services.ingest.add(room, "נוהל.png", BytesIO(picture))
    with anyio.fail_after(120):
        await services.jobs.drain()

    document = await services.store.document(room, added.id)
    assert (document.state, document.pages_total) == (DocumentState.READY, 1)
    (page,) = await services.store.pages(room, document.id)
    await services.close()
    assert (page.text, page.source) == (LINE, PageSource.OCR)
    (box,) = page.boxes_of(0, 4)
    assert page.width_points / 2 < box.left < box.right < page.width_points
