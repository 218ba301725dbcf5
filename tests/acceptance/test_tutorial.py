"""The tutorials' commands and Python run as they are written, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "tutorial"
BIN = Path(sys.executable).parent
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def steps(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def test_both_languages_tell_the_same_steps() -> None:
    assert steps("first-room.he.md") == steps("first-room.md")


def test_each_step_of_the_tutorial_works(tmp_path: Path) -> None:
    found = steps("first-room.md")
    assert len(found) > 5
    for kind, text in found:
        for command in commands(kind, text):
            run(kind, command, tmp_path)


def commands(kind: str, text: str) -> list[str]:
    if kind == "python":
        return [text]
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


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
