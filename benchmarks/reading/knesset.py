"""Read thirteen real papers of the Knesset by Kesher and its peers. See README.md."""

import argparse
import json
import logging
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.reading.peers import Reader
from benchmarks.reading.run import HERE, note, readers_of

from kesher.config.load import load
from kesher.domain.document import Page, PageSource, Role
from kesher.engine.reading import read_document

WORD = re.compile(r"[^\W_]+")
# Between a word and its quotation mark ("התשפ"ה") every reader and reference has a sign of its own.
QUOTES = re.compile(r"(?<=\w)[\"'׳״’”]+(?=\w)")
FILES = (
    "| File | Pages | by OCR | Least trust | Headings | Tables | Heads and feet | Notes | Hidden "
    "| Words found | Words right | s/page |\n" + "|---" * 12 + "|"
)
READERS = (
    "| Reader | Files | Words found | Words right | Pairs found | s/page |\n" + "|---" * 6 + "|"
)


@dataclass(frozen=True, slots=True)
class Words:
    """How a text's words agree with a reference's, in shares.

    Attributes:
        found: Of the reference's words, those that were read.
        right: Of the words that were read, those that the reference has.
        pairs: Of the reference's neighbouring words, those that were read as neighbours.
    """

    found: float
    right: float
    pairs: float


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the tables in results/")
    chosen = options.parse_args()
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    folder = data_folder()
    listed = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    files = [folder / json.loads(line)["file"] for line in listed]
    text = "\n".join([note("pdf", "K"), "", *by_file(files), "", *by_reader(files)])
    print(text)
    if chosen.write:
        (HERE / "results" / "knesset.md").write_text(text + "\n", encoding="utf-8")


def data_folder() -> Path:
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[1].parent / "shared"))
    folder = shared / "data" / "hebrew_pdf"
    if not folder.is_dir():
        sys.exit(
            f"There is no data/hebrew_pdf in {shared}. Set KESHER_SHARED to the data's folder."
        )
    return folder


def by_file(files: Sequence[Path]) -> list[str]:
    """A row a file, then what was noted of its pages."""
    settings = load()
    rows, notes = [FILES], [""]
    for path in files:
        start = time.perf_counter()
        pages = read_document(path, settings)
        seconds = (time.perf_counter() - start) / len(pages)
        rows.append(row_of(path, pages, seconds))
        notes += [f"- {path.name}, page {p.number}: {p.note}" for p in pages if p.note]
    return rows + notes


def row_of(path: Path, pages: Sequence[Page], seconds: float) -> str:
    roles = Counter(line.role for page in pages for line in page.lines)
    agreed = compared(path, [page.seen_text for page in pages])
    cells = [
        path.name,
        len(pages),
        sum(page.source is PageSource.OCR for page in pages),
        f"{min(page.trust_fraction for page in pages):.2f}",
        roles[Role.HEADING],
        sum(len(page.tables) for page in pages),
        sum(roles[role] for role in (Role.HEADER, Role.FOOTER, Role.PAGE_NUMBER)),
        roles[Role.NOTE],
        roles[Role.HIDDEN] + roles[Role.WATERMARK],
        f"{100 * agreed.found:.1f}" if agreed else "–",
        f"{100 * agreed.right:.1f}" if agreed else "–",
        f"{seconds:.1f}",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def by_reader(files: Sequence[Path]) -> list[str]:
    """A row a reader, over the files that have a reference and a text layer."""
    known = [path for path in files if has_layer(path) and reference_of(path).is_file()]
    return [READERS, *(reader_row(*each, known) for each in readers().items())]


def readers() -> dict[str, Reader]:
    return readers_of("pdf")


def has_layer(path: Path) -> bool:
    return any(text.strip() for text in readers_of("pdf")["pypdfium2"](str(path)))


def reader_row(name: str, reader: Reader, files: Sequence[Path]) -> str:
    start = time.perf_counter()
    read = {path: reader(str(path)) for path in files}
    seconds = (time.perf_counter() - start) / sum(map(len, read.values()))
    agreed = [each for path, texts in read.items() if (each := compared(path, texts))]
    found, right, pairs = (
        100 * sum(getattr(each, key) for each in agreed) / len(agreed)
        for key in ("found", "right", "pairs")
    )
    return f"| {name} | {len(files)} | {found:.1f} | {right:.1f} | {pairs:.1f} | {seconds:.2f} |"


def reference_of(path: Path) -> Path:
    return path.with_suffix(".ref.txt")


def compared(path: Path, texts: Sequence[str]) -> Words | None:
    """Compare a file's text with its reference; None where it has none."""
    if not reference_of(path).is_file():
        return None
    wanted = words_of(reference_of(path).read_text(encoding="utf-8"))
    read = words_of("\n".join(texts))
    shared, pairs = common(wanted, read), common(list(pairwise(wanted)), list(pairwise(read)))
    return Words(shared / len(wanted), shared / max(len(read), 1), pairs / (len(wanted) - 1))


def common(one: Sequence[object], other: Sequence[object]) -> int:
    return (Counter(one) & Counter(other)).total()


def words_of(text: str) -> list[str]:
    """The letters and digits of a text, without points, marks of direction and punctuation."""
    return WORD.findall(QUOTES.sub("", text))


if __name__ == "__main__":
    main()
