"""Pictures of pages as documents: their pages, their size on paper, how they were held."""

import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kesher.documents.parsing.pdf import pdf_info
from kesher.documents.parsing.pdf_render import render_grey
from kesher.documents.parsing.photos import picture_pdf
from kesher.errors import DamagedDocumentError, DocumentTooLargeError

ORIENTATION, TURNED_LEFT = 0x0112, 8  # EXIF: the camera was held turned by 90 degrees


def half_black(width: int, height: int) -> Image.Image:
    """White paper whose left half is black."""
    page = Image.new("L", (width, height), 255)
    page.paste(0, (0, 0, width // 2, height))
    return page


def pdf_of(source: Path, *, pages_limit: int = 9) -> Path:
    target = source.with_suffix(".made.pdf")
    picture_pdf(source, source.name, target, pages_limit=pages_limit)
    return target


def test_each_picture_of_a_fax_is_a_page(tmp_path: Path) -> None:
    source = tmp_path / "פקס.tif"
    page = half_black(1700, 2200).convert("1")
    page.save(source, save_all=True, append_images=[page, page], dpi=(200, 200))

    assert pdf_info(pdf_of(source)).pages_total == 3


def test_a_page_has_the_size_that_its_resolution_says(tmp_path: Path) -> None:
    source = tmp_path / "מכתב.png"
    half_black(1700, 2200).save(source, dpi=(200, 200))

    _, width, height = render_grey(pdf_of(source), 1, dpi=72)

    assert (width, height) == pytest.approx((612, 792), abs=1)


def test_a_photograph_without_a_resolution_is_taken_for_an_a4_page(tmp_path: Path) -> None:
    source = tmp_path / "צילום.jpg"
    half_black(1200, 1600).save(source)

    _, _, height = render_grey(pdf_of(source), 1, dpi=72)

    assert height == pytest.approx(842, abs=1)


def test_a_photograph_is_turned_as_the_camera_was_held(tmp_path: Path) -> None:
    source = tmp_path / "צילום.jpg"
    turned = Image.Exif()
    turned[ORIENTATION] = TURNED_LEFT
    half_black(800, 600).save(source, exif=turned)

    pixels, width, height = render_grey(pdf_of(source), 1, dpi=72)

    assert height > width
    assert pixels[width * 10] > 200, "what was on the left is below"
    assert pixels[width * (height - 10)] < 50


def test_what_is_transparent_is_white_paper(tmp_path: Path) -> None:
    source = tmp_path / "חתימה.png"
    Image.new("RGBA", (400, 400), (0, 0, 0, 0)).save(source)

    pixels, _, _ = render_grey(pdf_of(source), 1, dpi=72)

    assert min(pixels) > 250


@pytest.mark.parametrize(
    ("kind", "white"), [("float32", 1.0), ("uint16", 65_535), ("int32", 10**6)]
)
def test_pictures_of_many_shades_keep_their_black_and_their_white(
    tmp_path: Path, kind: str, white: float
) -> None:
    source = tmp_path / "סריקה.tif"
    rows = np.asarray(half_black(400, 400), dtype=np.float64) / 255 * white
    Image.fromarray(rows.astype(kind)).save(source)

    pixels, width, _ = render_grey(pdf_of(source), 1, dpi=72)

    assert pixels[width // 4] < 10
    assert pixels[width * 3 // 4] > 245


def test_a_cut_off_picture_is_refused_with_its_name(tmp_path: Path) -> None:
    whole, source = tmp_path / "whole.png", tmp_path / "קטוע.png"
    Image.effect_noise((300, 300), 90).save(whole)
    source.write_bytes(whole.read_bytes()[:2000])

    with pytest.raises(DamagedDocumentError, match=r"קטוע\.png"):
        pdf_of(source)


def test_more_pictures_than_pages_are_allowed_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "ארוך.tif"
    page = half_black(100, 100)
    page.save(source, save_all=True, append_images=[page] * 3)

    with pytest.raises(DocumentTooLargeError, match="4 pictures"):
        pdf_of(source, pages_limit=3)


def test_a_picture_that_claims_billions_of_pixels_is_refused_before_it_is_unpacked(
    tmp_path: Path,
) -> None:
    source = tmp_path / "ענק.png"
    half_black(10, 10).save(source)
    data = bytearray(source.read_bytes())
    data[16:24] = (50_000).to_bytes(4, "big") * 2  # width and height in the header
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    source.write_bytes(data)

    with pytest.raises(DocumentTooLargeError, match="too many pixels"):
        pdf_of(source)
