"""A step of a deep-research run as versioned JSON. Chunks are named; their text is not copied."""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from kesher.adapters.sql.answer_details import read_hit, write_hit
from kesher.adapters.sql.column_types import canonical_json
from kesher.domain.research import (
    Answered,
    Asked,
    Billed,
    Call,
    Checked,
    Finding,
    Graded,
    Halted,
    HaltReason,
    Maker,
    Planned,
    Searched,
    Step,
)
from kesher.domain.retrieval import Query, Ranked, Retrieval, RoomFigures
from kesher.errors import StoreError

VERSION = 1
"""Raised when the form changes; `read` keeps understanding every earlier one."""

_KEPT_RANKS = 200

Held = Mapping[str, Any]


def write(step: Step) -> bytes:
    """Return the JSON of a step."""
    fields = _write_searched(step) if isinstance(step, Searched) else asdict(step)
    kind = type(step).__name__.lower()
    return canonical_json({"version": VERSION, "kind": kind, **fields}).encode()


def read(payload: bytes, *, place: str) -> Step:
    """Undo `write`; the chunks of hits are without their text.

    Args:
        place: The run's id, for the message of an error.

    Raises:
        StoreError: a newer Kesher wrote it.
    """
    held: dict[str, Any] = json.loads(payload)
    version, kind = held.pop("version"), held.pop("kind")
    if version > VERSION or kind not in _READERS:
        raise StoreError(
            f"A step of the research `{place}` was stored by a newer Kesher (`{kind}`, form "
            f"{version}; this one reads up to {VERSION}). Update Kesher to read it."
        )
    return _READERS[kind](held)


def _write_searched(step: Searched) -> dict[str, object]:
    found = step.retrieval
    return {
        "aspect": step.aspect,
        "round": step.round,
        "query": {
            "text": found.query.text,
            "earlier": list(found.query.earlier),
            "cited": list(found.query.cited),
            "rewritten": found.query.rewritten,
        },
        "hits": [write_hit(hit) for hit in found.hits],
        "neighbours": [write_hit(hit) for hit in found.neighbours],
        "figures": asdict(found.figures),
        "embedder": found.embedder,
        "seconds": {stage: float(spent) for stage, spent in found.seconds.items()},
        "search_text": found.search_text,
        "fusion": found.fusion,
        "query_vector": _packed(found.query_vector),
        "rankings": {
            name: [[each.chunk_id, float(each.score)] for each in ranking[:_KEPT_RANKS]]
            for name, ranking in found.rankings.items()
        },
    }


def _read_searched(held: Held) -> Searched:
    query = held["query"]
    retrieval = Retrieval(
        query=Query(
            query["text"], tuple(query["earlier"]), tuple(query["cited"]), query["rewritten"]
        ),
        hits=tuple(read_hit(hit) for hit in held["hits"]),
        neighbours=tuple(read_hit(hit) for hit in held["neighbours"]),
        figures=RoomFigures(**held["figures"]),
        embedder=held["embedder"],
        seconds=held["seconds"],
        search_text=held["search_text"],
        fusion=held["fusion"],
        query_vector=_unpacked(held["query_vector"]),
        rankings={
            name: tuple(Ranked(chunk_id, score) for chunk_id, score in ranking)
            for name, ranking in held["rankings"].items()
        },
    )
    return Searched(held["aspect"], held["round"], retrieval)


def _packed(vector: tuple[float, ...] | None) -> str | None:
    """Return a vector as base64 of little-endian float32: a third of what its digits take."""
    if vector is None:
        return None
    return base64.b64encode(np.asarray(vector, dtype="<f4").tobytes()).decode()


def _unpacked(text: str | None) -> tuple[float, ...] | None:
    if text is None:
        return None
    return tuple(np.frombuffer(base64.b64decode(text), dtype="<f4").tolist())


def _read_planned(held: Held) -> Planned:
    return Planned(tuple(held["aspects"]), Maker(held["maker"]), held["remark"])


def _read_checked(held: Held) -> Checked:
    findings = tuple(Finding(**each) for each in held["findings"])
    return Checked(held["round"], findings, Maker(held["maker"]), held["remark"])


_READERS: Mapping[str, Callable[[Held], Step]] = {
    "asked": lambda held: Asked(**{**held, "call": Call(held["call"])}),
    "billed": lambda held: Billed(**held),
    "planned": _read_planned,
    "searched": _read_searched,
    "graded": lambda held: Graded(**{**held, "maker": Maker(held["maker"])}),
    "checked": _read_checked,
    "halted": lambda held: Halted(HaltReason(held["reason"])),
    "answered": lambda held: Answered(**held),
}
