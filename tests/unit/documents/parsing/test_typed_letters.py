"""Hebrew that a file names as the Latin letters of the same keys comes back, font by font."""

from pathlib import Path

import numpy as np
import pytest

from drawn_pdf import Drawn, draw, renamed, right
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.pdf_chars import Codes
from kesher.documents.parsing.typed_letters import (
    TYPED_TABLES,
    TypedTable,
    may_be_typed,
    recovered_typed,
    typed_table_of,
)
from kesher.text.bidi import to_visual

SAID = (
    "הודעה לכל דיירי הבניין: ביום חמישי תיערך בדיקת מים, נא לפתוח את הברזים ולהמתין לטכנאי. "
    "אין להשתמש במעלית בין 8:00 ל-12:30, על פי הוראות של הקבלן"
)
OTHERS = [
    "Staff are entitled to two more days, as agreed on,by mail,or by phone; see `list` and `code`.",
    "Der Mitarbeiter hat Anspruch auf zwanzig Tage Urlaub im Jahr, so steht es im Vertrag.",
    "L'employe demande son conge par ecrit, quinze jours avant le depart, au responsable.",
    "a,b,c,d,e,f,g,h;i.j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,aa,bb,cc,dd,ee,ff,gg,hh,ii,jj,kk,ll,mm",
    "Сотрудник имеет право на двадцать два дня отпуска, и на `код` тоже.",
    "يحق للموظف العمل من المنزل يومين في الأسبوع بعد موافقة المدير المباشر.",
    SAID,
]


def codes_of(text: str) -> Codes:
    return np.array([ord(char) for char in text], dtype=np.uint32)


def names_of(table: TypedTable) -> dict[str, str]:
    return {hebrew: stored for stored, hebrew in (*table.letters.items(), *table.signs.items())}


def named_by(table: TypedTable, text: str) -> str:
    names = names_of(table)
    return "".join(names.get(char, char) for char in text)


def read_of(text: str) -> str:
    codes = codes_of(text)
    found = recovered_typed(codes, np.ones(len(codes), dtype=np.uint64))
    return "".join(map(chr, found.tolist()))


def test_a_word_is_typed_as_people_know_it() -> None:
    seven_bit, keyboard = TYPED_TABLES
    assert named_by(keyboard, "שלום") == "akuo"
    assert named_by(seven_bit, "שלום") == "ylem"
    assert all(len(set(table.letters.values())) == 27 for table in TYPED_TABLES)


@pytest.mark.parametrize("table", TYPED_TABLES, ids=lambda table: table.name)
@pytest.mark.parametrize("backwards", [False, True], ids=["logical", "as drawn"])
def test_letters_of_both_codes_are_recovered(table: TypedTable, backwards: bool) -> None:
    said = SAID[::-1] if backwards else SAID

    named = named_by(table, said)

    assert may_be_typed(codes_of(named))
    assert read_of(named) == said


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_such_hebrew_is_left_as_it_is(text: str) -> None:
    assert typed_table_of(text * 3) is None
    assert read_of(text * 3) == text * 3


@pytest.mark.parametrize("table", TYPED_TABLES, ids=lambda table: table.name)
def test_an_english_font_beside_such_a_one_stays_english(tmp_path: Path, table: TypedTable) -> None:
    english = "Report of the building committee, page two"
    # The test's font draws its marks where Unicode has them, so that it is asked for none.
    words = SAID.translate(str.maketrans("", "", ",.:")).split()
    lines = [" ".join(words[start : start + 5]) for start in range(0, len(words), 5)]
    pieces = [right(to_visual(line, "rtl"), 100 + 24 * row) for row, line in enumerate(lines)]
    pieces.append(Drawn(english, 60, 400, font="latin"))
    good = draw(tmp_path / "good.pdf", pieces, compress=False)
    hebrew = {letter: stored for stored, letter in table.letters.items()}

    page = read_page(renamed(good, tmp_path / "old.pdf", hebrew), 1)

    assert page.text.splitlines() == [*lines, english]
    assert page.trust_fraction == 1.0
