"""XLSX → paragraphs, a sheet a page: its name, then its rows as their cells show them.

Source: ISO/IEC 29500-1, section 18 (SpreadsheetML).
"""

from collections.abc import Iterator
from pathlib import Path

from kesher.documents.parsing.drawing import graphics, paragraph_text
from kesher.documents.parsing.ooxml import Package, attribute, child, children, open_package
from kesher.documents.parsing.structure import Paragraph, Role, clean, without_empty
from kesher.documents.parsing.xlsx_cells import Workbook
from kesher.documents.parsing.xlsx_sheet import read_sheet

CELLS_LIMIT = 1_000_000  # with text; as many rows and columns without any as there may be


def read_xlsx(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read what the sheets of a workbook show, in the order of their tabs.

    Numbers and dates stand as their cells show them, formulas as they last came out. A merged
    cell's text stands in each row that it covers, in its first column. Hidden sheets, columns and
    rows stay out, but not rows that a filter hides. The row that names the columns is a head.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        DocumentTooLargeError: more than `CELLS_LIMIT` cells hold text.
        DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError: see `open_package`.
    """
    with open_package(path, name=name) as package:
        workbook = Workbook.of(package)
        found: list[Paragraph] = []
        left = CELLS_LIMIT
        for title, part in _sheets(package):
            sheet = read_sheet(workbook, part, cells_limit=left)
            left -= sheet.cells
            opening = Paragraph(
                clean(title), Role.HEADING, starts_page=bool(found), level=1, label=clean(title)
            )
            found.extend(without_empty([opening, *sheet.paragraphs(), *_drawn(package, part)]))
        return tuple(found)


def _sheets(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the name and part of each sheet that is shown."""
    listed = child(package.xml(package.main), "sheets")
    for sheet in () if listed is None else children(listed, "sheet"):
        target = package.target(package.main, attribute(sheet, "id"))
        kinds = {r.target: r.kind for r in package.relations(package.main)}
        if (
            target
            and kinds.get(target) == "worksheet"
            and not attribute(sheet, "state").lower().endswith("hidden")
        ):
            yield attribute(sheet, "name"), target


def _drawn(package: Package, part: str) -> Iterator[Paragraph]:
    """Yield what the shapes and charts over a sheet say."""
    for relation in package.relations(part):
        if relation.kind == "drawing" and relation.target in package.archive.NameToInfo:
            root = package.xml(relation.target)
            for body in root.iter("{*}txBody"):
                for paragraph in children(body, "p"):
                    yield Paragraph(paragraph_text(paragraph))
            yield from graphics(root, package, relation.target)
