"""An answer without a model: the best sentences of the passages, quoted and referenced."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kesher.answer.citation import Source, cite
from kesher.answer.draft import Draft
from kesher.domain.answer import AnswerKind, Citation
from kesher.domain.retrieval import Hit
from kesher.ranking.sentences import Cosines, Sentence, best_sentences
from kesher.text.sentences import sentence_spans
from kesher.text.terms import index_terms, query_terms

PASSAGES = 6
"""Ranked passages whose sentences are looked at: vectors of all would cost seconds."""
SENTENCES = 3
HEADING_CHARS = 80
SENTENCE_CHARS = 400
"""A table without full stops is one long sentence; a quotation of it ends between words."""

_NUMBERED = re.compile(r"(?:§\s*)?\d{1,3}(?:\.\d{1,3})+\.?\s+[^\W\d]")
_TABLE = re.compile(r"(?m)^[^\t\n]*\t[^\n]*(?:\n[^\t\n]*\t[^\n]*)+")
_ENDS = (".", "!", "?", "؟", "…", ";", ":", ",")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may be quoted, and the passage that it stands in."""

    hit: Hit
    sentence: Sentence

    @property
    def text(self) -> str:
        """The sentence on one line."""
        return " ".join(self.quote.split())

    @property
    def quote(self) -> str:
        """The sentence as it stands in the chunk."""
        return self.hit.chunk.text[self.sentence.start : self.sentence.end]


def candidates(hits: Sequence[Hit]) -> list[Candidate]:
    """Return the sentences of the best passages, each place of a document once."""
    found: list[Candidate] = []
    seen: set[tuple[str, int, int]] = set()
    for passage, hit in enumerate(hits[:PASSAGES]):
        for start, whole_end in _quotable(hit.chunk.text):
            end = _shortened(hit.chunk.text, start, whole_end)
            span = hit.chunk.locate(start, end)[0]
            place = (hit.chunk.document_id, span.page_number, span.start)
            if place in seen:
                continue
            seen.add(place)
            terms = tuple(index_terms(hit.chunk.text[start:end]))
            found.append(Candidate(hit, Sentence(passage, start, end, terms)))
    return found


def _quotable(text: str) -> Iterator[tuple[int, int]]:
    """Yield sentences that may answer: a question goes with what follows it.

    Alone it answers nothing, yet by its form it is close to every question.
    """
    begun: int | None = None
    for start, end in sentence_spans(text):
        first = start if begun is None else begun
        if text[start:end].endswith(("?", "؟")) and end - first < SENTENCE_CHARS:
            begun = first
            continue
        yield first, end
        begun = None
    if begun is not None:
        yield begun, len(text.rstrip())


def _shortened(text: str, start: int, end: int) -> int:
    if end - start <= SENTENCE_CHARS:
        return end
    space = text.rfind(" ", start, start + SENTENCE_CHARS)
    return space if space > start else start + SENTENCE_CHARS


def extract(question: str, found: Sequence[Candidate], *, margins: Sequence[float]) -> Draft:
    """Return an answer that quotes up to three sentences, best first.

    A heading says what an answer is about, not the answer, and stands beside each reference: it is
    quoted only where there is nothing else. A row of a table is quoted with its whole table where
    that is short: a row says nothing without its head, nor the head without its rows.

    Args:
        found: From `candidates`, at least one.
        margins: Of each candidate: its cosine with the question above that of unrelated ones.
    """
    places = {id(item.sentence): at for at, item in enumerate(found)}
    best = best_sentences(
        query_terms(question),
        [item.sentence for item in found],
        cosines=Cosines(margins, _passage_cosines(found)),
        limit=len(found),
    )
    ordered = [found[places[id(each.sentence)]] for each in best]
    headings = {" ".join(line.split()) for item in found for line in item.hit.chunk.section}
    told = (item for item in ordered if not _is_heading(item.text, headings))
    return _quoted(list(islice(_apart(map(_with_table, told)), SENTENCES)) or ordered[:SENTENCES])


def _with_table(item: Candidate) -> Candidate:
    sentence, text = item.sentence, item.hit.chunk.text
    for table in _TABLE.finditer(text):
        if table.start() <= sentence.start and sentence.end <= table.end():
            if table.end() - table.start() > SENTENCE_CHARS:
                return item
            return replace(item, sentence=replace(sentence, start=table.start(), end=table.end()))
    return item


def _apart(items: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield each place of a chunk once: two rows may have become one table."""
    seen: set[tuple[str, int, int]] = set()
    for item in items:
        place = (item.hit.chunk.id, item.sentence.start, item.sentence.end)
        if place not in seen:
            seen.add(place)
            yield item


def _is_heading(text: str, headings: set[str]) -> bool:
    if text in headings:
        return True
    numbered = len(text) <= HEADING_CHARS and _NUMBERED.match(text)
    return bool(numbered) and not text.endswith(_ENDS)


def _passage_cosines(found: Sequence[Candidate]) -> list[float]:
    """Return the passages' cosines by place; one found by words alone counts as the farthest."""
    dense = {item.sentence.passage: item.hit.dense for item in found}
    known = [cosine for cosine in dense.values() if cosine is not None]
    farthest = min(known, default=0.0)
    passages = range(max(dense, default=-1) + 1)
    return [cosine if (cosine := dense.get(at)) is not None else farthest for at in passages]


def _quoted(chosen: Sequence[Candidate]) -> Draft:
    lines: list[str] = []
    citations: list[Citation] = []
    length = 0
    for number, item in enumerate(chosen, start=1):
        length += len(item.text)
        source = Source(item.hit.chunk, item.hit.document_name)
        citations.append(
            cite(source, item.hit.chunk.id, item.quote, number=number, position=length)
        )
        lines.append(item.text)
        length += 1  # the line break
    return Draft(AnswerKind.EXTRACTIVE, "\n".join(lines), tuple(citations))
