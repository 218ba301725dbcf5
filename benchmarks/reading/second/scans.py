"""Pages as a scanner or a telephone gives them: skewed, noisy, grey, stamped, bent, in shadow."""

import random
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from benchmarks.reading.second.rework import pictures
from benchmarks.reading.second.tools import Foreign, package

STAMP = "התקבל 14.3.2027"


@dataclass(frozen=True)
class Scan:
    """What happened to the paper. Angles in degrees, resolution in dots an inch."""

    dpi: int = 300
    skew: float = 0.0
    noise: float = 0.0
    blur: float = 0.0
    quality: int = 85
    grey: bool = True
    faded: float = 0.0
    stamped: bool = False
    photo: bool = False


SCANS: dict[str, Scan] = {
    "plain300": Scan(),
    "skew200": Scan(dpi=200, skew=1.2, noise=6),
    "skew300": Scan(skew=-1.9, noise=10, blur=0.6),
    "fax200": Scan(dpi=200, noise=14, faded=0.35, quality=60),
    "stamp300": Scan(skew=0.6, grey=False, stamped=True, noise=5),
    "copy300": Scan(skew=-0.5, blur=1.2, faded=0.25, noise=8, quality=70),
    "photo": Scan(dpi=220, grey=False, photo=True, noise=5, blur=0.5, quality=80),
}


def scan(source: Path, out: Path, how: Scan) -> None:
    """Write the pages of `source` as pictures: a PDF, or one image if `out` is .png or .jpg."""
    pages = [_scanned(page, how, seed) for seed, page in enumerate(pictures(source, dpi=how.dpi))]
    if out.suffix == ".pdf":
        jpegs = [_as_jpeg(page, how.quality) for page in pages]
        jpegs[0].save(out, save_all=True, append_images=jpegs[1:], resolution=how.dpi)
    else:
        pages[0].save(out, quality=how.quality, dpi=(how.dpi, how.dpi))


def _scanned(page: Foreign, how: Scan, seed: int) -> Foreign:
    image = package("PIL.Image", "pillow")
    filters = package("PIL.ImageFilter", "pillow")
    chance = random.Random(seed)  # noqa: S311  # noise, not secrets
    if how.stamped:
        page = _with_stamp(page, chance)
    if how.skew:
        page = page.rotate(how.skew, image.Resampling.BICUBIC, fillcolor=(250, 250, 250))
    if how.photo:
        page = _photographed(page, image)
    if how.blur:
        page = page.filter(filters.GaussianBlur(how.blur))
    page = _worn(page, how, seed)
    return page.convert("L") if how.grey else page


def _worn(page: Foreign, how: Scan, seed: int) -> Foreign:
    """Fade the ink and add the noise of a sensor."""
    numpy, image = package("numpy", "numpy"), package("PIL.Image", "pillow")
    values = numpy.asarray(page, dtype=numpy.float32)
    values = values + (255 - values) * how.faded
    noise = numpy.random.default_rng(seed).normal(0, how.noise, values.shape[:2])
    shown = numpy.clip(values + noise[..., None], 0, 255).astype(numpy.uint8)
    return image.fromarray(shown)


def _with_stamp(page: Foreign, chance: random.Random) -> Foreign:
    """Press a blue round stamp with a date near the foot of the page."""
    image, draw = package("PIL.Image", "pillow"), package("PIL.ImageDraw", "pillow")
    fonts = package("PIL.ImageFont", "pillow")
    from benchmarks.reading.second.bidi import visual

    side = page.width // 4
    stamp = image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen, blue = draw.Draw(stamp), (30, 60, 170, 200)
    pen.ellipse((8, 8, side - 8, side - 8), outline=blue, width=7)
    font = fonts.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", side // 11)
    pen.text((side // 2, side // 2), visual(STAMP).shown, blue, font, anchor="mm",
             **_as_is())  # fmt: skip
    turned = stamp.rotate(chance.uniform(8, 24), image.Resampling.BICUBIC)
    page.paste(turned, (page.width // 9, int(page.height * 0.62)), turned)
    return page


def _as_is() -> dict[str, Foreign]:
    """Keep Pillow from turning the text again where it was built with libraqm."""
    features = package("PIL.features", "pillow")
    return {"direction": "ltr"} if features.check("raqm") else {}


def _photographed(page: Foreign, image: Foreign) -> Foreign:
    """Look at the sheet aslant on a table, with the light from one side."""
    numpy = package("numpy", "numpy")
    width, height = page.size
    lean = 0.035
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    seen = ((-lean * width, -0.02 * height), (width * (1 + lean / 3), -0.01 * height),
            (width * 1.01, height * (1 + lean)), (-0.01 * width, height * 1.02))  # fmt: skip
    table = _perspective(numpy, corners, seen)
    shown = page.transform(page.size, image.Transform.PERSPECTIVE, table,
                           image.Resampling.BICUBIC, fillcolor=(120, 100, 80))  # fmt: skip
    light = numpy.linspace(0.62, 1.0, width)[None, :] * numpy.linspace(1.0, 0.85, height)[:, None]
    values = numpy.asarray(shown, dtype=numpy.float32) * light[..., None]
    return image.fromarray(values.astype(numpy.uint8))


def _perspective(numpy: Foreign, there: Foreign, here: Foreign) -> list[float]:
    """The eight numbers by which Pillow maps each seen point to its place on the sheet."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip(there, here, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return [float(each) for each in numpy.linalg.solve(numpy.array(rows), numpy.array(wanted))]


def _as_jpeg(page: Foreign, quality: int) -> Foreign:
    """Pass the picture through JPEG, as scanners store it."""
    image = package("PIL.Image", "pillow")
    stored = BytesIO()
    page.save(stored, "JPEG", quality=quality)
    return image.open(stored)
