"""Other readers of PDF text, each where it is installed."""

import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from shutil import which

from benchmarks.reading.second.tools import package

Reader = Callable[[str], list[str]]


def peers_of(group: str) -> dict[str, Reader]:
    """Every peer that is installed; none but for PDFs."""
    if group != "pdf":
        return {}
    installed: dict[str, Reader] = {"pdfminer.six + python-bidi": by_pdfminer_and_bidi}
    if find_spec("docling_parse"):
        installed["docling-parse"] = by_docling_parse
    if which("pdftotext"):
        installed["pdftotext"] = by_pdftotext
    return installed


def by_pdfminer_and_bidi(path: str) -> list[str]:
    """Turn each line of pdfminer.six by python-bidi, as answers in forums advise."""
    get_display = package("bidi.algorithm", "python-bidi").get_display
    extract_text = package("pdfminer.high_level", "pdfminer.six").extract_text
    pages = extract_text(path).split("\f")[:-1]
    return ["\n".join(str(get_display(line)) for line in page.split("\n")) for page in pages]


def by_docling_parse(path: str) -> list[str]:
    units = package("docling_core.types.doc.page", "docling-parse").TextCellUnit
    parsers = package("docling_parse.pdf_parser", "docling-parse")
    document = parsers.DoclingPdfParser(loglevel="fatal").load(path_or_stream=path)
    return [
        "\n".join(cell.text for cell in page.iterate_cells(unit_type=units.LINE))
        for _, page in document.iterate_pages()
    ]


def by_pdftotext(path: str) -> list[str]:
    read = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=True
    )
    return read.stdout.decode().split("\f")[:-1]
