"""A picture of a page → its text with places, by any `OcrEngine`; pure but for that call."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kesher.documents.parsing.ocr_letters import Grey, with_final_mem
from kesher.documents.parsing.ocr_lines import Placed, box_of, logical, text_of
from kesher.documents.parsing.pdf_open import frame_of, label_of, opened, opened_page
from kesher.documents.parsing.pdf_render import render_grey
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource
from kesher.ports.ocr import OcrEngine, OcrLine, OcrWord

POINTS_AN_INCH = 72.0
DOUBTFUL_FRACTION = 0.75  # confidence of a page below which other scripts are tried
BELIEVED_FRACTION = 0.8  # a word that the main language alone reads this surely is of it
RTL_LANGUAGES = ("heb", "ara")
LATIN_LANGUAGES = ("eng", "deu", "fra", "spa", "ita", "por", "nld", "pol", "ron", "tur")
_LATIN = re.compile("[A-Za-z]")
_RTL = re.compile("[\u0590-\u06ff]")


@dataclass(frozen=True, slots=True)
class Picture:
    """A grey picture of a page: one byte a pixel, row by row, 0 black; `dpi` pixels an inch."""

    pixels: bytes
    width: int
    height: int
    dpi: float


@dataclass(frozen=True, slots=True)
class Languages:
    """What a page may be written in, by Tesseract's names.

    Attributes:
        room: The room's, the main one first; at least one.
        others: Installed ones to try where the room's read doubtfully, such as `ara` and `rus`.
    """

    room: tuple[str, ...]
    others: tuple[str, ...] = ()


def read_scan(
    engine: OcrEngine,
    path: Path,
    number: int,
    *,
    dpi: int,
    languages: Languages,
    note: str | None = None,
) -> Page:
    """Draw page `number` (from 1) of a PDF and read it from its picture; for `Isolation`.

    Args:
        engine: Picklable, such as `adapters.tesseract.TesseractEngine()`.
        dpi: Pixels an inch to draw at; lowered for a huge page.
        note: Why the page is read by OCR, for people.

    Raises:
        NotFoundError, PageError, ToolMissingError and the document errors.
    """
    with opened(path) as document, opened_page(document, number) as page:
        width_points, _ = frame_of(page).size_points
        label = label_of(document, number)
    pixels, width, height = render_grey(path, number, dpi=dpi)
    picture = Picture(pixels, width, height, width / width_points * POINTS_AN_INCH)
    read = read_picture(engine, picture, number=number, languages=languages, note=note)
    return replace(read, label=label)


def read_picture(
    engine: OcrEngine,
    picture: Picture,
    *,
    number: int,
    languages: Languages,
    note: str | None = None,
) -> Page:
    """Read a page from its picture.

    Args:
        number: The page's 1-based place in its document.
        note: Why the page is read by OCR, for people.

    Returns:
        A page whose trust is the engine's mean confidence, with every letter's box in points.

    Raises:
        ToolMissingError: the engine or a language's data is not installed.
    """
    lines = recognise(engine, picture, languages)
    lines = with_final_mem(lines, Grey.of(picture.pixels, picture.width, picture.height))
    read = [found for line in lines if (found := logical(line))]
    return _page(read, picture, number=number, trust=confidence(lines), note=note)


def recognise(engine: OcrEngine, picture: Picture, languages: Languages) -> tuple[OcrLine, ...]:
    """Return the lines of a picture, read in the room's languages or the script that is found.

    A page in another script is read with a confidence near one half, so each other language is
    tried where the confidence is low, and the surest reading is kept.
    """
    best = _in_languages(engine, picture, languages.room)
    if confidence(best) >= DOUBTFUL_FRACTION:
        return best
    latin = [language for language in languages.room if language in LATIN_LANGUAGES]
    for other in languages.others:
        if other not in languages.room:
            best = max(best, _in_languages(engine, picture, (other, *latin)), key=confidence)
    return best


def confidence(lines: Sequence[OcrLine]) -> float:
    """Return the mean confidence of all words, each weighed by its letters; 0 without any."""
    words = [word for line in lines for word in line.words]
    letters = sum(len(word.symbols) for word in words)
    summed = sum(len(word.symbols) * word.confidence_fraction for word in words)
    return summed / letters if letters else 0.0


def _in_languages(
    engine: OcrEngine, picture: Picture, languages: Sequence[str]
) -> tuple[OcrLine, ...]:
    """Read in all languages; where Latin stands among right-to-left words, ask the main one too.

    With `heb+eng` Tesseract takes short Hebrew words for Latin ones (`MANN` for מהבית), and the
    Hebrew model alone reads them rightly.
    """
    lines = _read(engine, picture, languages)
    if languages[0] not in RTL_LANGUAGES or len(languages) == 1:
        return lines
    if not any(_RTL.search(text_of(word)) for line in lines for word in line.words):
        return lines
    if not any(_LATIN.search(text_of(word)) for line in lines for word in line.words):
        return lines
    second = _read(engine, picture, languages[:1])
    words = [word for line in second for word in line.words]
    return tuple(OcrLine(tuple(_surer(line.words, words)), line.box) for line in lines)


def _read(engine: OcrEngine, picture: Picture, languages: Sequence[str]) -> tuple[OcrLine, ...]:
    return engine(picture.pixels, picture.width, picture.height, round(picture.dpi), languages)


def _surer(words: Sequence[OcrWord], others: Sequence[OcrWord]) -> Iterator[OcrWord]:
    """Yield each word, one with Latin letters as the other reading has it where that is surer."""
    for word in words:
        if not _LATIN.search(text_of(word)):
            yield word
            continue
        same = [other for other in others if _same_place(word, other)]
        surest = max((other.confidence_fraction for other in same), default=0.0)
        believed = surest >= min(BELIEVED_FRACTION, word.confidence_fraction)
        if believed and any(_RTL.search(text_of(other)) for other in same):
            yield from same
        else:
            yield word


def _same_place(word: OcrWord, other: OcrWord) -> bool:
    """Say whether the other word lies, by more than half of its width, within the word."""
    box, within = box_of(word), box_of(other)
    if min(box.bottom, within.bottom) - max(box.top, within.top) <= 0:
        return False
    shared = min(box.right, within.right) - max(box.left, within.left)
    return shared > (within.right - within.left) / 2


def _page(
    read: Sequence[Sequence[Placed]],
    picture: Picture,
    *,
    number: int,
    trust: float,
    note: str | None,
) -> Page:
    scale = POINTS_AN_INCH / picture.dpi
    lines: list[Line] = []
    boxes: list[Box | None] = []
    for placed in read:
        if boxes:
            boxes.append(None)  # the line feed
        start = len(boxes)
        for text, box in placed:
            boxes.extend([_scaled(box, scale)] * len(text))
        lines.append(Line(start, len(boxes), _joined(boxes[start:])))
    return Page(
        number=number,
        text="\n".join("".join(text for text, _ in placed) for placed in read),
        lines=tuple(lines),
        char_boxes=CharBoxes.of(boxes),
        width_points=picture.width * scale,
        height_points=picture.height * scale,
        source=PageSource.OCR,
        trust_fraction=trust,
        note=note,
    )


def _scaled(box: Box | None, scale: float) -> Box | None:
    if box is None:
        return None
    return Box(box.left * scale, box.top * scale, box.right * scale, box.bottom * scale)


def _joined(boxes: Sequence[Box | None]) -> Box | None:
    joined: Box | None = None
    for box in boxes:
        if box is not None:
            joined = joined.union(box) if joined else box
    return joined
