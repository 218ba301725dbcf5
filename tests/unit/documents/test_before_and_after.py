import pytest

from kesher.documents.before_and_after import BeforeAndAfter, RawPage, clearest


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("בתוקף מ1- בינואר 2027", "בתוקף מ-1 בינואר 2027"),
        (")ב( קו אינטרנט של 60 Mbps לפחות.", "(ב) קו אינטרנט של 60 Mbps לפחות."),
        ("ينفذ القرار في .2027/1/31", "ينفذ القرار في 2027/1/31."),
    ],
)
def test_a_line_whose_characters_stand_in_another_order_is_found(raw: str, read: str) -> None:
    page = RawPage(3, f"כותרת\r\n{raw}\r\nסוף", f"כותרת\n{read}\nסוף")
    assert clearest([page]) == BeforeAndAfter(3, raw, read)


def test_what_stands_as_it_was_read_is_no_sample() -> None:
    same = "עובד במשרה מלאה זכאי ל-22 ימי חופשה"
    assert (
        clearest([RawPage(1, f"{same}\r\n", same), RawPage(2, "", "עמוד סרוק שנקרא ב-OCR")]) is None
    )
    assert clearest([]) is None


def test_lines_without_letters_that_run_from_the_right_are_no_sample() -> None:
    assert clearest([RawPage(1, "a total of .350 dollars", "a total of 350 dollars.")]) is None
    assert (
        clearest([RawPage(1, "всего .350 рублей и копейки", "всего 350 рублей. и копейки")]) is None
    )


def test_a_line_that_stands_twice_in_the_layer_is_not_guessed() -> None:
    raw = "ל22- ימי חופשה בשנה\r\n- ימי חופשה בשנה ל22"
    assert clearest([RawPage(1, raw, "ל-22 ימי חופשה בשנה")]) is None


def test_a_line_with_numbers_and_more_words_apart_comes_first() -> None:
    plain = RawPage(1, ".הנוהל חל על כל העובדים", "הנוהל חל על כל העובדים.")
    clear = RawPage(2, "א'-ה' בין 08:30 ל.16:00- )במטה(", "א'-ה' בין 08:30 ל-16:00. (במטה)")
    found = clearest([plain, clear])
    assert found is not None
    assert found.page_number == 2
