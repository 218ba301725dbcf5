"""JavaScript writers, run by node on strokes. Their packages come by `npm install` once."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.strokes import StrokePen
from benchmarks.reading.second.tools import MissingToolError, call, program

SCRIPTS = Path(__file__).parent / "js"
SCRIPT_FILES = ("draw.mjs", "pdfmake.mjs", "docx.mjs")


def installed(folder: Path) -> Path:
    """A folder that holds our scripts beside their installed packages.

    Raises:
        MissingToolError: node is missing, or the packages are not under `folder`.
    """
    program("node", "nodejs")
    if not (folder / "node_modules").is_dir():
        raise MissingToolError("node_modules", f"cp {SCRIPTS}/* {folder} && npm install")
    for name in SCRIPT_FILES:
        (folder / name).write_bytes((SCRIPTS / name).read_bytes())
    return folder


def draw(writer: str, pen: StrokePen, out: Path, folder: Path) -> None:
    """Draw strokes with `jspdf`, `pdfkit` or `pdflib`."""
    scripts = installed(folder)
    with TemporaryDirectory() as scratch:
        strokes = Path(scratch) / "strokes.json"
        strokes.write_text(json.dumps(pen.as_json(), ensure_ascii=False), encoding="utf-8")
        call("node", "draw.mjs", writer, strokes, *pen.faces, out, folder=scripts)
