"""`kesher backup` and `kesher restore`, as a person and a script type them."""

import json
import subprocess
from pathlib import Path

from backed_up import copy_of, rows_of, settings_of
from kesher.config.settings import Settings
from kesher.domain.backup import LEFT_OUT
from typed import typed


def _run(folder: Path, *words: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = typed(["--data", folder, *words], stdin="", environment={}, folder=folder.parent)
    assert done.returncode == code, done.stderr
    return done


def test_a_store_goes_out_is_checked_and_comes_back_by_commands(
    full: Settings, tmp_path: Path
) -> None:
    folder, file = copy_of(full, tmp_path / "data").data_folder, tmp_path / "גיבוי.zip"
    told = json.loads(_run(folder, "backup", file, "--json").stdout)
    assert told["tables"]["documents"] == 2
    assert "Whole: " in _run(folder, "backup", "--check", file).stdout

    refused = _run(folder, "restore", file, code=1)
    assert "--replace" in refused.stderr
    restored = _run(folder, "restore", file, "--replace", "--yes")
    assert "-before-restore.zip" in restored.stdout
    _run(tmp_path / "new", "restore", file)
    found = rows_of(settings_of(tmp_path / "new", "sqlite://"))
    wanted = rows_of(full)
    assert found == {name: [] if name in LEFT_OUT else rows for name, rows in wanted.items()}


def test_a_damaged_file_is_refused_with_a_sentence_and_as_json(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no zip")
    refused = _run(tmp_path / "data", "restore", tmp_path / "bad.zip", "--json", code=1)
    assert json.loads(refused.stdout)["error"]["code"] == "backup"
    assert "no backup, or damaged" in refused.stderr
    missing = _run(tmp_path / "data", "backup", "--check", tmp_path / "none.zip", code=1)
    assert "There is no file" in missing.stderr
