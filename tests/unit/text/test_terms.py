import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.terms import index_terms, query_terms

HEBREW_WORDS = st.text("אבגדהוזחטיכלמנסעפצקרשתךםןףץ", min_size=3, max_size=12)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("ירושלים", "ובירושלים"),
        ("שלום", "שָׁלוֹם"),
        ("שלום", "\ufb2aלום"),  # presentation form: shin and its dot in one code point
        ("עובדים", "שהעובדים"),
        ('מנכ"ל', "המנכ״ל"),
        ("מנכ''ל", "מנכ”ל"),
        ("כ״כ", 'כ"כ'),
        ("ג׳ירפה", "הג'ירפה"),
        ('ת"ז', "מספר ת.ז. בלבד"),
        ('צה"ל', "צ.ה.ל."),
        ("SMS", "ה-SMS"),
        ("22", "ל-22"),
        ("4.2(ב)", "בסעיף 4.2(ב)"),
        ("4.2", "בסעיף 4.2(ב)"),
        ("12/2024", "ב־12/2024"),
        ("2024", "ב־12/2024"),
        ("01/05/2024", "1.5.2024"),
        ("2024-05-01", "1.5.2024"),
        ("1234567", "1,234,567"),
        ("161א", "טופס 161א"),
        ("אביב", "תל־אביב"),
        ("ידיעות", 'ב"ידיעות אחרונות"'),
        ("Company", "the COMPANY's"),
        ("policy", "policies"),
        ("café", "cafe"),
        ("объем", "Объём"),
        ("сотрудник", "сотрудникам"),
        ("русский", "русская"),
        ("مدرسة", "المَدرســـة"),
        ("الكتاب", "وكتاب"),
        ("أحمد", "احمد"),
        ("22", "٢٢"),
    ],
)
def test_a_word_is_found_in_each_form_that_it_is_written_in(asked: str, written: str) -> None:
    assert set(query_terms(asked)) & set(index_terms(written))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("של", "שלום"),  # two letters are never what is left of a word
        ('צה"ל', 'מנכ"ל'),
        ("101", "1012"),
        ("4.2", "4.21"),
        ("4.2(א)", "(א)"),
        ("class", "clas"),
        ('א"ב', "ראה סעיפים א. ב. ג. להלן"),
    ],
)
def test_different_words_share_no_term(one: str, other: str) -> None:
    assert not set(index_terms(one)) & set(index_terms(other))


def test_terms_repeat_as_often_as_they_occur_and_a_question_has_each_once() -> None:
    assert index_terms("חופשה וחופשה").count("חופשה") == 2
    assert query_terms("חופשה וחופשה") == ["חופשה"]


def test_an_abbreviation_keeps_its_gershayim_and_its_whole_form() -> None:
    assert 'מנכ"ל' in index_terms("מנכ״ל")


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("כמה ימי חופשה מגיעים לעובד?", ["ימי", "חופשה", "גיעימ", "עובד"]),
        ("How many days?", ["day"]),
        ("Сколько дней отпуска?", ["дне", "отпуск"]),
        ("كم مدة الإجازة؟", ["مده", "اجاز"]),
    ],
)
def test_question_words_are_left_out(question: str, terms: list[str]) -> None:
    assert query_terms(question) == terms


def test_a_question_of_question_words_alone_keeps_them() -> None:
    assert query_terms("מה זה?") == ["מה", "זה"]


@pytest.mark.parametrize("text", ["", " \n", "?!…", "\x00", "\ud800", "🙂"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert index_terms(text) == []
    assert query_terms(text) == []


@given(st.text())
def test_no_term_is_empty_long_or_holds_white_space(text: str) -> None:
    for term in index_terms(text):
        assert term == "".join(term.split())
        assert 0 < len(term) <= 64


@given(st.text())
def test_every_question_term_is_a_term_of_the_same_text(text: str) -> None:
    assert set(query_terms(text)) <= set(index_terms(text))


@given(HEBREW_WORDS, st.sampled_from("והבכלמש"))
def test_one_prefix_letter_never_hides_a_word_of_its_own(word: str, prefix: str) -> None:
    """Where no letter of the word itself could be taken for a prefix."""
    word = "ח" + word
    assert set(index_terms(prefix + word)) == set(index_terms(word))


@given(HEBREW_WORDS)
def test_points_between_the_letters_change_no_term(word: str) -> None:
    pointed = "".join(letter + "\u05b8" for letter in word)
    assert index_terms(pointed) == index_terms(word)
