"""Make the corpus: files, their truth for the scorer, word boxes and line roles.

`truth.json` has the format of the first corpus; `places.json` gives, by file, words with page
and box (points from the top left); `structure.json` gives, by file, each page's lines with roles.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.reading.second.content import Line, Text, lines_of, read_text, truth_of
from benchmarks.reading.second.places import Places
from benchmarks.reading.second.plan import PLAN
from benchmarks.reading.second.producers import PRODUCERS, Workshop
from benchmarks.reading.second.tools import MissingToolError

LETTER = "S"  # the scorer names a corpus by one letter


@dataclass
class Corpus:
    """The folder of the files, and what is known about them so far."""

    root: Path
    truth: list[dict[str, Any]] = field(default_factory=list)
    places: dict[str, Any] = field(default_factory=dict)
    structure: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    @property
    def folder(self) -> Path:
        """Give the folder of the files themselves."""
        return self.root / LETTER

    def add(
        self, path: Path, producer: str, text: Text, *, group: str = "pdf",
        flags: Iterable[str] = (), places: Places | None = None,
    ) -> None:  # fmt: skip
        """Note one finished file."""
        name = f"{LETTER}/{path.name}"
        unseen = [line.text for page in text.pages for line in page.unseen]
        self.truth.append({
            "file": name, "producer": producer, "kind": text.kind, "corpus": LETTER,
            "group": group, "flags": list(flags), "optional": unseen,
            "pages": [truth_of(page) for page in text.pages],
        })  # fmt: skip
        self.structure[name] = [
            [_role(line) for line in (*lines_of(page), *page.unseen)] for page in text.pages
        ]
        if places is not None:
            self.places[name] = {"words": places.word_boxes, "lines": places.line_boxes}

    def save(self) -> None:
        """Write what is known beside the files."""
        for name in ("truth", "places", "structure"):
            shown = json.dumps(getattr(self, name), ensure_ascii=False, indent=0)
            (self.folder / f"{name}.json").write_text(shown, encoding="utf-8")


def build(root: Path, node: Path) -> Corpus:
    """Make every planned file that this machine has the tools for.

    Args:
        root: where the corpus, and what it is made with, are kept.
        node: a folder with the installed packages of `js/package.json`.
    """
    corpus = Corpus(root)
    corpus.folder.mkdir(parents=True, exist_ok=True)
    shop = Workshop(root / "fonts", node)
    for producer, kinds in PLAN.items():
        for kind in kinds.split():
            _make(corpus, shop, producer, read_text(kind))
    corpus.save()
    return corpus


def _make(corpus: Corpus, shop: Workshop, producer: str, text: Text) -> None:
    if producer in corpus.missing:
        return
    path = corpus.folder / f"{producer}__{text.kind}.pdf"
    try:
        places = PRODUCERS[producer](text, path, shop)
    except MissingToolError as error:
        corpus.missing.add(producer)
        print(f"{producer} is left out: {error}", file=sys.stderr)
        return
    checked(path, len(text.pages))
    corpus.add(path, producer, text, places=places)


def checked(path: Path, pages: int) -> None:
    """Refuse a file that broke its pages otherwise than its text does.

    Raises:
        ValueError: the number of pages differs.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:  # type: ignore[no-untyped-call]  # has no types
        if len(document) != pages:
            raise ValueError(f"`{path.name}` has {len(document)} pages, not {pages}.")


def _role(line: Line) -> dict[str, Any]:
    return {key: value for key, value in asdict(line).items() if value}
