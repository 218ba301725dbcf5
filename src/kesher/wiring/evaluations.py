"""Evaluation of rooms."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kesher.app.ask import Ask
from kesher.app.evaluation.questions import QuestionSets
from kesher.app.evaluation.running import Evaluating

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


def make_evaluating(store: "SqlStore", ask: Ask) -> Evaluating:
    """Return what keeps question sets and runs them, with the search and bar of `ask`."""
    from kesher.adapters.system import new_id, utc_now

    sets = QuestionSets(store, store.parts.evaluations, ask.checked, utc_now, new_id)
    return Evaluating(
        store=store,
        evaluations=store.parts.evaluations,
        sets=sets,
        search=ask.search,
        bar=ask.quoting.bar,
        measures=_measure,
        versions=ask.recording.versions,
        clock=utc_now,
        new_id=new_id,
    )


def _measure(
    rankings: Sequence[Sequence[str]], right: Sequence[frozenset[str]]
) -> Sequence[Mapping[str, float]]:
    """Measure, the library being loaded when it is first used."""
    from kesher.adapters.ranking_measures import measure

    return measure(rankings, right)
