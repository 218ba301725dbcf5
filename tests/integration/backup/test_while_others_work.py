"""A backup is one instant's state, whatever others do while it is written."""

from pathlib import Path

from backed_up import ORIGINALS, copy_of, empty_store, open_database, rows_of
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.config.settings import Settings
from kesher.domain.backup import BackupProgress
from kesher.wiring.backup import check_backup, make_backup, restore_backup


def test_what_is_written_or_deleted_meanwhile_is_not_in_it(full: Settings, tmp_path: Path) -> None:
    stored = copy_of(full, tmp_path / "data")
    before = rows_of(stored)
    blobs = BlobFiles(stored.data_folder / "files")
    done = list[BackupProgress]()

    def work(now: BackupProgress) -> None:
        if now.name == "rooms" and not done:
            done.append(now)
            database = open_database(stored)
            with database.writing(EVERYTHING) as connection:
                connection.exec_driver_sql("DELETE FROM rooms")
            database.close_now()
            for digest in blobs.digests():
                blobs.delete_now(digest)

    make_backup(stored, tmp_path / "kesher.zip", watch=work)
    assert done
    assert rows_of(stored)["documents"] == []
    assert check_backup(tmp_path / "kesher.zip").files.missing == ()

    restored = empty_store("sqlite", tmp_path / "restored")
    restore_backup(restored, tmp_path / "kesher.zip")
    assert rows_of(restored)["documents"] == before["documents"]
    assert len(BlobFiles(restored.data_folder / "files").digests()) == len(ORIGINALS)
    assert list((stored.data_folder / "files" / "held").iterdir()) == []


def test_an_original_that_was_lost_before_is_named_and_the_rest_is_kept(
    full: Settings, tmp_path: Path
) -> None:
    stored = copy_of(full, tmp_path / "data")
    blobs = BlobFiles(stored.data_folder / "files")
    lost = min(blobs.digests())
    blobs.delete_now(lost)
    make_backup(stored, tmp_path / "kesher.zip")
    manifest = check_backup(tmp_path / "kesher.zip")
    assert manifest.files.missing == (lost,)
    assert manifest.files.count == len(ORIGINALS) - 1


def test_what_a_killed_backup_held_is_let_go_by_the_next(full: Settings, tmp_path: Path) -> None:
    stored = copy_of(full, tmp_path / "data")
    left = stored.data_folder / "files" / "held" / "dead"
    left.mkdir(parents=True)
    (left / "lock").touch()
    (left / "bytes").write_bytes(b"of a deleted document")
    (tmp_path / ".kesher.zip.part").write_bytes(b"half of a backup")
    make_backup(stored, tmp_path / "kesher.zip")
    assert not left.exists()
    assert not (tmp_path / ".kesher.zip.part").exists()
