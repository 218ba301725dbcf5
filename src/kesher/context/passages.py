"""What of a chunk is still to be said when a prompt already holds its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.domain.document import Chunk, PageSpan
from kesher.domain.retrieval import Hit


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as it stands in a prompt: the parts of its text that no earlier passage holds."""

    hit: Hit
    text: str


def unsaid(hit: Hit, sent: Sequence[Chunk]) -> Passage:
    """Return the hit as a passage without what the chunks in `sent` already say.

    Chunks overlap by design; what two of them share is sent once. Text is empty where all of it
    has been said.
    """
    parts, at = [], 0
    for span in hit.chunk.spans:
        length = span.end - span.start
        for low, high in _uncovered(span, hit.chunk.document_id, sent):
            text = hit.chunk.text[at + low - span.start : at + high - span.start].strip()
            if text:
                parts.append(text)
        at += length + 1
    return Passage(hit, "\n".join(parts))


def _uncovered(span: PageSpan, document_id: str, sent: Sequence[Chunk]) -> list[tuple[int, int]]:
    free = [(span.start, span.end)]
    for chunk in sent:
        if chunk.document_id != document_id:
            continue
        for said in chunk.spans:
            if said.page_number == span.page_number:
                free = [part for whole in free for part in _minus(whole, said)]
    return free


def _minus(whole: tuple[int, int], said: PageSpan) -> list[tuple[int, int]]:
    start, end = whole
    if said.end <= start or end <= said.start:
        return [whole]
    left = (start, min(end, said.start))
    right = (max(start, said.end), end)
    return [part for part in (left, right) if part[0] < part[1]]
