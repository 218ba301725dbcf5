"""Ranking measures by ir-measures."""

from collections.abc import Mapping, Sequence

import ir_measures
from ir_measures import RR, R, Success, nDCG

_MEASURES = {
    "R@1": Success @ 1,
    "R@5": Success @ 5,
    "R@10": Success @ 10,
    "recall@10": R @ 10,
    "MRR@10": RR @ 10,
    "nDCG@10": nDCG @ 10,
}


def measure(
    rankings: Sequence[Sequence[str]], right: Sequence[frozenset[str]]
) -> Sequence[Mapping[str, float]]:
    """Return each question's values; see `kesher.ports.evaluations.Measures`."""
    truth = {str(place): dict.fromkeys(ids, 1) for place, ids in enumerate(right)}
    # The library ranks by score: the place, counted downwards.
    run = {
        str(place): {id_: -float(rank) for rank, id_ in enumerate(ranking)}
        for place, ranking in enumerate(rankings)
    }
    names = {each: name for name, each in _MEASURES.items()}
    values = [dict.fromkeys(_MEASURES, 0.0) for _ in right]
    # A question that found nothing is in no run, and the library may leave it out: it stays 0.
    for metric in ir_measures.iter_calc(list(names), truth, run):
        values[int(metric.query_id)][names[metric.measure]] = float(metric.value)
    return values
