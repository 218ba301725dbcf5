import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kesher.adapters.local_secret import local_secret
from kesher.errors import StoreError


def test_a_folders_secret_is_made_once_and_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "נתונים"
    first = local_secret(folder)
    assert len(first) > 40
    assert local_secret(folder) == first
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_one_that_others_may_read_is_replaced(tmp_path: Path) -> None:
    first = local_secret(tmp_path)
    (tmp_path / "local.secret").chmod(0o644)
    second = local_secret(tmp_path)
    assert second not in ("", first)
    assert local_secret(tmp_path) == second


def test_all_who_make_it_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(local_secret, [tmp_path] * 8))
    assert len(set(made)) == 1


def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="data folder is yours"):
        local_secret(tmp_path / "file")
