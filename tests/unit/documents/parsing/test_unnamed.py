"""One letter that a file does not name is told by a reading of the page's picture."""

from pathlib import Path

from drawn_pdf import draw, renamed, right
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.unnamed import named_by_scan
from kesher.domain.document import Page
from kesher.text.bidi import to_visual

LINES = ['יושבי ראש ועדות הכנסת ה-25, התשפ"ה', "מנהלי הוועדות (לעניין חקיקת משנה)", "נספח 4.2(ב)"]


def pages(folder: Path, letters: str) -> tuple[Page, Page]:
    """A page whose file leaves letters unnamed, and the page as it is seen."""
    drawn = [right(to_visual(line, "rtl"), 100 + 30 * at) for at, line in enumerate(LINES)]
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


def test_two_unnamed_letters_are_not_taken_for_one(tmp_path: Path) -> None:
    layer, seen = pages(tmp_path, "נו")
    assert named_by_scan(layer, seen) is None


def test_a_letter_that_is_not_read_in_most_of_its_places_is_not_put_in(tmp_path: Path) -> None:
    layer, _ = pages(tmp_path, "נ")
    assert named_by_scan(layer, layer) is None
