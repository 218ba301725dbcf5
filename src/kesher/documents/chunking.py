"""Pages to chunks: whole sentences up to a size, each chunk repeating the end of the one before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import combining

from kesher.documents.pieces import Piece, pieces
from kesher.domain.document import Chunk, Page, PageSpan

PAGES_A_CHUNK = 2
# Of a chunk's size: with so much in it a heading begins a new one, the lesser share where it
# ends a section that held the last.
_FULL_ENOUGH, _FULL_ENOUGH_AT_END = 0.6, 0.1


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

    A chunk ends at the end of a sentence or of a table's row and runs over at most two pages. It
    knows the headings that it stands under and, inside a table, the table's head. A heading begins
    a chunk if the one before is well filled or a higher section ends, and never ends one. A note
    goes with the sentence that leads to it if both fit. A sentence longer than a chunk is cut
    between words. Where the sentence before a cut is longer than the overlap, its last words are
    repeated instead of the whole.

    Returns:
        Chunks by ordinal. Every code point but white space of the lines that tell something
        (`Role.is_told`) lies in at least one.

    Source:
        Seed 002, step 03; capability D4.
    """
    cutter = _Cutter({page.number: page.text for page in pages}, size)
    whole = [part for piece in pieces(pages) for part in cutter.parts(piece)]
    chunks = []
    for ordinal, (first, spans) in enumerate(cutter.packed(whole)):
        text = cutter.text(spans)
        head = first.head if first.head not in text else ""
        chunks.append(
            Chunk(
                new_id("chk"),
                document_id,
                ordinal,
                text,
                spans,
                count_tokens(text),
                first.section,
                head,
            )
        )
    return chunks


@dataclass(frozen=True, slots=True)
class _Cutter:
    """Packs the pieces of one document; `texts` are its pages' by number."""

    texts: dict[int, str]
    size: ChunkSize

    def text(self, spans: Sequence[PageSpan]) -> str:
        return "\n".join(self.texts[s.page_number][s.start : s.end] for s in spans)

    def parts(self, piece: Piece) -> Iterator[Piece]:
        """Cut a piece longer than a chunk between words; notes too long for it stand after it."""
        bare = replace(piece, notes=())
        if len(self.text([piece.span, *piece.notes])) <= self.size.chars:
            yield piece
            return
        for whole in (piece.span, *piece.notes):
            for span in self._cut(whole):
                yield replace(bare, span=span)

    def _cut(self, span: PageSpan) -> Iterator[PageSpan]:
        text, start = self.texts[span.page_number], span.start
        while span.end - start > self.size.chars:
            at = _word_end(text, start, start + self.size.chars)
            yield PageSpan(span.page_number, start, at)
            start = _skip_space(text, at, span.end)
        if start < span.end:
            yield PageSpan(span.page_number, start, span.end)

    def packed(self, whole: Sequence[Piece]) -> Iterator[tuple[Piece, tuple[PageSpan, ...]]]:
        """Yield for each chunk the first piece that is new in it, and its spans."""
        at = 0
        lead: Piece | None = None  # the words repeated from the chunk before
        while at < len(whole):
            end = self._end(whole, at, lead)
            if end == at:  # the repeated words leave no room for the next sentence
                lead = None
                continue
            held = [*([lead] if lead else []), *whole[at:end]]
            yield whole[at], self._spans(held)
            goes_on = end < len(whole) and not whole[end].is_heading
            lead = self._overlap(held) if goes_on else None
            at = end

    def _end(self, whole: Sequence[Piece], start: int, lead: Piece | None) -> int:
        """Return how far the pieces from `start` on fit into a chunk that begins with `lead`."""
        held = [lead] if lead else []
        end = start
        while end < len(whole) and self._fits([*held, whole[end]]):
            if whole[end].is_heading and end > start and self._is_full(held, whole[end]):
                return end
            held.append(whole[end])
            end += 1
        if end < len(whole):  # a heading goes with what it stands over
            while end > start + 1 and whole[end - 1].is_heading:
                end -= 1
        return end

    def _is_full(self, held: Sequence[Piece], heading: Piece) -> bool:
        share = _FULL_ENOUGH_AT_END if heading.ends_section else _FULL_ENOUGH
        return len(self.text(self._spans(held))) >= share * self.size.chars

    def _fits(self, held: Sequence[Piece]) -> bool:
        spans = self._spans(held)
        length = sum(span.end - span.start for span in spans) + len(spans) - 1
        return length <= self.size.chars and (
            len({span.page_number for span in spans}) <= PAGES_A_CHUNK
        )

    def _spans(self, held: Sequence[Piece]) -> tuple[PageSpan, ...]:
        """Join neighbouring pieces, white space between them included; notes come last."""
        spans: list[PageSpan] = []
        for piece in held:
            last = spans[-1] if spans else None
            if last and self._is_beside(last, piece.span):
                spans[-1] = PageSpan(last.page_number, last.start, piece.span.end)
            else:
                spans.append(piece.span)
        notes = dict.fromkeys(note for piece in held for note in piece.notes)
        return (*spans, *notes)

    def _is_beside(self, before: PageSpan, after: PageSpan) -> bool:
        if before.page_number != after.page_number or after.start < before.end:
            return False
        return not self.texts[before.page_number][before.end : after.start].strip()

    def _overlap(self, held: Sequence[Piece]) -> Piece | None:
        """Return the last whole sentences of the last page within the limit, or its last words."""
        limit, last = self.size.overlap_chars, held[-1].span
        if limit == 0:
            return None
        start: int | None = None
        for piece in reversed(held[1:]):  # never the whole chunk
            span = piece.span
            after = last.start if start is None else start
            if last.end - span.start > limit or piece.is_heading:
                break
            if piece is not held[-1] and not self._is_beside(
                span, PageSpan(last.page_number, after, after)
            ):
                break
            start = span.start
        if start is None:
            start = _last_words(self.texts[last.page_number], last, limit)
        return (
            Piece(PageSpan(last.page_number, start, last.end), held[-1].section)
            if start < last.end
            else None
        )


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


def _last_words(text: str, span: PageSpan, limit: int) -> int:
    low = max(span.start + 1, span.end - limit)
    for at in range(low, span.end):
        if text[at - 1].isspace() and not text[at].isspace():
            return at
    return span.end
