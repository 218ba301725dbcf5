"""Two thousand changed backups: each is told as damaged, and none as a fault of ours."""

from pathlib import Path

import pytest

from backed_up import check_mangled, full_store
from kesher.wiring.backup import make_backup

pytestmark = pytest.mark.soak


def test_whatever_is_changed_in_a_file_is_told_as_a_damaged_backup(tmp_path: Path) -> None:
    backup = tmp_path / "kesher.zip"
    make_backup(full_store("sqlite", tmp_path / "data"), backup)
    for seed in range(2_000):
        check_mangled(backup, tmp_path / "spoilt.zip", seed)
