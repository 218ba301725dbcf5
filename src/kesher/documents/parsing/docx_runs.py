"""The text of one DOCX paragraph: what a reader sees, and nothing that is hidden or deleted."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.etree import _Element

from kesher.documents.parsing.docx_numbering import format_number
from kesher.documents.parsing.docx_styles import Styles
from kesher.documents.parsing.ooxml import attribute, child, local

PAGE_BREAK = "\f"  # cannot stand in XML text, so it is free to mark a break within a paragraph
# Deleted or moved-away text; properties; readings above a base; what stands in a box apart.
_SKIPPED = {"del", "moveFrom", "rPr", "pPr", "rt", "txbxContent", "sectPr", "sdtPr", "Fallback"}
_SPELLED = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
# Signs of the symbol fonts that forms use; others of these fonts are ornaments and are left out.
_SYMBOLS = {
    **{"F0B7": "•", "F0A7": "•", "F0FC": "✓", "F0FB": "✗", "F0FE": "☑", "F0FD": "☒"},
    **{"F0A8": "☐", "F06F": "☐", "F071": "☐", "F0E0": "→", "F0DF": "←"},
}
_NOTE_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}


@dataclass(slots=True)
class NoteCounter:
    """Numbers notes in the order in which the text refers to them."""

    order: dict[str, list[str]] = field(
        default_factory=lambda: {kind: [] for kind in _NOTE_REFERENCES.values()}
    )

    def refer(self, kind: str, note: str) -> str:
        """Count one reference and return its mark: digits, or Roman for endnotes as in Word."""
        if note not in self.order[kind]:
            self.order[kind].append(note)
        return self.mark(kind, note)

    def mark(self, kind: str, note: str) -> str:
        """Return the mark of a note that was referred to."""
        number = self.order[kind].index(note) + 1
        return format_number(number, "decimal" if kind == "footnote" else "lowerRoman")


@dataclass(slots=True)
class RunReader:
    """Reads paragraphs one after the other; `own_mark` is what a note says of itself."""

    styles: Styles
    notes: NoteCounter
    own_mark: str = ""
    # Word nests fields: each entry says whether the instruction (not the result) is being read.
    _fields: list[bool] = field(default_factory=list)

    def text(self, paragraph: _Element) -> str:
        """Return what a paragraph shows, page breaks as `PAGE_BREAK`."""
        return "".join(self._pieces(paragraph, self.styles.style_of(paragraph)))

    def _pieces(self, element: _Element, style: str) -> Iterator[str]:
        for part in element:
            name = local(part)
            if name in _SKIPPED or not name:
                continue
            if name == "r":
                yield from self._run(part, style)
            elif name == "t":  # of a formula, which has runs of its own
                yield part.text or ""
            else:
                yield from self._pieces(part, style)

    def _run(self, run: _Element, style: str) -> Iterator[str]:
        if self.styles.hidden(child(run, "rPr"), style):
            return
        for part in run:
            if local(part) == "fldChar":
                self._follow_field(attribute(part, "fldCharType"))
            elif not any(self._fields):
                yield from self._content(part, style)

    def _follow_field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(True)
        elif self._fields and kind == "separate":
            self._fields[-1] = False
        elif self._fields and kind == "end":
            self._fields.pop()

    def _content(self, part: _Element, style: str) -> Iterator[str]:
        name = local(part)
        if name == "t":
            yield part.text or ""
        elif name in _SPELLED:
            yield _SPELLED[name]
        elif name == "br":
            yield PAGE_BREAK if attribute(part, "type") == "page" else "\n"
        elif name == "sym":
            yield _SYMBOLS.get(attribute(part, "char").upper(), "")
        elif name in _NOTE_REFERENCES:
            yield self._reference(part, _NOTE_REFERENCES[name])
        elif name in ("footnoteRef", "endnoteRef"):
            yield self.own_mark
        elif name not in _SKIPPED:
            yield from self._pieces(part, style)

    def _reference(self, part: _Element, kind: str) -> str:
        mark = self.notes.refer(kind, attribute(part, "id"))
        return "" if attribute(part, "customMarkFollows") in ("1", "true", "on") else mark


def text_boxes(paragraph: _Element) -> list[_Element]:
    """Return the text boxes that hang on a paragraph, each once, outermost only.

    A box stands twice in the file, for newer and for older programs; the older copy
    (`Fallback`) is left out.
    """
    return [box for box in paragraph.iter("{*}txbxContent") if _owner(box) is paragraph]


def _owner(box: _Element) -> _Element | None:
    for above in box.iterancestors():
        if local(above) == "Fallback":
            return None
        if local(above) == "p":
            return above
    return None
