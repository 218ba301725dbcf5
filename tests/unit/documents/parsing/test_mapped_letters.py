"""Hebrew that a file names as letters of another code page comes back, font by font."""

from pathlib import Path

import numpy as np
import pytest

from drawn_pdf import Drawn, draw, renamed, right
from kesher.documents.parsing.mapped_letters import (
    ALEF,
    LETTERS,
    TABLES,
    Table,
    may_be_mapped,
    recovered,
    table_of,
)
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.pdf_chars import Codes
from kesher.text.bidi import to_visual

SAID = "הודעה לכל דיירי הבניין: ביום חמישי תיערך בדיקת מים, נא לפתוח את הברזים ולהמתין לטכנאי"


def codes_of(text: str) -> Codes:
    return np.array([ord(char) for char in text], dtype=np.uint32)


def named_by(table: Table, text: str) -> str:
    names = {chr(ALEF + at): chr(code) for at, code in enumerate(table.codes)}
    return "".join(names.get(char, char) for char in text)


def read_of(text: str) -> str:
    codes = codes_of(text)
    found = recovered(codes, np.ones(len(codes), dtype=np.uint64))
    return "".join(map(chr, found.tolist()))


def test_every_table_names_each_letter_by_a_code_of_its_own() -> None:
    assert [len(set(table.codes)) for table in TABLES] == [LETTERS] * len(TABLES)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
@pytest.mark.parametrize("backwards", [False, True], ids=["logical", "as drawn"])
def test_letters_of_each_old_code_page_are_recovered(table: Table, backwards: bool) -> None:
    said = SAID[::-1] if backwards else SAID

    named = named_by(table, said)

    assert may_be_mapped(codes_of(named))
    assert read_of(named) == said


@pytest.mark.parametrize(
    "text",
    [
        "À l'école, l'élève âgé étudiait déjà l'électricité où çà et là naît un maïs ôté, dû.",
        "Přílišný žluťoučký kůň úpěl ďábelské ódy, a všechno bylo úplně ztraceno.",
        "¿Qué pasó? Él comió ñandú, maíz, pingüino y café en Córdoba, según ella.",
        "Сотрудник имеет право на двадцать два дня отпуска в каждом календарном году.",
        "يحق للموظف العمل من المنزل يومين في الأسبوع بعد موافقة المدير المباشر.",
        "‡ · ‚ „ ‰ – signs of notes and prices, 5‰ of them ‡",
        SAID,
        SAID + " René Müller, Zoë Åström, François Béranger, Ümit Çelik",
    ],
)
def test_real_languages_are_left_as_they_are(text: str) -> None:
    assert table_of(codes_of(text)) is None
    assert read_of(text) == text


def test_letters_that_end_words_inside_them_are_no_hebrew() -> None:
    inside = "אךב גםד הןו זףח טץי כךל " * 3

    assert table_of(codes_of(named_by(TABLES[0], inside))) is None


def test_a_single_letter_that_ends_words_inside_one_tells_enough() -> None:
    assert table_of(codes_of(named_by(TABLES[0], "לבויכחךז גז דבוהטא"))) is None
    assert table_of(codes_of(named_by(TABLES[0], "לבויכחזך גז דבוהטא"))) is TABLES[0]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_french_font_beside_a_mapped_one_stays_french(tmp_path: Path, table: Table) -> None:
    french = "À côté, l'élève étudiait"
    words = SAID.split()
    lines = [" ".join(words[start : start + 5]) for start in range(0, len(words), 5)]
    pieces = [right(to_visual(line, "rtl"), 100 + 24 * row) for row, line in enumerate(lines)]
    pieces.append(Drawn(french, 60, 300, font="latin"))
    good = draw(tmp_path / "good.pdf", pieces, compress=False)
    letters = {chr(ALEF + at): chr(code) for at, code in enumerate(table.codes)}

    page = read_page(renamed(good, tmp_path / "old.pdf", letters), 1)

    assert page.text.splitlines() == [*lines, french]
    assert page.trust_fraction == 1.0
