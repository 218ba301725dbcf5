from datetime import UTC, datetime, timedelta

import pytest

from kesher.documents.copies import collapsed, versions_apart
from kesher.documents.fusion import Candidate
from kesher.domain.document import Chunk, Document, DocumentState, PageSpan

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def joined(*texts: str, **names: str) -> dict[str, tuple[Chunk, Document]]:
    """Chunks `a`, `b`, `c` ... of documents of their own, each a day younger than the one before.

    Args:
        names: Of documents, by their chunk; the others are called as it.
    """
    found = {}
    for id_, text in zip("abcdef", texts, strict=False):
        document = Document(
            f"doc_{id_}",
            "room_1",
            names.get(id_, id_),
            "text/plain",
            1,
            id_ * 64,
            DocumentState.READY,
            NOW + timedelta(days="abcdef".index(id_)),
            NOW,
        )
        chunk = Chunk(id_, document.id, 0, text, (PageSpan(1, 0, len(text)),))
        found[id_] = (chunk, document)
    return found


def kept(*texts: str) -> list[tuple[str, tuple[str, ...]]]:
    candidates = [Candidate(id_, 1.0) for id_ in "abcdef"]
    standing = collapsed(candidates, joined(*texts))
    return [(each.candidate.chunk_id, each.copies) for each in standing]


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("ימי החופשה: 22 בשנה.", "ימי  החופשה:\n22 בשנה"),
        ('הודעה למנכ"ל בכתב', "הוֹדָעָה למנכ״ל בכתב"),
        ("Vacation: 22 days", "vacation 22 days."),
        ("Отпуск: 22 дня", "отпуск 22 дня"),
        ("إجازة 22 يوما", "إجازة: 22 يوما."),
    ],
)
def test_the_same_words_stand_once_with_their_copies_named(text: str, again: str) -> None:
    assert kept(text, "משהו אחר", again) == [("a", ("c",)), ("b", ())]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("ימי החופשה: 22 בשנה", "ימי החופשה: 24 בשנה"),
        ("סכום של 1,200 ש״ח", "סכום של 1.200 ש״ח"),
        ("מותר לעבוד מהבית", "לא מותר לעבוד מהבית"),
    ],
)
def test_two_versions_of_a_rule_both_stay(text: str, version: str) -> None:
    assert kept(text, version) == [("a", ()), ("b", ())]


def test_chunks_without_words_are_no_copies_of_one_another() -> None:
    assert kept("***", "---") == [("a", ()), ("b", ())]


EDITIONS = (
    "עובד רשאי לעבוד מהבית יום אחד בשבוע באישור המנהל הישיר מראש ובכתב בלבד",
    "עובד רשאי לעבוד מהבית יומיים בשבוע באישור המנהל הישיר מראש ובכתב בלבד",
    "עובד רשאי לעבוד מהבית שלושה ימים בשבוע באישור המנהל הישיר מראש ובכתב בלבד",
    "ההחזר על כיסא משרדי הוא עד 800 ש״ח בהצגת קבלה מקורית",
)


def ordered(asked: str, *texts: str, places: int = 2, **names: str) -> list[str]:
    candidates = [Candidate(id_, 1.0) for id_ in "abcdef"]
    standing = collapsed(candidates, joined(*texts, **names))
    return [each.candidate.chunk_id for each in versions_apart(standing, asked, places=places)]


def test_of_several_editions_the_newest_stands_among_the_first_and_the_others_behind() -> None:
    assert ordered("מי מאשר עבודה מהבית?", *EDITIONS) == ["c", "d", "a", "b"]


@pytest.mark.parametrize(
    ("asked", "first"),
    [("עבודה מהבית שלושה ימים בשבוע", "c"), ("מה היה בנוהל של 2021?", "a")],
)
def test_the_edition_whose_difference_the_question_names_goes_before_the_newest(
    asked: str, first: str
) -> None:
    assert ordered(asked, *EDITIONS, a="נוהל 2021.pdf", b="נוהל 2022.pdf")[0] == first


@pytest.mark.parametrize(
    ("branch", "other", "asked"),
    [
        ("שעות הסניף בעיר חיפה: פתוח בימים א עד ה משמונה", "אשדוד", "מתי פתוח בחיפה?"),
        ("The branch in Haifa opens on five days at eight", "Ashdod", "When is Haifa open?"),
        ("Отделение в городе Хайфа открыто пять дней с восьми", "Ашдод", "Хайфа: когда открыто?"),
        ("فرع مدينة حيفا مفتوح خمسة أيام من الساعة الثامنة", "أسدود", "متى يفتح فرع حيفا؟"),
    ],
)
def test_the_branch_that_is_asked_for_stands_for_its_twins(
    branch: str, other: str, asked: str
) -> None:
    word = next(each for each in ("חיפה", "Haifa", "Хайфа", "حيفا") if each in branch)
    assert ordered(asked, branch, branch.replace(word, other), places=1) == ["a", "b"]


def test_without_versions_the_order_of_the_search_stays() -> None:
    assert ordered("כיסא", EDITIONS[3], EDITIONS[0], "משהו אחר לגמרי") == ["a", "b", "c"]


def test_two_passages_of_one_document_are_no_versions_of_each_other() -> None:
    held = joined(*EDITIONS[:2])
    same = {id_: (chunk, held["a"][1]) for id_, (chunk, _) in held.items()}
    standing = collapsed([Candidate("a", 1.0), Candidate("b", 1.0)], same)
    found = versions_apart(standing, "", places=1)
    assert [each.candidate.chunk_id for each in found] == ["a", "b"]
