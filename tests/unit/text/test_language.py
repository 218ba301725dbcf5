import pytest

from kesher.text.language import Language, language, passage_language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("כמה ימי חופשה מגיעים לי?", "he"),
        ("How many days of leave?", "en"),
        ("Сколько дней отпуска?", "ru"),
        ("كم يوم إجازة؟", "ar"),
        ("מה זה VPN?", "he"),
        ("What is חופשה in this policy?", "en"),
        ("שָׁלוֹם hey", "he"),  # points are not letters, and four letters beat three
        ("\ufb2a\ufb2b ok", "he"),  # presentation forms; a tie goes to Hebrew
        ("ﻻ ﻣﺎ", "ar"),
        ("Café", "en"),
    ],
)
def test_the_script_with_most_letters_gives_the_language(text: str, expected: Language) -> None:
    assert language(text) == expected


@pytest.mark.parametrize("text", ["", "22?", "4.2 – 5", "🙂"])
def test_a_text_without_letters_takes_the_language_that_was_given(text: str) -> None:
    assert language(text) == "he"
    assert language(text, default="ru") == "ru"


@pytest.mark.parametrize(
    "passage",
    [
        "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה, לפי סעיף 4.2 של Company Policy.",
        "שָׁלוֹם עוֹלָם",
        "An employee is entitled to 22 days of leave (חופשה) a year.",
        "Работнику положено 22 дня отпуска в год, см. раздел 4.2.",
        "يحق للموظف 22 يوم إجازة في السنة حسب البند 4.2 من السياسة.",
    ],
)
def test_a_passage_has_the_language_that_counting_its_letters_gives(passage: str) -> None:
    assert passage_language(passage) == language(passage)


@pytest.mark.parametrize("passage", ["", "22 | 4.2", "\ud800"])
def test_a_passage_without_letters_counts_as_hebrew(passage: str) -> None:
    assert passage_language(passage) == "he"
