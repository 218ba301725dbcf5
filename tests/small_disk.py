"""A disk that is soon full, for tests of what happens then."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, *, kilobytes: int) -> Iterator[Path]:
    """Mount an empty disk of that size on a new folder; skip the test where that is forbidden."""
    folder.mkdir()
    options = f"size={kilobytes}k,mode=755"
    if os.geteuid() != 0 or _run("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)):
        pytest.skip("A full disk is tried only where a small one may be mounted (by root).")
    try:
        yield folder
    finally:
        _run("umount", "--lazy", str(folder))


def _run(*command: str) -> int:
    return subprocess.run(command, check=False, capture_output=True).returncode
