"""Extract a document's text by page, its headings and its figures.

    extract.py DOCUMENT FOLDER

Writes FOLDER/document.json and FOLDER/figures/*.png, and prints headings and figures.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pypdfium2
from PIL import Image

from kesher.config.settings import Settings
from kesher.domain.document import Box, Page
from kesher.engine import read_document

SCALE = 2.5  # pixels a point: 180 dpi
LEAST_POINTS = 60.0  # a smaller picture is an icon or a logo
LARGEST_FRACTION = 0.9  # a picture over this much of the page is the scan of it
CAPTION_DISTANCE_POINTS = 80.0
HEADING_FACTOR = 1.15
HEADING_CHARS = 90
_CAPTION = re.compile(r"\s*(?:איור|תרשים|תמונה|גרף|Figure|Fig\.?|Chart|Рис(?:унок|\.)|شكل)\s*\d+")
_DRAWN = (
    pypdfium2.raw.FPDF_PAGEOBJ_IMAGE,
    pypdfium2.raw.FPDF_PAGEOBJ_PATH,
    pypdfium2.raw.FPDF_PAGEOBJ_SHADING,
    pypdfium2.raw.FPDF_PAGEOBJ_FORM,
)


@dataclass(frozen=True)
class Figure:
    """A picture cut out of a page; `file` is relative to the folder of `document.json`."""

    file: str
    page: int
    caption: str
    width: int
    height: int


def main(source: Path, folder: Path) -> None:
    """Extract and tell."""
    pages = read_document(source, Settings.model_validate({}))
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    figures = extract_figures(source, pages, folder) if source.suffix.lower() == ".pdf" else []
    headings = find_headings(pages)
    running = running_lines(pages)
    document = {
        "source": source.name,
        "pages": [{"number": page.number, "text": body(page, running)} for page in pages],
        "headings": headings,
        "figures": [asdict(figure) for figure in figures],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    (folder / "document.json").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(pages)} pages, {sum(len(page.text) for page in pages):,} characters\n")
    for heading in headings:
        sys.stdout.write(f"p. {heading['page']}: {heading['text']}\n")
    for figure in figures:
        sys.stdout.write(
            f"p. {figure.page}: {figure.file} ({figure.width}x{figure.height}) {figure.caption}\n"
        )


def running_lines(pages: Sequence[Page]) -> frozenset[str]:
    """Return the lines that stand on three pages or more, numbers apart: headers and footers."""
    seen = Counter(key for page in pages for key in {line_key(t) for t in page.text.split("\n")})
    return frozenset(key for key, times in seen.items() if times >= 3 and key)


def line_key(line: str) -> str:
    """Return a line without its numbers and its white space at the ends."""
    return re.sub(r"\d+", "#", line).strip()


def body(page: Page, running: frozenset[str]) -> str:
    """Return a page's text without headers and footers."""
    return "\n".join(t for t in page.text.split("\n") if line_key(t) not in running)


def find_headings(pages: Sequence[Page]) -> list[dict[str, object]]:
    """Return lines that are set larger than the body, in order; repeated ones are page headers."""
    heights = Counter(
        round(line.box.bottom - line.box.top)
        for page in pages
        for line in page.lines
        if line.box is not None
        for _ in range(line.end - line.start)
    )
    if not heights:
        return []
    body = heights.most_common(1)[0][0]
    found = [
        {"page": page.number, "text": text, "size": round(line.box.bottom - line.box.top)}
        for page in pages
        for line in page.lines
        if line.box is not None
        and (text := page.text[line.start : line.end].strip())
        and line.box.bottom - line.box.top > body * HEADING_FACTOR
        and len(text) <= HEADING_CHARS
        and not _CAPTION.match(text)
        and "...." not in text
    ]
    times = Counter(heading["text"] for heading in found)
    return [heading for heading in found if times[heading["text"]] == 1]


def extract_figures(source: Path, pages: Sequence[Page], folder: Path) -> list[Figure]:
    """Cut every figure out of the rendered pages: pictures, and drawings that have a caption."""
    figures: list[Figure] = []
    with pypdfium2.PdfDocument(source) as pdf:  # type: ignore[no-untyped-call]  # has no types
        for page in pages:
            sheet = pdf[page.number - 1]
            places = figure_places(page, drawn_boxes(sheet, page.height_points))
            if not places:
                continue
            image = sheet.render(scale=SCALE).to_pil().convert("RGB")
            for box, caption in places:
                figures.append(save(image, box, page.number, caption, folder, len(figures) + 1))
    return figures


def drawn_boxes(sheet: pypdfium2.PdfPage, height: float) -> list[tuple[bool, Box]]:
    """Return (is a picture, place from the page's top left) of all that is drawn and no text."""
    boxes = []
    things = sheet.get_objects(filter=_DRAWN, max_depth=4)  # type: ignore[no-untyped-call]  # as above
    for item in things:
        left, bottom, right, top = item.get_bounds()
        if right > left and top > bottom:
            is_picture = item.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE
            boxes.append((is_picture, Box(left, height - top, right, height - bottom)))
    return boxes


def figure_places(page: Page, drawn: list[tuple[bool, Box]]) -> list[tuple[Box, str]]:
    """Return figures with their captions, from the top down."""
    area = page.width_points * page.height_points
    pictures = [box for is_picture, box in drawn if is_picture and is_figure(box, area)]
    places: list[tuple[Box, str]] = []
    for caption, box in captions(page):
        owner = nearest(pictures, box)
        if owner is not None:
            pictures.remove(owner)
            places.append((owner, caption))
        elif (region := drawing_above(page, [other for _, other in drawn], box, area)) is not None:
            places.append((region, caption))
    places += [(box, "") for box in pictures]
    return sorted(places, key=lambda place: (place[0].top, place[0].left))


def is_figure(box: Box, page_area: float) -> bool:
    """Tell a figure from an icon, a rule or the scan of a whole page."""
    width, height = box.right - box.left, box.bottom - box.top
    return (
        width >= LEAST_POINTS
        and height >= LEAST_POINTS
        and width * height <= LARGEST_FRACTION * page_area
    )


def captions(page: Page) -> list[tuple[str, Box]]:
    """Return the lines that begin as a caption does, with their places."""
    return [
        (page.text[line.start : line.end].strip(), line.box)
        for line in page.lines
        if line.box is not None and _CAPTION.match(page.text[line.start : line.end])
    ]


def nearest(pictures: list[Box], caption: Box) -> Box | None:
    """Return the picture right above the caption, or right below it where there is none above."""
    near = [
        (gap, box)
        for box in pictures
        if (gap := min(abs(caption.top - box.bottom), abs(box.top - caption.bottom) * 2))
        <= CAPTION_DISTANCE_POINTS
    ]
    return min(near, key=lambda scored: scored[0])[1] if near else None


def drawing_above(page: Page, drawn: list[Box], caption: Box, area: float) -> Box | None:
    """Return the drawing between a caption and the body text above it, labels included."""
    body = [
        line.box.bottom
        for line in page.lines
        if line.box is not None
        and line.box.bottom <= caption.top
        and line.end - line.start > HEADING_CHARS / 2
    ]
    ceiling = max(body, default=0.0)
    parts = [box for box in drawn if box.top >= ceiling - 1 and box.bottom <= caption.top + 1]
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.union(part)
    for line in page.lines:
        if line.box and line.box.top >= ceiling and line.box.bottom <= caption.top:
            whole = whole.union(line.box)
    return whole if is_figure(whole, area) else None


def save(
    image: Image.Image, box: Box, page: int, caption: str, folder: Path, number: int
) -> Figure:
    """Cut a figure out of the rendered page and write it."""
    margin = 3.0
    cut = image.crop(
        (
            max(0, round((box.left - margin) * SCALE)),
            max(0, round((box.top - margin) * SCALE)),
            min(image.width, round((box.right + margin) * SCALE)),
            min(image.height, round((box.bottom + margin) * SCALE)),
        )
    )
    name = f"figures/figure-{number:02}.png"
    cut.save(folder / name)
    return Figure(name, page, caption, cut.width, cut.height)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: extract.py DOCUMENT FOLDER")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
