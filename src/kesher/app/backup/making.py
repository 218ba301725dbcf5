"""Making a backup: one state of the tables, and the originals that it refers to."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from kesher.app.backup import lines
from kesher.app.backup.manifest import FILES, MANIFEST, file_line, file_part, table_part, to_json
from kesher.domain.backup import (
    FORMAT,
    BackupProgress,
    FilesPart,
    Manifest,
    Part,
    TablePart,
    TableShape,
)
from kesher.errors import BackupError
from kesher.ports.backup import (
    BackupTables,
    BackupWriter,
    PinningFiles,
    Pins,
    TableSnapshot,
    Watch,
)
from kesher.ports.clock import Clock

_TRIES = 3
_PIECE_BYTES = 1024 * 1024
_ROWS_TOLD = 100


@dataclass(frozen=True, slots=True)
class Making:
    """Writes backups of one store. Blocks; others read and write meanwhile.

    Attributes:
        version: Kesher's own, for the manifest.
    """

    tables: BackupTables
    files: PinningFiles
    clock: Clock
    version: str

    def make(self, archive: BackupWriter, watch: Watch) -> Manifest:
        """Write the whole store into `archive`.

        Raises:
            BackupError: an original on the disk is not what its name says.
            StoreError: the store cannot be read, or the disk is full.
        """
        with self._one_state() as (snapshot, pins):
            at = self.clock()
            manifest = Manifest(
                format=FORMAT,
                kesher=self.version,
                revision=snapshot.revision,
                created_at=at,
                tables=tuple(_write_tables(snapshot, archive, watch)),
                files=_write_files(snapshot.digests(), pins, archive, watch),
            )
        archive.write(MANIFEST, [to_json(manifest)])
        return manifest

    @contextmanager
    def _one_state(self) -> Iterator[tuple[TableSnapshot, Pins]]:
        """Give tables and the originals of the same instant.

        An original may be deleted between the two: then another state is taken. What is missing
        again was lost before, and is only said to be missing.
        """
        missing: tuple[str, ...] | None = None
        for attempt in range(_TRIES):
            with (
                self.tables.snapshot() as snapshot,
                self.files.pinned(snapshot.digests()) as pins,
            ):
                if pins.missing and pins.missing != missing and attempt < _TRIES - 1:
                    missing = pins.missing
                    continue
                yield snapshot, pins
                return


def _write_tables(
    snapshot: TableSnapshot, archive: BackupWriter, watch: Watch
) -> Iterator[TablePart]:
    counts = {shape.name: snapshot.count(shape) for shape in snapshot.tables}
    total, done = sum(counts.values()), 0
    for shape in snapshot.tables:
        told = _told(_lines(snapshot, shape), shape, watch, done=done, total=total)
        part = archive.write(table_part(shape.name), told)
        done += counts[shape.name]
        yield TablePart(shape, counts[shape.name], part)
    watch(BackupProgress("tables", "", total, total))


def _lines(snapshot: TableSnapshot, shape: TableShape) -> Iterator[bytes]:
    for row in snapshot.rows(shape):
        yield lines.written(row, shape)


def _told(
    pieces: Iterable[bytes], shape: TableShape, watch: Watch, *, done: int, total: int
) -> Iterator[bytes]:
    for number, piece in enumerate(pieces):
        if number % _ROWS_TOLD == 0:
            watch(BackupProgress("tables", shape.name, done + number, total))
        yield piece


def _write_files(
    digests: Sequence[str], pins: Pins, archive: BackupWriter, watch: Watch
) -> FilesPart:
    gone = set(pins.missing)
    present = [digest for digest in digests if digest not in gone]
    sizes: dict[str, int] = {}
    for number, sha256 in enumerate(present):
        watch(BackupProgress("files", "", number, len(present)))
        sizes[sha256] = _write_file(sha256, pins, archive).size_bytes
    watch(BackupProgress("files", "", len(present), len(present)))
    listed = archive.write(FILES, (file_line(*each) for each in sizes.items()))
    return FilesPart(len(sizes), sum(sizes.values()), listed, pins.missing)


def _write_file(sha256: str, pins: Pins, archive: BackupWriter) -> Part:
    with pins.open(sha256) as source:
        pieces = iter(lambda: source.read(_PIECE_BYTES), b"")
        part = archive.write(file_part(sha256), pieces)
    if part.sha256 != sha256:
        raise BackupError(
            f"The original `{sha256[:12]}...` in the data folder is not what it was: its disk has "
            f"spoilt it. Put it back from an earlier backup, or delete its document, then try "
            f"again."
        )
    return part


def digest_of(pieces: Iterable[bytes]) -> str:
    """Return the SHA-256 of bytes that come in pieces."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()
