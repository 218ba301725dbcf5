"""The scanned notice: a letter that is printed, then photographed as an office scanner would."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from benchmarks.sample.blocks import Block, parse
from benchmarks.sample.ink import PAGE_WIDTH, Fill, Ink, Ruler, Run, Style
from benchmarks.sample.typeset import GREY, TEAL, Frame, filled, unit
from PIL import Image, ImageDraw, ImageFilter

from kesher.documents.parsing.pdf_render import render_grey

SCAN_DPI = 200
_TILT_DEGREES = 0.6
_NOISE_LEVELS = 5.0  # standard deviation, of 255 grey levels
_JPEG_QUALITY = 42
_SEED = 20270120
_SHEET = Frame(70, 150, PAGE_WIDTH - 140, 640)
_COMPANY = Style("head", 16, 24, TEAL)
_SMALL = Style("text", 9.5, 13, GREY)


def build(source: str, path: Path, fonts: Mapping[str, Path]) -> tuple[tuple[str, ...], ...]:
    """Write the scan to `path`; return the lines of its one page, the letterhead first."""
    title, *blocks = parse(source)
    head = _letterhead()
    with TemporaryDirectory() as folder:
        printed, picture = Path(folder, "printed.pdf"), Path(folder, "scan.jpg")
        lines = _print((title, *blocks), head, printed, fonts)
        picture.write_bytes(_scan(printed))
        page = Ruler(title.text, fonts)
        page.image(picture)
        page.save(path)
    return (lines,)


def _letterhead() -> list[Run]:
    right = PAGE_WIDTH - _SHEET.left
    return [
        Run('רימונית מערכות השקיה בע"מ', right, 62, _COMPANY),
        Run("רחוב האורן 7, חיפה · טלפון 04-555-0100 · www.rimonit.example", right, 90, _SMALL),
    ]


def _print(
    blocks: tuple[Block, ...], head: list[Run], path: Path, fonts: Mapping[str, Path]
) -> tuple[str, ...]:
    ruler = Ruler(blocks[0].text, fonts)
    units = [unit(block, _SHEET.width, ruler) for block in blocks]
    placed, count = filled(units, _SHEET, {})
    if count < len(units):
        raise ValueError("The notice is longer than one page. Shorten its source.")
    inks: list[Ink] = [ink.moved(one.left, one.top) for one in placed for ink in one.unit.inks]
    rule = Fill(_SHEET.left, 112, _SHEET.width, 1.2, TEAL)
    ruler.page([*head, rule, *inks])
    ruler.save(path)
    return (*(run.text for run in head), *(line for one in placed for line in one.unit.lines))


def _scan(printed: Path) -> bytes:
    pixels, *size = render_grey(printed, 1, dpi=SCAN_DPI)
    sheet = Image.frombytes("L", (size[0], size[1]), pixels)
    _sign(sheet)
    tilted = sheet.rotate(_TILT_DEGREES, Image.Resampling.BICUBIC, fillcolor=250)
    soft = np.asarray(tilted.filter(ImageFilter.GaussianBlur(0.6)), dtype=np.float32)
    jpeg = BytesIO()
    Image.fromarray(_with_noise(soft)).save(
        jpeg, "JPEG", quality=_JPEG_QUALITY, dpi=(SCAN_DPI, SCAN_DPI)
    )
    return jpeg.getvalue()


def _with_noise(grey: np.ndarray) -> np.ndarray:
    """Return a sheet, uint8, that is unevenly lit and grained. `grey`: float32, (height, width)."""
    height, width = grey.shape
    light = np.linspace(0.93, 1.0, width, dtype=np.float32)[None, :]
    grain = np.random.default_rng(_SEED).normal(0, _NOISE_LEVELS, (height, width))
    return np.clip(grey * 0.94 * light + 10 + grain, 0, 255).astype(np.uint8)


def _sign(sheet: Image.Image) -> None:
    """Draw a signature by hand, under the closing words."""
    turns = np.linspace(0, 5 * np.pi, 160)
    x = 1010 + 26 * turns + 34 * np.cos(2.3 * turns)
    y = 1560 + 42 * np.sin(turns) * np.exp(-turns / 18)
    points = [(float(a), float(b)) for a, b in zip(x, y, strict=True)]
    ImageDraw.Draw(sheet).line(points, fill=70, width=4, joint="curve")
