"""Whole small files of every kind that is taken in: what the mutations begin from."""

import io
from collections.abc import Callable
from typing import Any

import fontpkg_heebo
import openpyxl
from benchmarks.reading.placed_pages import opened
from benchmarks.reading.second.tools import package
from fpdf import FPDF
from fpdf.fonts import TTFFont
from PIL import Image
from pptx import Presentation

LINES = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה (ראו סעיף 4.2(א)).",
    'סה"כ לתשלום: ₪1,250.50 עד 31.03.2025 דרך VPN בלבד',
    "Employees may work from home two days a week.",
    "Сотрудник имеет право на 22 дня отпуска в году.",
    "ساعات العمل من الأحد إلى الخميس",
)
HEEBO = fontpkg_heebo.ROOT / "files" / "Heebo[wght].ttf"


def pdf(*, pages: int = 2, compress: bool = True) -> bytes:
    """Text, a table's rulings and a bookmark on each page."""
    sheet = FPDF(unit="pt", format="A4")
    sheet.set_compression(compress)
    sheet.add_font("heebo", fname=HEEBO)
    sheet.set_font("heebo", size=12)
    sheet.set_text_shaping(True)
    for number in range(pages):
        sheet.add_page()
        sheet.start_section(f"פרק {number + 1}")
        for line in LINES[:3] * 3:
            sheet.cell(0, 22, line, border=1, align="R", new_x="LMARGIN", new_y="NEXT")
    try:
        return bytes(sheet.output())
    finally:
        for font in sheet.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()


def picture() -> Image.Image:
    """A page of text as a scanner gives it, 100 dots an inch."""
    with opened(pdf(pages=1)) as document:
        drawn: Image.Image = document[0].render(scale=100 / 72, grayscale=True).to_pil()
    return drawn


def scan() -> bytes:
    """A PDF that is only a picture."""
    stored = io.BytesIO()
    picture().save(stored, "PDF", resolution=100)
    return stored.getvalue()


def png() -> bytes:
    """The picture of a page by itself."""
    stored = io.BytesIO()
    picture().save(stored, "PNG")
    return stored.getvalue()


def word() -> bytes:
    """Paragraphs, a list and a table."""
    document = package("docx", "python-docx").Document()
    document.add_heading(LINES[0], 1)
    for line in LINES:
        document.add_paragraph(line, style="List Number")
    table = document.add_table(rows=3, cols=2)
    for row in table.rows:
        for cell, text in zip(row.cells, LINES, strict=False):
            cell.text = text
    return _stored(document.save)


def slides() -> bytes:
    """Two slides."""
    deck: Any = Presentation()
    for line in LINES[:2]:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = line
        slide.placeholders[1].text = "\n".join(LINES)
    return _stored(deck.save)


def sheet() -> bytes:
    """Rows with numbers, dates and merged cells."""
    book: Any = openpyxl.Workbook()
    for row in (("פריט", "מחיר"), ("מסך 27", 899.5), ("עכבר", 45658)):
        book.active.append(row)
    book.active["B3"].number_format = "dd/mm/yyyy"
    book.active.merge_cells("A2:A3")
    return _stored(book.save)


def html() -> bytes:
    """A page with a list and a table."""
    items = "".join(f"<li>{line}" for line in LINES)
    table = "<table><tr><th>פריט<th>מחיר<tr><td rowspan=2>מסך<td colspan=2>899</table>"
    return f"<html><meta charset=utf-8><h1>נוהל</h1><ol start=3>{items}</ol>{table}".encode()


def mail() -> bytes:
    """A mail of two parts."""
    head = "Subject: =?utf-8?B?16nXnNeV150=?=\r\nFrom: a@b.c\r\nTo: d@e.f\r\nMIME-Version: 1.0\r\n"
    kind = 'Content-Type: multipart/mixed; boundary="x"\r\n\r\n'
    parts = "".join(f"--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{t}\r\n" for t in LINES)
    return f"{head}{kind}{parts}--x--\r\n".encode()


def rtf() -> bytes:
    """One paragraph in RTF."""
    letters = "".join(f"\\u{ord(char)}?" for char in LINES[0])
    return b"{\\rtf1\\ansi\\ansicpg1255 {\\b " + letters.encode() + b"}\\par}"


def text() -> bytes:
    """Plain text."""
    return "\n\n".join(LINES * 4).encode()


def markdown() -> bytes:
    """Markdown with headings and a table."""
    return f"# נוהל\n\n{LINES[0]}\n\n| א | ב |\n|---|---|\n| {LINES[1]} | 2 |\n".encode()


def _stored(save: Callable[[io.BytesIO], object]) -> bytes:
    stored = io.BytesIO()
    save(stored)
    return stored.getvalue()


SEEDS: dict[str, Callable[[], bytes]] = {
    "text.pdf": pdf,
    "plain.pdf": lambda: pdf(compress=False),
    "scan.pdf": scan,
    "page.png": png,
    "letter.docx": word,
    "deck.pptx": slides,
    "book.xlsx": sheet,
    "page.html": html,
    "mail.eml": mail,
    "letter.rtf": rtf,
    "notes.txt": text,
    "notes.md": markdown,
}
"""A name as a person would give it, and what writes the file."""
