"""Folders of limited processes: one's own, and those that a killed program left."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kesher.adapters.processes.task_folders import remove_left_folders, task_folder

_HOLD = """
import sys
from kesher.adapters.processes.task_folders import task_folder
with task_folder() as folder:
    (folder / "טיוטה.odt").write_bytes(b"aside")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)  # so that it is looked up anew
    return tmp_path


@pytest.fixture
def other() -> Iterator["subprocess.Popen[str]"]:
    """Run another program, which holds a folder until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        yield program
        program.kill()


def test_what_another_program_uses_stays_until_it_is_killed(
    other: "subprocess.Popen[str]",
) -> None:
    assert other.stdout is not None
    held = Path(other.stdout.readline().strip())
    remove_left_folders()
    assert [item.name for item in held.iterdir()] == ["טיוטה.odt"]
    other.kill()
    other.wait(timeout=30)
    remove_left_folders()
    assert not held.exists()


def test_a_folder_of_this_program_stays_while_it_is_used_and_goes_with_its_files() -> None:
    with task_folder() as folder:
        (folder / "тест.pdf").write_bytes(b"aside")
        remove_left_folders()
        assert (folder / "тест.pdf").is_file()
    assert not folder.exists()


def test_what_only_looks_like_a_folder_of_ours_is_left_alone(temporary: Path) -> None:
    target = temporary / "שלי"
    target.mkdir()
    (temporary / "kesher-task-link").symlink_to(target)
    (temporary / "kesher-task-file").write_text("טקסט", encoding="utf-8")
    remove_left_folders()
    assert target.is_dir()
    assert (temporary / "kesher-task-link").is_symlink()
    assert (temporary / "kesher-task-file").is_file()
