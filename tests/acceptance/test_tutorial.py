"""The tutorials' commands and Python run as they are written, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "tutorial"
BIN = Path(sys.executable).parent
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def steps(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["first-room.md", "first-room.he.md"])
def test_each_step_of_the_tutorial_works(page: str, tmp_path: Path) -> None:
    found = steps(page)
    assert len(found) > 5
    for kind, text in found:
        commands = (
            [line[2:] for line in text.splitlines() if line.startswith("$ ")]
            if kind == "console"
            else [text]
        )
        for command in commands:
            run(kind, command, tmp_path)


def run(kind: str, command: str, folder: Path) -> None:
    arguments = ["bash", "-o", "pipefail", "-c", command]
    if kind == "python":
        arguments = [sys.executable, "-c", command]
    done = subprocess.run(
        arguments,
        cwd=folder,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"
