"""Backups by the clock: when one is due, how many stay, and what is told of a failure."""

import asyncio
import fcntl
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kesher.adapters.backup_folder import KeptBackups
from kesher.app import doctor
from kesher.app.backup.keeping import Keeping, Schedule
from kesher.domain.backup import BackupProgress, LastBackup
from kesher.errors import BackupStoppedError, ConflictError, StorageFullError
from kesher.ports.backup import Watch

NOW = datetime(2026, 3, 1, 9, 30, 15, tzinfo=UTC)
DAY = timedelta(days=1)
Write = Callable[[Path, Watch], object]


def _written(file: Path, watch: Watch) -> None:
    watch(BackupProgress("tables", "rooms", 1, 1))
    file.write_bytes(b"backup")


def _refused(file: Path, _watch: Watch) -> None:
    raise StorageFullError(f"No room for `{file.name}`.")


def _keeping(folder: Path, write: Write = _written, *, at: datetime = NOW) -> Keeping:
    return Keeping(KeptBackups(folder), write, lambda: at, Schedule(DAY, keep=2))


@pytest.mark.anyio
async def test_the_newest_stay_and_what_was_made_before_something_special_stays_too(
    tmp_path: Path,
) -> None:
    with KeptBackups(tmp_path).new(NOW - 9 * DAY, note="before-restore") as special:
        special.write_bytes(b"backup")
    made = [await _keeping(tmp_path, at=NOW + day * DAY).make() for day in range(3)]
    kept = KeptBackups(tmp_path).kept()
    assert [each.name for each in kept] == [made[2].name, made[1].name, special.name]
    assert KeptBackups(tmp_path).last() == LastBackup(NOW + 2 * DAY, made[2].name)


@pytest.mark.anyio
async def test_a_failure_is_noted_for_the_doctor_and_leaves_the_earlier_backup(
    tmp_path: Path,
) -> None:
    made = await _keeping(tmp_path).make()
    with pytest.raises(StorageFullError):
        await _keeping(tmp_path, _refused, at=NOW + DAY).make()
    folder = KeptBackups(tmp_path)
    assert list(folder.kept()) == [made]
    finding = doctor.backups(folder.kept(), folder.last(), DAY)
    assert not finding.well
    assert "No room for" in finding.detail


@pytest.mark.anyio
async def test_one_is_made_at_a_time_and_can_be_stopped(tmp_path: Path) -> None:
    begun, seen = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def endless(_file: Path, watch: Watch) -> None:
        loop.call_soon_threadsafe(seen.set)
        while True:
            watch(BackupProgress("tables", "rooms", 1, 2))
            begun.wait(0.01)

    keeping = _keeping(tmp_path, endless)
    work = asyncio.ensure_future(keeping.make())
    async with asyncio.timeout(10):
        await seen.wait()
        with pytest.raises(ConflictError):
            await keeping.make()
        with pytest.raises(ConflictError, match="already"):
            await _keeping(tmp_path).make()  # as another process would
        assert keeping.stop()
        with pytest.raises(BackupStoppedError):
            await work
    assert keeping.progress is None
    assert KeptBackups(tmp_path).kept() == []


@pytest.mark.anyio
async def test_what_another_process_makes_is_no_failure_of_ours(tmp_path: Path) -> None:
    with KeptBackups(tmp_path).new(NOW), pytest.raises(ConflictError):
        await _keeping(tmp_path).make()
    assert KeptBackups(tmp_path).last() is None


def test_half_a_backup_of_a_killed_process_goes_with_the_next_and_one_that_is_written_stays(
    tmp_path: Path,
) -> None:
    left, written = (tmp_path / f".kesher-2026-02-2{day}T00-00-00Z.zip.part" for day in (1, 2))
    left.write_bytes(b"half")
    written.write_bytes(b"half")
    with written.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with KeptBackups(tmp_path).new(NOW):
            assert not left.exists()
            assert written.exists()
    with KeptBackups(tmp_path).new(NOW):
        assert not written.exists()


@pytest.mark.anyio
async def test_of_several_servers_by_one_clock_one_makes_the_backup_that_is_due(
    tmp_path: Path,
) -> None:
    loop, written = asyncio.get_running_loop(), asyncio.Queue[str]()

    def write(file: Path, watch: Watch) -> None:
        _written(file, watch)
        loop.call_soon_threadsafe(written.put_nowait, file.name)

    for day in range(5):  # those who asked before it was there ask once more with the folder held
        servers = [_keeping(tmp_path, write, at=NOW + day * DAY) for _ in range(4)]
        running = [asyncio.ensure_future(each.run()) for each in servers]
        async with asyncio.timeout(10):
            name = await written.get()
            for each in running:
                each.cancel()
            await asyncio.wait(running)
        assert written.empty()
        last = KeptBackups(tmp_path).last()
        assert (last and last.name, last and last.error) == (name, None)


@pytest.mark.anyio
async def test_the_loop_makes_the_one_that_is_due_and_ends_when_it_is_cancelled(
    tmp_path: Path,
) -> None:
    loop, made = asyncio.get_running_loop(), asyncio.Event()

    def write(file: Path, watch: Watch) -> None:
        _written(file, watch)
        loop.call_soon_threadsafe(made.set)

    running = asyncio.ensure_future(_keeping(tmp_path, write).run())
    async with asyncio.timeout(10):
        await made.wait()
        running.cancel()
        await asyncio.wait([running])
    assert len(KeptBackups(tmp_path).kept()) == 1


@pytest.mark.parametrize(
    ("newest", "failed", "due"),
    [
        (None, None, NOW),
        (NOW - timedelta(hours=1), None, NOW + timedelta(hours=23)),
        (NOW - 3 * DAY, None, NOW - 2 * DAY),
        (NOW - 3 * DAY, NOW, NOW + timedelta(minutes=15)),
        (None, NOW, NOW + timedelta(minutes=15)),
        (NOW - timedelta(hours=1), NOW - 2 * DAY, NOW + timedelta(hours=23)),
    ],
)
def test_the_next_is_due_a_day_after_the_newest_or_soon_after_a_failure(
    newest: datetime | None, failed: datetime | None, due: datetime
) -> None:
    last = LastBackup(failed, "", "No room.") if failed else None
    assert Schedule(DAY, keep=2).due(newest, last, NOW) == due
