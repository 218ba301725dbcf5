from dataclasses import replace

from contract.samples import chunks, hit
from kesher.app.evaluation.judging import (
    figures_of,
    first_right,
    found_pages,
    right_pages,
)
from kesher.domain.document import Chunk, DocumentState, PageSpan
from kesher.domain.evaluation import FoundPage, Outcome, Refusals, RightPages
from unit.app.test_evaluation_lines import document

RIGHT = (RightPages("doc_a", "נוהל.pdf", (2,)),)


def chunk(identifier: str, document_id: str, *pages: int) -> Chunk:
    spans = tuple(PageSpan(number, 0, 4) for number in pages)
    return replace(chunks()[0], id=identifier, document_id=document_id, spans=spans)


def outcome(text: str, language: str = "he", **changes: object) -> Outcome:
    whole = Outcome(text, language, RIGHT, 0.1, rank=1, values={"R@1": 1.0}, refused=False)
    return replace(whole, **changes)  # type: ignore[arg-type]  # fields of `Outcome` alone


def test_pages_are_ranked_by_the_best_chunk_that_stands_on_them() -> None:
    hits = [
        hit(chunk("one", "doc_a", 6)),
        hit(chunk("two", "doc_a", 6, 7)),
        hit(chunk("three", "doc_b", 6)),
    ]
    pages = [("doc_a", 6), ("doc_a", 7), ("doc_b", 6)]
    assert found_pages(hits, {}) == [FoundPage(*each) for each in pages]


def test_of_a_chunk_on_two_pages_that_with_more_of_its_text_comes_first() -> None:
    spans = (PageSpan(5, 90, 100), PageSpan(6, 0, 8), PageSpan(6, 9, 30))
    across = replace(chunk("one", "doc_a", 5), spans=spans)
    assert found_pages([hit(across)], {}) == [FoundPage("doc_a", 6), FoundPage("doc_a", 5)]


def test_a_copy_of_the_same_words_brings_its_own_page() -> None:
    found = replace(hit(chunk("one", "doc_a", 1)), copies=("twin", "gone"))
    other = hit(chunk("two", "doc_c", 4))
    pages = found_pages([found, other], {"twin": chunk("twin", "doc_b", 9)})
    assert pages == [FoundPage("doc_a", 1), FoundPage("doc_b", 9), FoundPage("doc_c", 4)]


def test_a_document_is_known_by_its_id_then_by_its_name_and_else_missing() -> None:
    right = (
        RightPages("doc_a", "אחר.pdf", (2, 3)),
        RightPages("doc_old", "сводка.docx", (1,)),
        RightPages("doc_gone", "חסר.pdf", (1,)),
        RightPages("doc_c", "نقل.pdf", (1,)),
    )
    unread = replace(document("doc_c", "نقل.pdf"), state=DocumentState.READING)
    shelf = [document("doc_a", "נוהל.pdf"), document("doc_b", "сводка.docx"), unread]
    pages, missing = right_pages(right, shelf)
    assert pages == {FoundPage("doc_a", 2), FoundPage("doc_a", 3), FoundPage("doc_b", 1)}
    assert missing == ("חסר.pdf", "نقل.pdf")


def test_the_first_right_page_counts_from_one() -> None:
    pages = [FoundPage("doc_a", 1), FoundPage("doc_a", 2)]
    assert first_right(pages, frozenset({FoundPage("doc_a", 2)})) == 2
    assert first_right(pages, frozenset({FoundPage("doc_b", 2)})) is None


def test_figures_are_means_by_language_and_leave_out_what_was_not_judged() -> None:
    found = figures_of(
        [
            outcome("כמה?"),
            outcome("מתי?", values={"R@1": 0.0}, rank=None, refused=True),
            outcome("Где?", "ru"),
            outcome("أين؟", "ar", missing=("חסר.pdf",), values={}, rank=None, refused=True),
            outcome("מי מלך צרפת?", right=(), values={}, rank=None, refused=True),
            outcome("Who?", "en", right=(), values={}, rank=None, refused=False),
        ]
    )
    assert list(found) == ["all", "ar", "en", "he", "ru"]
    whole = found["all"]
    assert (whole.judged, whole.means, whole.not_judged) == (3, {"R@1": 2 / 3}, 1)
    assert (whole.rightly, whole.wrongly) == (Refusals(1, 2), Refusals(1, 3))
    assert (found["he"].means, found["he"].rightly) == ({"R@1": 0.5}, Refusals(1, 1))
    assert (found["ar"].judged, found["ar"].means, found["ar"].wrongly) == (0, {}, Refusals(0, 0))


def test_refusals_that_were_not_looked_at_are_not_counted() -> None:
    found = figures_of([outcome("כמה?", refused=None), outcome("מי?", right=(), refused=None)])
    assert (found["all"].rightly, found["all"].wrongly) == (Refusals(0, 0), Refusals(0, 0))
