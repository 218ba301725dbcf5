import math

import pytest

from kesher.adapters.ranking_measures import measure

HIGHEST = dict.fromkeys(("R@1", "R@5", "R@10", "recall@10", "MRR@10", "nDCG@10"), 1.0)


def test_the_only_right_page_on_top_is_the_best_that_can_be() -> None:
    assert measure([["נוהל 6", "doc 1"]], [frozenset({"נוהל 6"})]) == [HIGHEST]


def test_a_right_page_in_the_third_place_counts_by_its_rank() -> None:
    (found,) = measure([["a 1", "a 2", "b 7", "c 1"]], [frozenset({"b 7"})])
    assert (found["R@1"], found["R@5"]) == (0, 1)
    assert found["MRR@10"] == pytest.approx(1 / 3)
    assert found["nDCG@10"] == pytest.approx(1 / math.log2(4), abs=1e-6)


def test_one_of_two_right_pages_is_a_hit_and_half_of_the_recall() -> None:
    (found,) = measure([["a 1", "a 3"]], [frozenset({"a 1", "ב 9"})])
    assert (found["R@1"], found["recall@10"], found["MRR@10"]) == (1, 0.5, 1)


def test_each_question_keeps_its_own_values_where_another_found_nothing() -> None:
    right = [frozenset({"a 1"}), frozenset({"a 1"}), frozenset({"مرض 1"})]
    found = measure([["a 1"], [], ["обучение 1", "مرض 1"]], right)
    assert found[0] == HIGHEST
    assert set(found[1].values()) == {0.0}
    assert (found[2]["R@1"], found[2]["MRR@10"]) == (0, 0.5)


def test_places_beyond_the_tenth_do_not_count_and_order_decides_even_by_name() -> None:
    ranking = [f"z {place}" for place in range(10)] + ["a 1"]
    assert set(measure([ranking], [frozenset({"a 1"})])[0].values()) == {0.0}
    (second,) = measure([["z 9", "z 10"]], [frozenset({"z 10"})])
    assert second["MRR@10"] == 0.5
