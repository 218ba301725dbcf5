"""Do highlights lie where the words stand? Overlap with known places, by kind. See README.md."""

import argparse
import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.placed_pages import (
    FACES,
    Box,
    Placed,
    PlacedPage,
    cropped,
    rotated,
    scanned,
    typeset,
)
from benchmarks.reading.placed_words import coloured
from benchmarks.reading.run import note

from kesher.config.load import load
from kesher.domain.document import Page
from kesher.wiring.parts import make_isolation, make_reading

FIGURES = ("whole", "across", "inked", "within")
PHRASE_WORDS = 5
SIZES = (11.0, 14.0)
_WORD = re.compile(r"\S+")
_KINDS = (
    ("pointed", re.compile("[\u05b0-\u05c7]")),
    ("number", re.compile(r"\d")),
    ("Latin", re.compile("[A-Za-z]")),
    ("Arabic", re.compile("[\u0600-\u06ff]")),
    ("Russian", re.compile("[\u0400-\u04ff]")),
    ("Hebrew", re.compile("[\u05d0-\u05ea]")),
)


@dataclass(frozen=True)
class Span:
    """A span of a paragraph that a person might have marked."""

    kind: str
    paragraph: Placed
    start: int
    end: int

    @property
    def text(self) -> str:
        """Its text, in logical order."""
        return self.paragraph.text[self.start : self.end]


@dataclass(frozen=True)
class Overlap:
    """How a highlight lies on a known place, each from 0 to 1.

    Attributes:
        whole: Intersection over union with the span's place, as high as the font's lines.
        across: The same along the lines alone, whatever the heights.
        inked: Share of the span's ink that the highlight covers.
        within: Share of the highlight that lies on the span's place.
    """

    where: str
    kind: str
    text: str
    whole: float
    across: float
    inked: float
    within: float


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="pages whose kind holds this word")
    options.add_argument("--worst", type=int, default=5, help="how many of the worst are shown")
    chosen = options.parse_args()
    with TemporaryDirectory() as folder:
        found, missed = asyncio.run(measured(made(Path(folder), chosen.only)))
    print(note("highlights", "typeset here"))
    for title in ("where", "kind"):
        print_table(title, found, missed)
    for each in sorted(found, key=lambda each: each.whole)[: chosen.worst]:
        print(
            f"{each.whole:.2f} (across {each.across:.2f}) {each.where}, {each.kind}: {each.text!r}"
        )


def made(folder: Path, only: str) -> Iterator[tuple[str, PlacedPage]]:
    """Make the pages whose kind holds the word `only`."""
    for number, (face, size) in enumerate(zip(FACES, SIZES, strict=True)):
        yield from (pair for pair in _made(folder, number, face, size) if only in pair[0])


def _made(folder: Path, number: int, face: str, size: float) -> Iterator[tuple[str, PlacedPage]]:
    page = typeset(folder / f"{number}.pdf", face=face, size=size, seed=number)
    yield "text", page
    for degrees in (90, 180, 270):
        yield f"turned {degrees}", rotated(page, folder / f"{number}-{degrees}.pdf", degrees)
    yield "cropped", cropped(page, folder / f"{number}-cropped.pdf", by=30)
    for dpi in (200, 300):
        yield f"scan {dpi} dpi", scanned(page, folder / f"{number}-{dpi}.pdf", dpi=dpi)
    askew = folder / f"{number}-askew.pdf"
    yield "scan askew", scanned(page, askew, dpi=300, skew_degrees=1.5)
    if office := make_reading(load(), make_isolation(load())).office:
        source = coloured(folder / f"{number}.docx", face=face.split(",", maxsplit=1)[0], size=size)
        office(source.path, ".docx", folder / f"{number}-docx.pdf")
        yield "DOCX", source.placed(folder / f"{number}-docx.pdf")


async def measured(
    pages: Iterable[tuple[str, PlacedPage]],
) -> tuple[list[Overlap], dict[str, int]]:
    """Read the pages as the product does; give the overlaps, and how many spans were not found."""
    settings = load()
    isolation = make_isolation(settings)
    reading = make_reading(settings, isolation)
    found: list[Overlap] = []
    missed: dict[str, int] = defaultdict(int)
    try:
        for where, placed in pages:
            (page,) = await reading.whole_file(
                placed.path, languages=("heb", "eng"), parallel_pages=1
            )
            for span in spans_of(placed):
                overlap = overlap_of(where, page, placed, span)
                if overlap is None:
                    missed[where] += 1
                    missed[span.kind] += 1
                else:
                    found.append(overlap)
    finally:
        await isolation.close()
    return found, missed


def spans_of(page: PlacedPage) -> Iterator[Span]:
    """Every word, by kind, and the phrases that go over the ends of lines."""
    for paragraph in page.paragraphs:
        words = list(_WORD.finditer(paragraph.text))
        for word in words:
            kind = next((name for name, sign in _KINDS if sign.search(word[0])), None)
            if kind is not None:
                yield Span(kind, paragraph, word.start(), word.end())
        for first in range(0, len(words) - PHRASE_WORDS + 1, 2):
            start, end = words[first].start(), words[first + PHRASE_WORDS - 1].end()
            if paragraph.rows[start] != paragraph.rows[end - 1]:
                yield Span("over a line's end", paragraph, start, end)


def overlap_of(where: str, page: Page, placed: PlacedPage, span: Span) -> Overlap | None:
    """Find a span in the text as read; None where it was read otherwise."""
    pattern = re.compile(r"(?<!\S)" + r"\s+".join(map(re.escape, span.text.split())) + r"(?!\S)")
    known = [
        (paragraph, found.start())
        for paragraph in placed.paragraphs
        for found in pattern.finditer(paragraph.text)
    ]
    read = list(pattern.finditer(page.text))
    if len(known) != len(read):
        return None
    place = read[known.index((span.paragraph, span.start))]
    boxes = [(b.left, b.top, b.right, b.bottom) for b in page.boxes_of(*place.span())]
    expected = span.paragraph.stretches(span.start, span.end)
    is_upright = where not in ("turned 90", "turned 270")
    inks = span.paragraph.stretches(span.start, span.end, of_ink=True)
    return Overlap(
        *(where, span.kind, span.text),
        *(shared(boxes, expected), along(boxes, expected, is_upright)),
        *(part(inks, boxes), part(boxes, expected)),
    )


def shared(boxes: list[Box], expected: list[Box]) -> float:
    """Intersection over union of two sets of boxes, each without overlaps in itself."""
    common = sum(_common(one, other) for one in boxes for other in expected)
    areas = sum(map(_area, (*boxes, *expected)))
    return min(common / (areas - common), 1.0) if areas > common else 0.0


def part(boxes: list[Box], others: list[Box]) -> float:
    """Share of the first boxes' area that the others cover."""
    common = sum(_common(one, other) for one in boxes for other in others)
    return min(common / (sum(map(_area, boxes)) or 1.0), 1.0)


def along(boxes: list[Box], expected: list[Box], is_upright: bool) -> float:
    """The same with each box's height as that of the place that it lies on most."""
    side = 1 if is_upright else 0
    fitted = []
    for box in boxes:
        line = max(expected, key=lambda other, box=box: _common(box, other))  # type: ignore[misc]  # the default binds the loop's box
        sides = list(box)
        sides[side], sides[side + 2] = line[side], line[side + 2]
        fitted.append((sides[0], sides[1], sides[2], sides[3]))
    return shared(fitted, expected)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _common(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def print_table(key: str, found: list[Overlap], missed: dict[str, int]) -> None:
    """Print a row a group: spans, not found, and overlaps."""
    groups: dict[str, list[Overlap]] = defaultdict(list)
    for each in found:
        groups[getattr(each, key)].append(each)
    shown = " | ".join(f"{name}, mean | worst" for name in FIGURES)
    print(f"\n| By {key} | Spans | Read otherwise | {shown} |")
    print("|---|---|---|" + "---|" * 2 * len(FIGURES))
    for name, group in (*groups.items(), ("all", found)):
        lost = missed.get(name, 0) if name != "all" else sum(missed.values()) // 2
        figures = []
        for figure in FIGURES:
            values = [getattr(each, figure) for each in group]
            figures += [sum(values) / max(len(values), 1), min(values, default=0.0)]
        shown = " | ".join(f"{figure:.2f}" for figure in figures)
        print(f"| {name} | {len(group) + lost} | {lost} | {shown} |")


if __name__ == "__main__":
    main()
