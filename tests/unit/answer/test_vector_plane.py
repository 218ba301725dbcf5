import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.answer.vector_plane import Plane, lay_out


def _rows(*rows: list[float]) -> list[NDArray[np.float32]]:
    return [np.array(row, dtype=np.float32) for row in rows]


def test_vectors_that_lie_on_a_plane_keep_their_distances_on_it() -> None:
    vectors = _rows([3, 0, 0, 0], [-3, 0, 0, 0], [0, 1, 0, 0], [0, -1, 0, 0])
    plane = lay_out(vectors)
    assert plane.kept_fraction == pytest.approx(1)
    assert plane.points[0] == pytest.approx((1, 0), abs=1e-4)
    assert plane.points[1] == pytest.approx((-1, 0), abs=1e-4)
    assert abs(plane.points[2][1]) == pytest.approx(1 / 3, abs=1e-4)


def test_the_same_vectors_always_give_the_same_picture() -> None:
    made = np.random.default_rng(7).normal(size=(12, 30)).astype(np.float32)
    plane = lay_out(list(made))
    assert lay_out(list(made.copy())) == plane
    assert max(x * x + y * y for x, y in plane.points) == pytest.approx(1, abs=1e-3)
    assert 0 < plane.kept_fraction < 1


def test_one_vector_or_equal_ones_lie_in_the_middle_and_none_give_no_points() -> None:
    assert lay_out(_rows([0.6, 0.8])).points == ((0, 0),)
    assert lay_out(_rows([1, 0], [1, 0])) == Plane(((0, 0), (0, 0)), 1.0)
    assert lay_out(_rows([1, 0], [0, 1])).points[0][1] == pytest.approx(0, abs=1e-6)
    assert lay_out([]) == Plane((), 0.0)
