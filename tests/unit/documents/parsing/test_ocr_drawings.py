"""Parts of a drawing are told from short lines of text by standing too close."""

from kesher.documents.parsing.ocr_drawings import drawn_parts
from kesher.domain.document import Box

HEIGHT = 30.0


def column(left: float, *, step: float, count: int, top: float = 100) -> list[Box]:
    return [Box(left, top + step * at, left + 30, top + step * at + 32) for at in range(count)]


def test_the_branches_of_an_emblem_are_no_lines_of_text() -> None:
    emblem = [*column(100, step=28, count=5), *column(240, step=28, count=6)]
    stem = [Box(180, 150, 200, 180)]
    lines = [Box(50, 400, 900, 432), Box(860, 460, 900, 490)]

    assert drawn_parts([*emblem, *stem, *lines], [], HEIGHT) == set(range(12))


def test_the_numbers_of_a_list_are_text_however_many() -> None:
    assert drawn_parts(column(900, step=48, count=30), [], HEIGHT) == set()


def test_three_short_lines_that_touch_are_text() -> None:
    assert drawn_parts(column(900, step=30, count=3), [], HEIGHT) == set()


def test_long_lines_that_touch_are_text() -> None:
    assert drawn_parts([Box(0, 30 * at, 800, 30 * at + 32) for at in range(8)], [], HEIGHT) == set()


def test_what_stands_inside_a_shield_is_no_text_and_a_framed_word_is() -> None:
    shield, frame = Box(100, 100, 290, 310), Box(400, 100, 600, 200)
    inside = [Box(110, 110 + 60 * at, 140, 140 + 60 * at) for at in range(3)]
    word = Box(420, 130, 560, 160)

    assert drawn_parts([*inside, word], [shield, frame], HEIGHT) == {0, 1, 2}


def test_the_cells_of_a_small_table_are_text() -> None:
    table = Box(100, 100, 400, 400)
    cells = [Box(120, 110 + 60 * at, 180, 140 + 60 * at) for at in range(4)]

    assert drawn_parts(cells, [table], HEIGHT) == set()
