"""Points that are drawn as glyphs of their own find the letters that they belong to."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs
from kesher.documents.parsing.pdf_clusters import Clusters, find_clusters

DAGESH, QAMATS, PATAH = "\u05bc", "\u05b8", "\u05b7"
FATHA = "\u064e"
Drawn = tuple[str, float, float]
HIGH, LOW = (100.0, 112.0), (105.0, 106.0)


def clusters_of(
    drawn: Sequence[Drawn],
    pens: Sequence[float],
    *,
    inks: Sequence[tuple[float, float]] | None = None,
    low: Sequence[int] = (),
) -> Clusters:
    """Join characters given as (character, left, right), each with its pen's x."""
    sides = [LOW if row in low else HIGH for row in range(len(drawn))]
    boxes = np.array(
        [(x0, y0, x1, y1) for (_, x0, x1), (y0, y1) in zip(drawn, sides, strict=True)], np.float32
    )
    codes = np.array([ord(char) for char, _, _ in drawn], np.uint32)
    glyphs = Glyphs(codes, boxes, np.arange(len(drawn), dtype=np.int32) * 2)
    is_mark = np.array([char in DAGESH + QAMATS + PATAH + FATHA for char, _, _ in drawn])
    is_space = codes == ord(" ")
    origins = np.array([(x, 700.0) for x in pens], np.float32)

    def ink(rows: NDArray[np.intp]) -> Floats:
        if inks is None:
            return boxes[rows]
        return np.array([(inks[row][0], 0, inks[row][1], 1) for row in rows], np.float32)

    return find_clusters(glyphs, is_mark, is_space, origins, ink)


def words_of(drawn: Sequence[Drawn], found: Clusters) -> list[str]:
    """Give each letter with its points in stored order."""
    return [
        drawn[row][0] + "".join(drawn[other][0] for other in found.followers.get(row, ()))
        for row in np.flatnonzero(found.heads).tolist()
    ]


def test_a_dot_between_two_letters_belongs_to_the_one_whose_ink_it_is_over() -> None:
    drawn = [("ה", 30.0, 40.0), ("י", 24.0, 30.0), (DAGESH, 23.0, 25.4), ("ם", 12.0, 24.5)]
    inks = [(31.0, 39.0), (24.7, 29.0), (24.1, 25.3), (12.7, 23.4)]

    found = clusters_of(drawn, [30, 24, 23, 12], inks=inks)

    assert words_of(drawn, found) == ["ה", "י" + DAGESH, "ם"]


def test_a_dot_left_of_a_stem_belongs_to_the_stem_and_not_to_the_next_letter() -> None:
    drawn = [("ז", 24.0, 30.0), (DAGESH, 22.5, 24.8), ("ק", 12.0, 24.0)]
    inks = [(24.8, 29.0), (23.5, 24.8), (12.7, 23.5)]

    found = clusters_of(drawn, [24, 22.5, 12], inks=inks)

    assert words_of(drawn, found) == ["ז" + DAGESH, "ק"]


def test_a_point_stored_far_from_its_letter_finds_it_by_its_place() -> None:
    others: list[Drawn] = [("ב", 100.0 + 9 * step, 108.0 + 9 * step) for step in range(12)]
    drawn = [("ק", 12.0, 20.0), *others, (QAMATS, 14.0, 18.0)]

    found = clusters_of(drawn, [left for _, left, _ in drawn])

    assert words_of(drawn, found)[0] == "ק" + QAMATS


def test_a_letter_named_again_on_each_of_its_points_is_read_once() -> None:
    name = "ק" + QAMATS + DAGESH
    dot = [(char, 15.0 + at, 16.0 + at) for at, char in enumerate(name)]
    vowel = [(char, 16.0, 18.0) for char in name]
    letter = [(char, 12.0, 22.0) for char in name]
    drawn = [*dot, *vowel, *letter, ("ט", 4.0, 11.0)]

    found = clusters_of(drawn, [15.0] * 3 + [16.0] * 3 + [12.0] * 3 + [4.0])

    assert words_of(drawn, found) == [name, "ט"]


def test_two_equal_pointed_letters_side_by_side_stay_two() -> None:
    drawn = [("ל", 20.0, 28.0), (PATAH, 20.0, 28.0), ("ל", 11.0, 19.0), (PATAH, 11.0, 19.0)]

    found = clusters_of(drawn, [20, 20, 11, 11])

    assert words_of(drawn, found) == ["ל" + PATAH, "ל" + PATAH]


def test_a_letter_named_only_on_its_dot_takes_the_room_of_a_letter() -> None:
    drawn = [("ה", 32.0, 40.0), ("ב", 27.0, 27.4), (DAGESH, 26.6, 27.0), ("ב", 10.0, 18.0)]

    found = clusters_of(drawn, [32, 26, 26, 10], low=(1, 2))

    left, _, right, _ = found.boxes[1].tolist()
    assert (left, right) == (23.0, 31.0)


def test_an_arabic_vowel_sign_stays_on_its_letter() -> None:
    drawn = [("ك", 20.0, 30.0), (FATHA, 23.0, 26.0), ("ت", 11.0, 20.0)]

    found = clusters_of(drawn, [20, 23, 11])

    assert words_of(drawn, found) == ["ك" + FATHA, "ت"]
