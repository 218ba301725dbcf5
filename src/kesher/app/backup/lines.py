"""A row as one line of JSON, and back. Pure."""

import base64
import binascii
import json
import math
import re

from kesher.domain.backup import ColumnKind, Row, TableShape, Value
from kesher.errors import BackupError

# What each kind is in JSON; a boolean is a whole number to Python, so it is looked at apart.
_JSON = {
    ColumnKind.TEXT: (str,),
    ColumnKind.INTEGER: (int,),
    ColumnKind.NUMBER: (int, float, str),
    ColumnKind.BOOLEAN: (bool,),
    ColumnKind.BYTES: (str,),
}

_LEAST, _MOST = -(2**63), 2**63 - 1
"""What a column of whole numbers holds, on either database."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def written(row: Row, shape: TableShape) -> bytes:
    """Return the row as a line: bytes in base64, numbers that JSON lacks as their names."""
    values = {name: _to_json(row[name]) for name in shape.columns}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read(line: bytes, shape: TableShape) -> Row:
    """Undo `written`.

    Raises:
        BackupError: the line is no row of that table.
    """
    try:
        values = json.loads(line)
        if not isinstance(values, dict) or values.keys() != shape.columns.keys():
            raise ValueError("it has other columns")
        return {name: _from_json(values[name], kind) for name, kind in shape.columns.items()}
    except (ValueError, OverflowError, RecursionError) as error:
        raise BackupError(
            f"A line of the table `{shape.name}` is no row of it ({error}). The file is damaged or "
            f"was changed; take another backup."
        ) from error


def _to_json(value: Value) -> Value:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _from_json(value: object, kind: ColumnKind) -> Value:
    if value is None:
        return None
    fits = isinstance(value, _JSON[kind]) and isinstance(value, bool) == (
        kind is ColumnKind.BOOLEAN
    )
    if not fits or not isinstance(value, str | int | float):
        raise ValueError(f"a {type(value).__name__} stands where a {kind.value} is held")
    if kind is ColumnKind.NUMBER:
        return float(value)
    if kind is ColumnKind.BYTES and isinstance(value, str):
        return _bytes(value)
    if isinstance(value, str):
        return _storable(value)
    if kind is ColumnKind.INTEGER and not _LEAST <= value <= _MOST:
        raise ValueError("a number has more digits than any that is held")
    return value


def _storable(text: str) -> str:
    """Return a text that every database holds: Kesher stores NUL and lone surrogates otherwise."""
    if _UNSTORABLE.search(text):
        raise ValueError("a text has a character that no database of Kesher's holds")
    return text


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("its bytes are no base64") from error
