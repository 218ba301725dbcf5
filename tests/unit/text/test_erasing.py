from datetime import UTC, datetime

import pytest

from kesher.text.erasing import (
    cut,
    marked_at,
    overlapping,
    shared_with,
    sought_in,
    taken_from,
    without_quotations,
)

AT = datetime(2026, 11, 30, 21, 14, tzinfo=UTC)

QUOTED = [
    (
        "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה.",
        "אני שמח לעזור. לפי הנוהל עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה. יש עוד שאלה?",
        "אני שמח לעזור. [נמחק עם המסמך ב-2026-11-30] יש עוד שאלה?",
    ),
    (
        "עוֹבֵד בְּמִשְׂרָה מְלֵאָה זַכַּאי לעשרים ושניים ימי חופשה.",
        "עובד במשרה מלאה זכאי לעשרים ושניים ימי חופשה.",
        "[נמחק עם המסמך ב-2026-11-30]",
    ),
    (
        "Every employee may take twenty-two days of leave a year.",
        "It says: every EMPLOYEE may take twenty-two days. Ask me more.",
        "[erased with its document on 2026-11-30] Ask me more.",
    ),
    (
        "يحق للموظف اثنان وعشرون يوم إجازة في السنة.",
        "نعم. يحق للموظف اثنان وعشرون يوم إجازة في السنة.",
        "نعم. [حُذف مع المستند في 2026-11-30]",
    ),
    (
        "Работнику положено двадцать два дня отпуска в год.",
        "Да. Работнику положено двадцать два дня отпуска.",
        "Да. [удалено вместе с документом 2026-11-30]",
    ),
    ("אסור להחזיק חיות מחמד.", "לפי החוזה אסור להחזיק חיות מחמד בדירה. זהו.", None),
    ("אסור להחזיק בדירה חיות מחמד גדולות וקטנות.", "אסור להחזיק בדירה.", None),
]


@pytest.mark.parametrize(("document", "text", "expected"), QUOTED)
def test_a_sentence_with_a_run_of_the_documents_words_gives_way_to_a_tombstone(
    document: str, text: str, expected: str | None
) -> None:
    shared = shared_with(sought_in([text]), [document])
    bare = without_quotations(text, shared, AT)
    if expected is not None:
        assert bare == expected
    assert bare != text
    assert taken_from(bare, shared) == []


@pytest.mark.parametrize(
    "text", ["כן, נכון.", "The employee is at work today.", "Работник ушёл.", ""]
)
def test_words_that_only_happen_to_be_the_same_stay(text: str) -> None:
    document = "The employee may rest. כן, נכון. Работник может уйти."
    assert without_quotations(text, shared_with(sought_in([text]), [document]), AT) == text


def test_neighbouring_sentences_share_one_tombstone_and_marks_stay_where_they_belong() -> None:
    text = "פתיחה קצרה. נמחק אחד. נמחק שני. סוף."
    spans = [*overlapping(text, "נמחק אחד. נמחק שני."), (12, 21)]
    bare, places = cut(text, spans, "[X]", [0, 11, 15, 21, 31, len(text)])
    assert bare == "פתיחה קצרה. [X] סוף."
    assert places == [0, 11, 15, 15, 15, len(bare)]


def test_a_mark_closes_the_sentence_before_it() -> None:
    text = "ראשון. שני."
    assert marked_at(text, 6) == (0, 6)
    assert marked_at(text, len(text)) == (7, 11)
    assert marked_at(text, 0) is None
