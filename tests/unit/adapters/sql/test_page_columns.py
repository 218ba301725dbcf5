from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from kesher.adapters.sql.page_columns import Lines, Tables
from kesher.domain.document import Box, Line, Role, Table, TableCell

DIALECT = sqlite_dialect()
BOX = Box(1.5, 2, 3.25, 4)


def test_lines_come_back_with_all_that_is_known_of_them() -> None:
    lines = (
        Line(0, 5, BOX),
        Line(6, 6, None),
        Line(7, 12, BOX, role=Role.HEADING, level=2, size_points=14.5, is_bold=True),
        Line(13, 20, None, role=Role.NOTE, marks=("1", "*", "ב")),
    )
    stored = Lines().process_bind_param(lines, DIALECT)
    assert Lines().process_result_value(stored, DIALECT) == lines


def test_lines_of_an_older_store_are_body() -> None:
    read = Lines().process_result_value("[[0,5,1.5,2,3.25,4],[6,6]]", DIALECT)
    assert read == (Line(0, 5, BOX), Line(6, 6, None))


def test_a_line_of_body_takes_no_more_room_than_its_place() -> None:
    assert Lines().process_bind_param((Line(0, 5, None),), DIALECT) == "[[0,5]]"


def test_tables_come_back_cell_for_cell() -> None:
    head = (TableCell(0, 4, BOX, 0, columns=2), TableCell(5, 9, None, 2, rows=3))
    tables = (Table((head, (TableCell(10, 12, BOX, 1),)), head_rows=1),)
    stored = Tables().process_bind_param(tables, DIALECT)
    assert Tables().process_result_value(stored, DIALECT) == tables


def test_a_page_that_was_read_before_tables_were_kept_has_none() -> None:
    assert Tables().process_result_value(None, DIALECT) == ()
    assert Tables().process_bind_param((), DIALECT) is None
