import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.question_parts import MOST_PARTS, parts


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "מה ההליך לבקשת חופשה ומתי צריך להגיש אותה?",
            ("מה ההליך לבקשת חופשה?", "מתי צריך להגיש אותה?"),
        ),
        (
            "כמה ימי מחלה יש, מי מאשר אותם ומה שעות הקבלה?",
            ("כמה ימי מחלה יש?", "מי מאשר אותם?", "מה שעות הקבלה?"),
        ),
        (
            "What is the deadline and who approves it?",
            ("What is the deadline?", "who approves it?"),
        ),
        (
            "Сколько дней отпуска положено и когда его надо взять?",
            ("Сколько дней отпуска положено?", "когда его надо взять?"),
        ),
        (
            "كم يوم إجازة للموظف ومتى يجب طلبها؟",
            ("كم يوم إجازة للموظف؟", "متى يجب طلبها؟"),
        ),
        (
            "מה ה-deadline של form 101 ומי מאשר את ה-refund?",
            ("מה ה-deadline של form 101?", "מי מאשר את ה-refund?"),
        ),
        ("כמה ימי חופשה? מה עם מחלה?", ("כמה ימי חופשה?", "מה עם מחלה?")),
    ],
)
def test_a_second_question_word_begins_a_question_of_its_own(
    question: str, expected: tuple[str, ...]
) -> None:
    assert parts(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "השווה בין חופשה במשרה מלאה לבין חופשה במשרה חלקית",
            ("חופשה במשרה מלאה", "חופשה במשרה חלקית"),
        ),
        ("מה ההבדל בין חופשה למחלה?", ("חופשה", "מחלה")),
        ("What's the difference between sick leave and vacation?", ("sick leave", "vacation")),
        ("Сравните отпуск и больничный", ("отпуск", "больничный")),
        ("Чем отличается отпуск от больничного?", ("отпуск", "больничного")),
        ("ما الفرق بين الإجازة والمرض؟", ("الإجازة", "المرض")),
    ],
)
def test_a_comparison_is_its_two_sides(question: str, expected: tuple[str, ...]) -> None:
    assert parts(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "מה הכללים לגבי חניה, נסיעות ותשלום על שעות נוספות?",
            (
                "מה הכללים לגבי חניה?",
                "מה הכללים לגבי נסיעות?",
                "מה הכללים לגבי תשלום על שעות נוספות?",
            ),
        ),
        ("מה נאמר בנושא ועדה וותק?", ("מה נאמר בנושא ועדה?", "מה נאמר בנושא ותק?")),
        (
            "What are the rules about parking, travel and overtime?",
            (
                "What are the rules about parking?",
                "What are the rules about travel?",
                "What are the rules about overtime?",
            ),
        ),
    ],
)
def test_a_list_of_things_is_asked_of_each_with_what_was_asked(
    question: str, expected: tuple[str, ...]
) -> None:
    assert parts(question) == expected


def test_lines_with_marks_are_parts() -> None:
    asked = "ענה על אלה:\n1. כמה ימי חופשה?\n2) Who approves?\n3. مَن يوافق؟"
    assert parts(asked) == ("כמה ימי חופשה?", "Who approves?", "مَن يوافق؟")


@pytest.mark.parametrize(
    "question",
    [
        "מה הכללים לעבודה מהבית?",
        "מי שחלה ומי שמטפל בו זכאים לחופשה?",  # whoever fell ill and whoever cares for them
        "מה אומרים הכללים לגבי עובדים ועובדות?",  # one thing in two genders
        "מה תפקיד ועדת הוותק?",  # a vav of the word itself
        "לפי נוהל 4.2, מתי מגישים בקשה?",  # what stands before the comma asks nothing
        "Which form was filed, which was signed by the manager?",
        "Сколько времени оставалось, когда он ушёл?",
        "في نظام العمل، كم يوم إجازة للموظف؟",
        "What does the handbook say?",
        "Что сказано об отпуске?",
        "ما قواعد العمل من المنزل؟",
        "שלום",
    ],
)
def test_a_question_that_is_one_stays_whole(question: str) -> None:
    assert parts(question) == (question,)


def test_what_asks_nothing_by_itself_stays_with_what_it_is_about() -> None:
    assert parts("כמה ימי חופשה יש? ומתי?") == ("כמה ימי חופשה יש? ומתי?",)


def test_what_is_said_before_a_question_goes_with_it() -> None:
    asked = "עבדתי כאן שנה. כמה ימי חופשה מגיעים לי? ומי מאשר?"
    assert parts(asked) == ("עבדתי כאן שנה, כמה ימי חופשה מגיעים לי?", "ומי מאשר?")
    assert parts("How and when is leave asked for?") == ("How and when is leave asked for?",)


def test_beyond_four_parts_the_rest_stands_in_the_last() -> None:
    asked = "כמה חופשה? מה עם מחלה? מי מאשר חניה? מה השכר בחגים? איך מדווחים שעות?"
    found = parts(asked)
    assert len(found) == MOST_PARTS
    assert found[-1] == "מה השכר בחגים?; איך מדווחים שעות?"


@given(st.text(max_size=200))
def test_whatever_is_asked_gives_one_to_four_parts_in_linear_time(question: str) -> None:
    assert 1 <= len(parts(question)) <= MOST_PARTS
