import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The sample made anew in `folder`; `pages` maps each file to its pages' texts."""

    folder: Path
    pages: dict[str, list[str]]


@pytest.fixture(scope="session")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Rebuilt:
    """The three files built from their sources, by the command that a person runs."""
    for module in ("fpdf", "uharfbuzz", "fontpkg_heebo", "fontpkg_assistant"):
        pytest.importorskip(module, reason="The sample is made with requirements-dev.lock.")
    folder = tmp_path_factory.mktemp("sample")
    made = subprocess.run(
        [sys.executable, "-m", "benchmarks.sample.build", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    files: dict[str, list[list[str]]] = json.loads(made.stdout)
    return Rebuilt(folder, {name: ["\n".join(p) for p in pages] for name, pages in files.items()})
