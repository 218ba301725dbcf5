"""What the cells of a workbook show: texts as they are, numbers and dates by their formats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import Package, attribute, child, children, local
from kesher.documents.parsing.xlsx_formats import BUILT_IN, GENERAL, format_value

ON = ("1", "true", "on")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # ISO/IEC 29500-1, 22.9.2.19


@dataclass(frozen=True, slots=True)
class Workbook:
    """What the sheets of a workbook share: texts, and a number format for each style of cells."""

    package: Package
    texts: Sequence[str]
    formats: Sequence[str]
    from_1904: bool

    @classmethod
    def of(cls, package: Package) -> "Workbook":
        """Read the parts that the sheets share."""
        properties = child(package.xml(package.main), "workbookPr")
        from_1904 = properties is not None and attribute(properties, "date1904") in ON
        shared = package.related("sharedStrings")
        texts = [] if shared is None else [_rich(item) for item in children(shared, "si")]
        return cls(package, texts, _formats(package.related("styles")), from_1904)

    def shown(self, cell: _Element) -> str:
        """Return what a cell shows."""
        kind, value = cell.get("t", ""), child(cell, "v")
        if kind == "inlineStr":
            found = child(cell, "is")
            return "" if found is None else _rich(found)
        text = (value.text or "") if value is not None else ""
        if kind == "s":
            at = int(text) if text.isdecimal() else -1
            return self.texts[at] if 0 <= at < len(self.texts) else ""
        if kind == "b":
            return "TRUE" if text in ON else "FALSE"
        if kind in ("str", "e"):
            return _unescaped(text)
        return text if kind == "d" else self._number(text, cell.get("s", ""))

    def _number(self, text: str, style: str) -> str:
        try:
            value = float(text)
        except ValueError:
            return text
        at = int(style) if style.isdecimal() else 0
        code = self.formats[at] if at < len(self.formats) else GENERAL
        return format_value(value, code, from_1904=self.from_1904)


def _rich(item: _Element) -> str:
    """Return a text of one or more runs, without the readings above it."""
    runs = [found for found in item if local(found) in ("t", "r")]
    pieces = [child(run, "t") if local(run) == "r" else run for run in runs]
    return _unescaped("".join(piece.text or "" for piece in pieces if piece is not None))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _formats(styles: _Element | None) -> list[str]:
    """Return the number format of each style of cells."""
    own = {
        int(attribute(item, "numFmtId")): attribute(item, "formatCode")
        for item in (() if styles is None else styles.iter("{*}numFmt"))
        if attribute(item, "numFmtId").isdecimal()
    }
    cells = child(styles, "cellXfs")
    ids = [attribute(item, "numFmtId") for item in (() if cells is None else children(cells, "xf"))]
    known = {**BUILT_IN, **own}
    return [known.get(int(each), GENERAL) if each.isdecimal() else GENERAL for each in ids]
