"""A question and its rankings to ranked hits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kesher.domain.document import Chunk, Document
from kesher.domain.retrieval import Hit, Query, Ranked
from kesher.ranking.fusion import reciprocal_rank_fusion
from kesher.text.terms import query_terms

# A question with fewer words than this to search by leans on the one before it: "And for
# part-timers?", "yes". Longer ones stand alone, so that a change of subject is not held back.
_TELLING_WORDS = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk in the fused order, before it is joined with the store.

    Attributes:
        fused: Its score by Reciprocal Rank Fusion.
        dense, lexical: Scores, each on its ranking's own scale; None where it is missing there.
        dense_rank, lexical_rank: 1-based places, or None likewise.
    """

    chunk_id: str
    fused: float
    dense: float | None = None
    dense_rank: int | None = None
    lexical: float | None = None
    lexical_rank: int | None = None


def search_text(query: Query) -> str:
    """Return the text to search by: the question, after the last one if it cannot stand alone."""
    if not query.earlier or len(query_terms(query.text)) >= _TELLING_WORDS:
        return query.text
    return f"{query.earlier[-1]}\n{query.text}"


def fuse(dense: Sequence[Ranked], lexical: Sequence[Ranked], *, k: int) -> list[Candidate]:
    """Fuse the two rankings by Reciprocal Rank Fusion.

    Args:
        dense, lexical: Best first, each chunk once.
        k: Damping, in ranks.

    Returns:
        Every chunk of either, best first. Where two have the same score, the one that is higher by
        words comes first: on Hebrew questions that ranking is the more reliable one of the two.
    """
    by_dense, by_lexical = _places(dense), _places(lexical)
    order = reciprocal_rank_fusion([list(by_lexical), list(by_dense)], k=k)
    missing = (None, None)
    return [
        Candidate(
            chunk_id, fused, *by_dense.get(chunk_id, missing), *by_lexical.get(chunk_id, missing)
        )
        for chunk_id, fused in order
    ]


def hits(
    candidates: Sequence[Candidate],
    joined: Mapping[str, tuple[Chunk, Document]],
    *,
    top: int,
) -> tuple[Hit, ...]:
    """Return the first `top` candidates that the store still holds, ranked from 1.

    Args:
        candidates: Best first, from `fuse`.
        joined: Chunk and document by chunk id; what is missing was deleted since it was indexed.
    """
    standing = [each for each in candidates if each.chunk_id in joined][:top]
    return tuple(
        Hit(
            chunk=joined[each.chunk_id][0],
            document_name=joined[each.chunk_id][1].name,
            rank=rank,
            dense=each.dense,
            lexical=each.lexical,
            fused=each.fused,
            dense_rank=each.dense_rank,
            lexical_rank=each.lexical_rank,
        )
        for rank, each in enumerate(standing, start=1)
    )


def _places(ranking: Sequence[Ranked]) -> dict[str, tuple[float, int]]:
    return {each.chunk_id: (each.score, rank) for rank, each in enumerate(ranking, start=1)}
