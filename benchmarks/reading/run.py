"""CER, tokens, lines and pages a second on Hebrew files, a reader a row. See README.md."""

import argparse
import ctypes
import importlib.util
import logging
import os
import platform
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.reading.peers import Reader, peers_of

HERE = Path(__file__).parent
Files = list[dict[str, Any]]
FAST = 15.0  # pages a second, above which a reader is timed three times
HEAD = "| Reader | Files | CER | Tokens | Lines | Pages/s |\n|---|---|---|---|---|---|"
GROUP_HEAD = "| {} | Files | CER | Tokens | Lines |\n|---|---|---|---|---|"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--group", choices=["pdf", "docx", "scan"], default="pdf")
    options.add_argument("--corpus", default="A", help="letters of the corpora to read")
    options.add_argument("--only", help="readers whose name holds this word")
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    chosen = options.parse_args()
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    readers = {n: r for n, r in readers_of(chosen.group).items() if (chosen.only or "") in n}
    table = measure(data_folder(), chosen.group, chosen.corpus, readers)
    print(table)
    if chosen.write:
        (HERE / "results").mkdir(exist_ok=True)
        (HERE / "results" / f"{chosen.group}.md").write_text(table + "\n", encoding="utf-8")


def data_folder() -> Path:
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[1].parent / "shared"))
    if not (shared / "data" / "hebpdf" / "score.py").is_file():
        sys.exit(f"There is no data/hebpdf in {shared}. Set KESHER_SHARED to the data's folder.")
    return shared / "data" / "hebpdf"


def scorer_of(data: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hebpdf_score", data / "score.py")
    if spec is None or spec.loader is None:
        sys.exit(f"{data / 'score.py'} cannot be loaded.")
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    return scorer


def measure(data: Path, group: str, corpus: str, readers: dict[str, Reader]) -> str:
    scorer, root = scorer_of(data), data / "corpus"
    truth = [each for each in scorer.load(root, corpus) if each["group"] == group]
    paths = [str(root / each["file"]) for each in truth]
    rows, ours = [], Files()
    for name, reader in readers.items():
        reader(paths[0])  # imports count for nobody
        files, pages_a_second, errors = scorer.evaluate(reader, truth, root, [group], quiet=True)
        if not errors and pages_a_second > FAST:
            pages_a_second = max(rate(reader, paths) for _ in range(3))
        ours = ours or list(files)
        shown = figures(scorer, files)
        failed = f" ({errors} failed)" if errors else ""
        rows.append(f"| {name} | {len(files)}{failed} | {shown} | {pages_a_second:.0f} |")
    if group == "pdf":
        limit = max(rate(characters_and_boxes, paths) for _ in range(3))
        rows.append(f"| characters and boxes |  | – | – | – | {limit:.0f} |")
    tables = [by(scorer, ours, key, next(iter(readers))) for key in ("producer", "kind")]
    return "\n".join([note(group, corpus), "", HEAD, *rows, *tables])


def by(scorer: ModuleType, files: Files, key: str, reader: str) -> str:
    """Return a reader's table by producer or by kind."""
    groups: dict[str, Files] = defaultdict(list)
    for file in files:
        groups[file[key]].append(file)
    rows = [
        f"| {name} | {len(found)} | {figures(scorer, found)} |"
        for name, found in sorted(groups.items())
    ]
    return "\n".join(["", GROUP_HEAD.format(f"{reader}, by {key}"), *rows])


def figures(scorer: ModuleType, files: Files) -> str:
    means = [scorer.mean(file[key] for file in files) for key in ("cer", "tok", "para")]
    return " | ".join(f"{100 * value:.1f}" for value in means)


def rate(reader: Reader, paths: list[str]) -> float:
    """Measure pages a second of this process's own time, which other work disturbs least."""
    start = time.process_time()
    pages = sum(len(reader(path)) for path in paths)
    return pages / (time.process_time() - start)


def note(group: str, corpus: str) -> str:
    today = datetime.now(UTC).date().isoformat()
    load = os.getloadavg()[0]
    return (
        f"Corpus {corpus}, group `{group}`, {today}: {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, load {load:.1f}."
    )


def readers_of(group: str) -> dict[str, Reader]:
    ours: dict[str, Reader] = {"Kesher": by_kesher}
    if group == "docx":
        return {
            **ours,
            "Kesher, before paging": by_kesher_before_paging,
            "python-docx": by_python_docx,
        }
    if group == "scan":
        return ours
    return {
        **ours,
        "Kesher, text layer": by_kesher_text_layer,
        "pypdfium2": by_pypdfium2,
        "pdfplumber": by_pdfplumber,
        "pypdf": by_pypdf,
        **peers_of(group),
    }


def by_kesher(path: str) -> list[str]:
    import kesher

    return list(kesher.read_pages(path))


def by_kesher_text_layer(path: str) -> list[str]:
    from kesher.documents.parsing.pdf import read_pages

    return [page.text for page in read_pages(path)]


def by_kesher_before_paging(path: str) -> list[str]:
    from kesher.documents.parsing.media import DOCX
    from kesher.documents.parsing.structured import read_paragraphs

    paragraphs = read_paragraphs(Path(path), DOCX, Path(path).name)
    return ["\n".join(paragraph.text for paragraph in paragraphs)]


def by_pypdfium2(path: str) -> list[str]:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:  # type: ignore[no-untyped-call]  # has no types
        return [page.get_textpage().get_text_range() for page in document]


def by_pdfplumber(path: str) -> list[str]:
    import pdfplumber

    with pdfplumber.open(path) as document:
        return [page.extract_text() or "" for page in document.pages]


def by_pypdf(path: str) -> list[str]:
    import pypdf

    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def by_python_docx(path: str) -> list[str]:
    from docx import Document
    from docx.table import Table

    lines: list[str] = []
    for block in Document(path).iter_inner_content():
        if isinstance(block, Table):
            lines += ["\n".join(cell.text for cell in row.cells) for row in block.rows]
        else:
            lines.append(block.text)
    return ["\n".join(lines)]


def characters_and_boxes(path: str) -> list[str]:
    """Ask pdfium for each character and its box, and keep neither."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    sides = [ctypes.c_double() for _ in range(4)]
    pages = []
    with pypdfium2.PdfDocument(path) as document:  # type: ignore[no-untyped-call]  # has no types
        for page in document:
            text = page.get_textpage()
            for place in range(text.count_chars()):
                pdfium.FPDFText_GetUnicode(text.raw, place)
                pdfium.FPDFText_GetCharBox(text.raw, place, *sides)
            pages.append("")
    return pages


if __name__ == "__main__":
    main()
