"""The parts of an answer that are read only with it, as one versioned JSON text.

Texts of hits are not copied: they are read from the chunks, and are empty where a document was
deleted, so that deleting it leaves of its text only what answers quote.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kesher.adapters.sql.column_types import canonical_json, spans_from_lists, spans_to_lists
from kesher.domain.answer import Answer, Citation, PromptFigures
from kesher.domain.document import Chunk
from kesher.domain.retrieval import Hit
from kesher.errors import StoreError

VERSION = 5
"""Raised when the form changes; `read` keeps understanding every earlier one."""


@dataclass(frozen=True, slots=True)
class Details:
    """What `write` kept of an answer; the chunks of the hits are still without their text."""

    citations: tuple[Citation, ...]
    hits: tuple[Hit, ...]
    sent: tuple[str, ...]
    prompt: PromptFigures
    seconds: dict[str, float]
    request_id: str | None
    research_id: str | None


def write(answer: Answer) -> str:
    """Return the JSON text of an answer's details."""
    return canonical_json(
        {
            "version": VERSION,
            "citations": [_write_citation(citation) for citation in answer.citations],
            "hits": [write_hit(hit) for hit in answer.hits],
            "sent": list(answer.sent),
            "prompt": _write_prompt(answer.prompt),
            "seconds": {stage: float(seconds) for stage, seconds in answer.seconds.items()},
            "request_id": answer.request_id,
            "research_id": answer.research_id,
        }
    )


def read(text: str, *, place: str) -> Details:
    """Undo `write`.

    Args:
        place: The answer's id, for the message of an error.

    Raises:
        StoreError: a newer Kesher wrote it.
    """
    held: Mapping[str, Any] = json.loads(text)
    if held["version"] > VERSION:
        raise StoreError(
            f"The answer `{place}` was stored by a newer Kesher (form {held['version']}, this one "
            f"reads up to {VERSION}). Update Kesher to read it."
        )
    return Details(
        citations=tuple(_read_citation(citation) for citation in held["citations"]),
        hits=tuple(read_hit(hit) for hit in held["hits"]),
        sent=tuple(held["sent"]),
        prompt=PromptFigures(**held["prompt"]),
        seconds=held["seconds"],
        request_id=held.get("request_id"),  # since form 2
        research_id=held.get("research_id"),  # since form 4
    )


def _write_citation(citation: Citation) -> dict[str, object]:
    return {
        "number": citation.number,
        "position": citation.position,
        "chunk_id": citation.chunk_id,
        "document_id": citation.document_id,
        "document_name": citation.document_name,
        "quote": citation.quote,
        "verified": citation.verified,
        "spans": spans_to_lists(citation.spans),
        "section": list(citation.section),
        "erased_at": citation.erased_at and citation.erased_at.isoformat(),
    }


def _read_citation(held: Mapping[str, Any]) -> Citation:
    spans = spans_from_lists(held["spans"])
    section = tuple(held.get("section", ()))  # since form 3
    erased = held.get("erased_at")  # since form 5
    erased_at = datetime.fromisoformat(erased) if erased else None
    return Citation(**{**held, "spans": spans, "section": section, "erased_at": erased_at})


def write_hit(hit: Hit) -> dict[str, object]:
    """Return a hit as an object of JSON, without the text of its chunk."""
    return {
        "chunk_id": hit.chunk.id,
        "document_id": hit.chunk.document_id,
        "ordinal": hit.chunk.ordinal,
        "spans": spans_to_lists(hit.chunk.spans),
        "tokens": hit.chunk.tokens,
        "section": list(hit.chunk.section),
        "document_name": hit.document_name,
        "rank": hit.rank,
        "dense": _number(hit.dense),
        "lexical": _number(hit.lexical),
        "fused": _number(hit.fused),
        "dense_rank": hit.dense_rank,
        "lexical_rank": hit.lexical_rank,
        "neighbour_of": hit.neighbour_of,
        "grade": hit.grade,
        "grams": _number(hit.grams),
        "grams_rank": hit.grams_rank,
        "copies": list(hit.copies),
    }


def read_hit(held: Mapping[str, Any]) -> Hit:
    """Undo `write_hit`; the chunk has no text."""
    chunk = Chunk(
        id=held["chunk_id"],
        document_id=held["document_id"],
        ordinal=held["ordinal"],
        text="",
        spans=spans_from_lists(held["spans"]),
        tokens=held["tokens"],
        section=tuple(held.get("section", ())),  # since form 3
    )
    return Hit(
        chunk=chunk,
        document_name=held["document_name"],
        rank=held["rank"],
        dense=held["dense"],
        lexical=held["lexical"],
        fused=held["fused"],
        dense_rank=held["dense_rank"],
        lexical_rank=held["lexical_rank"],
        neighbour_of=held["neighbour_of"],
        grade=held.get("grade"),  # since form 4, as all below
        grams=held.get("grams"),
        grams_rank=held.get("grams_rank"),
        copies=tuple(held.get("copies", ())),
    )


def _write_prompt(prompt: PromptFigures) -> dict[str, int]:
    return {
        "sent_tokens": prompt.sent_tokens,
        "budget_tokens": prompt.budget_tokens,
        "room_tokens": prompt.room_tokens,
        "passages_sent": prompt.passages_sent,
        "passages_left_out": prompt.passages_left_out,
    }


def _number(score: float | None) -> float | None:
    """Return a plain float: an index may score in NumPy's own kinds, which JSON does not know."""
    return None if score is None else float(score)
