"""The files that are made from finished ones, and the Word files."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.reading.second import office, rework, wordml
from benchmarks.reading.second.content import Page, Text, read_text, truth_of
from benchmarks.reading.second.corpus import Corpus, Known
from benchmarks.reading.second.plan import REWORKED, SCANNED, WORD, WORD_RESAVED
from benchmarks.reading.second.producers import Workshop
from benchmarks.reading.second.scans import SCANS, STAMP, scan
from benchmarks.reading.second.tools import MissingToolError

REWORKS: dict[str, rework.Rework] = {
    "ghostscript": rework.by_ghostscript,
    "postscript": rework.by_postscript,
    "poppler": rework.by_poppler,
    "linearised": rework.linearised,
    "locked": rework.locked,
    "sideways": rework.sideways,
    "upside-down": rework.upside_down,
    "righted": rework.righted,
    "cropped": rework.cropped,
    "nameless": rework.nameless,
    "layer-tesseract": rework.recognised,
}
NEED_OCR = ("nameless", "postscript")
KEEP_PLACES = ("ghostscript", "poppler", "linearised", "locked")


def derive(corpus: Corpus, shop: Workshop) -> None:
    """Make every reworked, scanned and Word file whose source is there."""
    for name, source in REWORKED:
        _tried(name, partial(_rework, corpus, name, source))
    for name, source, ending in SCANNED:
        _tried(name, partial(_scan, corpus, name, source, ending))
    for producer, kinds in WORD.items():
        for kind in kinds.split():
            _tried(producer, partial(_word, corpus, shop, producer, read_text(kind)))
    for kind in wordml.SPECIALS:
        _tried("wordml", partial(_special, corpus, kind))


def _tried(name: str, make: Callable[[], None]) -> None:
    try:
        make()
    except MissingToolError as error:
        print(f"{name} is left out: {error}", file=sys.stderr)


def _known(corpus: Corpus, source: str) -> tuple[Path, Text, str]:
    """A finished file, its text and its name in the truth.

    Raises:
        MissingToolError: its producer was left out.
    """
    path = corpus.folder / f"{source}.pdf"
    if not path.is_file():
        raise MissingToolError(path.name, "the tools of its producer")
    return path, read_text(source.split("__")[1]), corpus.name_of(path)


def _rework(corpus: Corpus, name: str, source: str) -> None:
    first, kind = source.split("__")
    out = corpus.folder / f"{name}-{first}__{kind}.pdf"
    if corpus.holds(out):
        return
    path, text, known = _known(corpus, source)
    if name in ("layer-rising", "layer-seen"):
        rework.layered(path, out, corpus.places[known]["words"], name.split("-")[1])
    else:
        REWORKS[name](path, out)
    flags = ["needs_ocr"] if name in NEED_OCR else []
    corpus.add(out, Known(name, text, flags=flags))
    if name in KEEP_PLACES and known in corpus.places:
        corpus.places[corpus.name_of(out)] = corpus.places[known]


def _scan(corpus: Corpus, name: str, source: str, ending: str) -> None:
    out = corpus.folder / f"scan-{name}-{source}.{ending}"
    if corpus.holds(out):
        return
    path, text, _ = _known(corpus, source)
    scan(path, out, SCANS[name])
    if ending != "pdf":
        text = replace(text, pages=text.pages[:1])
    optional = [STAMP] if SCANS[name].stamped else []
    group = "scan" if ending == "pdf" else "image"
    corpus.add(out, Known(f"scan-{name}", text, group=group, optional=optional))


def _word(corpus: Corpus, shop: Workshop, producer: str, text: Text) -> None:
    out = corpus.folder / f"{producer}__{text.kind}.docx"
    if corpus.holds(out):
        return
    whole = _in_one(text)
    if producer == "docx":
        office.docx_by_node(whole, out, shop.node)
    else:
        made = corpus.folder / f"docx__{text.kind}.docx"
        if not made.is_file():
            office.docx_by_node(whole, made, shop.node)
        office.convert(made, out)
    page = whole.pages[0]
    items = truth_of(replace(page, footer=""))
    corpus.add(out, Known(producer, whole, group="docx", pages=[items], optional=[page.footer]))


def _in_one(text: Text) -> Text:
    """One section, since readers differ in where a section's notes and feet come."""
    first = text.pages[0]
    blocks = tuple(block for page in text.pages for block in page.blocks)
    notes = tuple(note for page in text.pages for note in page.notes)
    unseen = tuple(line for page in text.pages for line in page.unseen)
    return Text(text.kind, (Page(blocks, first.header, first.footer, notes, unseen),))


def _special(corpus: Corpus, kind: str) -> None:
    out = corpus.folder / f"wordml__{kind}.docx"
    if corpus.holds(out):
        return
    items = wordml.write_special(kind, out)
    text = Text(kind, ())
    corpus.add(out, Known("wordml", text, group="docx", pages=[items]))
    if kind in WORD_RESAVED:
        again = corpus.folder / f"wordml-writer__{kind}.docx"
        office.convert(out, again)
        corpus.add(again, Known("wordml-writer", text, group="docx", pages=[items]))
