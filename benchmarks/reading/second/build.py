"""Make the corpus: files, their truth for the scorer, word boxes and line roles.

`truth.json` has the format of the first corpus; `places.json` gives, by file, words with page
and box (points from the top left); `structure.json` gives, by file, each page's lines with roles.
"""

import sys
from pathlib import Path

from benchmarks.reading.second.content import Text, read_text
from benchmarks.reading.second.corpus import Corpus, Known
from benchmarks.reading.second.derive import derive
from benchmarks.reading.second.plan import PLAN
from benchmarks.reading.second.producers import PRODUCERS, Workshop
from benchmarks.reading.second.tools import MissingToolError


def build(root: Path, node: Path, *, afresh: bool = True) -> Corpus:
    """Make every planned file that this machine has the tools for.

    Args:
        root: where the corpus, and what it is made with, are kept.
        node: a folder with the installed packages of `js/package.json`.
        afresh: make files that are there again.
    """
    corpus = Corpus(root)
    corpus.folder.mkdir(parents=True, exist_ok=True)
    if not afresh:
        corpus.resume()
    shop = Workshop(root / "fonts", node)
    for producer, kinds in PLAN.items():
        for kind in kinds.split():
            _make(corpus, shop, producer, read_text(kind))
        corpus.save()
    derive(corpus, shop)
    corpus.save()
    return corpus


def _make(corpus: Corpus, shop: Workshop, producer: str, text: Text) -> None:
    path = corpus.folder / f"{producer}__{text.kind}.pdf"
    if producer in corpus.missing or corpus.holds(path):
        return
    try:
        places = PRODUCERS[producer](text, path, shop)
    except MissingToolError as error:
        corpus.missing.add(producer)
        print(f"{producer} is left out: {error}", file=sys.stderr)
        return
    checked(path, len(text.pages))
    corpus.add(path, Known(producer, text, places=places))


def checked(path: Path, pages: int) -> None:
    """Refuse a file that broke its pages otherwise than its text does.

    Raises:
        ValueError: the number of pages differs.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:  # type: ignore[no-untyped-call]  # has no types
        if len(document) != pages:
            raise ValueError(f"`{path.name}` has {len(document)} pages, not {pages}.")
