"""DOCX → paragraphs in reading order, as a reader sees them, with list numbers counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

from lxml.etree import _Element

from kesher.documents.parsing.archive import check_declared
from kesher.documents.parsing.docx_heads import table_looks
from kesher.documents.parsing.docx_numbering import ListCounter, read_lists
from kesher.documents.parsing.docx_runs import PAGE_BREAK, NoteCounter, RunReader, text_boxes
from kesher.documents.parsing.docx_styles import Styles
from kesher.documents.parsing.docx_tables import read_table
from kesher.documents.parsing.drawing import graphics
from kesher.documents.parsing.encodings import guess_encoding
from kesher.documents.parsing.html_page import read_html_bytes
from kesher.documents.parsing.ooxml import (
    Package,
    attribute,
    child,
    children,
    is_on,
    local,
    number_of,
    open_package,
    value_of,
)
from kesher.documents.parsing.structure import Paragraph, Role, clean, without_empty
from kesher.errors import DamagedDocumentError

_TRANSPARENT = {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"}
_NOTE_KINDS = (("footnote", "footnotes"), ("endnote", "endnotes"))
_DOCUMENTS = ("docx", "docm", "dotx")
DEPTH_LIMIT = 3
_PAGES = (".htm", ".html", ".xhtml", ".mht")


def read_docx(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read what a DOCX shows: headers, body, notes, footers; each once. Then its comments.

    Deleted and hidden text stays out, inserted text is in. What Word hides only in its web view
    stands on pages, so it is in as well. A table row is one paragraph, its cells joined by tabs,
    or the paragraphs of its cells where those are long. Comments are notes that begin with who
    wrote them.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError: see `open_package`.
    """
    with open_package(path, name=name) as package:
        return tuple(without_empty(_Reader.of(package).document()))


@dataclass(frozen=True, slots=True)
class _Story:
    """One flow of text: the part that it is in, what it is to the document, and its reader."""

    part: str
    role: Role
    runs: RunReader


@dataclass(slots=True)
class _Reader:
    package: Package
    styles: Styles
    lists: ListCounter
    notes: NoteCounter = field(default_factory=NoteCounter)
    depth: int = 0  # of documents in documents
    _lead: str = ""  # what the next paragraph begins with

    @classmethod
    def of(cls, package: Package) -> "_Reader":
        styles = Styles.read(package.related("styles"))
        lists = ListCounter(read_lists(package.related("numbering")))
        return cls(package, styles, lists, _notes_of(package))

    def document(self) -> Iterator[Paragraph]:
        body = child(self.package.xml(self.package.main), "body")
        if body is None:
            raise DamagedDocumentError(
                f"`{self.package.name}` has no body. Save it anew from a word processor."
            )
        yield from self._edges(body, "header", Role.HEADER)
        yield from self._blocks(body, self._story(self.package.main, Role.BODY))
        yield from self._notes()
        yield from self._comments()
        yield from self._edges(body, "footer", Role.FOOTER)

    def _story(self, part: str, role: Role, own_mark: str = "") -> _Story:
        return _Story(part, role, RunReader(self.styles, self.notes, own_mark))

    def _edges(self, body: _Element, kind: str, role: Role) -> Iterator[Paragraph]:
        """Yield the headers or footers that are shown somewhere, each part once."""
        targets = {item.id: item.target for item in self.package.relations(self.package.main)}
        seen = set()
        for section in body.iter("{*}sectPr"):
            for reference in children(section, f"{kind}Reference"):
                target = targets.get(attribute(reference, "id"))
                if target and target not in seen and self._shown(reference, section):
                    seen.add(target)
                    yield from self._blocks(self.package.xml(target), self._story(target, role))

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
            target, root = self._part(part)
            by_id = {} if root is None else {attribute(n, "id"): n for n in children(root, kind)}
            for note in self.notes.order[kind]:
                if note in by_id:
                    story = self._story(target, Role.NOTE, self.notes.mark(kind, note))
                    yield from self._blocks(by_id[note], story)

    def _comments(self) -> Iterator[Paragraph]:
        target, root = self._part("comments")
        for comment in () if root is None else children(root, "comment"):
            author = attribute(comment, "author")
            held = without_empty(self._blocks(comment, self._story(target, Role.NOTE)))
            for at, paragraph in enumerate(held):
                lead = f"{author}: " if at == 0 and author and paragraph.role is Role.NOTE else ""
                yield replace(paragraph, text=clean(lead + paragraph.text), starts_page=False)

    def _part(self, kind: str) -> tuple[str, _Element | None]:
        """Return the name and root of the part that the main one refers to by that kind."""
        found = [r.target for r in self.package.relations(self.package.main) if r.kind == kind]
        return (found[0] if found else ""), self.package.related(kind)

    def _blocks(self, parent: _Element, story: _Story) -> Iterator[Paragraph]:
        for element in parent:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element, story)
            elif name == "tbl":
                yield from self._left_over(story)
                looks = table_looks(element, self.styles)
                yield from read_table(element, lambda cell: self._blocks(cell, story), looks)
            elif name == "altChunk":
                yield from self._embedded(element, story)
            elif name in _TRANSPARENT:
                yield from self._blocks(element, story)
        yield from self._left_over(story)

    def _left_over(self, story: _Story) -> Iterator[Paragraph]:
        """Yield what waited for a paragraph that did not come."""
        if self._lead:
            text, self._lead = clean(self._lead), ""
            yield Paragraph(text, story.role)

    def _paragraph(self, element: _Element, story: _Story) -> Iterator[Paragraph]:
        properties = child(element, "pPr")
        before = bool(is_on(child(properties, "pageBreakBefore")))
        role, level = self._role(element, story)
        shown = story.runs.text(element)
        if _runs_on(properties):
            self._lead += shown
            return
        number = self._number(element)  # an empty item is counted too
        shown, self._lead = self._lead + shown, ""
        labelled = number + shown if shown.strip() else shown
        marks = tuple(story.runs.marks)
        for at, text in enumerate(labelled.split(PAGE_BREAK)):
            yield Paragraph(clean(text), role, before if at == 0 else True, level, marks=marks)
        yield from graphics(element, self.package, story.part)
        for box in text_boxes(element):
            yield from self._blocks(box, story)

    def _role(self, element: _Element, story: _Story) -> tuple[Role, int]:
        """Return what a paragraph is and, of a heading, its level."""
        if story.role is not Role.BODY:
            return story.role, 0
        if self.styles.contents_level(element):
            return Role.CONTENTS, 0
        level = self.styles.heading_level(element)
        return (Role.HEADING, level) if level else (Role.BODY, 0)

    def _embedded(self, element: _Element, story: _Story) -> Iterator[Paragraph]:
        """Yield the text of another file that Word takes in when it opens the document."""
        target = self.package.target(story.part, attribute(element, "id")) or ""
        ending = target.lower().rpartition(".")[2]
        if f".{ending}" in _PAGES or ending == "txt":
            data = self.package.read(target)
            encoding = guess_encoding(data) or "cp1255"
            if ending == "txt":
                for line in data.decode(encoding, "replace").splitlines():
                    yield Paragraph(clean(line), story.role)
            else:
                yield from read_html_bytes(data, encoding)
        elif ending in _DOCUMENTS and self.depth < DEPTH_LIMIT:
            with open_package(BytesIO(self.package.read(target)), name=self.package.name) as inner:
                check_declared(inner.archive, inner.name)
                yield from replace(_Reader.of(inner), depth=self.depth + 1).document()

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


def _notes_of(package: Package) -> NoteCounter:
    """Read how the notes of a document are numbered; its last section's word is the last."""
    counter = NoteCounter()
    sections = package.xml(package.main).iter("{*}sectPr")
    for holder in (package.related("settings"), *sections):
        for kind, _ in _NOTE_KINDS:
            properties = child(holder, f"{kind}Pr")
            written, start = child(properties, "numFmt"), number_of(child(properties, "numStart"))
            if written is not None:
                counter.formats[kind] = value_of(written)
            if start is not None:
                counter.starts[kind] = start
    return counter


def _runs_on(properties: _Element | None) -> bool:
    """Tell a paragraph that ends within its line: a dropped capital, or its end was deleted."""
    frame, mark = child(properties, "framePr"), child(properties, "rPr")
    is_dropped = frame is not None and attribute(frame, "dropCap") in ("drop", "margin")
    is_deleted = any(child(mark, name) is not None for name in ("del", "moveFrom"))
    return is_dropped or is_deleted
