"""Which index folders hold a document or a chunk: their terms are packed, so that no bytes tell."""

from collections.abc import Iterator
from pathlib import Path

import tantivy

from kesher.adapters.indexes.marks import read_mark


def indexes_with(folder: Path, identifier: str) -> list[Path]:
    """Return the rooms' index folders that find a document or chunk of that id, by path. Blocks."""
    return [path for path in _indexes(folder) if _finds(path, identifier)]


def unwritten_indexes(folder: Path) -> list[Path]:
    """Return those whose files may hold words of removed documents until they are rewritten."""
    marked = (path.with_name(path.name + ".mark") for path in _indexes(folder))
    return [mark.with_suffix("") for mark in marked if read_mark(mark).erased]


def _indexes(folder: Path) -> Iterator[Path]:
    yield from sorted(path.parent for path in folder.glob("**/meta.json"))


def _finds(path: Path, identifier: str) -> bool:
    try:
        searcher = tantivy.Index.open(str(path)).searcher()
        return any(searcher.doc_freq(field, identifier) for field in ("document", "chunk"))
    except ValueError:  # a folder that is being written, or of an older form
        return False
