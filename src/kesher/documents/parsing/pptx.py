"""PPTX → paragraphs, a slide a page: its title, texts, tables and charts, then the speaker's notes.

Source: ISO/IEC 29500-1, section 19 (PresentationML).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from lxml.etree import _Element

from kesher.documents.parsing.docx_numbering import format_number
from kesher.documents.parsing.drawing import graphics, paragraph_text
from kesher.documents.parsing.ooxml import (
    Package,
    attribute,
    child,
    children,
    local,
    open_package,
)
from kesher.documents.parsing.structure import Paragraph, Role, without_empty
from kesher.documents.parsing.tables import as_table, row_of

_OFF = ("0", "false", "off")
_TITLES = ("title", "ctrTitle")
_NUMBER_PLACES = ("sldNum", "dt", "sldImg", "hdr")  # the same on each slide, or no text at all
# ISO/IEC 29500-1, 20.1.10.61: the first word of a scheme is the count, the rest what is around it.
_SCHEMES = {
    **{"arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter"},
    **{"romanLc": "lowerRoman", "romanUc": "upperRoman", "hebrew2": "hebrew1"},
    **{"arabic1": "arabicAlpha", "arabic2": "arabicAbjad", "circleNum": "decimal"},
}
_AROUND = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}", "Minus": "{} -"}


def read_pptx(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read what the slides of a PPTX show, in the order in which they are shown.

    A title is a heading. Texts stand in the order of the file, which is that of screen readers.
    Slides that the show skips stay out. A slide's notes follow it as notes.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError: see `open_package`.
    """
    with open_package(path, name=name) as package:
        found: list[Paragraph] = []
        for number, part in _slides(package):
            slide = list(_slide(package, part))
            opening = Paragraph("", starts_page=bool(found), label=str(number))
            found.extend(without_empty([opening, *slide]))
        return tuple(found)


def _slides(package: Package) -> Iterator[tuple[int, str]]:
    """Yield the number and part of each slide that is shown."""
    listed = child(package.xml(package.main), "sldIdLst")
    for number, item in enumerate(() if listed is None else children(listed, "sldId"), start=1):
        part = package.target(package.main, _relation_id(item))
        if part and attribute(package.xml(part), "show") not in _OFF:
            yield number, part


def _relation_id(element: _Element) -> str:
    """Return the `r:id` of an element that has an `id` of its own as well."""
    for key, value in element.attrib.items():
        if str(key).endswith("}id"):
            return str(value)
    return ""


def _slide(package: Package, part: str) -> Iterator[Paragraph]:
    reader = _Reader(package, part)
    root = package.xml(part)
    found = list(reader.shapes(_tree(root), Role.BODY))
    yield from (item for item in found if item.role is Role.HEADING)
    yield from (item for item in found if item.role is not Role.HEADING)
    notes = next((r.target for r in package.relations(part) if r.kind == "notesSlide"), None)
    if notes and notes in package.archive.NameToInfo:
        yield from _Reader(package, notes).shapes(_tree(package.xml(notes)), Role.NOTE)


def _tree(root: _Element) -> _Element | None:
    return child(child(root, "cSld"), "spTree")


@dataclass(slots=True)
class _Counter:
    """Numbers the automatic lists of one shape."""

    _counts: dict[int, tuple[str, int]] = field(default_factory=dict)

    def mark(self, paragraph: _Element) -> str:
        """Return a paragraph's number or bullet with what parts it from the text; or ""."""
        properties = child(paragraph, "pPr")
        level = 0 if properties is None else int(_digits(attribute(properties, "lvl")) or 0)
        self._counts = {at: kept for at, kept in self._counts.items() if at <= level}
        automatic = child(properties, "buAutoNum")
        if automatic is None:
            self._counts.pop(level, None)
            return "• " if child(properties, "buChar") is not None else ""
        scheme = attribute(automatic, "type")
        start = int(_digits(attribute(automatic, "startAt")) or 1)
        before = self._counts.get(level)
        number = before[1] + 1 if before and before[0] == scheme else start
        self._counts[level] = (scheme, number)
        return _written(number, scheme) + " "


def _digits(text: str) -> str:
    return text if text.isdecimal() and len(text) < 6 else ""


def _written(number: int, scheme: str) -> str:
    """Write a number in a scheme such as `hebrew2Minus`; "1." where it is not known."""
    for ending, around in _AROUND.items():
        known = _SCHEMES.get(scheme.removesuffix(ending))
        if scheme.endswith(ending) and known:
            return around.format(format_number(number, known))
    return f"{number}."


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the shapes of one part, a slide or its notes."""

    package: Package
    part: str

    def shapes(self, parent: _Element | None, role: Role) -> Iterator[Paragraph]:
        """Yield what shapes say, in the order of the file, each once."""
        for element in () if parent is None else parent:
            name = local(element)
            if name in ("sp", "cxnSp", "pic"):
                yield from self._shape(element, role)
            elif name == "grpSp":
                yield from self.shapes(element, role)
            elif name == "graphicFrame":
                yield from self._frame(element, role)
            elif name == "AlternateContent":
                # The newer form; the older one says the same again.
                chosen = child(element, "Choice")
                yield from self.shapes(
                    chosen if chosen is not None else child(element, "Fallback"), role
                )

    def _shape(self, shape: _Element, role: Role) -> Iterator[Paragraph]:
        place = next((attribute(p, "type") for p in shape.iter("{*}ph")), None)
        if place in _NUMBER_PLACES or _is_hidden(shape):
            return
        is_title = place in _TITLES and role is Role.BODY
        if is_title:
            texts = [paragraph_text(p) for p in _lines_of(shape)]
            yield Paragraph(" ".join(filter(None, texts)).replace("\n", " "), Role.HEADING, level=1)
            return
        counter = _Counter()
        for paragraph in _lines_of(shape):
            text = paragraph_text(paragraph)
            if text.strip():
                own = Role.FOOTER if place == "ftr" else role
                yield Paragraph(counter.mark(paragraph) + text, own)

    def _frame(self, frame: _Element, role: Role) -> Iterator[Paragraph]:
        if _is_hidden(frame):
            return
        for table in frame.iter("{*}tbl"):
            yield from _table(table)
        for found in graphics(frame, self.package, self.part):
            yield replace(found, role=role if found.role is Role.BODY else found.role)


def _lines_of(shape: _Element) -> list[_Element]:
    """Return the paragraphs of a shape's text."""
    body = child(shape, "txBody")
    return [] if body is None else children(body, "p")


def _is_hidden(shape: _Element) -> bool:
    properties = next(shape.iter("{*}cNvPr"), None)
    return properties is not None and attribute(properties, "hidden") not in ("", *_OFF)


def _table(table: _Element) -> Iterator[Paragraph]:
    """Yield a table's rows; what a merged cell covers is left empty."""
    properties = child(table, "tblPr")
    has_head = properties is not None and attribute(properties, "firstRow") not in ("", *_OFF)
    rows = []
    for at, row in enumerate(children(table, "tr")):
        cells = [
            " ".join(paragraph_text(paragraph) for paragraph in _lines_of(cell))
            for cell in children(row, "tc")
        ]
        rows.append(row_of(cells, is_head=has_head and at == 0))
    yield from as_table(rows)
