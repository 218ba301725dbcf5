"""One sheet of a workbook → its titles and tables, read row by row."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element

from kesher.documents.parsing.archive import DAMAGE
from kesher.documents.parsing.ooxml import attribute, child, local
from kesher.documents.parsing.structure import Paragraph, clean
from kesher.documents.parsing.tables import as_table, row_of
from kesher.documents.parsing.xlsx_cells import ON, Workbook
from kesher.errors import DamagedDocumentError, DocumentTooLargeError

_TAKEN = ("{*}row", "{*}col", "{*}mergeCell", "{*}autoFilter")
PLACES_LIMIT = 4_000_000  # of one table, with text or without
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


@dataclass(frozen=True, slots=True)
class CellRange:
    """Columns and rows of a stretch of cells, 1-based, both ends in it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def of(cls, text: str) -> "CellRange | None":
        """Read such as `B2:D9`; None where it is none."""
        ends = [_place(part) for part in text.replace("$", "").split(":")]
        first, last = ends[0], ends[-1]
        if first is None or last is None:
            return None
        return cls(first[0], first[1], last[0], last[1])


def _place(text: str) -> tuple[int, int] | None:
    """Return the column and row of such as `AB12`, 1-based."""
    found = _PLACE.fullmatch(text) if text else None
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column, int(found[2])


@dataclass(slots=True)
class Sheet:
    """The texts of a sheet's cells by row and column, both 1-based; only those with text."""

    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)

    @property
    def cells(self) -> int:
        """How many cells hold text."""
        return sum(map(len, self.rows.values()))

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the sheet's tables; a row of nothing parts two of them."""
        block: list[int] = []
        for number in sorted(self.rows):
            if block and number != block[-1] + 1:
                yield from self._table(block)
                block = []
            block.append(number)
        yield from self._table(block)

    def _table(self, numbers: Sequence[int]) -> Iterator[Paragraph]:
        """Yield titles, which stand alone in their rows, and then the rows below them."""
        alone = next(
            (at for at, number in enumerate(numbers) if len(self.rows[number]) > 1), len(numbers)
        )
        for number in numbers[:alone]:
            yield Paragraph(clean(next(iter(self.rows[number].values()))))
        rows = [self.rows[number] for number in numbers[alone:]]
        columns = sorted({column for row in rows for column in row})
        if len(columns) * len(rows) > PLACES_LIMIT:  # almost empty: its cells one after the other
            yield from (row_of(row.values()) for row in rows)
            return
        yield from as_table(
            [
                row_of([row.get(column, "") for column in columns], is_head=number in self.heads)
                for number, row in zip(numbers[alone:], rows, strict=True)
            ]
        )


def read_sheet(workbook: Workbook, part: str, *, cells_limit: int) -> Sheet:
    """Read a sheet; only cells with text take up memory.

    Raises:
        DocumentTooLargeError: more than `cells_limit` cells hold text.
        DamagedDocumentError: it is cut off or not XML.
    """
    reader = _Reader(workbook, cells_limit)
    name = workbook.package.name
    try:
        with workbook.package.archive.open(part) as source:
            for _, element in etree.iterparse(
                source, tag=_TAKEN, resolve_entities=False, no_network=True, load_dtd=False
            ):
                reader.take(element)
    except (etree.XMLSyntaxError, *DAMAGE) as error:
        raise DamagedDocumentError(
            f"`{name}` is damaged: its sheet `{part}` cannot be read ({error}). "
            "Open it in its program, save it anew and add that file."
        ) from error
    for relation in workbook.package.relations(part):
        if relation.kind == "table" and relation.target in workbook.package.archive.NameToInfo:
            reader.name_columns(workbook.package.xml(relation.target))
    return reader.finish()


@dataclass(slots=True)
class _Reader:
    """Takes the elements of a sheet as they end and lets go of each row."""

    workbook: Workbook
    cells_limit: int
    sheet: Sheet = field(default_factory=Sheet)
    _hidden_rows: dict[int, dict[int, str]] = field(default_factory=dict)
    _hidden_columns: list[range] = field(default_factory=list)
    _merged: list[CellRange] = field(default_factory=list)
    _is_filtered: bool = False
    _last_row: int = 0
    _cells: int = 0

    def take(self, element: _Element) -> None:
        """Take one element; those that hold others come after them."""
        name = local(element)
        if name == "row":
            self._row(element)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]  # type: ignore[union-attr]  # a row has a parent
        elif name == "col" and attribute(element, "hidden") in ON:
            self._hide(element)
        elif name == "mergeCell":
            found = CellRange.of(attribute(element, "ref"))
            self._merged += [found] if found else []
        elif name == "autoFilter":
            self._is_filtered = self._is_filtered or child(element, "filterColumn") is not None
            self._head(attribute(element, "ref"))

    def name_columns(self, table: _Element) -> None:
        """Take what a table part says of its head."""
        if attribute(table, "headerRowCount") != "0":
            self._head(attribute(table, "ref"))

    def finish(self) -> Sheet:
        """Return the sheet: what a filter hides is shown, what is merged stands in each row."""
        if self._is_filtered:
            self.sheet.rows |= self._hidden_rows
        numbers = sorted(self.sheet.rows)
        for merged in self._merged:
            text = self.sheet.rows.get(merged.top, {}).get(merged.left)
            if text:
                low, high = bisect_right(numbers, merged.top), bisect_right(numbers, merged.bottom)
                for number in numbers[low:high]:
                    self._keep(self.sheet.rows[number], merged.left, text)
        return self.sheet

    def _head(self, reference: str) -> None:
        found = CellRange.of(reference)
        if found:
            self.sheet.heads.add(found.top)

    def _hide(self, element: _Element) -> None:
        low, high = attribute(element, "min"), attribute(element, "max")
        if low.isdecimal() and high.isdecimal():
            self._hidden_columns.append(range(int(low), int(high) + 1))

    def _row(self, element: _Element) -> None:
        given = attribute(element, "r")
        number = int(given) if given.isdecimal() and len(given) < 8 else self._last_row + 1
        self._last_row = number
        is_hidden = attribute(element, "hidden") in ON
        rows = self._hidden_rows if is_hidden else self.sheet.rows
        cells: dict[int, str] = {}
        column = 0
        for cell in element:
            place = _place(cell.get("r", ""))
            column = place[0] if place else column + 1
            text = self.workbook.shown(cell)
            if text.strip() and not any(column in hidden for hidden in self._hidden_columns):
                self._keep(cells, column, text)
        if cells:
            rows.setdefault(number, {}).update(cells)

    def _keep(self, cells: dict[int, str], column: int, text: str) -> None:
        if column in cells:
            return
        self._cells += 1
        if self._cells > self.cells_limit:
            raise DocumentTooLargeError(
                f"`{self.workbook.package.name}` has more cells with text than are read, of all "
                "its sheets together. Divide it into several files."
            )
        cells[column] = text
