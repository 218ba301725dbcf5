"""The tutorials' commands and Python run as they are written, in an empty folder."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

from served import QUIET
from typed import typed

DOCS = Path(__file__).parents[2] / "docs" / "tutorial"
BIN = Path(sys.executable).parent
SECONDS = 180
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def steps(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def test_both_languages_tell_the_same_steps() -> None:
    assert steps("first-room.he.md") == steps("first-room.md")


def test_each_step_of_the_tutorial_works(tmp_path: Path) -> None:
    """Rooms are made and filled without a server; questions go through one, as the page says."""
    found = steps("first-room.md")
    of_a_question = next(at for at, (_, text) in enumerate(found) if "kesher ask" in text)
    of_python = next(at for at, (kind, _) in enumerate(found) if kind == "python")
    assert 2 < of_a_question < of_python < len(found) - 1
    run_all(found[:of_a_question], tmp_path)
    with served(tmp_path):
        run_all(found[of_a_question:of_python], tmp_path)
    run_all(found[of_python:], tmp_path)


@contextmanager
def served(folder: Path) -> Iterator[None]:
    """Run `kesher serve` as a person leaves it running beside the commands."""
    command: list[str | Path] = [BIN / "kesher", "serve", "--port", "0"]
    quiet = {**os.environ, **QUIET}
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, text=True, env=quiet
    ) as server:
        assert server.stderr is not None
        assert "Kesher is at http://127.0.0.1:" in server.stderr.readline()
        yield
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == -signal.SIGTERM


def run_all(found: Sequence[tuple[str, str]], folder: Path) -> None:
    for kind, text in found:
        for command in commands(kind, text):
            run(kind, command, folder)


def commands(kind: str, text: str) -> list[str]:
    if kind == "python":
        return [text]
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


def run(kind: str, command: str, folder: Path) -> None:
    """Run what the page says as it stands there; the plain commands and Python in this process."""
    if kind == "python":
        with chdir(folder), redirect_stdout(StringIO()):
            exec(compile(command, "first-room.md", "exec"), {})  # noqa: S102 - our own page
    elif command.startswith("kesher ") and "|" not in command:
        check(command, typed(shlex.split(command)[1:], folder=folder))
    else:
        check(command, in_shell(command, folder))


def check(command: str, done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, f"{command}\n{done.stderr}"


def in_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
