"""Pages to pieces: what a chunk is made of and is never cut in, in the order of reading.

Heads, feet, page numbers, contents, watermarks and hidden text are left out; if nothing else was
read, so that the document would vanish, whatever a reader sees is taken.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kesher.domain.document import Line, Page, PageSpan, Role
from kesher.text.sentences import sentence_spans

_UNSEEN = (Role.WATERMARK, Role.HIDDEN)


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, a heading, a row of a table or a note.

    Attributes:
        notes: Where the notes stand that its marks lead to.
        section: The headings that it stands under, the highest first; of a heading, itself too.
        head: The head row of the table that it goes on; empty for the head itself and all else.
        ends_section: Whether a heading ends the section above that of the text before it.
    """

    span: PageSpan
    section: tuple[str, ...] = ()
    notes: tuple[PageSpan, ...] = ()
    head: str = ""
    is_heading: bool = False
    ends_section: bool = False


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Neighbouring lines that are one thing: code points `start` to `end` (half open)."""

    start: int
    end: int
    first: Line
    lines: tuple[Line, ...]


def pieces(pages: Sequence[Page]) -> list[Piece]:
    """Return the pieces of a document's pages, each page's notes after its body.

    A note stands by itself only where no mark that leads to it was found.
    """
    is_told: Callable[[Line], bool] = _is_told
    if not any(_is_told(line) for page in pages for line in page.lines):
        is_told = _is_seen
    walk = _Walk()
    return [piece for page in pages for piece in walk.page(page, is_told)]


def _is_told(line: Line) -> bool:
    return line.role.is_told


def _is_seen(line: Line) -> bool:
    return line.role not in _UNSEEN


@dataclass(slots=True)
class _Walk:
    """Goes through the pages and knows what it has come past.

    Attributes:
        headings: Level and text of the headings that are open, the highest first.
        head: Of the table that the page before ended in, and how many cells its rows have.
    """

    headings: list[tuple[int, str]] = field(default_factory=list)
    head: tuple[str, int] | None = None

    @property
    def _section(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.headings)

    def page(self, page: Page, is_told: Callable[[Line], bool]) -> Iterator[Piece]:
        stretches = list(_stretches(page, is_told))
        notes = [stretch for stretch in stretches if stretch.first.role is Role.NOTE]
        body: list[Piece] = []
        for stretch in stretches:
            if stretch.first.role is not Role.NOTE:
                if body and _starts_table(page, stretch.first):
                    self.head = None  # only a page's first table may go on with another's
                body += self._stretch(page, stretch)
        waiting = list(notes)
        for piece in body:
            found = [note for note in waiting if _leads(page, piece, note)]
            waiting = [note for note in waiting if note not in found]
            spans = tuple(_span(page, note.start, note.end) for note in found)
            yield replace(piece, notes=spans) if spans else piece
        for note in waiting:
            for start, end in sentence_spans(page.text[note.start : note.end]):
                span = _span(page, note.start + start, note.start + end)
                yield Piece(span, self._section)

    def _stretch(self, page: Page, stretch: _Stretch) -> Iterator[Piece]:
        if stretch.first.role is Role.ROW:
            yield from self._rows(page, stretch)
            return
        self.head = None
        if stretch.first.role is Role.HEADING:
            span = _span(page, stretch.start, stretch.end)
            ends = self._open(stretch.first.level, _without_marks(page, stretch, span))
            yield Piece(span, self._section, is_heading=True, ends_section=ends)
            return
        for start, end in sentence_spans(page.text[stretch.start : stretch.end]):
            span = PageSpan(page.number, stretch.start + start, stretch.start + end)
            yield Piece(span, self._section)

    def _open(self, level: int, text: str) -> bool:
        """Open a section; tell whether one that held the last one ends with it."""
        ends = bool(self.headings) and self.headings[-1][0] > level
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, " ".join(text.split())))
        return ends

    def _rows(self, page: Page, stretch: _Stretch) -> Iterator[Piece]:
        rows = list(_rows(page, stretch))
        heads = _head_rows(page, stretch, len(rows))
        cells = 1 + max(page.text[row.start : row.end].count("\t") for row in rows)
        if heads:
            self.head = page.text[rows[0].start : rows[heads - 1].end], cells
        elif self.head is not None and self.head[1] != cells:
            self.head = None
        head = self.head[0] if self.head else ""
        for at, row in enumerate(rows):
            yield Piece(row, self._section, head=head if at >= heads else "")


def _stretches(page: Page, is_told: Callable[[Line], bool]) -> Iterator[_Stretch]:
    """Join neighbouring lines of one kind; with each line goes what parts it from the next."""
    if not page.lines:
        whole = Line(0, len(page.text), None)
        yield _Stretch(whole.start, whole.end, whole, (whole,))
        return
    ends = [*(line.start for line in page.lines[1:]), len(page.text)]
    held: _Stretch | None = None
    for line, end in zip(page.lines, ends, strict=True):
        if not is_told(line):
            end_of_held = None
        elif held is not None and held.end == line.start and _goes_on(page, held, line):
            held = _Stretch(held.start, end, held.first, (*held.lines, line))
            continue
        else:
            end_of_held = _Stretch(line.start, end, line, (line,))
        if held is not None:
            yield held
        held = end_of_held
    if held is not None:
        yield held


def _goes_on(page: Page, held: _Stretch, line: Line) -> bool:
    if held.first.role is Role.NOTE and line.marks:
        return False
    if line.role is Role.ROW and _starts_table(page, line):
        return False
    return (held.first.role, held.first.level) == (line.role, line.level)


def _starts_table(page: Page, line: Line) -> bool:
    return any(line.start <= table.start < line.end for table in page.tables)


def _rows(page: Page, stretch: _Stretch) -> Iterator[PageSpan]:
    at = stretch.start
    for text in page.text[stretch.start : stretch.end].split("\n"):
        if text.strip():
            yield _span(page, at, at + len(text))
        at += len(text) + 1


def _head_rows(page: Page, stretch: _Stretch, rows: int) -> int:
    for table in page.tables:
        if table.start < stretch.end and stretch.start < table.end:
            return min(table.head_rows, rows)
    # Formats that name their rows but not their heads: the first row is one if others follow.
    return 1 if rows > 1 and not page.tables else 0


def _leads(page: Page, piece: Piece, note: _Stretch) -> bool:
    """Tell whether a mark inside a piece is that of a note."""
    for line in page.lines:
        low, high = max(line.start, piece.span.start), min(line.end, piece.span.end)
        if low < high and line.role is not Role.NOTE:
            inside = page.text[low:high]
            if any(mark in note.first.marks and mark in inside for mark in line.marks):
                return True
    return False


def _without_marks(page: Page, stretch: _Stretch, span: PageSpan) -> str:
    """Return a heading's text without the marks of notes at its end: they name nothing."""
    text = page.text[span.start : span.end]
    for mark in [mark for line in stretch.lines for mark in line.marks][::-1]:
        text = text.removesuffix(mark).rstrip(" ,")
    return text


def _span(page: Page, start: int, end: int) -> PageSpan:
    """Return a span without the white space at its ends."""
    text = page.text[start:end]
    return PageSpan(page.number, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
