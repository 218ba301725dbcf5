"""The text of one DOCX paragraph: what a reader sees, and nothing that is hidden or deleted."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.etree import _Element

from kesher.documents.parsing.docx_math import formula_text
from kesher.documents.parsing.docx_numbering import format_number
from kesher.documents.parsing.docx_styles import Styles
from kesher.documents.parsing.ooxml import (
    ON,
    attribute,
    child,
    children,
    is_on,
    local,
    number_of,
    value_of,
)

PAGE_BREAK = "\f"  # cannot stand in XML text, so it is free to mark a break within a paragraph
# Deleted or moved-away text; properties; readings above a base; what stands in a box apart.
_SKIPPED = {"del", "moveFrom", "rPr", "pPr", "rt", "txbxContent", "sectPr", "sdtPr", "Fallback"}
_SPELLED = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
# Signs of the symbol fonts that forms use; others of these fonts are ornaments and are left out.
_SYMBOLS = {
    **{"F0B7": "•", "F0A7": "•", "F0FC": "✓", "F0FB": "✗", "F0FE": "☑", "F0FD": "☒"},
    **{"F0A8": "☐", "F06F": "☐", "F071": "☐", "F0E0": "→", "F0DF": "←"},
}
# The letters of the font `Symbol`, from its code F061 and F041 on.
_GREEK = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL_FONT = {
    **{f"F0{0x61 + at:02X}": letter for at, letter in enumerate(_GREEK)},
    **{f"F0{0x41 + at:02X}": letter for at, letter in enumerate("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ")},
    **{"F0A3": "≤", "F0B3": "≥", "F0B9": "≠", "F0B1": "±", "F0B4": "×", "F0B8": "÷", "F0A5": "∞"},
    **{"F0BB": "≈", "F0B0": "°", "F0D6": "√", "F0E5": "∑", "F0AE": "→", "F0AC": "←", "F0B7": "•"},
}
_NOTE_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}


@dataclass(slots=True)
class NoteCounter:
    """Numbers notes in the order in which the text refers to them.

    Attributes:
        formats: How each kind of notes is numbered; digits for footnotes and small Roman numerals
            for endnotes by themselves, as in Word.
        starts: The first number of each kind, 1 by itself.
    """

    formats: dict[str, str] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)
    order: dict[str, list[str]] = field(
        default_factory=lambda: {kind: [] for kind in _NOTE_REFERENCES.values()}
    )
    _places: dict[tuple[str, str], int] = field(default_factory=dict)

    def refer(self, kind: str, note: str) -> str:
        """Count one reference and return its mark."""
        if (kind, note) not in self._places:
            self._places[kind, note] = len(self.order[kind])
            self.order[kind].append(note)
        return self.mark(kind, note)

    def mark(self, kind: str, note: str) -> str:
        """Return the mark of a note that was referred to."""
        number = self._places[kind, note] + self.starts.get(kind, 1)
        usual = "decimal" if kind == "footnote" else "lowerRoman"
        return format_number(number, self.formats.get(kind, usual))


@dataclass(slots=True)
class RunReader:
    """Reads paragraphs one after the other.

    Attributes:
        own_mark: What a note says of itself.
        marks: Those of notes in the paragraph that was read last.
    """

    styles: Styles
    notes: NoteCounter
    own_mark: str = ""
    marks: list[str] = field(default_factory=list)
    # Word nests fields: each entry says whether the instruction (not the result) is being read.
    _fields: list[bool] = field(default_factory=list)

    def text(self, paragraph: _Element) -> str:
        """Return what a paragraph shows, page breaks as `PAGE_BREAK`."""
        self.marks = []
        shown = "".join(self._pieces(paragraph, self.styles.style_of(paragraph)))
        # A field whose end is missing must not swallow the paragraphs that follow.
        self._fields = [is_instruction for is_instruction in self._fields if not is_instruction]
        return shown

    def _pieces(self, element: _Element, style: str) -> Iterator[str]:
        for part in element:
            name = local(part)
            if name in _SKIPPED or not name:
                continue
            if name == "r":
                yield from self._run(part, style)
            elif name == "oMath":
                yield formula_text(part)
            else:
                yield from self._pieces(part, style)

    def _run(self, run: _Element, style: str) -> Iterator[str]:
        if self.styles.hidden(child(run, "rPr"), style):
            return
        for part in run:
            if local(part) == "fldChar":
                self._follow_field(attribute(part, "fldCharType"))
                if not any(self._fields[:-1]):
                    yield _form_value(child(part, "ffData"))
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
            is_symbol = attribute(part, "font").lower() == "symbol"
            yield (_SYMBOL_FONT if is_symbol else _SYMBOLS).get(attribute(part, "char").upper(), "")
        elif name in _NOTE_REFERENCES:
            yield self._reference(part, _NOTE_REFERENCES[name])
        elif name in ("footnoteRef", "endnoteRef"):
            self.marks.append(self.own_mark)
            yield self.own_mark
        elif name == "oMath":
            yield formula_text(part)
        elif name not in _SKIPPED:
            yield from self._pieces(part, style)

    def _reference(self, part: _Element, kind: str) -> str:
        mark = self.notes.refer(kind, attribute(part, "id"))
        if attribute(part, "customMarkFollows") in ON[1:]:
            return ""
        self.marks.append(mark)
        return mark


def _form_value(data: _Element | None) -> str:
    """Return what a form's box or list shows; what a person typed stands in runs of its own."""
    box, chosen = child(data, "checkBox"), child(data, "ddList")
    if box is not None:
        state = child(box, "checked")
        is_checked = is_on(state if state is not None else child(box, "default"))
        return "☒" if is_checked else "☐"
    if chosen is not None:
        entries = children(chosen, "listEntry")
        at = number_of(child(chosen, "result")) or 0
        return value_of(entries[at]) if 0 <= at < len(entries) else ""
    return ""


def text_boxes(paragraph: _Element) -> list[_Element]:
    """Return the text boxes that hang on a paragraph, each once, outermost only.

    A box stands twice in the file, for newer and for older programs; the older copy
    (`Fallback`) is left out. So is a box that was deleted or is hidden.
    """
    return [box for box in paragraph.iter("{*}txbxContent") if _owner(box) is paragraph]


def _owner(box: _Element) -> _Element | None:
    for above in box.iterancestors():
        name = local(above)
        is_unseen = name == "r" and is_on(child(child(above, "rPr"), "vanish"))
        if name in ("Fallback", "del", "moveFrom") or is_unseen:
            return None
        if name == "p":
            return above
    return None
