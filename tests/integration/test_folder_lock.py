import os
import subprocess
import sys
from pathlib import Path

import pytest

from kesher.adapters.folder_lock import FolderLock, Holder, Seat, holder, seated
from kesher.errors import FolderInUseError, StoreError

URL = "http://127.0.0.1:8765"
PROGRAM = """
import sys
from pathlib import Path
from kesher.adapters.folder_lock import FolderLock

lock = FolderLock(Path(sys.argv[1]))
lock.acquire("http://127.0.0.1:9999")
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_held_folder_says_who_holds_it(tmp_path: Path) -> None:
    with FolderLock(tmp_path / "נתונים") as lock:
        lock.acquire(URL)
        assert holder(tmp_path / "נתונים") == Holder(os.getpid(), URL)


def test_a_folder_is_held_by_one_and_the_other_learns_where(tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        lock.acquire(URL)
        with pytest.raises(FolderInUseError, match=rf"{os.getpid()}.*{URL}"):
            FolderLock(tmp_path).acquire()
        assert holder(tmp_path) == Holder(os.getpid(), URL)


def test_an_address_that_is_known_later_is_announced(tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        lock.acquire()
        assert holder(tmp_path) == Holder(os.getpid(), "")
        lock.announce(URL)
        assert holder(tmp_path) == Holder(os.getpid(), URL)


def test_a_released_folder_is_free(tmp_path: Path) -> None:
    assert holder(tmp_path) is None
    lock = FolderLock(tmp_path)
    lock.acquire(URL)
    lock.release()
    lock.release()
    assert holder(tmp_path) is None
    with FolderLock(tmp_path) as other:
        other.acquire(URL)


def test_a_folder_is_free_once_its_holder_was_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert holder(tmp_path) == Holder(other.pid, "http://127.0.0.1:9999")
        with pytest.raises(FolderInUseError, match=str(other.pid)):
            FolderLock(tmp_path).acquire()
        other.kill()
        other.wait()
    assert holder(tmp_path) is None
    with FolderLock(tmp_path) as lock:
        lock.acquire(URL)


def test_only_the_holder_announces(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holder"):
        FolderLock(tmp_path).announce(URL)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"a file, not a folder")
    with pytest.raises(StoreError, match="data"):
        FolderLock(tmp_path / "data").acquire()


def test_those_who_share_a_folder_each_have_a_place_of_their_own(tmp_path: Path) -> None:
    first, second, third = Seat(tmp_path), Seat(tmp_path), Seat(tmp_path)
    first.acquire(URL)
    second.acquire()
    assert first.folder != second.folder
    assert seated(tmp_path) == [Holder(os.getpid(), URL), Holder(os.getpid(), "")]
    left = first.folder
    first.release()
    first.release()
    third.acquire()
    assert third.folder == left
    for seat in (second, third):
        seat.release()
    assert seated(tmp_path) == []


def test_a_folder_that_is_shared_is_nobodys_as_a_whole_and_the_other_way_round(
    tmp_path: Path,
) -> None:
    seat = Seat(tmp_path)
    seat.acquire(URL)
    with pytest.raises(FolderInUseError, match=rf"{os.getpid()}.*{URL}"):
        FolderLock(tmp_path).acquire()
    seat.release()
    with FolderLock(tmp_path) as lock:
        lock.acquire()
        with pytest.raises(FolderInUseError, match=str(os.getpid())):
            Seat(tmp_path).acquire()
