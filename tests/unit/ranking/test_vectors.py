import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kesher.ranking.codes import quantise
from kesher.ranking.scan import top_by_codes
from kesher.ranking.vectors import Floats, top_exact, unit_rows


def cone(rows: int, dimensions: int, *, seed: int, spread: float = 0.5) -> Floats:
    """Unit vectors round one direction, as embedding models give them."""
    random = np.random.default_rng(seed)
    centre = random.standard_normal(dimensions)
    return unit_rows(centre + spread * random.standard_normal((rows, dimensions)))


def plain(matrix: Floats, query: Floats, top: int) -> list[int]:
    scores = matrix.astype(np.float64) @ query.astype(np.float64)
    return [int(row) for row in np.argsort(-scores, kind="stable")[:top]]


@settings(deadline=None, max_examples=40)
@given(
    rows=st.integers(1, 3_000),
    dimensions=st.sampled_from([3, 64, 384]),
    top=st.integers(1, 40),
    spread=st.sampled_from([0.001, 0.1, 0.5, 5.0]),
    gone=st.sampled_from([0.0, 0.1, 1.0]),
    seed=st.integers(0, 1_000),
)
def test_both_ways_find_what_a_plain_product_finds_among_the_rows_that_stand(
    rows: int, dimensions: int, top: int, spread: float, gone: float, seed: int
) -> None:
    vectors = cone(rows + 1, dimensions, seed=seed, spread=spread)
    matrix, query = vectors[:-1], vectors[-1]
    dead = np.flatnonzero(np.random.default_rng(seed).random(rows) < gone)
    standing = np.delete(np.arange(rows), dead)
    expected = standing[plain(matrix[standing], query, top)]
    scores = matrix.astype(np.float64) @ query.astype(np.float64)
    for found in (
        top_exact(matrix, query, top=top, dead=dead),
        top_by_codes(matrix, quantise(matrix), query, top=top, dead=dead),
    ):
        # Where two cosines are the same as far as float64 can tell, either row is right.
        assert len(found) == len(expected)
        assert set(dead.tolist()).isdisjoint(row for row, _ in found)
        assert [score for _, score in found] == pytest.approx(scores[expected], abs=1e-12)
        assert [score for _, score in found] == pytest.approx(scores[[row for row, _ in found]])


def test_equal_rows_keep_their_order_in_both_ways() -> None:
    matrix = np.repeat(cone(2, 64, seed=1), 800, axis=0)
    query = matrix[0]
    expected = list(range(20))
    assert [row for row, _ in top_exact(matrix, query, top=20)] == expected
    assert [row for row, _ in top_by_codes(matrix, quantise(matrix), query, top=20)] == expected


def test_fewer_rows_than_wanted_all_come_back_in_order() -> None:
    matrix = unit_rows(np.array([[1.0, 0.0], [0.6, 0.8]]))
    query = np.array([0.0, 1.0], np.float32)
    assert top_exact(matrix, query, top=10) == [(1, pytest.approx(0.8)), (0, 0.0)]


def test_rows_get_length_one_and_zero_rows_stay() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]]))
    assert rows.dtype == np.float32
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0]]
