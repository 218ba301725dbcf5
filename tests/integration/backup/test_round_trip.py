"""A backup brings back every row and every original, whatever database it goes to."""

import importlib
import json
import pkgutil
import zipfile
from pathlib import Path

from backed_up import ORIGINALS, empty_store, rows_of
from kesher.adapters import sql
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.sql.tables import metadata
from kesher.config.settings import Settings
from kesher.domain.backup import LEFT_OUT
from kesher.wiring.backup import check_backup, make_backup, restore_backup


def test_every_row_and_original_comes_back_from_one_database_to_the_other_and_on(
    full: Settings, backup: Path, tmp_path: Path
) -> None:
    """SQLite to PostgreSQL, and on to SQLite."""
    wanted = {name: [] if name in LEFT_OUT else rows for name, rows in rows_of(full).items()}
    for number, kind in enumerate(("postgresql", "sqlite")):
        restored = empty_store(kind, tmp_path / str(number))
        restore_backup(restored, backup)
        assert rows_of(restored) == wanted
        blobs = BlobFiles(restored.data_folder / "files")
        contents = {blobs.path(digest).read_bytes() for digest in blobs.digests()}
        assert contents == set(ORIGINALS)
        backup = tmp_path / f"{number}.zip"
        make_backup(restored, backup)


def test_every_table_of_the_code_is_in_a_backup_or_left_out_on_purpose(backup: Path) -> None:
    for module in pkgutil.walk_packages(sql.__path__, sql.__name__ + "."):
        if ".migrations" not in module.name:
            importlib.import_module(module.name)
    with zipfile.ZipFile(backup) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert {table["name"] for table in manifest["tables"]} == set(metadata.tables) - LEFT_OUT
    assert all(table["rows"] == 2 for table in manifest["tables"])


def test_a_backup_is_a_zip_of_json_lines_that_other_programs_read(
    backup: Path, full: Settings
) -> None:
    with zipfile.ZipFile(backup) as archive:
        assert archive.testzip() is None
        lines = archive.read("tables/rooms.jsonl").decode().splitlines()
        files = [name for name in archive.namelist() if name.startswith("files/")]
    rooms = [json.loads(line) for line in lines]
    assert {room["id"] for room in rooms} == {row[1] for row in rows_of(full)["rooms"]}
    assert len(files) == len(ORIGINALS)


def test_a_check_finds_a_good_backup_whole(backup: Path) -> None:
    manifest = check_backup(backup)
    assert manifest.files.count == len(ORIGINALS)
    assert manifest.files.missing == ()
