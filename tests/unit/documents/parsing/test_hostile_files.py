"""Spoilt files of every structured kind are read as far as they go or refused in words."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pptx import Presentation

from docx_files import item, level, numbering, paragraph, run, write_docx
from kesher.documents.parsing import media
from kesher.documents.parsing.structured import read_paragraphs
from kesher.errors import DocumentError
from spoiling import spoilt

COUNT = 60


def docx_sample(tmp_path: Path) -> bytes:
    row = "<w:tr>" + "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in ("א", "12")) + "</w:tr>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    body = item("סעיף 4.2(ב)") + f"<w:tbl>{row}</w:tbl><w:p>{run('טקסט')}{note}</w:p>"
    parts = {
        "numbering": numbering(level(0, "hebrew1", "%1.")),
        "footnotes": f'<w:footnote w:id="2">{paragraph("הערה")}</w:footnote>',
        "comments": f'<w:comment w:id="0" w:author="דנה">{paragraph("לבדוק")}</w:comment>',
    }
    return write_docx(tmp_path / "whole.docx", body, parts=parts).read_bytes()


def pptx_sample(tmp_path: Path) -> bytes:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "נוהל"
    slide.placeholders[1].text = "Сотрудник\nساعات"
    stored = io.BytesIO()
    deck.save(stored)
    return stored.getvalue()


def xlsx_sample(tmp_path: Path) -> bytes:
    book: Any = openpyxl.Workbook()
    for row in (("פריט", "מחיר"), ("מסך 27", 899.5), ("עכבר", 45658)):
        book.active.append(row)
    book.active["B3"].number_format = "dd/mm/yyyy"
    book.active.merge_cells("A2:A3")
    stored = io.BytesIO()
    book.save(stored)
    return stored.getvalue()


def html_sample(tmp_path: Path) -> bytes:
    return (
        "<html><meta charset=utf-8><h1>נוהל</h1><ol start=3><li>א<li>ב</ol><table><tr><th>פריט"
        "<th>מחיר<tr><td rowspan=2>מסך<td colspan=2>899</table><p>Сотрудник</p></html>"
    ).encode()


def mail_sample(tmp_path: Path) -> bytes:
    return (
        "Subject: =?utf-8?B?16nXnNeV150=?=\r\nFrom: a@b.c\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain; '
        "charset=utf-8\r\n\r\nשלום\r\n--x\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n1\r\n"
        "--x--\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        (docx_sample, media.DOCX),
        (pptx_sample, media.PPTX),
        (xlsx_sample, media.XLSX),
        (html_sample, media.HTML),
        (mail_sample, media.MAIL),
    ],
)
def test_a_spoilt_file_is_read_or_refused_by_name(
    tmp_path: Path, sample: Callable[[Path], bytes], kind: str
) -> None:
    whole = sample(tmp_path)
    for at, data in enumerate(spoilt(whole, seed=4521, count=COUNT)):
        path = tmp_path / "קובץ"
        path.write_bytes(data)
        said = refusal(path, kind)
        assert said is None or "קובץ" in said, f"copy {at}"


def refusal(path: Path, kind: str) -> str | None:
    """Say why a file is refused; None where it is read."""
    try:
        read_paragraphs(path, kind, path.name)
    except DocumentError as refused:
        return str(refused)
    return None
