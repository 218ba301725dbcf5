"""The best of many scores are those that sorting all of them gives, ties in order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.ranking.best_first import best_first
from kesher.ranking.number_column import NumberColumn

SCORES = st.lists(st.integers(-3, 3).map(float), max_size=30)


@given(scores=SCORES, top=st.integers(0, 35))
def test_the_best_are_the_first_of_all_in_order(scores: list[float], top: int) -> None:
    given_scores = np.asarray(scores)
    whole = best_first(given_scores).tolist()
    assert whole == sorted(range(len(scores)), key=lambda place: -scores[place])
    assert best_first(given_scores, top).tolist() == whole[:top]


@pytest.mark.parametrize("count", [0, 1, 64, 65, 1_000])
def test_a_column_gives_back_what_was_added_in_order(count: int) -> None:
    column = NumberColumn(np.int32)
    assert [column.add(number) for number in range(count)] == list(range(count))
    assert column.values.tolist() == list(range(count))
    assert len(column) == count
