"""BM25 over a growing sequence gives what BM25 over the whole gives."""

import numpy as np

from kesher.ranking.bm25 import Bm25
from kesher.ranking.term_counts import TermCounts, bm25
from kesher.ranking.vector_column import VectorColumn
from kesher.text.terms import index_terms

TEXTS = [
    "הזמנתי שולחן אוכל מעץ אלון",
    "השולחן הגיע שבור, רוצה החזר כספי על השולחן",
    "The refund of the table is on its way",
    "Возврат денег за стол одобрен",
    "تمت الموافقة على استرداد المبلغ",
]


def test_scores_are_those_of_an_index_made_at_once() -> None:
    terms = [index_terms(text) for text in TEXTS]
    counts = TermCounts()
    for each in terms:
        counts.add(each)
    for question in ("מה עם ההחזר על השולחן", "refund", "возврат", "استرداد", "שום דבר כזה"):
        asked = index_terms(question)
        scores = bm25(counts.rows(asked), counts.lengths())
        expected = np.zeros(len(TEXTS))
        for place, score in Bm25.of(terms).rank(asked, top=len(TEXTS)):
            expected[place] = score
        np.testing.assert_allclose(scores, expected)


def test_no_text_and_no_term_give_no_score() -> None:
    empty = TermCounts()
    assert bm25(empty.rows(["מילה"]), empty.lengths()).shape == (0,)
    empty.add(["מילה"])
    assert bm25(empty.rows([]), empty.lengths()).tolist() == [0.0]


def test_a_vector_that_comes_later_takes_its_row() -> None:
    column = VectorColumn()
    for _ in range(100):
        column.add(None)
    assert not column.products(np.ones(3, dtype=np.float32))[1].any()
    column.put(70, np.asarray([0, 1, 0], dtype=np.float32))
    column.add(np.asarray([1, 0, 0], dtype=np.float32))
    products, known = column.products(np.asarray([2, 3, 4], dtype=np.float32))
    assert np.flatnonzero(known).tolist() == [70, 100]
    assert products[70] == 3
    assert products[100] == 2
