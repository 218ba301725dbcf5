import pytest

from kesher.app.suggesting import asked_of
from kesher.ports.headings import Headed


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("5. חופשה שנתית", "מה כתוב על חופשה שנתית?"),
        ("פרק ב׳: עבודה מהבית", "מה כתוב על עבודה מהבית?"),
        ("כיצד מגישים בקשה", "כיצד מגישים בקשה?"),
        ("3.2 Travel expenses", "What do the documents say about Travel expenses?"),
        ("Рабочее время", "Что говорится в документах на тему «Рабочее время»?"),
        ("الإجازة السنوية", "ماذا تقول المستندات عن الإجازة السنوية؟"),
    ],
)
def test_a_heading_becomes_a_question_in_its_own_language(heading: str, question: str) -> None:
    assert asked_of([Headed("doc_a", ("מדריך", heading), 2)]) == [question]


def test_letterheads_and_general_headings_are_no_questions_and_documents_take_turns() -> None:
    headings = [
        Headed("doc_a", ("רִמּוֹנִית בע״מ",), 9),
        Headed("doc_a", ("מבוא",), 8),
        Headed("doc_a", ("ימי מחלה",), 1),
        Headed("doc_a", ("חופשה",), 3),
        Headed("doc_b", ("רימונית בע״מ",), 2),
        Headed("doc_b", ("נסיעות",), 1),
    ]
    assert [question.split(" על ")[1] for question in asked_of(headings)] == [
        "נסיעות?",
        "חופשה?",
        "ימי מחלה?",
    ]
