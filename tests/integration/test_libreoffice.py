"""LibreOffice lays out a DOCX as PDF, confined. Skipped where it is not installed."""

import contextlib
import http.server
import io
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import docx
import fontpkg_heebo
import pytest
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from PIL import Image

from kesher.adapters.libreoffice import convert, find_libreoffice
from kesher.adapters.processes.pool import LimitedProcesses
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.errors import DamagedDocumentError, TaskTimeoutError, ToolMissingError
from kesher.ports.isolation import Limits

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
LINES = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה (ראו 4.2)",
    "Employees may work from home two days a week",
    "Сотрудник имеет право на отпуск",
    "ساعات العمل من الأحد",
)


def installed() -> bool:
    try:
        find_libreoffice()
    except ToolMissingError:
        return False
    return True


needs_libreoffice = pytest.mark.skipif(not installed(), reason="LibreOffice is not installed")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    document = docx.Document()
    for line in LINES:
        document.add_paragraph(line)
    path = tmp_path / 'נוהל "חדש".docx'
    document.save(str(path))
    return path


@pytest.fixture
async def processes() -> AsyncIterator[LimitedProcesses]:
    pool = LimitedProcesses(1)
    yield pool
    await pool.close()


@pytest.mark.anyio
@needs_libreoffice
async def test_a_docx_becomes_a_pdf_that_reads_the_same(
    processes: LimitedProcesses, source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "made.pdf"
    await processes.run(Limits(120, 4 << 30), convert, source, ".docx", target)
    assert pdf_info(target).pages_total == 1
    text = read_page(target, 1).text
    assert LINES[0] in text
    assert LINES[1] in text
    assert LINES[2] in text


@needs_libreoffice
def test_fonts_of_ours_are_used_where_the_document_asks_for_them(
    source: Path, tmp_path: Path
) -> None:
    document = docx.Document(str(source))
    for run in document.paragraphs[0].runs:
        fonts = OxmlElement("w:rFonts")
        for name in ("ascii", "hAnsi", "cs"):
            fonts.set(qn(f"w:{name}"), "Heebo")
        run._r.get_or_add_rPr().append(fonts)
    document.save(str(source))
    target = tmp_path / "made.pdf"
    convert(source, ".docx", target, font_folders=(fontpkg_heebo.ROOT / "files",))
    assert b"Heebo" in target.read_bytes()


def link_picture(source: Path, address: str) -> None:
    """Put a picture into a DOCX that lies at an address, not in the file."""
    stored = io.BytesIO()
    Image.new("L", (8, 8)).save(stored, "PNG")
    document = docx.Document(str(source))
    document.add_picture(stored)
    link = document.part.relate_to(address, f"{RELATIONS}/image", is_external=True)
    blip = document.element.body.find(f".//{qn('a:blip')}")
    assert blip is not None
    del blip.attrib[qn("r:embed")]
    blip.set(qn("r:link"), link)
    document.save(str(source))


@needs_libreoffice
def test_nothing_is_fetched_from_the_network(source: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    link_picture(source, f"http://127.0.0.1:{server.server_port}/pixel.png")
    convert(source, ".docx", tmp_path / "made.pdf")
    server.shutdown()
    server.server_close()
    assert asked == []


def running_commands() -> list[bytes]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found.append(path.read_bytes().split(b"\0")[0])
    return found


@pytest.mark.anyio
@needs_libreoffice
async def test_running_out_of_time_leaves_no_program_behind(
    processes: LimitedProcesses, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # names our LibreOffice among all of the machine
    with pytest.raises(TaskTimeoutError, match="convert"):
        await processes.run(Limits(0.6, 4 << 30), convert, source, ".docx", tmp_path / "made.pdf")
    ours = str(tmp_path).encode()
    assert not any(b"soffice" in c and ours in c for c in running_commands())
    assert not (tmp_path / "made.pdf").exists()


@needs_libreoffice
def test_a_file_that_it_cannot_lay_out_is_named(tmp_path: Path) -> None:
    source = tmp_path / "פגום.docx"
    source.write_bytes(b"PK\x03\x04 not a whole archive")
    with pytest.raises(DamagedDocumentError, match=r"פגום\.docx"):
        convert(source, ".docx", tmp_path / "made.pdf")


def test_where_it_is_missing_the_package_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissingError, match="libreoffice-writer-nogui"):
        find_libreoffice()
