"""Where lines, words, columns and raised digits begin and end."""

from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, right, width_of
from kesher.documents.parsing.pdf import read_page
from kesher.text.bidi import to_visual

COLUMN_RIGHT = [
    "העלון לעובד יוצא לאור",
    "אחת לחודש ומופץ לכולם",
    "באתר הארגון ובתיבות",
    "הדואר של המחלקות.",
]
COLUMN_LEFT = [
    "רכש ירוק הוא רכש של",
    "מוצרים שפגיעתם קטנה",
    "בסביבה, והוא מועדף",
    "בכל מכרז של הארגון.",
]


def _hebrew(text: str, y: float, x: float = 540, size: float = 12) -> Drawn:
    return right(to_visual(text, "rtl"), y, x, size=size)


def _lines(path: Path) -> list[str]:
    return read_page(path, 1).text.split("\n")


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    pieces = [_hebrew("עלון לעובד", 60, size=20)]
    for row, (first, second) in enumerate(zip(COLUMN_RIGHT, COLUMN_LEFT, strict=True)):
        pieces += [_hebrew(first, 100 + 20 * row), _hebrew(second, 100 + 20 * row, x=280)]
    pieces.append(_hebrew("עמוד 1", 700))
    assert _lines(draw(tmp_path / "columns.pdf", pieces)) == [
        "עלון לעובד", *COLUMN_RIGHT, *COLUMN_LEFT, "עמוד 1",
    ]  # fmt: skip


def test_columns_whose_lines_stand_at_other_heights_are_read_apart(tmp_path: Path) -> None:
    pieces = []
    for row, (first, second) in enumerate(zip(COLUMN_RIGHT, COLUMN_LEFT, strict=True)):
        pieces += [_hebrew(first, 100 + 20 * row), _hebrew(second, 109 + 20 * row, x=280)]
    assert _lines(draw(tmp_path / "uneven.pdf", pieces)) == [*COLUMN_RIGHT, *COLUMN_LEFT]


def test_columns_of_a_latin_page_are_read_from_the_left(tmp_path: Path) -> None:
    left = ["The employee handbook is", "issued every month and is", "sent to all departments."]
    other = [
        "Green procurement prefers",
        "products that do the least",
        "harm to what is around us.",
    ]
    pieces = []
    for row, (first, second) in enumerate(zip(left, other, strict=True)):
        pieces += [Drawn(second, 330, 100 + 20 * row), Drawn(first, 60, 100 + 20 * row)]
    assert _lines(draw(tmp_path / "latin.pdf", pieces)) == [*left, *other]


def test_rows_of_a_table_are_read_across_each_cell_by_itself(tmp_path: Path) -> None:
    rows = [("ותק", "ימי חופשה", "הערות"), ("1–4", "16", "לפי החוק"), ("7+", "22", "באישור"),
            ("10", "24", "באישור")]  # fmt: skip
    pieces = [
        _hebrew(cell, 100 + 22 * row, x=540 - 130 * column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    ]
    assert _lines(draw(tmp_path / "table.pdf", pieces)) == ["\t".join(cells) for cells in rows]


# A heading, the rows of a table of long cells, and what stands below it.
WORDY = [("הוותק", "ימי ההודעה המוקדמת"), ("ששת החודשים הראשונים", "יום אחד לכל חודש עבודה"),
         ("מן החודש השביעי עד סוף השנה", "6 ימים, ועוד יומיים וחצי לכל חודש"),
         ("יותר משנה", "30 יום"), ("דרגה 9 ומעלה, בכל ותק", "60 יום")]  # fmt: skip
PHONES = [("המקרה", "הטלפון"), ("מוקד הביטחון של רימונית, 24 שעות", "04-555-0199 או שלוחה 199"),
          ("קצין הבטיחות, אינג' מוסא סעיד", "052-555-0164"),
          ("תקלת חשמל או מים בבניין", "שלוחה 110"),
          ("משטרה · כיבוי והצלה", "100 · 101 · 102")]  # fmt: skip


@pytest.mark.parametrize("rows", [WORDY, PHONES])
@pytest.mark.parametrize("step", [15, 24])
def test_rows_of_long_cells_are_no_columns_of_prose(
    tmp_path: Path, rows: list[tuple[str, str]], step: float
) -> None:
    pieces = [_hebrew("1.1 נושא הטבלה", 80)]
    for row, (first, second) in enumerate(rows):
        pieces += [_hebrew(first, 110 + step * row), _hebrew(second, 110 + step * row, x=290)]
    pieces.append(_hebrew("1.2 הסעיף הבא", 110 + step * 4 + 36))
    pieces.append(_hebrew("בהישמע צופר מתפנים במדרגות בלבד", 110 + step * 4 + 56))
    found = _lines(draw(tmp_path / "wordy.pdf", pieces))
    assert found[1:6] == ["\t".join(cells) for cells in rows]
    assert found[6:] == ["1.2 הסעיף הבא", "בהישמע צופר מתפנים במדרגות בלבד"]


def test_rows_of_long_latin_and_cyrillic_cells_are_read_across(tmp_path: Path) -> None:
    rows = [("Seniority", "Days of notice that are due"), ("Up to six months", "One a month"),
            ("Больше одного года", "30 дней"), ("Grade 9 and above it", "60 days")]  # fmt: skip
    pieces = []
    for row, (first, second) in enumerate(rows):
        pieces += [Drawn(first, 60, 100 + 24 * row, font="latin"),
                   Drawn(second, 330, 100 + 24 * row, font="latin")]  # fmt: skip
    found = _lines(draw(tmp_path / "latin-table.pdf", pieces))
    assert found == ["\t".join(cells) for cells in rows]


@pytest.mark.parametrize("rise", [4, 5, -2])
def test_a_raised_or_lowered_digit_stays_in_its_line(tmp_path: Path, rise: float) -> None:
    base = _hebrew("שטח החדר 32 מ", 100)
    raised = Drawn("2", base.x - 84, 100 - rise, size=7, to_right=True)
    path = draw(tmp_path / "raised.pdf", [base, raised, _hebrew("גובה החדר", 120)])
    assert _lines(path)[1] == "גובה החדר"
    assert _lines(path)[0].replace(" ", "") == "שטחהחדר32מ2"


@pytest.mark.parametrize("size", [8, 6])
@pytest.mark.parametrize(("word", "font"), [("בשנת", "hebrew"), ("السنة", "arabic")])
def test_the_mark_of_a_note_is_no_digit_of_the_number_that_it_touches(
    tmp_path: Path, size: float, word: str, font: str
) -> None:
    year, mark = width_of("2024"), width_of("12", size)
    pieces = [right(word[::-1] if font == "hebrew" else word, 100, font=font)]
    pieces += [Drawn("2024", 450, 100), Drawn("12", 450 - mark, 96, size=size)]
    pieces += [Drawn("год", 60, 130, font="latin"), Drawn("2024", 85, 130)]
    pieces += [Drawn("3", 85 + year, 126, size=size), _hebrew("סעיף שני", 160)]
    found = _lines(draw(tmp_path / "notes.pdf", pieces))
    assert found[0].split()[-2:] == ["2024", "12"]
    assert found[1] == "год 2024 3"


@pytest.mark.parametrize("size", [8, 6])
def test_a_power_follows_its_number(tmp_path: Path, size: float) -> None:
    power = Drawn("23", 540 - width_of("הגדלה פי "), 96, size=size, to_right=True)
    number = Drawn("10", power.x - width_of("23", size), 100, to_right=True)
    pieces = [_hebrew("הגדלה פי", 100), number, power, _hebrew("סעיף שני", 130)]
    assert _lines(draw(tmp_path / "power.pdf", pieces))[0] == "הגדלה פי 10 23"


def test_a_bold_text_drawn_twice_is_read_once(tmp_path: Path) -> None:
    pieces = [_hebrew("תקרה חודשית: 225 ₪", 100), _hebrew("תקרה חודשית: 225 ₪", 100, x=540.4)]
    assert _lines(draw(tmp_path / "bold.pdf", pieces)) == ["תקרה חודשית: 225 ₪"]


def test_doubled_letters_and_digits_are_kept(tmp_path: Path) -> None:
    said = "המשרד מממן 1100 ימים ללא Office 22"
    assert _lines(draw(tmp_path / "doubles.pdf", [_hebrew(said, 100)])) == [said]


@pytest.mark.parametrize("spacing", [2, 4, 7])
def test_letter_spaced_words_stay_whole(tmp_path: Path, spacing: float) -> None:
    drawn = Drawn(to_visual("המשרד סגור ביום 24.09.2026", "rtl"), 60, 100, spacing=spacing)
    assert _lines(draw(tmp_path / "spaced.pdf", [drawn])) == ["המשרד סגור ביום 24.09.2026"]


@pytest.mark.parametrize("gap", [2.6, 4, 8])
def test_words_without_a_stored_space_are_parted_by_their_gap(tmp_path: Path, gap: float) -> None:
    pieces, x = [], 540.0
    words = ["העובד", "זכאי", "לחופשה", "של", "שבועיים"]
    for word in words:
        pieces.append(_hebrew(word, 100, x=x))
        x -= width_of(word) + gap
    text = _lines(draw(tmp_path / "gaps.pdf", pieces))[0]
    assert text.split() == words


def test_a_gap_like_those_of_stored_blanks_parts_words_without_one(tmp_path: Path) -> None:
    words = ["אחת", "המטרות", "של", "התקציב", "ההמשכי", "הקבוע", "בסעיף"]
    pieces, x = [_hebrew("5.", 100, x=556)], 540.0
    for word in words:
        blank = "" if word in {"של", "ההמשכי"} else " "
        pieces.append(Drawn(blank + to_visual(word, "rtl"), x, 100, to_right=True))
        x -= width_of(word) + 2.1
    text = _lines(draw(tmp_path / "tight.pdf", pieces))[0]
    assert text == " ".join(["5.", *words])


def test_close_lines_of_tall_fonts_do_not_run_into_each_other(tmp_path: Path) -> None:
    lines = [f"שורה מספר {number} מתוך שש" for number in range(1, 7)]
    pieces = [_hebrew(line, 100 + 11 * row) for row, line in enumerate(lines)]
    assert _lines(draw(tmp_path / "close.pdf", pieces)) == lines


def test_a_watermark_across_the_page_leaves_its_lines_alone(tmp_path: Path) -> None:
    lines = [f"סעיף {number} של הנוהל המעודכן" for number in range(1, 9)]
    pieces = [_hebrew(line, 300 + 24 * row) for row, line in enumerate(lines)]
    pieces.append(Drawn("הטויט", 250, 480, size=70, angle=45))
    assert _lines(draw(tmp_path / "mark.pdf", pieces)) == [*lines, "טיוטה"]


@pytest.mark.parametrize("angle", [90, 270])
def test_text_up_the_margin_is_read_as_a_line_of_its_own(tmp_path: Path, angle: int) -> None:
    pieces = [_hebrew("נוהל עבודה", 100), _hebrew("סעיף ראשון", 130)]
    pieces.append(Drawn(to_visual("טופס 207", "rtl"), 40, 400, angle=angle))
    assert _lines(draw(tmp_path / "margin.pdf", pieces)) == ["נוהל עבודה", "סעיף ראשון", "טופס 207"]


def test_an_ocr_layer_of_logical_letters_at_rising_places_is_turned(tmp_path: Path) -> None:
    lines = ["עובדים זכאים לימים", "חופשה לכל העובדים", "דין וחשבון שנתי לקצין"]
    pieces = []
    for row, line in enumerate(lines):
        x = 540.0
        for word in line.split():
            pieces.append(Drawn(word, x, 100 + 24 * row, to_right=True, invisible=True))
            x -= 8 * len(word) + 6
    assert _lines(draw(tmp_path / "ocr.pdf", pieces)) == lines


def test_a_line_of_long_latin_names_keeps_the_direction_of_its_margin(tmp_path: Path) -> None:
    said = "התקנת Microsoft Visual Studio Enterprise"
    pieces = [_hebrew("נוהל מחשוב ומערכות מידע", 100), _hebrew("הוראות ההתקנה לעובד", 124),
              _hebrew(said, 148), _hebrew("ובסיום יש להפעיל מחדש את המחשב", 172)]  # fmt: skip
    assert _lines(draw(tmp_path / "names.pdf", pieces))[2] == said


@pytest.mark.parametrize(
    "said", ["13.3 VPN ורשתות Wi-Fi", "13.3 Wi-Fi", "13.3 Сети", "13.3 ISO/IEC: תקנים"]
)
def test_a_section_number_among_its_kin_begins_its_line(tmp_path: Path, said: str) -> None:
    font = "latin" if "С" in said else "hebrew"
    lines = ["13.2 סיסמאות ואימות", "סיסמה תכלול 14 תווים לפחות", said, "מחוץ למשרד מתחברים"]
    pieces = [_hebrew(line, 100 + 24 * row) for row, line in enumerate(lines) if line != said]
    pieces.append(right(to_visual(said, "rtl"), 148, 540, font=font))
    assert _lines(draw(tmp_path / "section.pdf", pieces))[2].startswith(
        said.split("ו", maxsplit=1)[0]
    )


def test_a_version_that_begins_a_line_stays_behind_its_name(tmp_path: Path) -> None:
    lines = ["13.2 סיסמאות ואימות", "Python 3.11 מותקן במחשבים", "מחוץ למשרד מתחברים"]
    pieces = [_hebrew(line, 100 + 24 * row) for row, line in enumerate(lines)]
    assert _lines(draw(tmp_path / "version.pdf", pieces)) == lines


def test_dot_leaders_keep_title_and_page_together(tmp_path: Path) -> None:
    path = draw(tmp_path / "toc.pdf", [_hebrew("מבוא .................... 5", 100)])
    assert _lines(path) == ["מבוא\t5"]
