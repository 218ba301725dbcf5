"""A small room of several languages in which one text stands in three editions, without a model."""

from collections.abc import Iterator

import pytest

from kesher import Kesher
from kesher.domain.answer import AnswerKind
from kesher.engine.rooms import RoomHandle

RULES = """# נוהל עבודה מהבית

4.1 עובד רשאי לעבוד מהבית עד {days} בשבוע.

4.2 הוראות נוספות:
(א) הבקשה מוגשת למנהל הישיר בכתב.
(ב) עבודה מחוץ לישראל טעונה אישור של היועצת המשפטית, עו"ד רונית אלמוג.
(ג) העובד מדווח על שעות העבודה (Timesheet) באותו יום.

5.1 החזר על כיסא משרדי הוא עד 800 ₪.
"""
EDITIONS = {
    "נוהל 2021.md": RULES.format(days="יומיים"),
    "נוהל 2022.md": RULES.format(days="שלושה ימים"),
    "נוהל 2023.md": RULES.format(days="ארבעה ימים"),
}
OTHERS = {
    "en.md": "# Travel\n\nThe daily allowance abroad is 90 dollars. Receipts follow in 14 days.\n",
    "ru.md": "# Отпуск\n\nПолагается 28 дней отпуска. Заявление подаётся Наталье Ивановой.\n",
    "ar.md": "# الإجازات\n\nيحق للموظف واحد وعشرون يوما. يقدم الطلب إلى المديرة ليلى حداد.\n",
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomHandle]:
    folder = tmp_path_factory.mktemp("editions")
    with Kesher(folder / "data", log_level="error") as kesher:
        room = kesher.room("נהלים")
        for name, text in {**EDITIONS, **OTHERS}.items():
            (folder / name).write_text(text, encoding="utf-8")
            room.add(folder / name)
        yield room


def test_the_newest_edition_is_quoted_first_and_one_of_them_stands_among_the_first_hits(
    room: RoomHandle,
) -> None:
    answer = room.ask("כמה ימים בשבוע מותר לעבוד מהבית?")
    assert "ארבעה ימים" in answer.text.split("\n")[0]
    names = [hit.document_name for hit in answer.hits]
    assert names[0] == "נוהל 2023.md"
    assert set(names[-2:]) == {"נוהל 2021.md", "נוהל 2022.md"}


def test_a_clause_that_is_asked_for_by_its_number_is_quoted_whole_and_once(
    room: RoomHandle,
) -> None:
    answer = room.ask("מה דורש סעיף 4.2(ב)?")
    assert answer.kind is AnswerKind.EXTRACTIVE
    assert answer.text == ('(ב) עבודה מחוץ לישראל טעונה אישור של היועצת המשפטית, עו"ד רונית אלמוג.')
    (cited,) = answer.citations
    assert (cited.verified, cited.document_name) == (True, "נוהל 2023.md")


@pytest.mark.parametrize(
    ("question", "name", "quote"),
    [
        ("What is the daily allowance abroad?", "en.md", "90 dollars"),
        ("Кому подаётся заявление на отпуск?", "ru.md", "Наталье Ивановой"),
        ("كم يوما يحق للموظف؟", "ar.md", "واحد وعشرون"),
    ],
)
def test_few_passages_of_a_language_come_before_three_editions_in_another(
    room: RoomHandle, question: str, name: str, quote: str
) -> None:
    answer = room.ask(question)
    assert answer.hits[0].document_name == name
    assert quote in answer.text
    assert {each.document_name for each in answer.citations} == {name}


def test_a_research_without_a_model_quotes_a_sentence_of_three_editions_once(
    room: RoomHandle,
) -> None:
    answer = room.research("כמה ימים מותר לעבוד מהבית, ומה ההחזר על כיסא?")
    assert answer.text.count("800 ₪") == 1
    assert len({each.quote for each in answer.citations}) == len(answer.citations)
