import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.ranking.bm25 import Bm25
from kesher.text.grams import asked_grams, grams


def best(question: str, *passages: str) -> int:
    index = Bm25.of([grams(passage) for passage in passages])
    asked = asked_grams(question, lambda gram: len(index.postings.get(gram, ())))
    return index.rank(asked, top=1)[0][0]


@pytest.mark.parametrize(
    ("misspelt", "right"),
    [
        ("אוניברסיתה", "לימודים באוניברסיטה"),
        ("פיטוריים", "פיצויי פיטורים"),
        ("מישרד הפנים", "משרד הפנים"),
        ("unversity", "the university of Haifa"),
        ("сотруднику", "права сотрудников"),
        ("المستشفيات", "إلى المستشفى"),
    ],
)
def test_what_is_misspelt_is_found_by_its_pieces(misspelt: str, right: str) -> None:
    assert best(misspelt, "דבר אחר ושונה", right, "something else entirely") == 1


def test_pieces_tell_where_words_begin_and_end() -> None:
    assert grams("שלום לך") == ["_שלו", "שלומ", "לומ_", "ומ_ל", "מ_לכ", "_לכ_"]


@pytest.mark.parametrize(("text", "pieces"), [("", []), ("?!", []), ("א", ["_א_"]), ("_", [])])
def test_a_short_text_is_one_piece_and_no_words_are_none(text: str, pieces: list[str]) -> None:
    assert grams(text) == pieces


def test_only_the_rarest_pieces_that_the_room_has_are_asked() -> None:
    counts = {"_שלו": 5, "שלומ": 1}
    assert asked_grams("שלום", lambda gram: counts.get(gram, 0)) == ["שלומ", "_שלו"]
    assert len(asked_grams("מילה אחרת " * 20 + "abcdefghijklmnopqrstuvwxyz0123456789", len)) == 32


@given(st.text())
def test_no_piece_holds_white_space(text: str) -> None:
    assert all(gram == "".join(gram.split()) and gram for gram in grams(text))
