import numpy as np
import pytest

from kesher.ranking.score_fusion import fused_scores


def test_scales_do_not_matter() -> None:
    cosines, sums = np.array([0.9, 0.8, 0.7]), np.array([1.0, 5.0, 2.0])
    fused = fused_scores([cosines, sums], "aaa")
    assert fused == pytest.approx(fused_scores([100 * cosines - 7, sums / 3], "aaa"))


def test_a_retriever_that_cannot_tell_items_apart_has_no_say() -> None:
    scores = np.array([3.0, 1.0, 2.0])
    assert fused_scores([scores, np.full(3, 0.4)], "aaa").argsort().tolist() == [1, 2, 0]


def test_a_spread_below_the_least_counts_for_less() -> None:
    near, chance = np.arange(20.0), np.array([0.0] * 10 + [0.5] + [0.0] * 9)
    assert fused_scores([near, chance], "a" * 20).argmax() == 10
    assert fused_scores([near, chance], "a" * 20, least_spreads=[0.0, 2.0]).argmax() == 19


def test_within_one_group_the_order_is_that_of_the_sums() -> None:
    scores = np.random.default_rng(1).standard_normal((3, 200))
    sums = sum((row - row.mean()) / row.std() for row in scores)
    fused = fused_scores(list(scores), "a" * 200)
    assert fused.argsort().tolist() == np.argsort(sums).tolist()


def test_two_groups_alike_but_for_their_level_meet_on_one() -> None:
    near = np.array([0.95, 0.90, 0.89, 0.88, 0.87])
    fused = fused_scores([np.concatenate([near, near - 0.3])], "aaaaabbbbb")
    assert fused.argsort()[::-1][:2].tolist() == [0, 5]


def test_a_group_of_one_stands_on_its_level() -> None:
    fused = fused_scores([np.array([0.9, 0.5, 0.4, 0.8])], "aaab")
    assert fused.argmax() == 0


def test_no_items_have_no_scores() -> None:
    assert fused_scores([np.zeros(0)], "").tolist() == []


def test_the_better_of_two_near_copies_does_not_stand_out_by_being_few() -> None:
    asked, copies, others = [0.9], [0.301, 0.300], [0.2, 0.25]
    fused = fused_scores([np.array([*asked, *copies, *others])], "abbcd")
    assert fused.argmax() == 0
    assert fused[1] - fused[2] < 0.1
