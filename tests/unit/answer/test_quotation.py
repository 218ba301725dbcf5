import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kesher.answer.quotation import find_quotation
from paper import MIXED

words = st.sampled_from(
    ["עובד", "זכאי", "ל-22", "ימי", "שָׁלוֹם", 'ש"ח', "מנכ״ל", "תל־אביב", "Travel", "отпуск", "إجازة",
     "4.2", "(ב)", "...", "…", "[…]", "........", "\u200f", "ﬁne", "½", "İ", "ß", "“ציטוט”"]
)  # fmt: skip
spaces = st.sampled_from([" ", "\n", "\u00a0", "  "])
passages = st.lists(st.tuples(words, spaces), min_size=1, max_size=20).map(
    lambda found: "".join(word + space for word, space in found).rstrip()
)


def quoted(quote: str, text: str) -> str | None:
    found = find_quotation(quote, text)
    return None if found is None else text[found[0] : found[1]]


@given(st.data(), passages)
def test_every_run_of_words_of_a_text_is_found_in_it(data: st.DataObject, text: str) -> None:
    listed = text.split()
    first = data.draw(st.integers(0, len(listed) - 1))
    last = data.draw(st.integers(first, len(listed) - 1))
    quote = " ".join(listed[first : last + 1])
    assume(sum(char.isalnum() for char in quote) >= 3)  # fewer show nothing
    assert find_quotation(quote, text) is not None


@given(st.data())
def test_every_run_of_letters_of_a_text_without_numbers_is_found(data: st.DataObject) -> None:
    text = "".join(char for char in MIXED if not char.isdigit())
    start = data.draw(st.integers(0, len(text) - 12))
    end = data.draw(st.integers(start + 12, len(text)))
    found = quoted(text[start:end], text)
    assert found is not None
    assert compared(found) == compared(text[start:end])


def compared(text: str) -> str:
    """Without space, points and the quotation marks round it."""
    written = (c for c in text if not c.isspace() and unicodedata.category(c) != "Mn")
    return "".join(written).strip('"')


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("שלום לכולם", "אמר: שָׁלוֹם לְכֻלָּם.", None),  # full and lacking spelling are different words
        ("שלום לכלם", "אמר: שָׁלוֹם לְכֻלָּם.", "שָׁלוֹם לְכֻלָּם"),
        ("שָׁלוֹם", "אמר: שלום.", "שלום"),
        ("\ufb2aלום", "אמר: שׁלום.", "שׁלום"),  # a presentation form
        ('מנכ"ל החברה', "לפי מנכ״ל החברה", "מנכ״ל החברה"),
        ("ג'ירפה", "ראיתי ג׳ירפה", "ג׳ירפה"),
        ("תל-אביב", "בעיר תל־אביב", "תל־אביב"),
        ("3-5 ימים", "בתוך 3–5 ימים", "3–5 ימים"),
        ("full-time staff", "All Full\u2011Time\nStaff may", "Full\u2011Time\nStaff"),
        ("‹passage id", "see <passage id", "<passage id"),  # as a prompt shows it
        ("22 ימי חופשה", "זכאי ל\u200f22 ימי\nחופשה", "22 ימי\nחופשה"),
        ("إجازة سنوية", "له إِجَازَة سَنَوِيَّة كاملة", "إِجَازَة سَنَوِيَّة"),
        ("отпуск составляет", "Отпуск  составляет 22 дня", "Отпуск  составляет"),
        ("fine print", "the ﬁne print", "ﬁne print"),
    ],
)
def test_typography_may_differ_and_words_may_not(
    quote: str, text: str, expected: str | None
) -> None:
    assert quoted(quote, text) == expected


def test_a_quotation_with_an_ellipsis_runs_from_its_first_part_to_its_last() -> None:
    text = "עובד במשרה מלאה, ותיק או חדש, זכאי ל-22 ימי חופשה."
    assert quoted("עובד במשרה מלאה […] 22 ימי חופשה", text) == text.rstrip(".")


def test_the_parts_round_an_ellipsis_must_come_in_order() -> None:
    assert find_quotation("22 ימי חופשה ... עובד במשרה", "עובד במשרה מלאה: 22 ימי חופשה") is None


def test_an_ellipsis_before_an_invisible_sign_hides_nothing() -> None:
    assert quoted("זכאי לחופשה...\u200f", "עובד זכאי לחופשה.") == "זכאי לחופשה"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("22 ימי חופשה", "זכאי ל-122 ימי חופשה"),
        ("זכאי ל-22", "זכאי ל-220 ימים"),
        ("5 ימים", "בתוך 1.5 ימים"),
        ('350 ש"ח', 'עד 2,350 ש"ח'),
        ("over 14", "over 14.5 days"),
    ],
)
def test_a_part_of_a_number_is_not_that_number(quote: str, text: str) -> None:
    assert find_quotation(quote, text) is None


def test_a_number_is_found_where_it_stands_whole_after_one_that_holds_it() -> None:
    assert find_quotation("22 ימים", "ל-122 ימים או 22 ימים") == (14, 21)


@pytest.mark.parametrize("quote", ["", "  ", "...", '""', "\u200f", "ָ"])
def test_an_empty_quotation_is_found_nowhere(quote: str) -> None:
    assert find_quotation(quote, MIXED) is None


@pytest.mark.parametrize("quote", ["זכאי ל-23 ימי חופשה", "עובד זכאי", "22 days off"])
def test_words_that_do_not_stand_there_are_not_found(quote: str) -> None:
    assert find_quotation(quote, MIXED) is None


@pytest.mark.parametrize("quote", ["ה", "ימ", "22", " ב\u05b0"])
def test_one_or_two_letters_are_no_quotation(quote: str) -> None:
    assert quoted(quote, "העובד זכאי ל-22 ימי חופשה ב\u05b0שנה") is None
