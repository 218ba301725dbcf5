"""The parts of an answer's record that are read only with it, as versioned JSON texts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.sql.column_types import canonical_json
from kesher.domain.answer_record import (
    KEPT_RANKS,
    AnswerRecord,
    ModelCall,
    PromptPart,
    RecordedHit,
    RecordedRetrieval,
    StageTime,
)
from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import Query, Ranked, RoomFigures
from kesher.errors import StoreError

VERSION = 1
"""Raised when the form changes; reading keeps understanding every earlier one."""


def write_record(record: AnswerRecord) -> bytes:
    """Return the JSON of all but the retrievals."""
    return _bytes(
        {
            "prompt": [_write_part(part) for part in record.prompt],
            "calls": [[call.label, call.request_id] for call in record.calls],
            "stages": [[each.name, each.began_seconds, each.seconds] for each in record.stages],
            "versions": dict(record.versions),
            "settings": dict(record.settings),
            "held_fraction": record.held_fraction,
        }
    )


def read_record(
    held: bytes, place: Mapping[str, str], retrievals: Iterable[RecordedRetrieval]
) -> AnswerRecord:
    """Undo `write_record`.

    Args:
        place: `answer_id`, `room_id` and `thread_id`.

    Raises:
        StoreError: a newer Kesher wrote it.
    """
    found = _read(held, place["answer_id"])
    return AnswerRecord(
        **place,
        retrievals=tuple(retrievals),
        prompt=tuple(_read_part(part) for part in found["prompt"]),
        calls=tuple(ModelCall(*call) for call in found["calls"]),
        stages=tuple(StageTime(*each) for each in found["stages"]),
        versions=found["versions"],
        settings=found["settings"],
        held_fraction=found["held_fraction"],
    )


def write_retrieval(retrieval: RecordedRetrieval) -> bytes:
    """Return the JSON of a retrieval, each ranking cut to `KEPT_RANKS`; the vector stands apart."""
    figures = retrieval.figures
    return _bytes(
        {
            "query": _write_query(retrieval.query),
            "search_text": retrieval.search_text,
            "fusion": retrieval.fusion,
            "rankings": {
                name: [[each.chunk_id, float(each.score)] for each in ranking[:KEPT_RANKS]]
                for name, ranking in retrieval.rankings.items()
            },
            "hits": [_write_hit(hit) for hit in retrieval.hits],
            "figures": [
                figures.documents,
                figures.pages,
                figures.chunks,
                figures.dimensions,
                figures.tokens,
            ],
            "seconds": {stage: float(spent) for stage, spent in retrieval.seconds.items()},
        }
    )


def read_retrieval(
    row: Any,  # noqa: ANN401 - a row of `answer_retrievals`
) -> RecordedRetrieval:
    """Undo `write_retrieval`. Raises StoreError where a newer Kesher wrote it."""
    found = _read(row.details, row.answer_id)
    return RecordedRetrieval(
        label=row.label,
        query=_read_query(found["query"]),
        search_text=found["search_text"],
        embedder=row.embedder,
        query_vector=_numbers(row.query_vector),
        rankings={
            name: tuple(Ranked(chunk_id, score) for chunk_id, score in ranking)
            for name, ranking in found["rankings"].items()
        },
        hits=tuple(RecordedHit(*hit) for hit in found["hits"]),
        figures=RoomFigures(*found["figures"]),
        seconds=found["seconds"],
        began_seconds=row.began_seconds,
        fusion=found["fusion"],
    )


def as_vector(numbers: Sequence[float] | None) -> NDArray[np.float32] | None:
    """Return the query's vector as it stands in its column."""
    return None if numbers is None else np.asarray(numbers, dtype=np.float32)


def _numbers(vector: NDArray[np.float32] | None) -> tuple[float, ...] | None:
    return None if vector is None else tuple(vector.tolist())


def _write_query(query: Query) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(query).items()
    }


def _read_query(held: Mapping[str, Any]) -> Query:
    values: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in held.items()
    }
    return Query(**values)


def _write_hit(hit: RecordedHit) -> list[object]:
    return [
        hit.chunk_id,
        hit.document_id,
        hit.ordinal,
        hit.digest,
        hit.rank,
        hit.neighbour_of,
        hit.grade,
    ]


def _write_part(part: PromptPart) -> list[object]:
    return [part.kind.value, part.hash, part.tokens, part.message, list(part.refs)]


def _read_part(held: Sequence[Any]) -> PromptPart:
    kind, digest, tokens, message, refs = held
    return PromptPart(SegmentKind(kind), digest, tokens, message, tuple(refs))


def _bytes(found: dict[str, object]) -> bytes:
    return canonical_json({"version": VERSION, **found}).encode()


def _read(held: bytes, answer_id: str) -> Any:  # noqa: ANN401 - JSON
    found = json.loads(held)
    if found["version"] > VERSION:
        raise StoreError(
            f"The record of `{answer_id}` was stored by a newer Kesher (form {found['version']}, "
            f"this one reads up to {VERSION}). Update Kesher to read it."
        )
    return found
