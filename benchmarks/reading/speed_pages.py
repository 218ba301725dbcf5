"""Pages of 2,400 characters by three writers, which draw a line in one run or in many."""

import random
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from benchmarks.reading.placed_pages import ARABIC, HEBREW, HEIGHT, MARGIN, RUSSIAN, WIDTH, book
from benchmarks.reading.second.fonts import face
from benchmarks.reading.second.tools import package

from kesher.text.bidi import to_visual

CHARS, PAGES = 2_400, 12
LINE_CHARS = 95  # what a line of the page holds, so that each paragraph is a line
SIZE, STEP = 9.0, 14.0  # points
PROSE = (
    "ביום ראשון בבוקר יצאו התלמידים עם המורה לטיול ארוך בהרי הגליל כדי לראות את הפריחה בעמקים",
    "הספרייה העירונית פתוחה לכל תושבי העיר ואפשר לשאול בה ספרים ולעיין בכתבי עת בשעות הערב",
    "ועדת הכנסת דנה אתמול בהצעת החוק החדשה והחליטה להעבירה לקריאה ראשונה במליאה ברוב קולות",
    "השופטת קבעה כי הנתבע יישא בהוצאות המשפט וכי על הצדדים להגיע להסכמה בתוך שלושים ימים",
)
MIXED = (*HEBREW, *ARABIC, *RUSSIAN)
Writer = Callable[[Path, Sequence[str]], None]


def kinds() -> dict[str, tuple[Writer, list[str]]]:
    """Name each kind of page, its writer and its pages."""
    chance = random.Random(4521)  # noqa: S311 - the same each time, not a secret
    prose = _filled(lambda: chance.choice(PROSE))
    numbers = _filled(lambda: _numbered(chance))
    return {
        "prose, fpdf2": (_by_fpdf2, prose),
        "prose, WeasyPrint": (_by_weasyprint, prose),
        "numbers, Latin and brackets, fpdf2": (_by_fpdf2, numbers),
        "numbers, Latin and brackets, WeasyPrint": (_by_weasyprint, numbers),
        "Hebrew, Arabic and Russian, WeasyPrint": (_by_weasyprint, pages_of(MIXED)),
        "Hebrew, Pango: 400 runs a page": (_by_pango, pages_of(HEBREW)),
        "Hebrew, Arabic and Russian, Pango": (_by_pango, pages_of(MIXED)),
    }


def pages_of(texts: Sequence[str]) -> list[str]:
    """Give pages of `CHARS` characters, the same each time."""
    chance = random.Random(4521)  # noqa: S311 - the same each time, not a secret
    return _filled(lambda: chance.choice(texts))


def _filled(line: Callable[[], str]) -> list[str]:
    pages = []
    for _ in range(PAGES):
        lines: list[str] = []
        while sum(map(len, lines)) < CHARS:
            lines.append(line()[:LINE_CHARS])
        pages.append("\n".join(lines)[:CHARS])
    return pages


def _numbered(chance: random.Random) -> str:
    """Make a line of numbers, Latin words and brackets, of which some have no other."""
    word = chance.choice(("סעיף", "סכום", "מחיר", "שנת", "לפי", "דגם", "גרסה"))
    first, second = chance.choice(("USD", "PDF", "Model X")), chance.choice(("Firefox", "VPN"))
    return (
        f"{chance.randint(1, 99)}.{chance.randint(1, 9)} {word} ({chance.randint(100, 9999):,} "
        f"{first} – {word} {second} {chance.randint(1, 20)}) {chance.randint(1, 28)}.12.2025 "
        f"[{word} A4 {chance.choice('()')}{chance.randint(3, 99)}% CRM-{chance.randint(2, 9)}"
    )


def _by_pango(path: Path, pages: Sequence[str]) -> None:
    book(path, pages, size=SIZE)


def _by_fpdf2(path: Path, pages: Sequence[str]) -> None:
    pdf = package("fpdf", "fpdf2").FPDF(unit="pt", format=(WIDTH, HEIGHT))
    pdf.add_font("face", "", str(face("dejavu", path.parent)))
    pdf.set_auto_page_break(False)
    for text in pages:
        pdf.add_page()
        pdf.set_font("face", size=SIZE)
        pdf.c_margin = 0
        for at, line in enumerate(text.split("\n")):
            pdf.set_xy(MARGIN, MARGIN + STEP * at)
            pdf.cell(WIDTH - 2 * MARGIN, STEP, to_visual(line, "rtl"), align="R")
    pdf.output(str(path))


def _by_weasyprint(path: Path, pages: Sequence[str]) -> None:
    style = (
        f"@page {{ size: A4; margin: {MARGIN}pt }} p {{ margin: 0 }} "
        f"body {{ font: {SIZE}pt 'DejaVu Sans' }} div {{ break-after: page }}"
    )
    body = "".join(f"<div>{_paragraphs(page)}</div>" for page in pages)
    html = f"<html dir=rtl><style>{style}</style><body>{body}</body></html>"
    package("weasyprint", "weasyprint").HTML(string=html).write_pdf(str(path))


def _paragraphs(page: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in page.split("\n"))
