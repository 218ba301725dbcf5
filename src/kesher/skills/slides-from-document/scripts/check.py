"""Check a deck against the rules of the skill.

    check.py DECK.pptx

Prints what is wrong, one line each, and ends with status 1; or says that all is well.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.shapes.base import BaseShape

from kesher.text.direction import direction

SLIDES = range(3, 26)
TITLE_CHARS = 90
POINTS = 7
POINT_CHARS = 160


def problems(deck: Path) -> Iterator[str]:
    """Yield what is wrong, slide by slide."""
    presentation = Presentation(str(deck))
    slides = list(presentation.slides)
    if len(slides) not in SLIDES:
        yield f"The deck has {len(slides)} slides; {SLIDES.start} to {SLIDES.stop - 1} are usual."
    size = presentation.slide_width, presentation.slide_height
    for number, slide in enumerate(slides, start=1):
        title = slide.shapes.title
        if title is None or not title.text_frame.text.strip():
            yield f"Slide {number} has no title."
        elif len(title.text_frame.text) > TITLE_CHARS:
            yield f"Slide {number}: the title has {len(title.text_frame.text)} characters."
        for shape in slide.shapes:
            yield from shape_problems(shape, number, size)
        if number > 1 and not (
            slide.has_notes_slide and slide.notes_slide.notes_text_frame.text.strip()
        ):
            yield f"Slide {number} has no speaker notes."


def shape_problems(shape: BaseShape, number: int, size: tuple[int, int]) -> Iterator[str]:
    """Yield what is wrong with one shape."""
    if (
        shape.left < 0
        or shape.top < 0
        or shape.left + shape.width > size[0]
        or shape.top + shape.height > size[1]
    ):
        yield f"Slide {number}: `{shape.name}` lies outside the slide."
    if shape.shape_type == MSO_SHAPE_TYPE.PICTURE:
        if not shape._element.nvPicPr.cNvPr.get("descr"):  # no public way
            yield f"Slide {number}: a picture has no description."
        return
    if not shape.has_text_frame:
        return
    paragraphs = [p for p in shape.text_frame.paragraphs if p.text.strip()]
    if len(paragraphs) > POINTS:
        yield f"Slide {number} has {len(paragraphs)} points; {POINTS} is the most."
    for paragraph in paragraphs:
        if len(paragraph.text) > POINT_CHARS:
            yield f"Slide {number}: a point of {len(paragraph.text)} characters; shorten it."
        is_rtl = paragraph._p.get_or_add_pPr().get("rtl") == "1"  # as above
        if direction(paragraph.text) == "rtl" and not is_rtl:
            yield f"Slide {number}: `{paragraph.text[:30]}` is not set right to left."


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: check.py DECK.pptx")
    found = list(problems(Path(sys.argv[1])))
    sys.stdout.write(("\n".join(found) or "Nothing is wrong.") + "\n")
    sys.exit(1 if found else 0)
