"""Restoring a backup, and checking one: each part is held against the manifest as it is read."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kesher.app.backup import lines
from kesher.app.backup.making import digest_of
from kesher.app.backup.manifest import (
    FILES,
    MANIFEST,
    MANIFEST_LIMIT_BYTES,
    file_part,
    from_json,
    read_file_line,
)
from kesher.domain.backup import BackupProgress, Manifest, Part, Row, TablePart
from kesher.errors import BackupError
from kesher.ports.backup import BackupReader, BackupTables, TakingFiles, Watch

_ROWS_TOLD = 100
_PIECE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Restoring:
    """Puts a backup into a store that nobody serves meanwhile. Blocks."""

    tables: BackupTables
    files: TakingFiles

    def restore(self, archive: BackupReader, watch: Watch, *, replace: bool) -> Manifest:
        """Restore everything or nothing: originals first, then all tables in one transaction.

        Raises:
            BackupError: the file is damaged, unsafe or of a newer Kesher.
            ConflictError: something is stored here and is not to be replaced.
            StoreError: the store cannot be written, or the disk is full.
        """
        manifest = manifest_of(archive)
        self.tables.check_takes(manifest.revision, replace=replace)
        before = frozenset(self.files.digests())
        try:
            for sha256 in _each_file(archive, manifest, watch):
                self._put(archive, sha256)
            load_tables(archive, manifest, self.tables, watch, replace=replace)
        except BaseException:
            self._remove(self.files.digests() - before if manifest.files.count else ())
            raise
        if replace:
            self._remove(before - set(listed(archive, manifest)))
        return manifest

    def _put(self, archive: BackupReader, sha256: str) -> None:
        if self.files.holds(sha256):
            _check_file(archive, sha256)
            return
        with archive.open(file_part(sha256)) as source:
            found, _ = self.files.put_now(source, limit_bytes=1 << 62)
        if found != sha256:
            self.files.delete_now(found)
            raise _changed(f"the original `{sha256[:12]}...`")

    def _remove(self, digests: Collection[str]) -> None:
        for sha256 in digests:
            self.files.delete_now(sha256)


def check(archive: BackupReader, tables: BackupTables, watch: Watch) -> Manifest:
    """Hold every part against the manifest, and restore the tables into an empty database.

    Args:
        tables: Of a database that is thrown away afterwards.

    Raises:
        BackupError: something does not fit.
    """
    manifest = manifest_of(archive)
    tables.check_takes(manifest.revision, replace=False)
    for sha256 in _each_file(archive, manifest, watch):
        _check_file(archive, sha256)
    load_tables(archive, manifest, tables, watch, replace=False)
    with tables.snapshot() as restored:
        wanted = set(restored.digests())
    lacking = wanted - set(listed(archive, manifest)) - set(manifest.files.missing)
    if lacking:
        raise BackupError(
            f"{len(lacking)} originals that documents refer to are not in the backup "
            f"({min(lacking)[:12]}...). Take another backup."
        )
    return manifest


def manifest_of(archive: BackupReader) -> Manifest:
    """Read the manifest, and check that the file holds what it says and nothing more.

    Raises:
        BackupError: it does not, or a newer Kesher made it.
    """
    manifest = from_json(archive.whole(MANIFEST, limit_bytes=MANIFEST_LIMIT_BYTES))
    expected = {MANIFEST, FILES, *(table.part.name for table in manifest.tables)}
    expected.update(file_part(sha256) for sha256 in listed(archive, manifest))
    unexpected = expected.symmetric_difference(archive.names)
    if unexpected:
        raise _changed(f"`{min(unexpected)}` is in only one of its list and its content;")
    return manifest


def listed(archive: BackupReader, manifest: Manifest) -> Iterator[str]:
    """Yield the digests of the originals in the backup, and check their list at its end."""
    count = size_bytes = 0
    for line in _lines(archive, manifest.files.part):
        sha256, length = read_file_line(line)
        count, size_bytes = count + 1, size_bytes + length
        yield sha256
    if (count, size_bytes) != (manifest.files.count, manifest.files.size_bytes):
        raise _changed("the list of files")


def load_tables(
    archive: BackupReader,
    manifest: Manifest,
    tables: BackupTables,
    watch: Watch,
    *,
    replace: bool,
) -> None:
    """Load all tables in one transaction; what does not fit leaves all as it was."""
    done, total = 0, manifest.rows
    with tables.loading(manifest.revision, replace=replace) as loading:
        for table in manifest.tables:
            rows = _rows(archive, table)
            loading.load(table.shape, _told(rows, table, watch, done=done, total=total))
            done += table.rows
        watch(BackupProgress("tables", "", done, total))


def _rows(archive: BackupReader, table: TablePart) -> Iterator[Row]:
    count = 0
    for line in _lines(archive, table.part):
        count += 1
        yield lines.read(line, table.shape)
    if count != table.rows:
        raise _changed(f"the table `{table.shape.name}`")


def _told(
    rows: Iterator[Row], table: TablePart, watch: Watch, *, done: int, total: int
) -> Iterator[Row]:
    for number, row in enumerate(rows):
        if number % _ROWS_TOLD == 0:
            watch(BackupProgress("tables", table.shape.name, done + number, total))
        yield row


def _lines(archive: BackupReader, part: Part) -> Iterator[bytes]:
    digest = hashlib.sha256()
    for line in archive.lines(part.name):
        digest.update(line)
        yield line
    if digest.hexdigest() != part.sha256:
        raise _changed(f"its part `{part.name}`")


def _each_file(archive: BackupReader, manifest: Manifest, watch: Watch) -> Iterator[str]:
    total = manifest.files.count
    for number, sha256 in enumerate(listed(archive, manifest)):
        watch(BackupProgress("files", "", number, total))
        yield sha256
    watch(BackupProgress("files", "", total, total))


def _check_file(archive: BackupReader, sha256: str) -> None:
    with archive.open(file_part(sha256)) as source:
        found = digest_of(iter(lambda: source.read(_PIECE_BYTES), b""))
    if found != sha256:
        raise _changed(f"the original `{sha256[:12]}...`")


def _changed(what: str) -> BackupError:
    return BackupError(
        f"The backup is not what it was when it was made: {what} differs from its manifest. "
        f"Nothing of it was kept; take another backup."
    )
