"""The parts of questions and runs that are read only with them, as versioned JSON texts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kesher.adapters.sql.column_types import canonical_json
from kesher.domain.evaluation import (
    EvaluationRun,
    Figures,
    FoundPage,
    Outcome,
    Refusals,
    RightPages,
)
from kesher.domain.retrieval import RoomFigures
from kesher.errors import StoreError

VERSION = 1
"""Raised when the form changes; reading keeps understanding every earlier one."""


def write_right(right: Iterable[RightPages]) -> str:
    """Return the JSON of a question's right pages."""
    return canonical_json(_right_lists(right))


def read_right(held: str) -> tuple[RightPages, ...]:
    """Undo `write_right`."""
    return _right_from(json.loads(held))


def write_summary(run: EvaluationRun) -> bytes:
    """Return the JSON of what a run's row has no column for."""
    room = run.room
    return _bytes(
        {
            "state": run.state.value,
            "source": run.source,
            "asked": run.asked,
            "seconds": run.seconds,
            "versions": dict(run.versions),
            "settings": dict(run.settings),
            "room": [room.documents, room.pages, room.chunks, room.dimensions, room.tokens],
            "figures": {name: _write_figures(each) for name, each in run.figures.items()},
        }
    )


def read_summary(held: bytes, run_id: str) -> Mapping[str, Any]:
    """Return the parts of a run by the names of `EvaluationRun`, `state` as its word.

    Raises:
        StoreError: a newer Kesher wrote it.
    """
    found = _read(held, run_id)
    return {
        **{name: found[name] for name in ("source", "asked", "seconds", "versions", "settings")},
        "state": found["state"],
        "room": RoomFigures(*found["room"]),
        "figures": {name: _read_figures(each) for name, each in found["figures"].items()},
    }


def write_outcomes(outcomes: Iterable[Outcome]) -> bytes:
    """Return the JSON of what became of each question."""
    return _bytes({"outcomes": [_write_outcome(each) for each in outcomes]})


def read_outcomes(held: bytes, run_id: str) -> Sequence[Outcome]:
    """Undo `write_outcomes`. Raises StoreError where a newer Kesher wrote it."""
    return [_read_outcome(each) for each in _read(held, run_id)["outcomes"]]


def _write_outcome(outcome: Outcome) -> dict[str, object]:
    return {
        "text": outcome.text,
        "language": outcome.language,
        "right": _right_lists(outcome.right),
        "seconds": outcome.seconds,
        "missing": list(outcome.missing),
        "pages": [[page.document_id, page.page_number] for page in outcome.pages],
        "rank": outcome.rank,
        "values": dict(outcome.values),
        "refused": outcome.refused,
        "held_fraction": outcome.held_fraction,
    }


def _read_outcome(held: Mapping[str, Any]) -> Outcome:
    lists = {
        "right": _right_from(held["right"]),
        "missing": tuple(held["missing"]),
        "pages": tuple(FoundPage(*page) for page in held["pages"]),
    }
    return Outcome(**{**held, **lists})


def _write_figures(figures: Figures) -> list[object]:
    refusals = [[each.refused, each.asked] for each in (figures.rightly, figures.wrongly)]
    return [figures.judged, dict(figures.means), *refusals, figures.not_judged]


def _read_figures(held: Sequence[Any]) -> Figures:
    judged, means, rightly, wrongly, not_judged = held
    return Figures(judged, means, Refusals(*rightly), Refusals(*wrongly), not_judged)


def _right_lists(right: Iterable[RightPages]) -> list[object]:
    return [[each.document_id, each.document_name, list(each.pages)] for each in right]


def _right_from(held: Iterable[Any]) -> tuple[RightPages, ...]:
    return tuple(RightPages(id_, name, tuple(pages)) for id_, name, pages in held)


def _bytes(found: dict[str, object]) -> bytes:
    return canonical_json({"version": VERSION, **found}).encode()


def _read(held: bytes, run_id: str) -> Any:  # noqa: ANN401 - JSON
    found = json.loads(held)
    if found["version"] > VERSION:
        raise StoreError(
            f"The evaluation `{run_id}` was stored by a newer Kesher (form {found['version']}, "
            f"this one reads up to {VERSION}). Update Kesher to read it."
        )
    return found
