"""Codes: how far they may be off, how they grow, and that a scan in several parts loses nothing."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

from kesher.ranking.codes import Codes, quantise, with_more
from kesher.ranking.scan import top_by_codes
from kesher.ranking.vectors import Floats, top_exact, unit_rows


def cone(rows: int, dimensions: int, *, seed: int, spread: float = 0.5) -> Floats:
    """Unit vectors round one direction, as embedding models give them."""
    random = np.random.default_rng(seed)
    centre = np.random.default_rng(dimensions).standard_normal(dimensions)
    return unit_rows(centre + spread * random.standard_normal((rows, dimensions)))


def restored(codes: Codes) -> Floats:
    """What the codes say the matrix is."""
    along, rows = codes.along.array[: codes.size], codes.rows.array[: codes.size]
    found: Floats = along[:, np.newaxis] * codes.frame.direction + rows * codes.frame.scale
    return found.astype(np.float32)


def test_codes_say_how_far_they_are_off() -> None:
    matrix = cone(500, 384, seed=3)
    codes = quantise(matrix)
    off = np.linalg.norm(matrix - restored(codes), axis=1)
    assert codes.error == pytest.approx(off.max(), rel=1e-3)
    assert codes.error < 0.01
    assert codes.longest < 0.5  # what lies along the common direction is not in it


def test_a_matrix_of_equal_rows_has_codes_of_next_to_nothing() -> None:
    codes = quantise(np.full((3, 4), 0.5, np.float32))
    assert codes.error < 1e-7
    assert np.allclose(restored(codes), 0.5, atol=1e-6)


def test_codes_that_grew_say_what_codes_made_at_once_say_and_leave_the_shorter_as_they_were() -> (
    None
):
    matrix = cone(3_000, 64, seed=4)
    shorter = quantise(matrix[:2_000])
    before = restored(shorter)
    grown = with_more(with_more(shorter, matrix[:2_001]), matrix)
    other = with_more(shorter, np.concatenate([matrix[:2_000], matrix[:5]]))
    assert np.array_equal(restored(shorter), before)
    assert np.linalg.norm(matrix - restored(grown), axis=1).max() <= grown.error + 1e-6
    assert np.linalg.norm(matrix[:5] - restored(other)[2_000:], axis=1).max() < 0.02


def test_rows_unlike_those_that_the_codes_were_made_for_are_still_found_and_wear_them_out() -> None:
    matrix = cone(3_000, 64, seed=5)
    strange = unit_rows(np.random.default_rng(6).standard_normal((50, 64)))
    both = np.concatenate([matrix, strange])
    codes = with_more(quantise(matrix), both)
    assert codes.is_worn
    assert not quantise(both).is_worn
    for query in (matrix[7], strange[3]):
        assert top_by_codes(both, codes, query, top=20) == top_exact(both, query, top=20)


def test_a_scan_in_several_parts_finds_what_stands_in_any_of_them() -> None:
    matrix = cone(140_000, 16, seed=7)  # three parts
    codes = quantise(matrix)
    dead = np.arange(30_000, 139_000, 2)
    for row in (5, 29_998, 131_073, 135_169, 139_999):
        found = top_by_codes(matrix, codes, matrix[row], top=50, dead=dead)
        assert found[0][0] == row
        assert found == top_exact(matrix, matrix[row], top=50, dead=dead)


def test_a_second_thread_changes_nothing_however_late_it_comes() -> None:
    matrix = cone(140_000, 16, seed=9)
    codes, query = quantise(matrix), matrix[3]
    alone = top_by_codes(matrix, codes, query, top=20)
    with ThreadPoolExecutor(1) as helper:
        assert top_by_codes(matrix, codes, query, top=20, helper=helper) == alone
        held = Event()
        helper.submit(held.wait)  # the helper is busy until all is done
        assert top_by_codes(matrix, codes, query, top=20, helper=helper) == alone
        held.set()


def test_more_dimensions_than_float32_can_add_up_exactly_lose_nothing() -> None:
    matrix = cone(2_000, 3_072, seed=8)
    found = top_by_codes(matrix, quantise(matrix), matrix[9], top=10)
    assert found == top_exact(matrix, matrix[9], top=10)
