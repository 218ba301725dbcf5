from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.domain.document import Box, CharBoxes, Chunk, Line, PageSpan
from kesher.domain.ids import new_id
from kesher.domain.scope import RoomScope
from paper import HEBREW, page

coordinates = st.floats(0, 5_000, width=32)
boxes = st.one_of(st.none(), st.builds(Box, coordinates, coordinates, coordinates, coordinates))


@given(st.lists(boxes))
def test_packed_boxes_come_back_as_they_were(cells: list[Box | None]) -> None:
    packed = CharBoxes.of(cells)
    assert list(packed) == cells
    assert len(packed) == len(cells)


@given(st.lists(boxes), st.integers(0, 20), st.integers(0, 20))
def test_boxes_within_a_span_are_those_with_ink(
    cells: list[Box | None], start: int, end: int
) -> None:
    inked = [box for box in cells[start:end] if box is not None]
    assert list(CharBoxes.of(cells).within(start, end)) == inked


def test_a_union_holds_both_boxes() -> None:
    assert Box(10, 20, 30, 40).union(Box(5, 25, 15, 60)) == Box(5, 20, 30, 60)


def test_a_span_over_two_lines_has_a_box_on_each_in_reading_order() -> None:
    first_line_end = HEBREW.index("\n")
    found = page(1, HEBREW).boxes_of(first_line_end - 4, first_line_end + 6)
    assert [(box.top, box.bottom) for box in found] == [(0, 10), (20, 30)]
    assert found[0].left == 5.0 * (first_line_end - 4)
    assert found[1].left == 0


def test_a_span_that_other_words_part_has_a_box_on_each_side() -> None:
    # Drawn from the left: של, Shared, Documents, בתיקיית. The span ends in the Latin phrase.
    text = "בתיקיית Shared Documents של"
    lefts = {0: 300.0, 8: 100.0, 15: 170.0, 25: 50.0}
    cells: list[Box | None] = []
    for at, char in enumerate(text):
        word = max(start for start in lefts if start <= at)
        left = lefts[word] + 8 * (at - word)
        cells.append(None if char == " " else Box(left, 10, left + 8, 22))
    line = Line(0, len(text), Box(50, 10, 356, 22))
    read = replace(page(1, text), lines=(line,), char_boxes=CharBoxes.of(cells))
    assert read.boxes_of(0, 14) == (Box(300, 10, 356, 22), Box(100, 10, 148, 22))
    assert read.boxes_of(0, 24) == (Box(100, 10, 356, 22),)


def test_a_span_of_spaces_alone_has_no_box() -> None:
    assert page(1, "חופשה   שנתית").boxes_of(5, 8) == ()


def test_a_part_of_a_chunk_on_two_pages_is_found_on_both() -> None:
    chunk = Chunk(
        "chk_a", "doc_a", 0, "סוף עמוד\nתחילת עמוד", (PageSpan(3, 90, 98), PageSpan(4, 0, 10))
    )
    assert chunk.locate(4, 13) == (PageSpan(3, 94, 98), PageSpan(4, 0, 4))
    assert chunk.locate(9, 13) == (PageSpan(4, 0, 4),)


def test_the_break_between_two_pages_of_a_chunk_stands_on_neither() -> None:
    chunk = Chunk("chk_a", "doc_a", 0, "אב\nגד", (PageSpan(1, 0, 2), PageSpan(2, 0, 2)))
    assert chunk.locate(2, 3) == ()


def test_identifiers_name_their_kind_and_do_not_repeat() -> None:
    made = {new_id("doc") for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(identifier.startswith("doc_") and len(identifier) == 18 for identifier in made)


def test_a_room_scope_without_a_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room_id"):
        RoomScope("local")
