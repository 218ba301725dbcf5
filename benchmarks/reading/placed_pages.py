"""Pages whose every code point's place is known, set by Pango and drawn by cairo."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from types import ModuleType

import numpy as np
from benchmarks.reading.second.tools import Foreign, package
from numpy.typing import NDArray
from PIL import Image

Box = tuple[float, float, float, float]  # left, top, right, bottom; points from the top left
WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 60.0
INK_SCALE = 4  # pixels a point
_DARK = 128  # of 255, below which a pixel is ink
_UNIT = 1024  # Pango units a point
_SCREEN = 72 / 96  # Pango takes a point for 96/72 units of the page
_RTL, _LTR = 1, 0  # PangoDirection

HEBREW = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה, כאמור בסעיף 4.2(ב) לנוהל מיום 31.03.2025, ובלבד "
    "שהגיש בקשה בכתב לממונה הישיר שבועיים מראש וקיבל את אישורו.",
    'סה"כ לתשלום: ₪1,250.50 (כולל מע"מ בשיעור 18%), בארבעה תשלומים שווים; הקבלה נשלחה לכתובת '
    "dana@example.org בשעה 09:45.",
    "הגישה למערכת ה-CRM תיעשה דרך VPN בלבד, ובדפדפן Firefox 128 ומעלה; קובצי PDF ו-DOCX יישמרו "
    "בתיקיית Shared Documents של המחלקה.",
    "טלפון: 03-5551234 או 050-7654321, שלוחה 17; קבלת קהל בימים א'–ה' 08:30–15:00, קומה 3, "
    "חדר 312.",
    'בשנת 2024 גדלו ההכנסות ב-12.5% לעומת 2023, והסתכמו ב-4,380,000 ש"ח; ההוצאות ירדו מ-96% '
    "ל-88% מן התקציב.",
)
POINTED = (
    "בְּרֵאשִׁית הָיָה הַגַּן רֵיק, וְרַק עֵץ אֶחָד עָמַד בְּאֶמְצָעוֹ; "
    "הַיְלָדִים שֶׁבָּאוּ מִן הַכְּפָר שָׁתְלוּ סְבִיבוֹ פְּרָחִים, "
    "וּבַבֹּקֶר שָׁמְעוּ אֶת שִׁיר הַצִּפּוֹר הַכְּחֻלָּה.",
)
ARABIC = (
    "تبدأ ساعات العمل من الأحد إلى الخميس عند الساعة 08:00 وتنتهي عند 16:30، ولا يجوز تغييرها "
    "إلا بموافقة خطية من المدير المسؤول عن القسم.",
)
RUSSIAN = (
    "Сотрудник имеет право на 22 дня оплачиваемого отпуска в году; заявление подаётся не позднее "
    "чем за две недели до начала отпуска.",
)
FACES = ("DejaVu Sans", "Noto Sans Hebrew, DejaVu Sans")


@dataclass(frozen=True)
class Placed:
    """A paragraph, code point by code point.

    Attributes:
        boxes: As wide as the pen moves on, as high as the line's font goes.
        inks: What is dark of each.
        rows: The number of its line.
    """

    kind: str
    text: str
    boxes: tuple[Box, ...]
    inks: tuple[Box, ...]
    rows: tuple[int, ...]

    def stretches(self, start: int, end: int, *, of_ink: bool = False) -> list[Box]:
        """Give what a pen would mark for a span (half open): a box for each stretch of a line.

        Blanks between its words are marked too; a word of the line that is no part of the span and
        stands between its words is not.
        """
        found: list[Box] = []
        given = self.inks if of_ink else self.boxes
        seen = [at for at in range(start, end) if not self.text[at].isspace()]
        for row in dict.fromkeys(self.rows[at] for at in seen):
            places = [at for at in range(len(self.text)) if self.rows[at] == row]
            inked = [at for at in places if not self.text[at].isspace()]
            whole = reduce(joined, (self.boxes[at] for at in inked))
            side = 0 if whole[2] - whole[0] >= whole[3] - whole[1] else 1
            is_open = False
            for at in sorted(inked, key=lambda at: sum(self.boxes[at][side::2])):
                if not start <= at < end:
                    is_open = False
                elif is_open:
                    found[-1] = joined(found[-1], given[at])
                else:
                    found.append(given[at])
                    is_open = True
        return found


@dataclass(frozen=True)
class PlacedPage:
    """A page in a file of one page."""

    path: Path
    paragraphs: tuple[Placed, ...]
    width: float = WIDTH
    height: float = HEIGHT


def joined(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    return (
        *(min(one[0], other[0]), min(one[1], other[1])),
        *(max(one[2], other[2]), max(one[3], other[3])),
    )


def typeset(path: Path, *, face: str, size: float, seed: int) -> PlacedPage:
    """Set all texts on one page, in an order and measure that the seed chooses."""
    cairocffi = package("cairocffi", "cairocffi")
    chance = random.Random(seed)  # noqa: S311 - the same each time, not a secret
    kinds = (("hebrew", HEBREW), ("pointed", POINTED), ("arabic", ARABIC), ("russian", RUSSIAN))
    texts = [(kind, text) for kind, those in kinds for text in those]
    chance.shuffle(texts)
    surface = cairocffi.PDFSurface(str(path), WIDTH, HEIGHT)
    context = cairocffi.Context(surface)
    measure, y, placed = WIDTH - 2 * MARGIN - chance.uniform(0, 60), MARGIN, []
    for kind, text in texts:
        layout = _layout(context, text, f"{face} {size * _SCREEN}", measure, rtl=kind != "russian")
        context.move_to(MARGIN, y)
        _bridge().show_layout(context, layout)
        boxes, rows = _boxes(layout, text, MARGIN, y), _rows(layout, text)
        placed.append(Placed(kind, text, boxes, boxes, rows))
        y += layout.get_size()[1] / _UNIT + size
    context.show_page()
    surface.finish()
    picture = dark_of(path)
    return PlacedPage(
        path, tuple(replace(each, inks=_inks(picture, each.boxes)) for each in placed)
    )


def dark_of(path: Path) -> NDArray[np.uint8]:
    """Draw a file's first page, `INK_SCALE` pixels a point: uint8, shape (height, width, 3)."""
    with opened(path) as document:
        drawn: NDArray[np.uint8] = (
            document[0].render(scale=INK_SCALE, rev_byteorder=True).to_numpy()
        )
    return drawn[:, :, :3]


def _inks(picture: NDArray[np.uint8], boxes: Sequence[Box]) -> tuple[Box, ...]:
    is_dark = picture.min(axis=2) < _DARK
    return tuple(ink_within(is_dark, box) or box for box in boxes)


def ink_within(is_dark: NDArray[np.bool_], box: Box) -> Box | None:
    """Give the smallest box, in points, around what is dark in one; None where nothing is."""
    left, top, right, bottom = (round(side * INK_SCALE) for side in box)
    rows, columns = np.nonzero(is_dark[max(top, 0) : bottom, max(left, 0) : right])
    if not len(rows):
        return None
    return (
        *((left + columns.min()) / INK_SCALE, (top + rows.min()) / INK_SCALE),
        *((left + columns.max() + 1) / INK_SCALE, (top + rows.max() + 1) / INK_SCALE),
    )


def _bridge() -> ModuleType:
    return package("pangocairocffi", "pangocairocffi")


def _pango() -> ModuleType:
    return package("pangocffi", "pangocffi")


def opened(path: Path | bytes) -> Foreign:
    """Open a PDF by pypdfium2, which has no types; use it in a `with`."""
    return package("pypdfium2", "pypdfium2").PdfDocument(path)


def _layout(context: Foreign, text: str, font: str, measure: float, *, rtl: bool) -> Foreign:
    pangocffi = _pango()
    layout = _bridge().create_layout(context)
    raw = pangocffi.pango
    raw.pango_context_set_base_dir(
        raw.pango_layout_get_context(layout.pointer), _RTL if rtl else _LTR
    )
    raw.pango_layout_set_auto_dir(layout.pointer, 0)
    family, _, size = font.rpartition(" ")
    layout.width = int(measure * _UNIT)
    layout.apply_markup(
        f'<span font_family="{family}" size="{int(float(size) * _UNIT)}">{text}</span>'
    )
    return layout


def _boxes(layout: Foreign, text: str, x: float, y: float) -> tuple[Box, ...]:
    pangocffi = _pango()
    place = pangocffi.ffi.new("PangoRectangle *")
    boxes = []
    for at in range(len(text)):
        index = len(text[:at].encode())
        pangocffi.pango.pango_layout_index_to_pos(layout.pointer, index, place)
        ends = sorted((place.x / _UNIT, (place.x + place.width) / _UNIT))
        top = y + place.y / _UNIT
        boxes.append((x + ends[0], top, x + ends[1], top + place.height / _UNIT))
    return tuple(boxes)


def _rows(layout: Foreign, text: str) -> tuple[int, ...]:
    pangocffi = _pango()
    row, x = pangocffi.ffi.new("int *"), pangocffi.ffi.new("int *")
    rows = []
    for at in range(len(text)):
        index = len(text[:at].encode())
        pangocffi.pango.pango_layout_index_to_line_x(layout.pointer, index, 0, row, x)
        rows.append(int(row[0]))
    return tuple(rows)


def rotated(page: PlacedPage, path: Path, degrees: int) -> PlacedPage:
    """Copy a page so that it is displayed turned clockwise by a multiple of 90 degrees."""
    with opened(page.path) as document:
        document[0].set_rotation(degrees)
        document.save(path)

    def turn(box: Box) -> Box:
        left, top, right, bottom = box
        for _ in range(degrees // 90 % 4):
            # A point (x, y) of a page of height h is displayed at (h - y, x).
            high = page.height if (_ % 2 == 0) else page.width
            left, top, right, bottom = high - bottom, left, high - top, right
        return left, top, right, bottom

    is_turned = degrees % 180 == 90
    size = (page.height, page.width) if is_turned else (page.width, page.height)
    return PlacedPage(path, _moved(page.paragraphs, turn), *size)


def cropped(page: PlacedPage, path: Path, *, by: float) -> PlacedPage:
    """Copy a page with a crop box that much smaller at each side."""
    with opened(page.path) as document:
        document[0].set_cropbox(by, by, page.width - by, page.height - by)
        document.save(path)

    def move(box: Box) -> Box:
        return box[0] - by, box[1] - by, box[2] - by, box[3] - by

    return PlacedPage(
        path, _moved(page.paragraphs, move), page.width - 2 * by, page.height - 2 * by
    )


def scanned(page: PlacedPage, path: Path, *, dpi: int, skew_degrees: float = 0.0) -> PlacedPage:
    """Copy a page as a picture, turned counter-clockwise about its middle by a few degrees."""
    with opened(page.path) as document:
        picture: Image.Image = document[0].render(scale=dpi / 72, grayscale=True).to_pil()
    if skew_degrees:
        picture = picture.rotate(skew_degrees, Image.Resampling.BICUBIC, fillcolor=255)
    picture.save(path, "PDF", resolution=dpi)
    cosine, sine = math.cos(math.radians(skew_degrees)), math.sin(math.radians(skew_degrees))
    middle_x, middle_y = page.width / 2, page.height / 2

    def turn(box: Box) -> Box:
        corners = [(x - middle_x, y - middle_y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        xs = [middle_x + x * cosine + y * sine for x, y in corners]
        ys = [middle_y - x * sine + y * cosine for x, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    return replace(page, path=path, paragraphs=_moved(page.paragraphs, turn))


def _moved(paragraphs: Sequence[Placed], how: Callable[[Box], Box]) -> tuple[Placed, ...]:
    return tuple(
        replace(each, boxes=tuple(map(how, each.boxes)), inks=tuple(map(how, each.inks)))
        for each in paragraphs
    )


def book(path: Path, texts: Sequence[str], *, face: str = FACES[0], size: float = 11.0) -> Path:
    """Set each text on a page of its own."""
    cairocffi = package("cairocffi", "cairocffi")
    surface = cairocffi.PDFSurface(str(path), WIDTH, HEIGHT)
    context = cairocffi.Context(surface)
    for text in texts:
        layout = _layout(context, text, f"{face} {size * _SCREEN}", WIDTH - 2 * MARGIN, rtl=True)
        context.move_to(MARGIN, MARGIN)
        _bridge().show_layout(context, layout)
        context.show_page()
    surface.finish()
    return path


def scanned_book(source: Path, path: Path, *, dpi: int) -> Path:
    """Copy a file as pictures alone."""
    with opened(source) as document:
        first, *others = (page.render(scale=dpi / 72, grayscale=True).to_pil() for page in document)
    first.save(path, "PDF", resolution=dpi, save_all=True, append_images=others)
    return path
