"""Taking a document's words out of what was written from it, sentence by sentence."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.text.language import Language, language
from kesher.text.sentences import Span, sentence_spans

RUN_WORDS = 6
"""So many words of a document in a row are a quotation, wherever they stand."""

LEAST_WORDS = 3
"""A sentence of fewer words is nobody's: "Yes, it is" stands in every second document."""

Run = tuple[str, ...]

_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]")
_WORD = re.compile(r"\w+")

_TOMBSTONES: dict[Language, str] = {
    "he": "[נמחק עם המסמך ב-{}]",
    "ar": "[حُذف مع المستند في {}]",
    "ru": "[удалено вместе с документом {}]",
    "en": "[erased with its document on {}]",
}


@dataclass(frozen=True, slots=True)
class Sought:
    """The runs of words of some texts that may come from a document.

    Attributes:
        runs: Every `RUN_WORDS` words in a row.
        short: Whole sentences of `LEAST_WORDS` to `RUN_WORDS - 1` words.
        inner: Every so many words in a row, wherever they stand in a sentence.
    """

    runs: frozenset[Run]
    short: frozenset[Run]
    inner: frozenset[Run]


def tombstone(text: str, at: datetime) -> str:
    """Return what stands in the place of erased words: that they were, and on which day, UTC.

    Args:
        text: What is erased, or stood round it; it is said in the language of this.
    """
    return _TOMBSTONES[language(text, default="en")].format(f"{at:%Y-%m-%d}")


def sought_in(texts: Iterable[str]) -> Sought:
    """Return what to look for in a document that these texts may quote."""
    sentences = {tuple(words) for text in texts for words in _sentences(text)}
    return Sought(
        runs=frozenset(run for each in sentences for run in _runs(each, RUN_WORDS)),
        short=frozenset(each for each in sentences if _is_short(each)),
        inner=frozenset(run for each in sentences for size in _SHORT for run in _runs(each, size)),
    )


def shared_with(sought: Sought, document: Iterable[str]) -> frozenset[Run]:
    """Return those of the runs that stand in a document, given by its passages."""
    found: set[Run] = set()
    for passage in document:
        words = _words(passage)
        found.update(run for run in _runs(words, RUN_WORDS) if run in sought.runs)
        for size in _SHORT if sought.short else ():
            found.update(run for run in _runs(words, size) if run in sought.short)
        whole = map(tuple, _sentences(passage))
        found.update(each for each in whole if _is_short(each) and each in sought.inner)
    return frozenset(found)


def taken_from(text: str, shared: Collection[Run]) -> list[Span]:
    """Return the sentences of a text that quote the document, as half-open code points."""
    if not shared:
        return []
    return [span for span in sentence_spans(text) if _quotes(text[slice(*span)], shared)]


def marked_at(text: str, position: int) -> Span | None:
    """Return the sentence that a mark at a position closes; None: there is none before it."""
    before = [span for span in sentence_spans(text) if span[0] < position]
    return before[-1] if before else None


def overlapping(text: str, quote: str) -> list[Span]:
    """Return the sentences of a text in which a quote stands, wholly or in part."""
    found = [(each.start(), each.end()) for each in re.finditer(re.escape(quote), text) if quote]
    return [
        (start, end)
        for start, end in sentence_spans(text)
        if any(low < end and start < high for low, high in found)
    ]


def cut(
    text: str, spans: Iterable[Span], stone: str, positions: Sequence[int] = ()
) -> tuple[str, list[int]]:
    """Put one stone in the place of each row of sentences that follow each other.

    Args:
        positions: Places in the text, in code points.

    Returns:
        The text, and where the places are in it; those within what was cut are behind the stone.
    """
    rows = list(_rows(text, sorted(set(spans))))
    parts, at = [], 0
    for start, end in rows:
        parts += [text[at:start], stone]
        at = end
    return "".join([*parts, text[at:]]), [_moved(each, rows, len(stone)) for each in positions]


def without_quotations(text: str, shared: Collection[Run], at: datetime) -> str:
    """Return a text with a tombstone for each sentence that quotes the document."""
    spans = taken_from(text, shared)
    return cut(text, spans, tombstone(text, at))[0] if spans else text


def _rows(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Join spans with nothing but white space between them."""
    waiting: Span | None = None
    for span in spans:
        if waiting and not text[waiting[1] : span[0]].strip():
            waiting = (waiting[0], max(span[1], waiting[1]))
            continue
        if waiting:
            yield waiting
        waiting = span
    if waiting:
        yield waiting


def _moved(position: int, rows: Sequence[Span], stone_chars: int) -> int:
    shift = 0
    for start, end in rows:
        if position <= start:
            break
        if position <= end:
            return start + shift + stone_chars
        shift += stone_chars - (end - start)
    return position + shift


def _quotes(sentence: str, shared: Collection[Run]) -> bool:
    words = _words(sentence)
    sizes = (*_SHORT, RUN_WORDS)
    return any(run in shared for size in sizes for run in _runs(words, size))


def _sentences(text: str) -> Iterator[list[str]]:
    for start, end in sentence_spans(text):
        yield _words(text[start:end])


def _words(text: str) -> list[str]:
    """Return words as they are compared: without points, in lower case."""
    return _WORD.findall(_POINTS.sub("", unicodedata.normalize("NFKC", text)).casefold())


def _runs(words: Sequence[str], size: int) -> Iterator[Run]:
    for start in range(len(words) - size + 1):
        yield tuple(words[start : start + size])


def _is_short(words: Run) -> bool:
    return LEAST_WORDS <= len(words) < RUN_WORDS


_SHORT = range(LEAST_WORDS, RUN_WORDS)
