import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kesher.adapters.models.unit_length import checked_unit_rows


@given(arrays(np.float32, (3, 4), elements=st.floats(0.5, 2.0**60, width=32)))
def test_rows_come_out_with_unit_length_and_their_direction(
    rows: np.typing.NDArray[np.float32],
) -> None:
    scaled = checked_unit_rows(rows)
    assert scaled.dtype == np.float32
    assert np.allclose(np.linalg.norm(scaled, axis=1), 1.0, atol=1e-5)
    cosines = (scaled * rows).sum(axis=1) / np.linalg.norm(rows.astype(np.float64), axis=1)
    assert np.allclose(cosines, 1.0, atol=1e-4)


@pytest.mark.parametrize("bad", [0.0, float("nan"), float("inf")])
def test_a_row_without_a_direction_is_refused_by_its_number(bad: float) -> None:
    rows = np.ones((3, 4), np.float32)
    rows[1] = bad
    with pytest.raises(ValueError, match="vector 1 of 3"):
        checked_unit_rows(rows)
