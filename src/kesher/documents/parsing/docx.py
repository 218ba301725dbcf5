"""DOCX → paragraphs in reading order, as a reader sees them, with list numbers counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from lxml.etree import _Element

from kesher.documents.parsing.docx_numbering import ListCounter, read_lists
from kesher.documents.parsing.docx_runs import PAGE_BREAK, NoteCounter, RunReader, text_boxes
from kesher.documents.parsing.docx_styles import Styles
from kesher.documents.parsing.ooxml import (
    Package,
    attribute,
    child,
    children,
    is_on,
    local,
    open_package,
)
from kesher.documents.parsing.structure import Paragraph, Role, clean, without_empty
from kesher.errors import DamagedDocumentError

CELL_LIMIT_CHARS = 200  # a row with longer cells is layout, not a table of figures
_TRANSPARENT = {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"}
_NOTE_KINDS = (("footnote", "footnotes"), ("endnote", "endnotes"))


def read_docx(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read what a DOCX shows: headers, body, notes, footers; each once.

    Deleted and hidden text stays out, inserted text is in. A table row is one paragraph, its
    cells joined by tabs, or one paragraph a cell's paragraph where the cells are long.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError: see `open_package`.
    """
    with open_package(path, name=name) as package:
        return tuple(without_empty(_Reader.of(package).document()))


@dataclass(slots=True)
class _Reader:
    package: Package
    styles: Styles
    lists: ListCounter
    notes: NoteCounter = field(default_factory=NoteCounter)

    @classmethod
    def of(cls, package: Package) -> "_Reader":
        styles = Styles.read(package.related("styles"))
        return cls(package, styles, ListCounter(read_lists(package.related("numbering"))))

    def document(self) -> Iterator[Paragraph]:
        body = child(self.package.xml(self.package.main), "body")
        if body is None:
            raise DamagedDocumentError(
                f"`{self.package.name}` has no body. Save it anew from a word processor."
            )
        runs = RunReader(self.styles, self.notes)
        yield from self._edges(body, "header", Role.HEADER)
        yield from self._blocks(body, runs, Role.BODY)
        yield from self._notes()
        yield from self._edges(body, "footer", Role.FOOTER)

    def _edges(self, body: _Element, kind: str, role: Role) -> Iterator[Paragraph]:
        """Yield the headers or footers that are shown somewhere, each part once."""
        targets = {item.id: item.target for item in self.package.relations(self.package.main)}
        seen = set()
        for section in body.iter("{*}sectPr"):
            for reference in children(section, f"{kind}Reference"):
                target = targets.get(attribute(reference, "id"))
                if target and target not in seen and self._shown(reference, section):
                    seen.add(target)
                    runs = RunReader(self.styles, self.notes)
                    yield from self._blocks(self.package.xml(target), runs, role)

    def _shown(self, reference: _Element, section: _Element) -> bool:
        kind = attribute(reference, "type")
        if kind == "first":
            return bool(is_on(child(section, "titlePg")))
        if kind == "even":
            settings = self.package.related("settings")
            return bool(is_on(child(settings, "evenAndOddHeaders")))
        return True

    def _notes(self) -> Iterator[Paragraph]:
        for kind, part in _NOTE_KINDS:
            root = self.package.related(part)
            by_id = {} if root is None else {attribute(n, "id"): n for n in children(root, kind)}
            for note in self.notes.order[kind]:
                if note in by_id:
                    runs = RunReader(self.styles, self.notes, self.notes.mark(kind, note))
                    yield from self._blocks(by_id[note], runs, Role.NOTE)

    def _blocks(self, parent: _Element, runs: RunReader, role: Role) -> Iterator[Paragraph]:
        for element in parent:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element, runs, role)
            elif name == "tbl":
                yield from self._table(element, runs, role)
            elif name in _TRANSPARENT:
                yield from self._blocks(element, runs, role)

    def _paragraph(self, element: _Element, runs: RunReader, role: Role) -> Iterator[Paragraph]:
        before = bool(is_on(child(child(element, "pPr"), "pageBreakBefore")))
        level = self.styles.heading_level(element) if role is Role.BODY else 0
        role = Role.HEADING if level else role
        shown = runs.text(element)
        number = self._number(element)  # an empty item is counted too
        labelled = number + shown if shown.strip() else shown
        for at, text in enumerate(labelled.split(PAGE_BREAK)):
            yield Paragraph(clean(text), role, before if at == 0 else True, level)
        for box in text_boxes(element):
            yield from self._blocks(box, runs, role)

    def _number(self, element: _Element) -> str:
        found = self.styles.numbering(element)
        mark = child(child(element, "pPr"), "rPr")
        if found is None or self.styles.hidden(mark, self.styles.style_of(element)):
            return ""
        numbered, style = found
        level = numbered.level
        if level is None:
            level = self.lists.level_of_style(numbered.number_id, style)
        return self.lists.advance(numbered.number_id, level)

    def _table(self, table: _Element, runs: RunReader, role: Role) -> Iterator[Paragraph]:
        for row in table.iter("{*}tr"):
            if next(row.iterancestors("{*}tbl")) is not table:
                continue
            if child(child(row, "trPr"), "del") is None:
                yield from self._row(row, runs, role)

    def _row(self, row: _Element, runs: RunReader, role: Role) -> Iterator[Paragraph]:
        cells = [
            tuple(self._blocks(cell, runs, role))
            for cell in row.iter("{*}tc")
            if next(cell.iterancestors("{*}tr")) is row
        ]
        if all(_is_short(cell) for cell in cells):
            yield Paragraph("\t".join(cell[0].text if cell else "" for cell in cells), Role.ROW)
            return
        for cell in cells:
            for paragraph in cell:
                yield replace(paragraph, starts_page=False)


def _is_short(cell: tuple[Paragraph, ...]) -> bool:
    if len(cell) > 1:
        return False
    text = cell[0].text if cell else ""
    return len(text) <= CELL_LIMIT_CHARS and "\t" not in text and "\n" not in text
