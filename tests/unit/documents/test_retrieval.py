from datetime import UTC, datetime

import pytest

from kesher.documents.fusion import Rankings, by_rank
from kesher.documents.retrieval import hits, keeping, search_text
from kesher.domain.document import Chunk, Document, DocumentState, PageSpan
from kesher.domain.retrieval import Query, Ranked

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def ranking(*ids: str) -> list[Ranked]:
    return [Ranked(chunk_id, 1.0 / place) for place, chunk_id in enumerate(ids, start=1)]


def joined(*ids: str) -> dict[str, tuple[Chunk, Document]]:
    document = Document(
        "doc_1",
        "room_1",
        'נוהל "חופשות".pdf',
        "application/pdf",
        10,
        "0" * 64,
        DocumentState.READY,
        NOW,
        NOW,
    )
    return {
        chunk_id: (Chunk(chunk_id, "doc_1", at, f"טקסט {at}", (PageSpan(1, 0, 6),)), document)
        for at, chunk_id in enumerate(ids)
    }


def test_hits_that_the_store_no_longer_holds_are_passed_over() -> None:
    candidates = by_rank(Rankings(ranking("gone", "a", "b"), ranking("gone", "b")), k=60)
    found = hits(candidates, joined("a", "b"), asked="", top=10)
    assert [(hit.chunk.id, hit.rank) for hit in found] == [("b", 1), ("a", 2)]
    assert (found[0].dense_rank, found[0].lexical_rank) == (3, 2)
    assert found[0].document_name == 'נוהל "חופשות".pdf'


def test_no_more_than_the_wanted_hits_come_back() -> None:
    found = hits(
        by_rank(Rankings(ranking(*"abcdef"), []), k=60), joined(*"abcdef"), asked="", top=3
    )
    assert [hit.chunk.id for hit in found] == ["a", "b", "c"]


def test_two_empty_rankings_bring_nothing() -> None:
    assert hits(by_rank(Rankings([], []), k=60), {}, asked="", top=10) == ()


@pytest.mark.parametrize("short", ["ולחברות?", "כן", "And for companies?", "А для них?", "ولهم؟"])
def test_a_question_that_cannot_stand_alone_is_searched_with_the_one_before(short: str) -> None:
    query = Query(short, earlier=("מהם שעות העבודה?", "כמה ימי חופשה מגיעים לעובד?"))
    assert search_text(query) == f"כמה ימי חופשה מגיעים לעובד?\n{short}"


@pytest.mark.parametrize(
    "query",
    [
        Query("ולחברות?"),
        Query("מהו נוהל החזר הוצאות נסיעה?", earlier=("כמה ימי חופשה מגיעים?",)),
    ],
)
def test_other_questions_are_searched_as_they_are(query: Query) -> None:
    assert search_text(query) == query.text


def test_passages_of_the_answer_before_keep_the_last_places() -> None:
    candidates = by_rank(Rankings(ranking(*"abcdef"), []), k=60)
    kept = keeping(candidates, ["e", "gone", "third"], top=4)
    assert [each.chunk_id for each in kept] == ["a", "b", "e", "gone", "c", "d", "f"]
    assert kept[2] == candidates[4]


def test_one_that_stands_high_by_itself_stays_where_it_is() -> None:
    candidates = by_rank(Rankings(ranking(*"abcdef"), []), k=60)
    assert keeping(candidates, ["a"], top=4) == candidates
    kept = keeping(candidates, ["a", "f"], top=4)
    assert [each.chunk_id for each in kept] == ["a", "b", "c", "f", "d", "e"]


def test_the_best_passage_is_never_pushed_out() -> None:
    candidates = by_rank(Rankings(ranking(*"ab"), []), k=60)
    assert [each.chunk_id for each in keeping(candidates, ["b"], top=1)] == ["a", "b"]
