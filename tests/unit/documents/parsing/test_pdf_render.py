import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawn_pdf import HEIGHT, WIDTH, Drawn, blank, draw, turned
from kesher.documents.parsing.apart import ImageFormat
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.pdf_open import opened, opened_page
from kesher.documents.parsing.pdf_render import (
    PIXELS_LIMIT,
    grey_page,
    grey_part,
    render_grey,
    render_page,
)
from kesher.errors import PageError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return draw(tmp_path / "page.pdf", [Drawn("םולש", 100, 200, size=40)])


@pytest.mark.parametrize(("image_format", "name"), [("webp", "WEBP"), ("png", "PNG")])
def test_a_page_is_drawn_at_the_asked_width(
    path: Path, image_format: ImageFormat, name: str
) -> None:
    data = render_page(path, 1, width_pixels=900, image_format=image_format)
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, picture.size) == (name, (900, 1200))


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_ink_lies_where_the_page_says_that_its_text_is(
    path: Path, tmp_path: Path, degrees: int
) -> None:
    shown = turned(path, tmp_path / "turned.pdf", degrees)
    page = read_page(shown, 1)
    pixels, width, height = render_grey(shown, 1, dpi=72)
    assert (width, height) == (round(page.width_points), round(page.height_points))
    ink = Image.frombytes("L", (width, height), pixels).point(lambda value: 255 - value).getbbox()
    box = page.lines[0].box
    assert ink is not None
    assert box is not None
    assert box.left - 2 <= ink[0] < ink[2] <= box.right + 2
    assert box.top - 2 <= ink[1] < ink[3] <= box.bottom + 2


def test_a_gigantic_page_is_drawn_within_the_limit_of_pixels(tmp_path: Path) -> None:
    huge = blank(tmp_path / "huge.pdf", (14_000, 14_000), (2, 14_000))
    for number in (1, 2):
        pixels, width, height = render_grey(huge, number, dpi=600)
        assert len(pixels) == width * height <= PIXELS_LIMIT


def test_a_page_that_is_not_there_cannot_be_drawn(path: Path) -> None:
    with pytest.raises(PageError, match="There is no page 9"):
        render_page(path, 9, width_pixels=100)


def test_the_paper_is_white(path: Path) -> None:
    pixels, width, _ = render_grey(path, 1, dpi=72)
    assert pixels[0] == 255
    assert min(pixels) < 64
    assert width == round(WIDTH)
    assert len(pixels) == round(WIDTH) * round(HEIGHT)


@pytest.mark.parametrize("degrees", [0, 90])
@pytest.mark.parametrize("reach", [3.3, 9_000])
def test_a_part_of_a_page_is_drawn_as_on_the_whole_page(
    path: Path, tmp_path: Path, degrees: int, reach: float
) -> None:
    shown = turned(path, tmp_path / "turned.pdf", degrees)
    line = read_page(shown, 1).lines[0].box
    assert line is not None
    box = line.left - reach, line.top + 2.2, line.right + reach, line.bottom - 2.2
    with opened(shown) as document, opened_page(document, 1) as page:
        whole, scale = grey_page(page, number=1, scale=2.0)
        part, same_scale, (x, y) = grey_part(page, box, number=1, scale=2.0)
    same = whole[y : y + part.shape[0], x : x + part.shape[1]]
    assert scale == same_scale
    assert abs(part.shape[0] - (box[3] - box[1]) * scale) <= 3
    assert np.abs(part.astype(int) - same.astype(int)).max() <= 2  # the edges of large letters
    assert same.min() == 0  # and there is ink in it


def test_beyond_the_page_nothing_is_drawn(path: Path) -> None:
    with opened(path) as document, opened_page(document, 1) as page:
        part, _, _ = grey_part(page, (100, HEIGHT + 10, 200, HEIGHT + 50), number=1, scale=2.0)
    assert not part.size
