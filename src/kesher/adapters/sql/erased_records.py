"""Answers, searches, research and evaluations without what they had of erased documents. Pure."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime

from kesher.domain.answer import ERASED_ID, Answer, Citation
from kesher.domain.answer_record import RecordedHit, RecordedRetrieval
from kesher.domain.evaluation import Outcome, RightPages
from kesher.domain.research import Checked, Finding, Graded, Planned, Searched, Step
from kesher.domain.retrieval import Hit, Query
from kesher.text.erasing import (
    Run,
    cut,
    marked_at,
    overlapping,
    taken_from,
    tombstone,
    without_quotations,
)
from kesher.text.sentences import Span, sentence_spans


@dataclass(frozen=True, slots=True)
class Erasing:
    """What goes, and when.

    Attributes:
        documents: Ids: of a document and of all versions that go with it.
        names: What those were called.
        shared: Runs of words that stand in them and in what was written from them.
    """

    documents: AbstractSet[str]
    names: AbstractSet[str]
    at: datetime
    shared: AbstractSet[Run] = field(default_factory=frozenset)

    def text(self, text: str) -> str:
        """Return a text with a tombstone for each sentence that quotes the documents."""
        return without_quotations(text, self.shared, self.at)

    def name(self, name: str) -> str:
        """Return what stands in the place of a document's name."""
        return tombstone(name, self.at)

    def id(self, document_id: str) -> str:
        """Return a document's id, or what stands in the place of an erased one."""
        return ERASED_ID if document_id in self.documents else document_id


def bare_answer(answer: Answer, erasing: Erasing) -> Answer:
    """Return an answer without what it quotes or says by the documents."""
    spans = _quoting(answer, erasing)
    text, positions = cut(
        answer.text,
        spans,
        tombstone(answer.text, erasing.at),
        [each.position for each in answer.citations],
    )
    return replace(
        answer,
        text=text,
        citations=tuple(
            replace(_bare_citation(each, erasing), position=position)
            for each, position in zip(answer.citations, positions, strict=True)
        ),
        hits=tuple(_bare_hit(hit, erasing) for hit in answer.hits),
    )


def bare_retrieval(search: RecordedRetrieval, erasing: Erasing) -> RecordedRetrieval:
    """Return a search of a record without the documents' ids and words."""
    return replace(
        search,
        query=_bare_query(search.query, erasing),
        search_text=erasing.text(search.search_text),
        hits=tuple(_bare_recorded_hit(hit, erasing) for hit in search.hits),
    )


def bare_step(step: Step, erasing: Erasing) -> Step:
    """Return a step of deep research without the documents' ids, names and words."""
    match step:
        case Searched(retrieval=found):
            bare = replace(
                found,
                query=_bare_query(found.query, erasing),
                search_text=erasing.text(found.search_text),
                hits=tuple(_bare_hit(hit, erasing) for hit in found.hits),
                neighbours=tuple(_bare_hit(hit, erasing) for hit in found.neighbours),
            )
            return replace(step, retrieval=bare)
        case Planned():
            aspects = tuple(erasing.text(each) for each in step.aspects)
            return replace(step, aspects=aspects, remark=erasing.text(step.remark))
        case Checked():
            findings = tuple(_bare_finding(each, erasing) for each in step.findings)
            return replace(step, findings=findings, remark=erasing.text(step.remark))
        case Graded():
            return replace(step, remark=erasing.text(step.remark))
        case _:
            return step


def bare_outcome(outcome: Outcome, erasing: Erasing) -> Outcome:
    """Return what became of a question without the documents' ids and names."""
    return replace(
        outcome,
        right=bare_right(outcome.right, erasing),
        missing=tuple(
            erasing.name(each) if each in erasing.names else each for each in outcome.missing
        ),
        pages=tuple(
            replace(page, document_id=erasing.id(page.document_id)) for page in outcome.pages
        ),
    )


def bare_right(right: Iterable[RightPages], erasing: Erasing) -> tuple[RightPages, ...]:
    """Return right pages without the documents' ids and names; the numbers of pages stay."""
    return tuple(
        RightPages(ERASED_ID, erasing.name(each.document_name), each.pages)
        if each.document_id in erasing.documents
        else each
        for each in right
    )


def _quoting(answer: Answer, erasing: Erasing) -> list[Span]:
    """Return the sentences that rest on the documents, have their words or call them by name."""
    spans = set(taken_from(answer.text, erasing.shared))
    for each in answer.citations:
        if each.document_id in erasing.documents:
            spans.update(overlapping(answer.text, each.quote))
            closed = marked_at(answer.text, each.position)
            spans.update([closed] if closed else [])
    for start, end in sentence_spans(answer.text):
        if any(name in answer.text[start:end] for name in erasing.names):
            spans.add((start, end))
    return sorted(spans)


def _bare_citation(citation: Citation, erasing: Erasing) -> Citation:
    if citation.document_id not in erasing.documents:
        return replace(citation, quote=erasing.text(citation.quote))
    return replace(
        citation,
        document_id=ERASED_ID,
        document_name=erasing.name(citation.document_name),
        quote=tombstone(citation.quote, erasing.at),
        verified=False,
        spans=(),
        section=(),
        erased_at=erasing.at,
    )


def _bare_hit(hit: Hit, erasing: Erasing) -> Hit:
    if hit.chunk.document_id not in erasing.documents:
        return hit
    chunk = replace(hit.chunk, document_id=ERASED_ID, text="", section=(), head="")
    return replace(hit, chunk=chunk, document_name=erasing.name(hit.document_name))


def _bare_recorded_hit(hit: RecordedHit, erasing: Erasing) -> RecordedHit:
    return replace(hit, document_id=erasing.id(hit.document_id))


def _bare_query(query: Query, erasing: Erasing) -> Query:
    return replace(query, rewritten=erasing.text(query.rewritten))


def _bare_finding(finding: Finding, erasing: Erasing) -> Finding:
    return replace(
        finding, missing=erasing.text(finding.missing), query=erasing.text(finding.query)
    )
