"""What is refused, and that a refusal leaves everything as it was."""

import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from backed_up import (
    ORIGINALS,
    check_mangled,
    copy_of,
    empty_store,
    open_database,
    rows_of,
)
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.folder_lock import FolderLock
from kesher.adapters.sql import migrating
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.config.settings import Settings
from kesher.domain.backup import BackupProgress
from kesher.errors import (
    BackupError,
    ConflictError,
    FolderInUseError,
    NotFoundError,
    StorageFullError,
)
from kesher.wiring.backup import check_backup, kept_backups, make_backup, restore_backup
from small_disk import small_disk

Parts = dict[str, bytes]
Spoil = Callable[[Parts], None]


def _rewritten(backup: Path, target: Path, spoil: Spoil) -> Path:
    """Write the backup anew with some of its parts changed."""
    with zipfile.ZipFile(backup) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    spoil(parts)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target


def _said(parts: Parts, change: Callable[[dict[str, object]], None]) -> None:
    manifest = json.loads(parts["manifest.json"])
    change(manifest)
    parts["manifest.json"] = json.dumps(manifest).encode()


def _without_a_row(parts: Parts) -> None:
    parts["tables/rooms.jsonl"] = parts["tables/rooms.jsonl"].split(b"\n")[0] + b"\n"


def _with_another_letter(parts: Parts) -> None:
    parts["tables/chunks.jsonl"] = parts["tables/chunks.jsonl"].replace(
        "שלום".encode(), b"shalomxx"
    )


def _with_another_original(parts: Parts) -> None:
    name = next(name for name in parts if name.startswith("files/"))
    parts[name] = b"another" + parts[name]


def _without_an_original(parts: Parts) -> None:
    del parts[next(name for name in parts if name.startswith("files/"))]


def _without_manifest(parts: Parts) -> None:
    del parts["manifest.json"]


def _of_a_newer_form(parts: Parts) -> None:
    _said(parts, lambda manifest: manifest.update(revision="9999"))


def _of_a_newer_format(parts: Parts) -> None:
    _said(parts, lambda manifest: manifest.update(format=2, tables="who knows"))


def _with_a_path(parts: Parts) -> None:
    parts["../../etc/cron.d/evil"] = b"* * * * * root evil"


def _with_a_stranger(parts: Parts) -> None:
    parts["files/00/" + "0" * 64] = b"not in the list"


def _with_manifest_of_nonsense(parts: Parts) -> None:
    parts["manifest.json"] = b'{"format": 1, "tables": [' + b"[" * 5000


def _with_a_row_of(table: str, **values: object) -> Spoil:
    """Change a row, and let the manifest say so: whoever crafts a file does both."""

    def spoil(parts: Parts) -> None:
        name = f"tables/{table}.jsonl"
        first, _, rest = parts[name].partition(b"\n")
        parts[name] = json.dumps({**json.loads(first), **values}).encode() + b"\n" + rest
        _said(parts, lambda manifest: _signed(manifest, name, parts[name]))

    return spoil


def _signed(manifest: Any, name: str, content: bytes) -> None:
    for table in manifest["tables"]:
        if table["part"] == name:
            table.update(size_bytes=len(content), sha256=sha256(content).hexdigest())


def _without_a_table(parts: Parts) -> None:
    del parts["tables/audit_events.jsonl"]
    _said(parts, lambda manifest: _keep(manifest, lambda name: name != "audit_events"))


def _with_a_table_of_the_database(parts: Parts) -> None:
    name, content = "tables/alembic_version.jsonl", b'{"version_num":"0001"}\n'
    parts[name] = content
    columns = {"version_num": "text"}
    table = {"name": "alembic_version", "columns": columns, "rows": 1, "part": name}
    _said(parts, lambda manifest: _more(manifest, {**table, "size_bytes": 0, "sha256": ""}))


def _with_a_table_twice(parts: Parts) -> None:
    _said(parts, lambda manifest: _more(manifest, _tables(manifest)[0]))


def _with_a_count_of(count: object) -> Spoil:
    return lambda parts: _said(parts, lambda manifest: _tables(manifest)[0].update(rows=count))


def _tables(manifest: Any) -> list[dict[str, object]]:
    found: list[dict[str, object]] = manifest["tables"]
    return found


def _more(manifest: Any, table: dict[str, object]) -> None:
    _tables(manifest).append(table)


def _keep(manifest: Any, wanted: Callable[[str], bool]) -> None:
    manifest["tables"] = [each for each in _tables(manifest) if wanted(str(each["name"]))]


SPOILT: dict[str, tuple[Spoil, str]] = {
    "a row is gone": (_without_a_row, "rooms"),
    "a letter is another": (_with_another_letter, "chunks"),
    "an original is another": (_with_another_original, "original"),
    "an original is gone": (_without_an_original, "files/"),
    "there is no manifest": (_without_manifest, "manifest.json"),
    "a newer form": (_of_a_newer_form, "newer Kesher"),
    "a newer format": (_of_a_newer_format, "newer Kesher"),
    "a path that leads out": (_with_a_path, "no backup of Kesher's"),
    "a part that no list has": (_with_a_stranger, "files/00"),
    "a manifest of nonsense": (_with_manifest_of_nonsense, "manifest"),
    "a number of too many digits": (_with_a_row_of("rooms", sequence=10**30), "digits"),
    "half a character": (_with_a_row_of("rooms", name="חדר \ud800"), "character"),
    "NUL": (_with_a_row_of("rooms", name="غرفة \x00"), "character"),
    "a word for a number": (_with_a_row_of("rooms", sequence="много"), "stands where"),
    "nothing where something must be": (_with_a_row_of("rooms", name=None), "refused"),
    "a row that refers to nothing": (_with_a_row_of("documents", room_id="אין"), "fit each other"),
    "a table is left out": (_without_a_table, "audit_events"),
    "a table of the database itself": (_with_a_table_of_the_database, "alembic_version"),
    "a table twice": (_with_a_table_twice, "refused|differs"),
    "too few rows said": (_with_a_count_of(-1), "differs"),
    "endless rows said": (_with_a_count_of(float("inf")), "manifest"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_file_that_was_changed_is_refused_and_leaves_nothing(
    what: str, backup: Path, tmp_path: Path
) -> None:
    spoil, told = SPOILT[what]
    spoilt = _rewritten(backup, tmp_path / "spoilt.zip", spoil)
    target = empty_store("sqlite", tmp_path / "data")
    for refused in (lambda: check_backup(spoilt), lambda: restore_backup(target, spoilt)):
        with pytest.raises(BackupError, match=told):
            refused()
    assert not any(rows_of(target).values())
    assert BlobFiles(target.data_folder / "files").digests() == frozenset()


@pytest.mark.parametrize("cut", [0, 100, -1, -200])
def test_half_a_file_is_refused(cut: int, backup: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.zip"
    half.write_bytes(backup.read_bytes()[:cut])
    with pytest.raises(BackupError):
        restore_backup(empty_store("sqlite", tmp_path / "data"), half)


def test_a_flipped_bit_anywhere_in_a_part_is_found(backup: Path, tmp_path: Path) -> None:
    content = bytearray(backup.read_bytes())
    with zipfile.ZipFile(backup) as archive:
        offset = archive.getinfo("tables/pages.jsonl").header_offset
    content[offset + 90] ^= 0x10
    (tmp_path / "flipped.zip").write_bytes(content)
    with pytest.raises(BackupError):
        check_backup(tmp_path / "flipped.zip")


def test_whatever_is_changed_in_a_file_is_told_as_a_damaged_backup(
    backup: Path, tmp_path: Path
) -> None:
    for seed in range(12):
        check_mangled(backup, tmp_path / "spoilt.zip", seed)


def test_a_bomb_is_refused_before_anything_of_it_is_unpacked(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b"0" * 1_000_000)
    content = bytearray(bomb.read_bytes())
    claimed = (1_000_000).to_bytes(4, "little")
    place = content.rindex(claimed)  # in the directory at the end
    content[place : place + 4] = (4_000_000_000).to_bytes(4, "little")
    bomb.write_bytes(content)
    with pytest.raises(BackupError, match=r"claims to unpack|has room"):
        check_backup(bomb)


def test_a_store_that_is_not_empty_is_refused_unless_it_is_to_be_replaced(
    full: Settings, backup: Path, tmp_path: Path
) -> None:
    target = copy_of(full, tmp_path / "data")
    database = open_database(target)
    with database.writing(EVERYTHING) as connection:
        connection.exec_driver_sql("UPDATE rooms SET embedder = 'another'")
    database.close_now()
    before = rows_of(target)
    with pytest.raises(ConflictError, match="not empty"):
        restore_backup(target, backup)
    assert rows_of(target) == before

    restored = restore_backup(target, backup, replace=True)
    assert restored.saved is not None
    assert rows_of(target)["rooms"] == rows_of(full)["rooms"]
    again = empty_store("sqlite", tmp_path / "again")
    restore_backup(again, restored.saved)
    assert rows_of(again)["rooms"] == before["rooms"]
    assert [each.special for each in kept_backups(target).kept()] == [True]


def test_a_served_folder_is_refused(backup: Path, tmp_path: Path) -> None:
    target = empty_store("sqlite", tmp_path / "data")
    with FolderLock(target.data_folder) as served:
        served.acquire("http://127.0.0.1:8765")
        with pytest.raises(FolderInUseError, match="8765"):
            restore_backup(target, backup)


@pytest.mark.parametrize("form", ["0001", "0008", "0012"])
def test_a_backup_of_an_older_form_is_brought_to_the_newest(form: str, tmp_path: Path) -> None:
    old = empty_store("sqlite", tmp_path / "old")
    database = open_database(old)
    with database.rebuilding() as connection:
        migrating.upgrade_inside(connection, form)
        connection.exec_driver_sql(
            "INSERT INTO rooms (tenant_id, id, name, ocr_languages, created_at, sequence)"
            " VALUES ('local', 'r', 'נהלים', '[]', 0, 7)"
        )
    database.close_now()
    make_backup(old, tmp_path / "old.zip")
    assert check_backup(tmp_path / "old.zip").revision == form

    new = empty_store("sqlite", tmp_path / "new")
    restore_backup(new, tmp_path / "old.zip")
    database = open_database(new)
    migrating.migrate(database)
    with database.reading(EVERYTHING) as connection:
        found = connection.exec_driver_sql("SELECT name, sequence FROM rooms").all()
    database.close_now()
    assert [tuple(row) for row in found] == [("נהלים", 7)]
    assert list(new.data_folder.glob("*before-upgrade*")) == []


def test_a_full_disk_leaves_no_half_file(full: Settings, tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", kilobytes=16) as folder:
        with pytest.raises(StorageFullError):
            make_backup(full, folder / "kesher.zip")
        assert list(folder.iterdir()) == []


def test_ctrl_c_leaves_no_half_file_and_no_half_store(
    full: Settings, backup: Path, tmp_path: Path
) -> None:
    def interrupted(now: BackupProgress) -> None:
        if now.name == "vectors":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_backup(full, tmp_path / "kesher.zip", watch=interrupted)
    assert list(tmp_path.iterdir()) == []

    target = empty_store("sqlite", tmp_path / "data")
    with pytest.raises(KeyboardInterrupt):
        restore_backup(target, backup, watch=interrupted)
    assert not any(rows_of(target).values())
    assert BlobFiles(target.data_folder / "files").digests() == frozenset()


def test_a_file_that_is_there_is_not_written_over_unasked(full: Settings, tmp_path: Path) -> None:
    file = tmp_path / "kesher.zip"
    file.write_bytes(b"somebody's")
    with pytest.raises(ConflictError, match="there already"):
        make_backup(full, file)
    assert file.read_bytes() == b"somebody's"
    make_backup(full, file, replace=True)
    assert check_backup(file).files.count == len(ORIGINALS)


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path / "data"})
    with pytest.raises(NotFoundError):
        make_backup(settings, tmp_path / "kesher.zip")
    assert list(tmp_path.iterdir()) == []
