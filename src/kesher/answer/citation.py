"""The model's stream → text and citations, each looked up in its chunk as it closes."""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace

from kesher.answer.quotation import find_quotation
from kesher.domain.answer import Citation
from kesher.domain.document import Chunk

# Every repetition is bounded, so that whether something is a tag never depends on how the stream
# was cut: what is longer than `_LONGEST_TAG` is none.
_OPEN = re.compile(
    r"""<cite\s{1,20}id\s{0,20}=\s{0,20}["'“”]?([^"'“”>\s]{0,100})["'“”]?\s{0,20}>""", re.IGNORECASE
)
_STRAY = re.compile(r"</(?:cite|not_found)\s{0,20}>", re.IGNORECASE)
_QUOTE_END = re.compile(r"</cite\s{0,20}>|(?=<cite\s)", re.IGNORECASE)
_NOT_FOUND = re.compile(r"<not_found\s{0,20}/?>", re.IGNORECASE)
_TAG_STARTS = ("<cite", "</cite", "<not_found", "</not_found")
_LONGEST_TAG = 200
_LONGEST_QUOTE = 2_000
_SHORTEST_TORN = 3  # a "<" or "<n" at the end of an answer may be meant as it stands


@dataclass(frozen=True, slots=True)
class Source:
    """A chunk that was in the prompt, and its document's name."""

    chunk: Chunk
    document_name: str


class CitationReader:
    """Reads one answer as it comes, piece by piece.

    Attributes:
        text: The answer so far, without marks.
        citations: So far, by number.
        not_found: Whether the model said that the passages do not hold the answer.
    """

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.text = ""
        self.citations: list[Citation] = []
        self.not_found = False
        self._sources = sources
        self._pending = ""
        self._skips_space = False

    def feed(self, piece: str) -> Iterator[str | Citation]:
        """Take more of the stream; yield text that is certain to be text, and whole citations."""
        self._pending += piece
        yield from self._drain(final=False)

    def close(self) -> Iterator[str | Citation]:
        """Yield what is left when the stream has ended.

        An open citation counts as closed; a tag that was torn off is no text.
        """
        yield from self._drain(final=True)

    def _drain(self, *, final: bool) -> Iterator[str | Citation]:
        while self._pending:
            at = self._pending.find("<")
            if at != 0:
                yield from self._plain(len(self._pending) if at < 0 else at)
                continue
            if not (yield from self._tag(final=final)):
                return

    def _plain(self, length: int) -> Iterator[str]:
        text, self._pending = self._pending[:length], self._pending[length:]
        if self._skips_space:
            text = text.lstrip()
            self._skips_space = not text
        if text:
            self.text += text
            yield text

    def _tag(self, *, final: bool) -> Generator[str | Citation, None, bool]:
        """Handle a `<` at the front. Returns (as the generator's value) whether to go on."""
        if match := _NOT_FOUND.match(self._pending):
            self.not_found = self._skips_space = True
            self._pending = self._pending[match.end() :]
        elif match := _STRAY.match(self._pending):  # it closes nothing that has been opened
            self._pending = self._pending[match.end() :]
        elif match := _OPEN.match(self._pending):
            return (yield from self._citation(match, final=final))
        elif not final and self._may_become_tag():
            return False
        elif len(self._pending) >= _SHORTEST_TORN and self._may_become_tag():
            self._pending = ""
        else:
            yield from self._plain(1)
        return True

    def _may_become_tag(self) -> bool:
        head = self._pending.lower()
        if len(head) > _LONGEST_TAG or ">" in head:
            return False
        return any(tag.startswith(head[: len(tag)]) for tag in _TAG_STARTS)

    def _citation(self, opened: re.Match[str], *, final: bool) -> Generator[Citation, None, bool]:
        """Take a citation from the front, once it is closed or too long to be ever closed."""
        limit = opened.end() + _LONGEST_QUOTE
        closed = _QUOTE_END.search(self._pending, opened.end())
        if closed is None and not final and len(self._pending) < limit + _LONGEST_TAG:
            return False
        end = rest = min(limit, len(self._pending))
        if closed is not None and closed.start() <= limit:
            end, rest = closed.span()
        quote = self._pending[opened.end() : end].strip()
        self._pending = self._pending[rest:]
        self._skips_space = False
        citation = self._cite(opened.group(1), quote)
        self.citations.append(citation)
        yield citation
        return True

    def _cite(self, chunk_id: str, quote: str) -> Citation:
        source = self._sources.get(chunk_id)
        new = cite(source, chunk_id, quote, number=1, position=len(self.text))
        for known in self.citations:
            if (known.chunk_id, known.quote) == (new.chunk_id, new.quote):
                return replace(new, number=known.number)
        return replace(new, number=1 + max((c.number for c in self.citations), default=0))


def cite(
    source: Source | None, chunk_id: str, quote: str, *, number: int, position: int
) -> Citation:
    """Return a citation, verified if the quotation stands in the chunk.

    Args:
        source: The chunk that `chunk_id` names, or None where no such chunk was in the prompt; the
            citation is then unverified and leads nowhere.
    """
    if source is None:
        return Citation(number, position, chunk_id, "", "", quote, False, ())
    chunk = source.chunk
    found = find_quotation(quote, chunk.text)
    start, end = found or (0, len(chunk.text))
    return Citation(
        number=number,
        position=position,
        chunk_id=chunk_id,
        document_id=chunk.document_id,
        document_name=source.document_name,
        quote=chunk.text[start:end] if found else quote,
        verified=found is not None,
        spans=chunk.locate(start, end),
        section=chunk.section,
    )
