import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.ranking.bm25 import Bm25
from kesher.text.search_terms import WRITTEN_MARK, asked_terms, search_terms


def found(question: str, *passages: str) -> list[int]:
    index = Bm25.of([search_terms(passage) for passage in passages])
    terms = asked_terms(question, index.postings.__contains__)
    return [place for place, _ in index.rank(terms, top=10)]


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("תכנית", "התוכניות"),  # full spelling for a sparing one, plural for singular
        ("אמא", "אימא"),
        ("חופשה", "בחופשתו"),
        ("מנכל", 'המנכ"ל'),
        ('ת"ז', "מספר ת.ז. של העובד"),
        ("תעודת זהות", "תְּעוּדַת זֶהוּת"),
        ("סעיף 4.2(ב)", "לפי סעיף 4.2(ב)"),
        ("companies", "the company's office"),
        ("сотрудники", "сотрудникам"),
        ("الكتاب", "وكتاب"),
        ("ה-SMS", "SMS"),
    ],
)
def test_a_word_is_found_in_other_forms_and_spellings(asked: str, written: str) -> None:
    assert found(asked, written, "משהו אחר לגמרי") == [0]


@pytest.mark.parametrize(
    ("asked", "same", "variant"),
    [
        ("תכנית", "תכנית עבודה", "תוכנית עבודה"),
        ("ספר", "ספר ישן", "סיפור ישן"),
        ("המכתב", "המכתב נשלח", "כתב נשלח"),
        ("Отпуск", "отпуск дан", "отпуска дан"),
        ("policies", "policies held", "policy held"),
    ],
)
def test_the_word_as_written_counts_for_more_than_a_variant(
    asked: str, same: str, variant: str
) -> None:
    assert found(asked, variant, same) == [1, 0]


def test_a_prefix_comes_off_a_short_word_where_the_room_has_what_is_left() -> None:
    assert found("ביד", "יד ימין", "מים חמים") == [0]
    assert found("יד", "החזיק ביד", "מים חמים") == [0]
    assert found("بمدرسة", "مدرسة كبيرة", "شيء آخر") == [0]


def test_a_word_that_the_room_has_is_not_taken_apart() -> None:
    assert found("שלי", "הספר שלי", "לי ולך") == [0]


def test_a_prefix_stays_where_the_room_lacks_what_would_be_left() -> None:
    assert asked_terms("ביד", lambda term: False) == {"=ביד": 0.5, "ביד": 1.0}


def test_question_words_are_left_out() -> None:
    assert list(asked_terms("כמה ימי חופשה?", lambda term: True)) == [
        "=ימי",
        "ימי",
        "=חופשה",
        "חפש",
    ]


@given(st.text())
def test_no_term_holds_white_space_or_is_empty(text: str) -> None:
    for term in (*search_terms(text), *asked_terms(text, lambda term: True)):
        assert term == "".join(term.split())
        assert term.removeprefix(WRITTEN_MARK)


@given(st.text())
def test_a_text_holds_every_term_that_it_asks_for(text: str) -> None:
    held = set(search_terms(text))
    assert set(asked_terms(text, held.__contains__)) <= held
