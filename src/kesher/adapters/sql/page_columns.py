"""A page's lines and tables as JSON in columns. What an older Kesher wrote is still read."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Dialect, Text, TypeDecorator

from kesher.adapters.sql.column_types import canonical_json
from kesher.domain.document import Box, Line, Role, Table, TableCell


class Lines(TypeDecorator[tuple[Line, ...]]):
    """A page's lines: `[start, end]` or `[start, end, left, top, right, bottom]` each.

    What is more than a place stands in an object at the end: role, level, size, bold, marks.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Line, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        return None if value is None else canonical_json([_line_to_list(line) for line in value])

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[Line, ...] | None:
        """Read the array."""
        return None if value is None else tuple(map(_line_from_list, json.loads(value)))


class Tables(TypeDecorator[tuple[Table, ...]]):
    """A page's tables: `{"head_rows", "rows"}`, a row `[start, end, column, columns, rows, *box]`s.

    NULL stands for none: pages that were read before tables were kept have it.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Table, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        return canonical_json([_table_to_object(table) for table in value]) if value else None

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[Table, ...]:
        """Read the array."""
        return tuple(map(_table_from_object, json.loads(value))) if value else ()


def _line_to_list(line: Line) -> list[object]:
    told: dict[str, object] = {
        "role": line.role.value if line.role is not Role.BODY else None,
        "level": line.level,
        "size": round(line.size_points, 2),
        "bold": line.is_bold,
        "marks": list(line.marks),
    }
    told = {name: value for name, value in told.items() if value}
    return [line.start, line.end, *_box_to_list(line.box), *([told] if told else [])]


def _line_from_list(held: Sequence[Any]) -> Line:
    start, end, *rest = held
    told: Mapping[str, Any] = rest.pop() if rest and isinstance(rest[-1], dict) else {}
    return Line(
        start,
        end,
        _box_from_list(rest),
        role=Role(told.get("role", Role.BODY)),
        level=told.get("level", 0),
        size_points=told.get("size", 0.0),
        is_bold=told.get("bold", False),
        marks=tuple(told.get("marks", ())),
    )


def _table_to_object(table: Table) -> dict[str, object]:
    rows = [[_cell_to_list(cell) for cell in row] for row in table.rows]
    return {"head_rows": table.head_rows, "rows": rows}


def _table_from_object(held: Mapping[str, Any]) -> Table:
    rows = tuple(tuple(map(_cell_from_list, row)) for row in held["rows"])
    return Table(rows, held["head_rows"])


def _cell_to_list(cell: TableCell) -> list[float]:
    spans = (cell.start, cell.end, cell.column, cell.columns, cell.rows)
    return [*spans, *_box_to_list(cell.box)]


def _cell_from_list(held: Sequence[Any]) -> TableCell:
    start, end, column, columns, rows, *box = held
    return TableCell(start, end, _box_from_list(box), column, columns, rows)


def _box_to_list(box: Box | None) -> list[float]:
    return [] if box is None else [box.left, box.top, box.right, box.bottom]


def _box_from_list(held: Sequence[float]) -> Box | None:
    return Box(*held) if held else None
