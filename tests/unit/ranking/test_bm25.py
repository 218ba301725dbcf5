import math

import pytest

from kesher.ranking.bm25 import Bm25, frequencies, inverse_document_frequency
from kesher.text.terms import index_terms, query_terms

PASSAGES = (
    "עובד זכאי לחופשה שנתית. חופשה נצברת.",
    "החזר נסיעות לעובד לפי סעיף 4.2.",
    "Vacation days are approved by the manager.",
    "الإجازة السنوية للموظف",
    "Отпуск согласуется с руководителем",
)


def rank(question: str, *, top: int = 10) -> list[int]:
    index = Bm25.of([index_terms(passage) for passage in PASSAGES])
    return [position for position, _ in index.rank(query_terms(question), top=top)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("כמה ימי חופשה?", 0),
        ("סעיף 4.2", 1),
        ("who approves a vacation?", 2),
        ("كم مدة إجازة الموظف؟", 3),
        ("С кем согласовать отпуск?", 4),
    ],
)
def test_the_passage_that_holds_the_telling_words_comes_first(question: str, first: int) -> None:
    assert rank(question)[0] == first


def test_passages_without_a_word_of_the_question_are_left_out() -> None:
    assert rank("נסיעות") == [1]
    assert rank("כלב") == []


def test_a_passage_that_repeats_the_word_comes_before_one_that_has_it_once() -> None:
    index = Bm25.of([["חופשה", "שכר"], ["חופשה", "חופשה"], ["שכר", "נסיעות"]])
    assert [position for position, _ in index.rank(["חופשה"], top=10)] == [1, 0]


def test_a_score_is_the_formula_of_the_paper() -> None:
    index = Bm25.of([["א", "א", "ב"], ["ב"]], k1=1.2, b=0.75)
    telling = math.log(1 + 1.5 / 1.5)
    ((position, score),) = index.rank(["א"], top=1)
    assert position == 0
    assert score == pytest.approx(telling * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)))


def test_a_term_asked_twice_counts_once_and_ties_keep_their_order() -> None:
    index = Bm25.of([["א"], ["א"], ["ב"]])
    assert index.rank(["א", "א"], top=10) == index.rank(["א"], top=10)
    assert [position for position, _ in index.rank(["א"], top=1)] == [0]


def test_nothing_is_found_among_no_passages_or_empty_ones() -> None:
    assert Bm25.of([]).rank(["א"], top=3) == []
    assert Bm25.of([[], []]).rank(["א"], top=3) == []


def test_a_rare_term_tells_more_and_none_tells_less_than_nothing() -> None:
    telling = frequencies([["א", "ב"], ["א"], ["א", "א"]])
    assert telling["ב"] > telling["א"] > 0
    assert telling["א"] == inverse_document_frequency(3, 3)
