"""Reading a file alone, without a data folder."""

from collections.abc import Sequence
from pathlib import Path

from kesher.config.load import load
from kesher.config.settings import Settings
from kesher.domain.document import Page
from kesher.engine.loop import Loop
from kesher.errors import InputError
from kesher.ports.models import Progress
from kesher.wiring.offline import read_file


def read_pages(path: str | Path) -> list[str]:
    """Return the texts of a file's pages in logical order.

    Args:
        path: A PDF, Word, PowerPoint, Excel, HTML, mail, Markdown or text file. Scanned pages go
            through OCR.

    Raises:
        InputError: there is no such file.
        DocumentError: it is of no kind that can be read, damaged, locked or empty.
    """
    return [page.seen_text for page in read_document(Path(path), load())]


def read_document(
    path: Path, settings: Settings, *, progress: Progress | None = None
) -> Sequence[Page]:
    """Return a file's pages; one that cannot be read has empty text and says why in `note`.

    Args:
        progress: Called with (pages done, pages in all).

    Raises:
        As `read_pages`.
    """
    if not path.is_file():
        raise InputError(f"There is no file `{path}`.")
    loop = Loop()
    try:
        return loop.run(read_file(settings, path, progress=progress))
    finally:
        loop.close()
