"""The second corpus tells the truth about what it draws."""

from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks.reading.second.bidi import shaped, unshaped, visual
from benchmarks.reading.second.content import kinds, lines_of, read_text, truth_of
from benchmarks.reading.second.flow import HEIGHT, WIDTH, Layout, lay_out
from benchmarks.reading.second.fonts import face
from benchmarks.reading.second.run import half_of
from benchmarks.reading.second.strokes import StrokePen
from benchmarks.reading.second.tools import MissingToolError
from benchmarks.reading.second.wordml import SPECIALS, write_special


@pytest.fixture
def faces(tmp_path: Path) -> tuple[Path, Path]:
    try:
        visual("א")
        return face("dejavu", tmp_path), face("dejavu", tmp_path, bold=True)
    except MissingToolError as missing:
        pytest.skip(str(missing))


def box_of(word: dict[str, object]) -> list[float]:
    box = word["box"]
    assert isinstance(box, list)
    return [float(each) for each in box]


def drawn(kind: str, faces: tuple[Path, Path]) -> StrokePen:
    pen = StrokePen(faces)
    lay_out(read_text(kind), pen, Layout())
    return pen


def test_a_number_stands_before_its_item_and_a_page_after_its_title() -> None:
    contract, contents = read_text("contract").pages[0], read_text("toc").pages[0]
    assert "2.2(א) השוכר ישתמש במושכר למגורים בלבד, לעד 4 נפשות." in truth_of(contract)
    assert "1.1 גרעין המייסדים 9" in truth_of(contents)


def test_hidden_lines_and_watermarks_are_no_part_of_the_truth() -> None:
    page = read_text("notices").pages[0]
    hidden = {line.text for line in page.unseen}
    assert hidden >= {"טיוטה", "hidden keyword list 4711"}
    assert not hidden & {line.text for line in lines_of(page)}


@pytest.mark.parametrize(
    ("logical", "seen"),
    [
        ("סעיף 2(א)", "(א)2 ףיעס"),
        ("עד 10 ל-ABC בלבד", "דבלב ABC-ל 10 דע"),
        ("الحي (ב)", "(ב) يحلا"),
        ("лист 7", "лист 7"),
    ],
)
def test_a_line_is_turned_as_the_eye_sees_it(logical: str, seen: str) -> None:
    turned = visual(shaped(logical), rtl=not logical.startswith("л"))
    assert unshaped(turned.shown) == seen
    back = unshaped("".join(turned.shown[place] for place in turned.places))
    assert [c for c in back if c.isalnum()] == [c for c in logical if c.isalnum()]


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind != "poem"])
def test_every_word_lies_on_its_page_and_no_two_of_a_line_overlap(
    kind: str, faces: tuple[Path, Path]
) -> None:
    words = [word for word in drawn(kind, faces).places.word_boxes if "torn" not in word]
    assert words
    lines: dict[object, list[list[float]]] = {}
    for word in words:
        left, top, right, bottom = box = box_of(word)
        assert 0 <= left < right <= WIDTH
        assert 0 <= top < bottom <= HEIGHT
        lines.setdefault((word["page"], top), []).append(box)
    for boxes in lines.values():
        for one, following in pairwise(sorted(boxes)):
            assert one[2] <= following[0] + 0.05


def test_the_first_word_of_a_hebrew_line_lies_at_its_right(faces: tuple[Path, Path]) -> None:
    words = drawn("letter", faces).places.word_boxes
    places = {word["text"]: box_of(word) for word in words}
    assert places["בהמשך"][0] > places["לפגישתנו"][0]


def test_a_word_that_direction_tears_apart_is_marked(faces: tuple[Path, Path]) -> None:
    words = drawn("contacts", faces).places.word_boxes
    assert [word["text"] for word in words if "torn" in word] == ["Petrova,"]


def test_a_files_half_is_for_ever() -> None:
    halves = {name: half_of(name) for name in ("S/qt__prices.pdf", "pango__poem.pdf")}
    assert halves["S/qt__prices.pdf"] == half_of("elsewhere/qt__prices.pdf")
    assert {half_of(f"{n}.pdf") for n in range(20)} == {"seen", "unseen"}


@pytest.mark.parametrize("kind", SPECIALS)
def test_a_word_file_holds_its_true_lines(kind: str, tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="Word files of the corpus are made by python-docx.")
    truth = write_special(kind, tmp_path / "made.docx")
    package = docx.Document(str(tmp_path / "made.docx")).part.package
    stored = "".join(part.blob.decode("utf-8", "ignore") for part in package.iter_parts())
    for line in truth:
        assert isinstance(line, str)
        assert any(word.strip("():.,") in stored for word in line.split())
