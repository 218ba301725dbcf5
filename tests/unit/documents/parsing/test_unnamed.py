"""Letters that a file does not name are told by a reading of the page's picture."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from drawn_pdf import draw, renamed, right
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.unnamed import named_by_scan
from kesher.domain.document import Page
from kesher.text.bidi import to_visual
from kesher.text.direction import direction

LINES = ['יושבי ראש ועדות הכנסת ה-25, התשפ"ה', "מנהלי הוועדות (לעניין חקיקת משנה)", "נספח 4.2(ב)"]


def pages(
    folder: Path, letters: str, lines: Sequence[str] = LINES, font: str = "hebrew"
) -> tuple[Page, Page]:
    """A page whose file leaves letters unnamed, and the page as it is seen."""
    side = direction("".join(lines))
    drawn = [
        right(to_visual(line, side), 100 + 30 * at, font=font) for at, line in enumerate(lines)
    ]
    whole = draw(folder / "whole.pdf", drawn, compress=False)
    lost = renamed(whole, folder / "lost.pdf", dict.fromkeys(letters, "\0"))
    return read_page(lost, 1), read_page(whole, 1)


def test_the_letter_is_put_in_and_the_rest_stays_as_the_file_has_it(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, "נ")
    assert layer.text.count("\ufffd") == 5
    named = named_by_scan(layer, seen)
    assert named is not None
    assert named.text == layer.text.replace("\ufffd", "נ")
    assert (named.trust_fraction, named.char_boxes) == (1.0, layer.char_boxes)
    assert named.note == "The file does not name the letter “נ”, which OCR told."


def test_several_letters_are_told_apart_by_their_widths(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, "נוע")
    named = named_by_scan(layer, seen)
    assert named is not None
    assert named.text == seen.text
    assert named.note == "The file does not name the letters “ו”, “נ”, “ע”, which OCR told."


@pytest.mark.parametrize(
    ("font", "line", "letters"),
    [
        ("hebrew", "הבקשה תוגש לגזבר העירייה", "גז"),
        ("latin", "Отпуск даётся за две недели", "ёз"),
        ("latin", "Report of the year to Kfar-Saba", "fy"),
    ],
)
def test_a_rare_letter_is_told_by_words_that_are_read_alike(
    tmp_path: Path, font: str, line: str, letters: str
) -> None:
    layer, seen = pages(tmp_path, letters, [line], font=font)
    named = named_by_scan(layer, seen)
    assert named is not None
    assert named.text == line


def test_a_rare_letter_is_left_where_ocr_reads_its_word_otherwise(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, "גז", ["הבקשה תוגש לגזבר העירייה"])
    misread = replace(seen, text=seen.text.replace("תוגש", "תונש").replace("לגזבר", "למזפר"))
    assert named_by_scan(layer, misread) is None


def test_what_is_not_told_is_left_unnamed_where_it_is_little(tmp_path: Path) -> None:
    lines = [*LINES * 3, "מנגנון הגיוס נדחה לאביב 2027"]
    layer, seen = pages(tmp_path, "נג", lines)
    misread = replace(seen, text=seen.text.replace("הגיוס", "הריום"))
    named = named_by_scan(layer, misread)
    assert named is not None
    assert named.text == seen.text.replace("הגיוס", "ה\ufffdיוס")
    assert named.note is not None
    assert named.note.endswith(" Places left unnamed: 1.")
    assert named.trust_fraction < 1


def test_a_letter_that_is_not_read_in_most_of_its_places_is_not_put_in(tmp_path: Path) -> None:
    layer, _ = pages(tmp_path, "נ")
    assert named_by_scan(layer, layer) is None
