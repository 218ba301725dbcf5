"""An answer without a model: the best sentences of the passages, quoted and referenced."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kesher.answer.citation import Source, cite
from kesher.answer.draft import Draft
from kesher.domain.answer import AnswerKind, Citation
from kesher.domain.retrieval import Hit
from kesher.ranking.sentences import Cosines, Sentence, best_sentences
from kesher.text.sentences import sentence_spans
from kesher.text.terms import index_terms, query_terms
from kesher.text.versions import are_versions, one_of_each, words_of

PASSAGES = 6
"""Ranked passages whose sentences are looked at: vectors of all would cost seconds."""
SENTENCES = 3
HEADING_CHARS = 80
SENTENCE_CHARS = 400
"""A table without full stops is one long sentence; a quotation of it ends between words."""

# In points of a sentence's score. On the first halves of HeQ val and ParaShoot dev (581 questions)
# the answer is then among the quotations for 93.0 % and 92.9 % (with all three: 93.6 and 92.9), of
# which there are 2.3 and 2.2 instead of 3, and 0.15 and 0.26 of a wrong passage, not 0.55 and 0.66.
_BEHIND = 1.0
_BEHIND_ELSEWHERE = 0.5

_SHARED_FRACTION = 0.5
"""Words that two versions of a sentence share: a short one is half made of what was changed."""

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
    def words(self) -> frozenset[str]:
        """The words by which it is compared with others."""
        return frozenset(words_of(self.text))

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
    that is short: a row says nothing without its head, nor the head without its rows. A sentence
    that falls far behind the best one is not quoted, and the same words once.

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
    ordered = [(found[places[id(each.sentence)]], each.score) for each in best]
    headings = {" ".join(line.split()) for item in found for line in item.hit.chunk.section}
    told = [each for each in ordered if not _is_heading(each[0].text, headings)]
    return quoted(_near_the_best(told or ordered))


def quoted(chosen: Iterable[Candidate]) -> Draft:
    """Return an answer that quotes the first three places, each once and with its table.

    Of a sentence that stands in several versions of a text, that of the best passage comes first;
    the others follow where places are left.
    """
    once = list(_apart(map(_with_table, chosen)))
    return _quoted(
        one_of_each(once, same=_are_versions, best=_first_passage, places=SENTENCES)[:SENTENCES]
    )


def _near_the_best(scored: Sequence[tuple[Candidate, float]]) -> list[Candidate]:
    first, best = scored[0]
    return [
        item
        for item, score in scored
        if best - score
        <= (_BEHIND if item.sentence.passage == first.sentence.passage else _BEHIND_ELSEWHERE)
    ]


def _are_versions(one: Candidate, other: Candidate) -> bool:
    """Tell whether two sentences stand in the same place of two versions of a text."""
    if one.hit.chunk.document_id == other.hit.chunk.document_id:
        return False
    shared = one.words & other.words
    if len(shared) < _SHARED_FRACTION * max(len(one.words), len(other.words)):
        return False
    texts = (frozenset(words_of(each.hit.chunk.text)) for each in (one, other))
    return are_versions(*texts)


def _first_passage(items: Sequence[Candidate]) -> Candidate:
    return min(items, key=lambda item: item.sentence.passage)


def _with_table(item: Candidate) -> Candidate:
    sentence, text = item.sentence, item.hit.chunk.text
    for table in _TABLE.finditer(text):
        if table.start() <= sentence.start and sentence.end <= table.end():
            if table.end() - table.start() > SENTENCE_CHARS:
                return item
            return replace(item, sentence=replace(sentence, start=table.start(), end=table.end()))
    return item


def _apart(items: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the same words once: two rows may have become one table, two copies one sentence."""
    seen: set[tuple[str, ...]] = set()
    for item in items:
        words = words_of(item.text) or (item.text,)
        if words not in seen:
            seen.add(words)
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
