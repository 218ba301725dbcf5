"""Pages to chunks: whole sentences up to a size, each chunk repeating the end of the one before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import combining

from kesher.domain.document import Chunk, Page, PageSpan
from kesher.text.sentences import sentence_spans

PAGES_A_CHUNK = 2


@dataclass(frozen=True, slots=True)
class ChunkSize:
    """Code points of a chunk at most, and how many of them it repeats at most."""

    chars: int = 1_200
    overlap_chars: int = 200

    def __post_init__(self) -> None:
        if not 0 <= self.overlap_chars < self.chars:
            raise ValueError(f"Overlap {self.overlap_chars} must lie in 0..{self.chars - 1}.")


def chunk(
    document_id: str,
    pages: Sequence[Page],
    *,
    size: ChunkSize,
    new_id: Callable[[str], str],
    count_tokens: Callable[[str], int],
) -> list[Chunk]:
    """Cut a document's pages, in order, into chunks.

    A chunk ends at the end of a sentence and runs over at most two pages. A sentence longer than a
    chunk is cut between words. Where the sentence before a cut is longer than the overlap, its last
    words are repeated instead of the whole.

    Returns:
        Chunks by ordinal. Every code point of the pages but white space lies in at least one.

    Source:
        Seed 002, step 03; capability D4.
    """
    texts = {page.number: page.text for page in pages}
    pieces = [piece for page in pages for piece in _pieces(page, size.chars)]
    chunks = []
    for ordinal, spans in enumerate(_packed(pieces, texts, size)):
        text = "\n".join(texts[span.page_number][span.start : span.end] for span in spans)
        chunks.append(
            Chunk(new_id("chk"), document_id, ordinal, text, spans, count_tokens(text)),
        )
    return chunks


def _pieces(page: Page, limit: int) -> Iterator[PageSpan]:
    for start, end in sentence_spans(page.text):
        yield from _cut(page, start, end, limit)


def _cut(page: Page, start: int, end: int, limit: int) -> Iterator[PageSpan]:
    """Cut a sentence longer than a chunk between words, or within one that has no end."""
    while end - start > limit:
        at = _word_end(page.text, start, start + limit)
        yield PageSpan(page.number, start, at)
        start = _skip_space(page.text, at, end)
    if start < end:
        yield PageSpan(page.number, start, end)


def _word_end(text: str, start: int, limit: int) -> int:
    for at in range(limit, start, -1):
        if text[at].isspace():
            return at
    at = limit
    while at > start + 1 and combining(text[at]):  # a mark stays with its letter
        at -= 1
    return at


def _skip_space(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


def _packed(
    pieces: Sequence[PageSpan], texts: dict[int, str], size: ChunkSize
) -> Iterator[tuple[PageSpan, ...]]:
    at = 0
    lead: PageSpan | None = None  # the words repeated from the chunk before
    while at < len(pieces):
        held = [lead] if lead else []
        first = at
        while at < len(pieces) and _fits([*held, pieces[at]], size.chars):
            held.append(pieces[at])
            at += 1
        if at == first:  # the repeated words leave no room for the next sentence
            lead = None
            continue
        yield _joined(held)
        lead = _overlap(held, texts, size.overlap_chars) if at < len(pieces) else None


def _fits(pieces: Sequence[PageSpan], limit: int) -> bool:
    spans = _joined(pieces)
    length = sum(span.end - span.start for span in spans) + len(spans) - 1
    return length <= limit and len(spans) <= PAGES_A_CHUNK


def _joined(pieces: Sequence[PageSpan]) -> tuple[PageSpan, ...]:
    """Join neighbouring pieces of one page, white space between them included."""
    spans: list[PageSpan] = []
    for piece in pieces:
        if spans and spans[-1].page_number == piece.page_number:
            spans[-1] = PageSpan(piece.page_number, spans[-1].start, piece.end)
        else:
            spans.append(piece)
    return tuple(spans)


def _overlap(held: Sequence[PageSpan], texts: dict[int, str], limit: int) -> PageSpan | None:
    """Return the last whole sentences of the last page within `limit`, else its last words."""
    last = held[-1]
    if limit == 0:
        return None
    start: int | None = None
    for piece in reversed(held[1:]):  # never the whole chunk
        if piece.page_number != last.page_number or last.end - piece.start > limit:
            break
        start = piece.start
    if start is None:
        start = _last_words(texts[last.page_number], last, limit)
    return PageSpan(last.page_number, start, last.end) if start < last.end else None


def _last_words(text: str, span: PageSpan, limit: int) -> int:
    low = max(span.start + 1, span.end - limit)
    for at in range(low, span.end):
        if text[at - 1].isspace() and not text[at].isspace():
            return at
    return span.end
