"""The floor on the PDFs of corpus A, read without OCR, by the corpus's own scorer.

All 86 files are read, for that takes a second or two; three of them can be read by OCR only and
count as they come out of the text layer.
"""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from kesher.documents.parsing.pdf import pdf_info, read_page

TOKENS_FLOOR, LINES_FLOOR, ERRORS_CEILING = 0.96, 0.90, 0.04


def _scorer(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hebpdf_score", folder / "score.py")
    assert spec is not None
    assert spec.loader is not None
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    return scorer


def _pages(path: str) -> list[str]:
    return [read_page(path, n).text for n in range(1, pdf_info(path).pages_total + 1)]


@pytest.mark.shared
def test_hebrew_files_of_ten_producers_are_read_above_the_floor(shared: Path) -> None:
    folder = shared / "data" / "hebpdf"
    scorer = _scorer(folder)
    truth = json.loads((folder / "corpus" / "A" / "truth.json").read_text(encoding="utf-8"))
    files, _, errors = scorer.evaluate(_pages, truth, folder / "corpus", ["pdf"])
    assert errors == 0
    assert scorer.mean(file["tok"] for file in files) >= TOKENS_FLOOR
    assert scorer.mean(file["para"] for file in files) >= LINES_FLOOR
    assert scorer.mean(file["cer"] for file in files) <= ERRORS_CEILING
