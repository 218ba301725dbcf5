import json

import pytest

from contract.samples import NOW
from kesher.app.evaluation.lines import (
    MOST_QUESTIONS,
    QuestionFile,
    Written,
    read_questions,
    right_of,
)
from kesher.domain.document import Document, DocumentState
from kesher.domain.evaluation import RightPages
from kesher.errors import InputError


def document(identifier: str, name: str, pages: int = 12) -> Document:
    return Document(
        id=identifier,
        room_id="room_a",
        name=name,
        media_type="application/pdf",
        size_bytes=1,
        sha256=identifier,
        state=DocumentState.READY,
        created_at=NOW,
        updated_at=NOW,
        pages_total=pages,
    )


SHELF = (
    document("doc_a", 'נוהל "חופשות".pdf'),
    document("doc_b", "сводка.docx"),
    document("doc_c", "twice.pdf"),
    document("doc_d", "twice.pdf"),
)


def check(text: str) -> str:
    if len(text) > 60:
        raise InputError("The question is too long. Shorten it.")
    return text.strip()


def read(*lines: object) -> list[Written]:
    text = "\n".join(
        each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in lines
    )
    return read_questions(QuestionFile("שאלות.jsonl", text), SHELF, check=check)


def test_questions_in_four_languages_name_documents_by_name_or_id() -> None:
    found = read(
        {"question": "כמה ימי חופשה?", "document": 'נוהל "חופשות".pdf', "pages": [6, 5, 6]},
        {"question": " How many? ", "document": "doc_b", "pages": [1], "answer": "22"},
        "",
        {"question": "كم يوما؟", "document": "doc_d", "pages": [12], "answerable": True},
        {"question": "Сколько?", "document": "сводка.docx", "pages": [2]},
    )
    named = 'נוהל "חופשות".pdf'
    assert found == [
        Written("כמה ימי חופשה?", (RightPages("doc_a", named, (5, 6)),)),
        Written("How many?", (RightPages("doc_b", "сводка.docx", (1,)),)),
        Written("كم يوما؟", (RightPages("doc_d", "twice.pdf", (12,)),)),
        Written("Сколько?", (RightPages("doc_b", "сводка.docx", (2,)),)),
    ]


def test_a_question_that_is_not_answerable_needs_no_pages_and_ignores_them() -> None:
    bare = {"question": "מי מלך צרפת?", "answerable": False}
    with_page = {**bare, "question": "Кто король?", "document": "doc_a", "pages": [1]}
    assert read(bare, with_page) == [Written("מי מלך צרפת?", ()), Written("Кто король?", ())]


def test_a_file_of_another_program_may_begin_with_a_byte_order_mark() -> None:
    assert read('\ufeff{"question": "מתי?", "answerable": false}\r\n') == [Written("מתי?", ())]


GOOD = {"question": "מתי?", "document": "doc_a", "pages": [1]}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2 is not JSON"),
        ("[1]", "line 2 is not a JSON object"),
        ({**GOOD, "question": " "}, "line 2: `question`"),
        ({"question": "איפה?", "pages": [1]}, "line 2: `document`"),
        ({**GOOD, "question": "איפה?", "document": "חסר.pdf"}, "no document `חסר.pdf`"),
        ({**GOOD, "question": "איפה?", "document": "twice.pdf"}, "`doc_c`, `doc_d`"),
        ({"question": "איפה?", "document": "doc_a"}, "line 2: `pages`"),
        ({**GOOD, "question": "איפה?", "pages": []}, "line 2: `pages`"),
        ({**GOOD, "question": "איפה?", "pages": [0]}, "line 2: `pages`"),
        ({**GOOD, "question": "איפה?", "pages": [True]}, "line 2: `pages`"),
        ({**GOOD, "question": "איפה?", "pages": "6"}, "line 2: `pages`"),
        ({**GOOD, "question": "איפה?", "pages": [3, 13]}, r"page 13 is named, but .* has 12"),
        ({**GOOD, "answerable": "no"}, "line 2: `answerable`"),
        ({**GOOD, "question": "א" * 61}, "line 2: The question is too long"),
        (GOOD, "line 2 asks what line 1 asks"),
    ],
)
def test_a_wrong_line_is_refused_by_its_number(line: object, told: str) -> None:
    with pytest.raises(InputError, match=told) as refused:
        read(GOOD, line)
    assert "`שאלות.jsonl`" in str(refused.value)


def test_a_file_without_questions_or_with_too_many_is_refused() -> None:
    with pytest.raises(InputError, match="has no questions"):
        read("", "  ")
    many = [{"question": f"שאלה {n}", "answerable": False} for n in range(MOST_QUESTIONS + 1)]
    with pytest.raises(InputError, match="line 5001: more than 5,000 questions"):
        read(*many)


def test_cited_places_are_gathered_by_document() -> None:
    places = [("doc_b", "ב.pdf", 9), ("doc_a", "א.pdf", 2), ("doc_b", "ב.pdf", 3)]
    assert right_of([*places, places[0]]) == (
        RightPages("doc_b", "ב.pdf", (3, 9)),
        RightPages("doc_a", "א.pdf", (2,)),
    )
