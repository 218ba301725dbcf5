"""The manifest of a backup as JSON, and the names of the parts. Pure."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from kesher.domain.backup import (
    FORMAT,
    LEFT_OUT,
    ColumnKind,
    FilesPart,
    Manifest,
    Part,
    TablePart,
    TableShape,
)
from kesher.errors import BackupError

MANIFEST = "manifest.json"
FILES = "files.jsonl"
MANIFEST_LIMIT_BYTES = 64 * 1024 * 1024

_TABLE_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DAMAGED = "The file is damaged or was changed; take another backup."

_NO_MANIFEST = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)


def table_part(name: str) -> str:
    """Return the name of the part with a table's rows."""
    return f"tables/{name}.jsonl"


def file_part(sha256: str) -> str:
    """Return the name of the part with an original's bytes."""
    return f"files/{sha256[:2]}/{sha256}"


def file_line(sha256: str, size_bytes: int) -> bytes:
    """Return the line of the list of files."""
    return json.dumps({"sha256": sha256, "size_bytes": size_bytes}).encode() + b"\n"


def read_file_line(line: bytes) -> tuple[str, int]:
    """Return an original's digest and size in bytes. Raises BackupError for another line."""
    try:
        said = json.loads(line)
        digest, size_bytes = said["sha256"], said["size_bytes"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BackupError(f"The list of files cannot be read. {_DAMAGED}") from error
    if not (isinstance(digest, str) and _DIGEST.fullmatch(digest) and isinstance(size_bytes, int)):
        raise BackupError(f"The list of files names `{str(digest)[:80]}`. {_DAMAGED}")
    return digest, size_bytes


def to_json(manifest: Manifest) -> bytes:
    """Return the manifest as it stands in the file."""
    files = manifest.files
    value = {
        "format": manifest.format,
        "kesher": manifest.kesher,
        "revision": manifest.revision,
        "created_at": manifest.created_at.astimezone(UTC).isoformat(),
        "left_out": sorted(LEFT_OUT),
        "tables": [
            {
                "name": table.shape.name,
                "columns": {name: kind.value for name, kind in table.shape.columns.items()},
                "rows": table.rows,
                **_part_json(table.part),
            }
            for table in manifest.tables
        ],
        "files": {
            "count": files.count,
            "total_bytes": files.size_bytes,
            "missing": list(files.missing),
            **_part_json(files.part),
        },
    }
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def from_json(text: bytes) -> Manifest:
    """Read a manifest.

    Raises:
        BackupError: it is none, or of a newer Kesher.
    """
    try:
        said = json.loads(text)
        if said["format"] > FORMAT:
            raise _newer(str(said["kesher"]))
        return _manifest(said)
    except _NO_MANIFEST as error:
        raise BackupError(f"The manifest cannot be read ({error}). {_DAMAGED}") from error


def _newer(version: str) -> BackupError:
    return BackupError(
        f"A newer Kesher ({version[:40]}) made this backup. Update Kesher, then restore it."
    )


def _manifest(said: Mapping[str, Any]) -> Manifest:
    files = said["files"]
    return Manifest(
        format=int(said["format"]),
        kesher=str(said["kesher"]),
        revision=str(said["revision"]),
        created_at=datetime.fromisoformat(said["created_at"]),
        tables=tuple(_table(each) for each in said["tables"]),
        files=FilesPart(
            count=int(files["count"]),
            size_bytes=int(files["total_bytes"]),
            part=_part(files, FILES),
            missing=tuple(map(str, files["missing"])),
        ),
    )


def _table(said: Mapping[str, Any]) -> TablePart:
    name = str(said["name"])
    if not _TABLE_NAME.fullmatch(name) or name in LEFT_OUT:
        raise ValueError(f"`{name[:80]}` is no table of a backup")
    columns = {str(key): ColumnKind(kind) for key, kind in said["columns"].items()}
    return TablePart(TableShape(name, columns), int(said["rows"]), _part(said, table_part(name)))


def _part_json(part: Part) -> dict[str, object]:
    return {"part": part.name, "size_bytes": part.size_bytes, "sha256": part.sha256}


def _part(said: Mapping[str, Any], name: str) -> Part:
    if said["part"] != name:
        raise ValueError(f"`{str(said['part'])[:80]}` stands where `{name}` is expected")
    return Part(name, int(said["size_bytes"]), str(said["sha256"]))
