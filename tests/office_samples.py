"""The same small text in files of several formats, as people keep such a text."""

from email.message import EmailMessage
from io import BytesIO
from typing import Any

import docx
import openpyxl
from pptx import Presentation

HEADING = "נוהל חניה"
PARKING = "עובד רשאי לחנות בחניון בין 07:00 ל-20:00 (ראו 4.2(א))"
OTHERS = ("Employees may work from home.", "Сотрудник имеет право на отпуск.", "ساعات العمل.")
QUESTION = "עד מתי מותר לחנות בחניון?"


def as_docx() -> bytes:
    document = docx.Document()
    document.add_heading(HEADING, level=1)
    for line in (PARKING, *OTHERS):
        document.add_paragraph(line)
    return saved(document)


def as_pptx() -> bytes:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = HEADING
    slide.placeholders[1].text = "\n".join((PARKING, *OTHERS))
    return saved(deck)


def as_xlsx() -> bytes:
    book: Any = openpyxl.Workbook()
    book.active.title = HEADING
    book.active.append(("נושא", "כלל", "ימים"))
    book.active.append(("חניה", PARKING, 3))
    for line in OTHERS:
        book.active.append(("נוסף", line, 1))
    return saved(book)


def as_html() -> bytes:
    lines = "".join(f"<p>{line}</p>" for line in (PARKING, *OTHERS))
    page = f"<html dir=rtl><meta charset=utf-8><h1>{HEADING}</h1>{lines}<script>1</script></html>"
    return page.encode()


def as_mail() -> bytes:
    message = EmailMessage()
    message["Subject"] = HEADING
    message["From"] = "דנה <dana@example.org>"
    message["Date"] = "Sun, 29 Nov 2026 10:00:00 +0200"
    message.set_content("\n".join((PARKING, *OTHERS)))
    return message.as_bytes()


def saved(made: Any) -> bytes:
    stored = BytesIO()
    made.save(stored)
    return stored.getvalue()
