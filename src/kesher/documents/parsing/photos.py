"""A file that is itself a picture of pages (PNG, JPEG, TIFF, WebP, GIF, BMP) → a PDF of them.

So a photograph is drawn, read by OCR and highlighted as any other scan.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
from fpdf import FPDF
from PIL import Image, ImageOps, ImageSequence

from kesher.errors import DamagedDocumentError, DocumentTooLargeError

A4_LONG_INCHES = 11.69
LEAST_DPI, MOST_DPI = 100, 1200  # what cameras and programs write outside of these is not meant
# About an A4 page at 1,200 dpi: a small file may claim a picture of any size.
PIXELS_LIMIT = 140_000_000
_POINTS_AN_INCH = 72
_JPEG_QUALITY = 92
_WHITE, _SHADES_OF_16_BITS = 255, 65_535


def picture_pdf(source: Path, name: str, target: Path, *, pages_limit: int) -> None:
    """Write a PDF to `target` with a page for each picture in a file; for `Isolation`.

    A picture is turned as its camera says it was held. Its size on paper comes from the resolution
    that it states; one that states none that can be meant is taken for an A4 page.

    Args:
        name: What the person called the file, for messages.

    Raises:
        DamagedDocumentError: it cannot be decoded.
        DocumentTooLargeError: it has more pictures than `pages_limit`, or one of too many pixels.
    """
    pdf = FPDF(unit="pt")
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    try:
        for page in _pages(source, name, pages_limit):
            scale = _POINTS_AN_INCH / _dpi(page)
            width, height = page.width * scale, page.height * scale
            pdf.add_page(format=(width, height))
            pdf.image(_as_jpeg(page), 0, 0, width, height)
    except Image.DecompressionBombError as error:  # before its sizes can be asked for
        raise DocumentTooLargeError(
            f"`{name}` is a picture of too many pixels ({error}); at most {PIXELS_LIMIT:,} are "
            "taken. Save it at 300 pixels an inch and add that."
        ) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise DamagedDocumentError(
            f"`{name}` is a picture that cannot be decoded: {error}. Open it in a program that "
            "shows it, save it anew and add that."
        ) from error
    pdf.output(str(target))


def _pages(source: Path, name: str, pages_limit: int) -> Iterator[Image.Image]:
    with Image.open(source) as file:
        total = getattr(file, "n_frames", 1)
        if total > pages_limit:
            raise DocumentTooLargeError(
                f"`{name}` holds {total:,} pictures; at most {pages_limit:,} pages are taken "
                "(`pages_limit`). Split it."
            )
        if file.width * file.height > PIXELS_LIMIT:
            raise DocumentTooLargeError(
                f"`{name}` is a picture of {file.width:,} × {file.height:,} pixels; at most "
                f"{PIXELS_LIMIT:,} are taken. Save it at 300 pixels an inch and add that."
            )
        for frame in ImageSequence.Iterator(file):
            yield ImageOps.exif_transpose(frame)


def _dpi(page: Image.Image) -> float:
    stated = float(page.info.get("dpi", (0, 0))[0])
    if LEAST_DPI <= stated <= MOST_DPI:
        return stated
    return max(page.size) / A4_LONG_INCHES


def _as_jpeg(page: Image.Image) -> BytesIO:
    stream = BytesIO()
    _on_white(page).save(stream, "JPEG", quality=_JPEG_QUALITY)
    stream.seek(0)
    return stream


def _on_white(page: Image.Image) -> Image.Image:
    """Return a picture without transparency, in grey where it has no colours."""
    if page.mode in ("1", "L"):
        return page.convert("L")
    if page.mode.startswith("I") or page.mode == "F":  # 16 bits a pixel or more
        return _in_eight_bits(page)
    if page.mode in ("P", "PA", "LA", "RGBA", "La", "RGBa"):
        shown = page.convert("RGBA")
        white = Image.new("RGBA", shown.size, "white")
        return Image.alpha_composite(white, shown).convert("RGB")
    return page.convert("RGB")


def _in_eight_bits(page: Image.Image) -> Image.Image:
    """Return a grey picture of many shades; where these are no 16 bits, its own extremes count."""
    shades = np.nan_to_num(np.asarray(page, dtype=np.float64))
    low, high = 0.0, float(_SHADES_OF_16_BITS)
    if page.mode == "F" or shades.min() < low or shades.max() > high:
        low, high = float(shades.min()), float(shades.max())
    scaled = (np.clip(shades, low, high) - low) / max(high - low, 1e-9) * _WHITE
    return Image.fromarray(scaled.astype(np.uint8))
