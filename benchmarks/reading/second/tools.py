"""Reach for programs and packages that a producer needs, and say what is missing."""

import importlib
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

WAIT_S = 180
Foreign = Any  # an object of a package that has no types, or is loaded only where it is needed


class MissingToolError(Exception):
    """A producer's program or package is not on this machine; its files are left out."""

    def __init__(self, what: str, install: str) -> None:
        super().__init__(f"`{what}` is missing. Install it with `{install}`.")


def package(module: str, install: str) -> ModuleType:
    """Import a producer's module, which the product itself never needs.

    Raises:
        MissingToolError: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingToolError(module, f"pip install {install}") from error


def program(name: str, install: str) -> str:
    """The path of a program.

    Raises:
        MissingToolError: it is not on the path.
    """
    path = shutil.which(name)
    if path is None:
        raise MissingToolError(name, f"apt install {install}")
    return path


def call(*words: str | Path, folder: Path | None = None) -> None:
    """Run a program to its end, quietly.

    Raises:
        subprocess.CalledProcessError: it failed; its output is in the error.
    """
    subprocess.run(
        [str(word) for word in words],
        cwd=folder, check=True, capture_output=True, timeout=WAIT_S,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1798761600", "OMP_THREAD_LIMIT": "1"},
    )  # fmt: skip
