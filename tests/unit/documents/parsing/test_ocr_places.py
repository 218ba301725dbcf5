"""Boxes of letters on scans follow the ink, and lines are as large and heavy as they look."""

import numpy as np

from kesher.documents.parsing.ocr_places import with_inked_boxes
from kesher.documents.parsing.ocr_setting import settings_of
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord


def page(*letters: tuple[int, int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rows = np.full((400, 600), 255, np.uint8)
    for left, top, right, bottom in letters:
        rows[top:bottom, left:right] = 0
    return rows


def word(*symbols: tuple[str, int, int], top: int = 20, bottom: int = 50) -> OcrWord:
    return OcrWord(
        tuple(OcrSymbol(text, Box(left, top, right, bottom), 0.9) for text, left, right in symbols),
        0.9,
    )


def line(*words: OcrWord) -> OcrLine:
    return OcrLine(words, Box(0, 0, 600, 400))


def boxes(found: OcrLine) -> list[tuple[str, float, float]]:
    return [(s.text, s.box.left, s.box.right) for word in found.words for s in word.symbols]


def test_each_letter_gets_the_box_of_its_own_ink() -> None:
    picture = page((10, 20, 20, 50), (24, 20, 34, 50), (60, 20, 80, 50))
    read = line(word(("ב", 58, 80)), word(("ג", 20, 36), ("ד", 10, 32)))

    (found,) = with_inked_boxes([read], picture)

    assert boxes(found) == [("ב", 60, 80), ("ג", 24, 34), ("ד", 10, 20)]


def test_gershayim_are_two_strokes_of_ink() -> None:
    picture = page((10, 20, 30, 50), (34, 20, 37, 30), (40, 20, 43, 30), (48, 20, 70, 50))
    read = line(word(("ה", 48, 70), ('"', 36, 50), ("כ", 10, 30)))

    (found,) = with_inked_boxes([read], picture)

    assert boxes(found)[1] == ('"', 34, 43)


def test_letters_that_touch_keep_the_engines_boxes() -> None:
    picture = page((10, 20, 60, 50), (80, 20, 100, 50))
    read = line(word(("в", 80, 98), ("ы", 12, 33), ("й", 35, 58)))

    (found,) = with_inked_boxes([read], picture)

    assert found == read


def test_runs_that_agree_by_chance_do_not_move_letters_far() -> None:
    # The first letter is drawn in two pieces, and the last two touch.
    picture = page((10, 20, 20, 50), (22, 20, 30, 50), (90, 20, 110, 50), (200, 20, 260, 50))
    read = line(
        word(("a", 10, 30)),
        word(("b", 90, 110)),
        word(("c", 200, 228), ("d", 232, 260)),
    )

    (found,) = with_inked_boxes([read], picture)

    assert boxes(found)[1] == ("b", 90, 110)


def outlined(
    text: str, *, left: int, top: int, height: int, stroke: int
) -> tuple[OcrLine, list[tuple[int, int, int, int]]]:
    """A line of letters, each drawn as an upright stroke and a roof."""
    symbols, ink = [], []
    for place, char in enumerate(text):
        x = left + place * (height + 10)
        symbols.append((char, x, x + height))
        ink.append((x, top, x + stroke, top + height))
        ink.append((x, top, x + height, top + stroke))
    return line(word(*symbols, top=top, bottom=top + height)), ink


def test_a_line_is_as_large_and_as_heavy_as_its_letters_are_drawn() -> None:
    title, thick = outlined("אבדה", left=10, top=10, height=53, stroke=10)
    body, thin = outlined("אבדהכמתרש", left=10, top=100, height=32, stroke=4)
    near, also = outlined("אבדהכמתרש", left=10, top=200, height=31, stroke=4)
    picture = page(*thick, *thin, *also)

    first, second, third = settings_of([title, body, near], picture)

    assert (round(first.em), first.is_bold) == (100, True)
    assert (second.em, second.is_bold) == (third.em, third.is_bold)
    assert not second.is_bold
    assert second.baseline == 132


def test_a_highlight_is_as_high_as_the_fonts_line() -> None:
    body, ink = outlined("אבדה", left=10, top=100, height=53, stroke=5)
    (setting,) = settings_of([body], page(*ink))

    box = setting.of_line(body.words[0].symbols[0].box)

    assert (box.left, box.right) == (10, 63)
    assert box.top == 153 - 92
    assert box.bottom == 153 + 24


def test_russian_english_and_arabic_lines_of_one_size_are_told_so() -> None:
    russian = line(word(("н", 10, 30), ("а", 32, 50), top=100, bottom=148))
    english = line(word(("n", 10, 30), ("o", 32, 50), top=200, bottom=246))
    arabic = line(word(("م", 10, 50), ("ن", 10, 50), top=300, bottom=390))

    found = settings_of([russian, english, arabic], page())

    assert [round(each.em) for each in found] == [100, 100, 100]
