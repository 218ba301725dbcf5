"""Lines of a font that names other letters are read by OCR; all other lines stay as they are."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, renamed, right
from kesher.documents.parsing.mended import mended_by_scan
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.trust import TRUSTED_FRACTION, is_recognised, needs_ocr
from kesher.domain.document import Page, PageSource, Role
from kesher.text.bidi import to_visual

HEAD = "Приказ об отпусках"
BODY = [
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה, לפי סעיף 4.2(ב)",
    "בקשה תוגש במערכת 14 יום מראש (Travel Policy)",
    'החזר נסיעות: עד 350 ש"ח בחודש',
]
SPOILT = {letter: chr(0x180 + at) for at, letter in enumerate(sorted(set(HEAD) - {" "}))}


def pages(
    folder: Path, body: Sequence[str], *, head: str = HEAD, spoilt: dict[str, str] = SPOILT
) -> tuple[Page, Page]:
    """A page whose head is in a font that names other letters, and the page as it is seen."""
    drawn = [Drawn(head, 200, 60, size=16, font="latin")]
    drawn += [right(to_visual(line, "rtl"), 100 + 30 * at) for at, line in enumerate(body)]
    whole = draw(folder / "whole.pdf", drawn, compress=False)
    seen = read_page(whole, 1)
    scan = replace(seen, source=PageSource.OCR, trust_fraction=0.9)
    return read_page(renamed(whole, folder / "lost.pdf", spoilt), 1), scan


@pytest.mark.parametrize("copies", [1, 6])
def test_a_spoilt_line_is_taken_from_the_scan_and_the_others_are_kept(
    tmp_path: Path, copies: int
) -> None:
    layer, seen = pages(tmp_path, BODY * copies)
    misread = replace(seen, text=seen.text.replace("350", "850"))
    assert needs_ocr(layer) is not None
    mended = mended_by_scan(layer, misread)
    assert mended is not None
    assert mended.text == seen.text
    assert [(line.start, line.end) for line in mended.lines] == [
        (line.start, line.end) for line in seen.lines
    ]
    assert mended.boxes_of(0, len(HEAD)) == seen.boxes_of(0, len(HEAD))
    assert mended.boxes_of(len(HEAD) + 1, len(seen.text)) == seen.boxes_of(
        len(HEAD) + 1, len(seen.text)
    )
    assert TRUSTED_FRACTION < mended.trust_fraction < 1
    assert mended.note == (
        "The font of 1 line names other letters than it shows; OCR read only these."
    )


def test_a_spoilt_cell_keeps_its_column(tmp_path: Path) -> None:
    table = [("Отпуск", "22", "ימים"), ("Болезнь", "18", "ימים"), ("Дорога", "5", "ימים")]
    drawn = [
        Drawn(text if font == "latin" else text[::-1], x, 100 + 24 * at, font=font)
        for at, row in enumerate(table)
        for text, x, font in zip(row, (80, 220, 320), ("latin", "hebrew", "hebrew"), strict=True)
    ]
    drawn += [right(to_visual(line, "rtl"), 300 + 30 * at) for at, line in enumerate(BODY)]
    letters = sorted({char for row in table for char in row[0]})
    spoilt = {letter: chr(0x180 + at) for at, letter in enumerate(letters)}
    whole = draw(tmp_path / "whole.pdf", drawn, compress=False)
    seen, layer = read_page(whole, 1), read_page(renamed(whole, tmp_path / "b.pdf", spoilt), 1)
    mended = mended_by_scan(layer, seen)
    assert mended is not None
    assert mended.text == seen.text
    assert mended.tables == seen.tables
    assert {line.role for line in mended.lines[:3]} == {Role.ROW}


def test_a_page_that_is_spoilt_whole_is_not_mended(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, [])
    assert mended_by_scan(layer, seen) is None


def test_a_sound_page_and_a_line_that_ocr_does_not_see_stay_as_they_are(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, BODY)
    unseen = replace(seen, lines=seen.lines[1:])
    assert mended_by_scan(seen, seen) is None
    assert mended_by_scan(layer, unseen) is None


def test_a_layer_of_another_recognition_is_told_from_one_with_spoilt_lines(
    tmp_path: Path,
) -> None:
    layer, _ = pages(tmp_path, BODY)
    assert not is_recognised(layer)
    assert is_recognised(replace(layer, trust_fraction=0.5))


def test_french_is_not_read_anew(tmp_path: Path) -> None:
    layer, _ = pages(tmp_path, BODY, head="L'élève a étudié à côté, déjà", spoilt={})
    assert needs_ocr(layer) is None
