import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.ranking.fusion import reciprocal_rank_fusion

RANKINGS = st.lists(st.lists(st.sampled_from("אבגדהו"), unique=True), max_size=4)


def test_an_item_high_in_both_rankings_beats_one_that_leads_a_single_one() -> None:
    fused = reciprocal_rank_fusion([["א", "ב", "ג"], ["ב", "ג", "ד"]])
    assert [item for item, _ in fused] == ["ב", "ג", "א", "ד"]
    assert fused[0][1] == pytest.approx(1 / 62 + 1 / 61)


def test_ties_keep_the_order_of_first_appearance() -> None:
    assert [item for item, _ in reciprocal_rank_fusion([["א", "ב"], ["ב", "א"]])] == ["א", "ב"]


def test_a_ranking_of_weight_zero_only_adds_items_at_the_end() -> None:
    fused = reciprocal_rank_fusion([["א"], ["ב", "א"]], weights=[1, 0])
    assert fused == [("א", 1 / 61), ("ב", 0.0)]


def test_as_many_weights_as_rankings_are_demanded() -> None:
    with pytest.raises(ValueError, match="1 weights for 2 rankings"):
        reciprocal_rank_fusion([["א"], ["ב"]], weights=[1.0])


@given(RANKINGS, st.integers(1, 100))
def test_every_item_comes_once_with_a_falling_score_within_bounds(
    rankings: list[list[str]], k: int
) -> None:
    fused = reciprocal_rank_fusion(rankings, k=k)
    scores = [score for _, score in fused]
    assert {item for item, _ in fused} == {item for ranking in rankings for item in ranking}
    assert len(fused) == len({item for item, _ in fused})
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= len(rankings) / (k + 1) + 1e-12 for score in scores)
