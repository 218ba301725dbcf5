"""Chunks that stand beside the closest hits, so that a list or a procedure is not cut."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kesher.domain.document import Chunk
from kesher.domain.retrieval import Hit


@dataclass(frozen=True, slots=True)
class _Place:
    document_id: str
    ordinal: int


def ordinals_beside(hits: Sequence[Hit], *, limit: int) -> Mapping[str, tuple[int, ...]]:
    """Return which chunks to fetch for `neighbours`, as ordinals by document.

    Args:
        hits: Best first.
        limit: Most neighbours that are wanted.
    """
    if limit == 0:
        return {}
    wanted: dict[str, list[int]] = {}
    for place, _ in _beside(hits):
        wanted.setdefault(place.document_id, []).append(place.ordinal)
    return {document_id: tuple(ordinals) for document_id, ordinals in wanted.items()}


def neighbours(hits: Sequence[Hit], fetched: Iterable[Chunk], *, limit: int) -> tuple[Hit, ...]:
    """Return up to `limit` chunks beside the hits: those of rank 1 first, then of rank 2 ...

    Of the two beside a hit, the following one comes first: lists and procedures go on there.

    Args:
        hits: Best first.
        fetched: Chunks at the places of `ordinals_beside`, those that exist, in any order.
    """
    standing = {_Place(chunk.document_id, chunk.ordinal): chunk for chunk in fetched}
    found = [(standing[place], hit) for place, hit in _beside(hits) if place in standing]
    return tuple(
        Hit(chunk, hit.document_name, hit.rank, neighbour_of=hit.chunk.id)
        for chunk, hit in found[:limit]
    )


def _beside(hits: Sequence[Hit]) -> Iterator[tuple[_Place, Hit]]:
    """Yield each place beside a hit once, with the best hit that it stands beside."""
    seen = {_Place(hit.chunk.document_id, hit.chunk.ordinal) for hit in hits}
    for hit in hits:
        for ordinal in (hit.chunk.ordinal + 1, hit.chunk.ordinal - 1):
            place = _Place(hit.chunk.document_id, ordinal)
            if ordinal >= 0 and place not in seen:
                seen.add(place)
                yield place, hit
