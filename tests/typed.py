"""`kesher` as a person types it, run in this process.

A program of its own takes seconds to start; what a command writes and how it ends is the same here.
What only a program has (signals, broken pipes, two at once) is tested on programs, in `test_cli`.
"""

import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from kesher.cli.main import main


def typed(
    words: Sequence[str | Path],
    *,
    stdin: str = "",
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `kesher` with `words` and return its exit code and what it wrote.

    Args:
        environment: Set beside what is set already.
        folder: Where it is run; by default where the tests are.
    """
    arguments = ["kesher", *map(str, words)]
    out, errors = _stream(), _stream()
    code = 0
    with (
        chdir(folder or Path.cwd()),
        patch.dict(os.environ, environment or {}),
        patch.object(sys, "argv", arguments),
        patch.object(sys, "stdin", _stream(stdin)),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return subprocess.CompletedProcess(arguments, code, _written(out), _written(errors))


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
