"""An answer's record, and what the store still holds of what it names, to its view. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kesher.domain.answer import Answer, Citation
from kesher.domain.answer_record import (
    AnswerRecord,
    ModelCall,
    PromptPart,
    RecordedHit,
    RecordedRetrieval,
    StageTime,
)
from kesher.domain.document import Chunk, Document
from kesher.domain.record_view import (
    FORM,
    CallView,
    CitationView,
    Lane,
    Named,
    PromptView,
    RankedRow,
    RecordView,
    RetrievalView,
    SegmentView,
)
from kesher.domain.replay import Mark, Standing
from kesher.domain.request import SegmentKind, SentRequest

EXCERPT_CHARS = 200
VECTOR_PLACES = 4
_THOUSAND = 1000.0
_MS_PLACES = 3

# What is in neither begins with the search: meaning and words are searched side by side.
_AFTER = {"dense": "embed", "grams": "lexical"}
_LAST = ("fuse", "join", "neighbours")
_RANKINGS = {"dense": 0, "lexical": 1, "grams": 2, "fused": 9}


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds today of what a record names.

    Attributes:
        chunks: Those that stand, by id.
        documents: Of the room, by id.
        requests: Those that were sent for the answer, by id.
    """

    chunks: Mapping[str, tuple[Chunk, Document]]
    documents: Mapping[str, Document]
    requests: Mapping[str, SentRequest]


def view(
    record: AnswerRecord, answer: Answer, held: Held, *, ranks: int, shared: bool
) -> RecordView:
    """Return the record as it is read.

    Args:
        ranks: A chunk that was no hit is shown where a ranking has it among so many.
        shared: It is opened by a link: the texts of memory's segments are withheld.
    """
    calls = tuple(
        _call(call, held.requests[call.request_id])
        for call in record.calls
        if call.request_id in held.requests
    )
    prices = [call.price_usd for call in calls if call.price_usd is not None]
    return RecordView(
        form=FORM,
        answer_id=answer.id,
        room_id=record.room_id,
        thread_id=answer.thread_id,
        question=answer.question,
        kind=answer.kind,
        held_fraction=record.held_fraction,
        text=answer.text,
        citations=tuple(_citation(cite) for cite in answer.citations),
        stop_reason=answer.stop_reason,
        model=answer.model,
        research_id=answer.research_id,
        error_code=answer.error_code,
        error=answer.error,
        created_at=answer.created_at,
        shared=shared,
        retrievals=tuple(_retrieval(each, answer, held, ranks) for each in record.retrievals),
        prompt=_prompt(record, answer, held, shared),
        calls=calls,
        price_usd=sum(prices) if prices else None,
        timeline=tuple(
            _lane(each) for each in sorted(record.stages, key=lambda each: each.began_seconds)
        ),
        total_ms=_ms(answer.seconds.get("total", 0.0)),
        versions=_named(record.versions),
        settings=_named(record.settings),
    )


def lanes(seconds: Mapping[str, float], began_seconds: float) -> tuple[Lane, ...]:
    """Return the stages of a search on the time line, in the order in which they began.

    A search embeds the question while words are looked up; the dense ranking follows its vector,
    pieces of words follow whole ones, and the rest follows all rankings, one after the other.
    """
    found: dict[str, Lane] = {}
    for name, spent in seconds.items():
        if name not in _LAST:
            after = seconds.get(_AFTER.get(name, ""), 0.0)
            found[name] = _lane(StageTime(name, began_seconds + after, spent))
    at = max([began_seconds, *((lane.began_ms + lane.ms) / _THOUSAND for lane in found.values())])
    for name in _LAST:
        if name in seconds:
            found[name] = _lane(StageTime(name, at, seconds[name]))
            at += seconds[name]
    return tuple(sorted(found.values(), key=lambda lane: lane.began_ms))


def _retrieval(search: RecordedRetrieval, answer: Answer, held: Held, ranks: int) -> RetrievalView:
    vector = search.query_vector
    return RetrievalView(
        label=search.label,
        query=search.query.text,
        earlier=search.query.earlier,
        cited=search.query.cited,
        search_text=search.search_text,
        embedder=search.embedder,
        vector=None if vector is None else tuple(round(each, VECTOR_PLACES) for each in vector),
        figures=search.figures,
        rankings={name: len(search.rankings[name]) for name in _in_order(search.rankings)},
        fusion=search.fusion,
        rows=_rows(search, answer, held, ranks),
        stages=lanes(search.seconds, search.began_seconds),
    )


def _in_order(names: Iterable[str]) -> list[str]:
    """Return rankings as they come about: retrievers first, fusion last."""
    return sorted(names, key=lambda name: (_RANKINGS.get(name, _RANKINGS["fused"] - 1), name))


def _rows(
    search: RecordedRetrieval, answer: Answer, held: Held, ranks: int
) -> tuple[RankedRow, ...]:
    marks: dict[str, dict[str, Mark]] = {}
    for name, ranking in search.rankings.items():
        for rank, each in enumerate(ranking, start=1):
            marks.setdefault(each.chunk_id, {})[name] = Mark(rank, each.score)
    hits = {hit.chunk_id: hit for hit in search.hits}
    others = [
        chunk_id
        for chunk_id, places in marks.items()
        if chunk_id not in hits and min(mark.rank for mark in places.values()) <= ranks
    ]
    others.sort(key=lambda chunk_id: _order(marks[chunk_id]))
    return tuple(
        _row(chunk_id, hits.get(chunk_id), marks.get(chunk_id, {}), answer, held)
        for chunk_id in (*_by_rank(search.hits), *others)
    )


def _by_rank(hits: Sequence[RecordedHit]) -> list[str]:
    """Return ids in the order of the ranks, each hit before its neighbours."""
    order = sorted(hits, key=lambda hit: (hit.rank, hit.neighbour_of is not None))
    return [hit.chunk_id for hit in order]


def _order(marks: Mapping[str, Mark]) -> tuple[float, int]:
    fused = marks["fused"].rank if "fused" in marks else float("inf")
    return fused, min(mark.rank for mark in marks.values())


def _row(
    chunk_id: str,
    hit: RecordedHit | None,
    marks: Mapping[str, Mark],
    answer: Answer,
    held: Held,
) -> RankedRow:
    found = held.chunks.get(chunk_id)
    known = next((each for each in answer.hits if each.chunk.id == chunk_id), None)
    chunk = found[0] if found else known.chunk if known else None
    name = found[1].name if found else known.document_name if known else ""
    document_id = hit.document_id if hit else chunk.document_id if chunk else None
    text = found[0].text if found else ""
    return RankedRow(
        chunk_id=chunk_id,
        document_id=document_id,
        document_name=name,
        page_numbers=chunk.page_numbers if chunk else (),
        section=chunk.section if chunk else (),
        excerpt=text if hit else text[:EXCERPT_CHARS],
        standing=_standing(found is not None, document_id, held),
        rank=hit.rank if hit else None,
        neighbour_of=hit.neighbour_of if hit else None,
        grade=hit.grade if hit else None,
        sent=chunk_id in answer.sent,
        marks=marks,
    )


def _standing(there: bool, document_id: str | None, held: Held) -> Standing:
    if there:
        return Standing.STANDING
    return Standing.REPLACED if document_id in held.documents else Standing.DELETED


def _prompt(record: AnswerRecord, answer: Answer, held: Held, shared: bool) -> PromptView:
    request = held.requests.get(answer.request_id or "")
    texts = {each.hash: each.text for each in request.segments} if request else {}
    segments = [_segment(part, texts, request is not None, shared) for part in record.prompt]
    return PromptView(
        sent=request is not None,
        tokens=answer.prompt.sent_tokens,
        budget_tokens=answer.prompt.budget_tokens,
        room_tokens=answer.prompt.room_tokens,
        passages_sent=answer.prompt.passages_sent,
        passages_left_out=answer.prompt.passages_left_out,
        segments=tuple(segments),
    )


def _segment(part: PromptPart, texts: Mapping[str, str], sent: bool, shared: bool) -> SegmentView:
    text = texts.get(part.hash, "")
    state = "kept" if text else "erased"
    if not sent:
        state = "not_sent"
    elif shared and part.kind is SegmentKind.MEMORY:
        state, text = "withheld", ""
    return SegmentView(part.kind, part.message, part.tokens, part.refs, part.hash, state, text)


def _call(call: ModelCall, request: SentRequest) -> CallView:
    usage = request.usage
    given = usage.input_tokens if usage else None
    met = (usage.cached_tokens or 0) + (usage.written_tokens or 0) if usage else 0
    return CallView(
        label=call.label,
        request_id=request.id,
        purpose=request.purpose,
        model=request.model,
        profile=request.profile,
        tokens=request.tokens,
        input_tokens=given,
        output_tokens=usage.output_tokens if usage else None,
        cached_tokens=usage.cached_tokens if usage else None,
        written_tokens=usage.written_tokens if usage else None,
        uncached_tokens=None if given is None else max(0, given - met),
        price_usd=request.price_usd,
    )


def _citation(cite: Citation) -> CitationView:
    return CitationView(
        number=cite.number,
        position=cite.position,
        chunk_id=cite.chunk_id,
        document_id=cite.document_id,
        document_name=cite.document_name,
        page_numbers=tuple(dict.fromkeys(span.page_number for span in cite.spans)),
        quote=cite.quote,
        verified=cite.verified,
    )


def _lane(stage: StageTime) -> Lane:
    return Lane(stage.name, _ms(stage.began_seconds), _ms(stage.seconds))


def _ms(seconds: float) -> float:
    return round(seconds * _THOUSAND, _MS_PLACES)


def _named(values: Mapping[str, str | int | float | bool | None]) -> tuple[Named, ...]:
    return tuple(Named(name, value) for name, value in sorted(values.items()))
