import pytest

from kesher.answer.clauses import Clause, clauses_in, named_clauses, span_of
from kesher.answer.extractive import SENTENCE_CHARS
from paper import hits

RULES = """נוהל עבודה מהבית

4.1 עובד רשאי לעבוד מהבית, כאמור בסעיף
4.2 הוראות נוספות:
(א) הבקשה מוגשת למנהל הישיר בכתב.
(ב) עבודה מחוץ לישראל טעונה אישור:
(1) של היועצת המשפטית;
(2) של "אבטחת מידע" (IT Security).
(ג) העובד מדווח על שעותיו.
5. ציוד
5.1 החברה מספקת מחשב נייד."""


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("מה דורש סעיף 4.2(ב)?", [Clause("4.2", ("ב",))]),
        ("מה כתוב בסעיף 4.2 (ב)(1)?", [Clause("4.2", ("ב", "1"))]),
        ("ומה לפי 4.2(א)?", [Clause("4.2", ("א",))]),
        ("What do clauses 7 and section 4.2(B) say?", [Clause("7"), Clause("4.2", ("b",))]),
        ("Что требует пункт 3.1?", [Clause("3.1")]),
        ("ماذا تنص المادة ٤٫٢؟", [Clause("4")]),
        ("ما الذي ينص عليه البند ٤.٢؟", [Clause("4.2")]),
        ("§ 12(3) bitte", [Clause("12", ("3",))]),
        ("כמה הם 4.2 אחוזים מ-800 ₪?", []),
        ("מה קרה ב-4.2.2024?", []),
        ("How many days (a) and (b)?", []),
    ],
)
def test_a_clause_is_named_by_its_word_or_by_a_number_with_a_letter(
    question: str, clauses: list[Clause]
) -> None:
    assert list(named_clauses(question)) == clauses


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (Clause("4.2", ("א",)), "(א) הבקשה מוגשת למנהל הישיר בכתב."),
        (
            Clause("4.2", ("ב",)),
            "(ב) עבודה מחוץ לישראל טעונה אישור:\n(1) של היועצת המשפטית;\n"
            '(2) של "אבטחת מידע" (IT Security).',
        ),
        (Clause("4.2", ("ב", "2")), '(2) של "אבטחת מידע" (IT Security).'),
        (Clause("5"), "5. ציוד\n5.1 החברה מספקת מחשב נייד."),
        (Clause("5.1"), "5.1 החברה מספקת מחשב נייד."),
    ],
)
def test_a_clause_reaches_to_the_next_one_that_is_not_below_it(clause: Clause, text: str) -> None:
    span = span_of(RULES, clause)
    assert span is not None
    assert RULES[slice(*span)] == text


@pytest.mark.parametrize("clause", [Clause("4.2", ("ד",)), Clause("5.1", ("א",)), Clause("6")])
def test_a_clause_that_is_not_there_is_not_found(clause: Clause) -> None:
    assert span_of(RULES, clause) is None


@pytest.mark.parametrize(
    ("text", "clause", "quote"),
    [
        ("7.3 Fees: (a) none at first; (b) 90 dollars later.", Clause("7.3", ("b",)), "(b) 90"),
        ("3.1 Отпуск.\nа) 28 дней.\nб) 14 дней.", Clause("3.1", ("б",)), "б) 14 дней."),
        ("المادة ٤.٢ الإجازة\n(أ) ٢١ يوما.\n(ب) ٣٠ يوما.", Clause("4.2", ("ب",)), "(ب) ٣٠ يوما."),
        ("4.2(ב) אישור בכתב.\n4.2(ג) דיווח.", Clause("4.2", ("ב",)), "4.2(ב) אישור בכתב."),
    ],
)
def test_clauses_are_found_in_every_language_and_in_one_paragraph(
    text: str, clause: Clause, quote: str
) -> None:
    span = span_of(text, clause)
    assert span is not None
    assert text[slice(*span)].startswith(quote)


def test_a_reference_to_a_clause_in_a_line_is_not_the_clause() -> None:
    assert span_of("כמפורט בסעיף 4.2 לנוהל הכללי.", Clause("4.2")) is None


def test_a_long_clause_is_quoted_up_to_the_end_of_a_word() -> None:
    (found,) = clauses_in(hits(["שלום", "4.2 " + "אישור בכתב " * 90]), [Clause("4.2")])
    assert len(found.text) <= SENTENCE_CHARS
    assert found.text.split()[-1] in ("אישור", "בכתב")
    assert found.sentence.passage == 1
