"""A DOCX each of whose words has a colour of its own, so that its layout shows where they stand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmarks.reading.placed_pages import (
    ARABIC,
    HEBREW,
    INK_SCALE,
    POINTED,
    RUSSIAN,
    Box,
    Placed,
    PlacedPage,
    dark_of,
)
from benchmarks.reading.second.tools import Foreign, package
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from docx.shared import Pt, RGBColor
from numpy.typing import NDArray

_WORDS = re.compile(r"[^\s–]+–?\s*")  # a line may end after a dash
_RIGHT_TO_LEFT = re.compile("[\u0590-\u06ff]")
# No red at all: whatever is mixed with white has some, so no edge of a letter looks like another.
_STEP, _STEPS = 8, 25
_NEAR = 2
_AROUND = 0.25  # of a row's height, which ink fills from the low letters' top: room of its font


@dataclass(frozen=True)
class ColouredWords:
    """A DOCX and its paragraphs' kinds and texts, in order."""

    path: Path
    paragraphs: tuple[tuple[str, str], ...]

    def placed(self, layout: Path) -> PlacedPage:
        """Find the words in the PDF that was laid out of it, by their colours."""
        picture = dark_of(layout)
        inked, found, number = _Inked.of(picture), [], 0
        for kind, text in self.paragraphs:
            inks: list[Box] = []
            for word in _WORDS.findall(text):
                inks += [inked.box(number)] * len(word)
                number += 1
            rows = _rows(inks)
            boxes = tuple(
                _heightened(ink, row, inks, rows) for ink, row in zip(inks, rows, strict=True)
            )
            found.append(Placed(kind, text, boxes, tuple(inks), rows))
        height, width = picture.shape[:2]
        return PlacedPage(self.path, tuple(found), width / INK_SCALE, height / INK_SCALE)


def coloured(path: Path, *, face: str, size: float) -> ColouredWords:
    """Write all texts as paragraphs of one page."""
    kinds = (("hebrew", HEBREW), ("pointed", POINTED), ("arabic", ARABIC), ("russian", RUSSIAN))
    texts = tuple((kind, text) for kind, those in kinds for text in those)
    document = package("docx", "python-docx").Document()
    number = 0
    for kind, text in texts:
        paragraph = document.add_paragraph()
        if kind != "russian":
            paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
        for word in _WORDS.findall(text):
            _add(paragraph, word, _colour(number), face, size)
            number += 1
    document.save(str(path))
    return ColouredWords(path, texts)


def _add(
    paragraph: Foreign, word: str, colour: tuple[int, int, int], face: str, size: float
) -> None:
    run = paragraph.add_run(word)
    run.font.color.rgb = RGBColor(*colour)
    run.font.size, run.font.name = Pt(size), face
    fonts = run._r.get_or_add_rPr().get_or_add_rFonts()
    fonts.set(qn("w:cs"), face)
    size_cs = OxmlElement("w:szCs")
    size_cs.set(qn("w:val"), str(round(2 * size)))
    run._r.rPr.append(size_cs)
    if _RIGHT_TO_LEFT.search(word):
        run._r.rPr.append(OxmlElement("w:rtl"))


def _colour(number: int) -> tuple[int, int, int]:
    return 0, number // _STEPS * _STEP, number % _STEPS * _STEP


@dataclass(frozen=True)
class _Inked:
    """The pixels without red: rows, columns and colours (green, blue), in the same order."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    colours: NDArray[np.int16]

    @classmethod
    def of(cls, picture: NDArray[np.uint8]) -> "_Inked":
        rows, columns = np.nonzero(picture[:, :, 0] <= _NEAR)
        return cls(rows, columns, picture[rows, columns, 1:].astype(np.int16))

    def box(self, number: int) -> Box:
        """Give the smallest box, in points, around a word's ink."""
        colour = np.array(_colour(number)[1:], dtype=np.int16)
        near = (np.abs(self.colours - colour) <= _NEAR).all(axis=1)
        rows, columns = self.rows[near], self.columns[near]
        if not len(rows):
            raise ValueError(f"No ink of word {number} is on the page.")
        return (
            *(columns.min() / INK_SCALE, rows.min() / INK_SCALE),
            *((columns.max() + 1) / INK_SCALE, (rows.max() + 1) / INK_SCALE),
        )


def _rows(inks: Sequence[Box]) -> tuple[int, ...]:
    """Number the lines: a word that begins below the one before it is on the next."""
    rows: list[int] = []
    bottom = 0.0
    for ink in inks:
        if not rows or ink[1] > bottom:
            rows.append(rows[-1] + 1 if rows else 0)
            bottom = ink[3]
        else:
            rows.append(rows[-1])
            bottom = max(bottom, ink[3])
    return tuple(rows)


def _heightened(ink: Box, row: int, inks: Sequence[Box], rows: Sequence[int]) -> Box:
    those = [other for other, number in zip(inks, rows, strict=True) if number == row]
    top, bottom = min(box[1] for box in those), max(box[3] for box in those)
    room = _AROUND * (bottom - top)
    return ink[0], top - room, ink[2], bottom + room
