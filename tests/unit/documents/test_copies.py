from datetime import UTC, datetime

import pytest

from kesher.documents.copies import collapsed
from kesher.documents.fusion import Candidate
from kesher.domain.document import Chunk, Document, DocumentState, PageSpan

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def joined(*texts: str) -> dict[str, tuple[Chunk, Document]]:
    """Chunks `a`, `b`, `c` ... of documents of their own."""
    found = {}
    for id_, text in zip("abcdef", texts, strict=False):
        document = Document(
            f"doc_{id_}", "room_1", id_, "text/plain", 1, id_ * 64, DocumentState.READY, NOW, NOW
        )
        chunk = Chunk(id_, document.id, 0, text, (PageSpan(1, 0, len(text)),))
        found[id_] = (chunk, document)
    return found


def kept(*texts: str) -> list[tuple[str, tuple[str, ...]]]:
    candidates = [Candidate(id_, 1.0) for id_ in "abcdef"]
    return [(each.chunk_id, copies) for each, copies in collapsed(candidates, joined(*texts))]


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
