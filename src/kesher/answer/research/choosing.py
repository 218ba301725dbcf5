"""The relevant hits of all aspects to the one order in which an answer gets them."""

from collections.abc import Sequence
from dataclasses import replace

from kesher.answer.research.state import Choice, State, relevant
from kesher.domain.retrieval import Hit


def chosen(state: State, choice: Choice) -> tuple[Hit, ...]:
    """Return the relevant hits of all aspects, ranked from 1, each chunk once.

    Graded ones go by grade. Among equals the aspects take turns, so that a small budget holds
    something of each.
    """
    rankings = [relevant(state, aspect, choice) for aspect in range(len(state.aspects))]
    turns = [
        (-(choice.least_grade if hit.grade is None else hit.grade), turn, aspect, hit)
        for aspect, ranking in enumerate(rankings)
        for turn, hit in enumerate(ranking)
    ]
    ordered: dict[str, Hit] = {}
    for *_, hit in sorted(turns, key=lambda each: each[:3]):
        ordered.setdefault(hit.chunk.id, hit)
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(ordered.values(), start=1))


def beside(state: State, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the neighbours that the searches brought with these hits, each once."""
    ranks = {hit.chunk.id: hit.rank for hit in hits}
    found: dict[str, Hit] = {}
    for retrieval in state.searches.values():
        for hit in retrieval.neighbours:
            if hit.neighbour_of in ranks and hit.chunk.id not in ranks:
                found.setdefault(hit.chunk.id, replace(hit, rank=ranks[hit.neighbour_of]))
    return tuple(sorted(found.values(), key=lambda hit: hit.rank))


def nearest(state: State, limit: int) -> tuple[Hit, ...]:
    """Return the first hits of each search by turns, relevant or not: what came nearest."""
    found: dict[str, Hit] = {}
    for place in range(limit):
        for retrieval in state.searches.values():
            for hit in retrieval.hits[place : place + 1]:
                found.setdefault(hit.chunk.id, hit)
    kept = list(found.values())[:limit]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(kept, start=1))
