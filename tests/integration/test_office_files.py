"""Files of older and open office formats, from the upload to a highlight, with every real part.

Those of the newer ones are uploaded in `test_server_formats`.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import pytest

from kesher.adapters.libreoffice import convert, find_libreoffice
from kesher.config.settings import Settings
from kesher.domain.document import DocumentState, PageSource
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import DamagedDocumentError, ToolMissingError, UnsupportedMediaError
from kesher.wiring.services import Services, build
from office_samples import (
    HEADING,
    OTHERS,
    PARKING,
    QUESTION,
    as_docx,
    as_pptx,
    as_xlsx,
)
from ole_files import ole

pytestmark = pytest.mark.anyio

ENDINGS = {as_docx: ".docx", as_pptx: ".pptx", as_xlsx: ".xlsx"}


def by_libreoffice(ending: str, given: Callable[[], bytes] = as_docx) -> Callable[[], bytes]:
    """Return what makes such a file of a given one, where LibreOffice is there to make it."""

    def make() -> bytes:
        with TemporaryDirectory() as folder:
            source, target = Path(folder) / "given", Path(folder) / f"a{ending}"
            source.write_bytes(given())
            convert(source, ENDINGS[given], target)
            return target.read_bytes()

    return make


def installed() -> bool:
    try:
        find_libreoffice()
    except ToolMissingError:
        return False
    return True


def reads_workbooks() -> bool:
    """LibreOffice's part for workbooks is a package of its own."""
    return installed() and any(find_libreoffice().parent.glob("*sclo.*"))


needs_workbooks = pytest.mark.skipif(not reads_workbooks(), reason="libreoffice-calc is missing")
needs_libreoffice = pytest.mark.skipif(not installed(), reason="LibreOffice is not installed")


@pytest.fixture(scope="module")
async def services(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Services]:
    folder = tmp_path_factory.mktemp("office")
    opened = await build(Settings.model_validate({"data_folder": folder}))
    yield opened
    await opened.close()


@pytest.fixture
async def room(services: Services) -> AsyncIterator[RoomScope]:
    made = await services.rooms.create(Scope(), "משאבי אנוש")
    scope = RoomScope(Scope().tenant_id, made.id)
    yield scope
    await services.rooms.delete(scope)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        pytest.param(by_libreoffice(".doc"), "ישן.doc", id="doc", marks=needs_libreoffice),
        pytest.param(by_libreoffice(".odt"), "פתוח.odt", id="odt", marks=needs_libreoffice),
        pytest.param(by_libreoffice(".rtf"), "עשיר.rtf", id="rtf", marks=needs_libreoffice),
        pytest.param(by_libreoffice(".xls", as_xlsx), "ישן.xls", id="xls", marks=needs_workbooks),
        pytest.param(by_libreoffice(".ods", as_xlsx), "פתוח.ods", id="ods", marks=needs_workbooks),
        pytest.param(by_libreoffice(".ppt", as_pptx), "ישן.ppt", id="ppt", marks=needs_libreoffice),
        pytest.param(
            by_libreoffice(".odp", as_pptx), "פתוח.odp", id="odp", marks=needs_libreoffice
        ),
    ],
)
async def test_a_file_of_each_older_format_is_found_under_its_heading_and_marked_on_its_page(
    services: Services, room: RoomScope, make: Callable[[], bytes], name: str
) -> None:
    added, _ = await services.ingest.add(room, name, BytesIO(make()))
    with anyio.fail_after(300):
        await services.jobs.drain()
    document = await services.store.document(room, added.id)
    assert (document.state, document.failures, document.error) == (DocumentState.READY, (), None)

    (hit,) = (await services.search.retrieve(room, Query(QUESTION))).hits
    for line in (PARKING, *OTHERS):
        assert line in hit.chunk.text
    assert HEADING in hit.chunk.lead + hit.chunk.text
    page = await services.store.page(room, document.id, hit.chunk.spans[0].page_number)
    assert page.source is PageSource.STRUCTURE
    start = page.text.index(PARKING)
    assert page.boxes_of(start, start + len(PARKING))
    picture = await services.pictures.page(document, 1, width_pixels=200, image_format="png")
    assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{\\rtf1\\ansi x}", r"RTF.*\.docx.*libreoffice-writer"),
        (ole("WordDocument"), r"\.doc format.*\.docx.*libreoffice-writer"),
        (ole("PowerPoint Document"), r"\.ppt format.*\.pptx.*libreoffice-impress"),
        (ole("Workbook"), r"\.xls format.*\.xlsx.*libreoffice-calc"),
    ],
)
async def test_without_libreoffice_an_old_format_is_refused_at_once_with_the_remedy(
    services: Services, tmp_path: Path, data: bytes, said: str
) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(data)
    reading = replace(services.ingest.reading, office=None)
    with pytest.raises(UnsupportedMediaError, match=f"ישן.*{said}"):
        await reading.media_type(path, "ישן")


@needs_libreoffice
@pytest.mark.parametrize(
    ("stream", "said"),
    [
        ("WordDocument", r"libreoffice-writer-nogui.*\.docx"),
        ("Workbook", r"libreoffice-calc-nogui.*\.xlsx"),
    ],
)
async def test_an_old_file_that_libreoffice_cannot_read_is_named_with_a_remedy(
    services: Services, tmp_path: Path, stream: str, said: str
) -> None:
    path = tmp_path / "שבור.doc"
    path.write_bytes(ole(stream))
    with pytest.raises(DamagedDocumentError, match=rf"שבור\.doc.*{said}"):
        await services.ingest.reading.whole_file(path, languages=("heb",), parallel_pages=1)
