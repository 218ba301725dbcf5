"""A question and its rankings to ranked hits."""

from collections.abc import Mapping, Sequence

from kesher.documents.copies import Standing, collapsed, versions_apart
from kesher.documents.followups import joined as with_earlier
from kesher.documents.fusion import Candidate
from kesher.domain.document import Chunk, Document
from kesher.domain.retrieval import Hit, Query

_CITED_KEPT = 2


def search_text(query: Query) -> str:
    """Return the text to search by: the question as written anew, or after those it leans on."""
    return query.rewritten or with_earlier(query.text, query.earlier)


def keeping(candidates: Sequence[Candidate], cited: Sequence[str], *, top: int) -> list[Candidate]:
    """Return the candidates with the passages of the answer before among the first `top`.

    A question that leans on the one before it often asks on about what was just quoted. The last
    places are theirs, two at most; those that stand higher by themselves stay where they are.

    Args:
        candidates: Best first.
        cited: Chunks that the answer before rests on, the most important first.
    """
    places = min(_CITED_KEPT, max(top - 1, 0))
    first, rest = list(candidates[: top - places]), list(candidates[top - places :])
    standing = {each.chunk_id for each in candidates[:top]}
    found = {each.chunk_id: each for each in rest}
    kept = [found.get(id_, Candidate(id_, 0.0)) for id_ in cited[:places] if id_ not in standing]
    names = {each.chunk_id for each in kept}
    others = [each for each in rest if each.chunk_id not in names]
    free = places - len(kept)
    return [*first, *others[:free], *kept, *others[free:]]


def hits(
    candidates: Sequence[Candidate],
    joined: Mapping[str, tuple[Chunk, Document]],
    *,
    asked: str,
    top: int,
) -> tuple[Hit, ...]:
    """Return the first `top` candidates that the store still holds, ranked from 1, copies once.

    Of a text that several documents have in versions, one stands among the first half.

    Args:
        candidates: Best first, from `fusion`.
        joined: Chunk and document by chunk id; what is missing was deleted since it was indexed.
        asked: What was searched for.
    """
    ordered = versions_apart(collapsed(candidates, joined), asked, places=(top + 1) // 2)
    return tuple(_hit(each, rank) for rank, each in enumerate(ordered[:top], start=1))


def _hit(standing: Standing, rank: int) -> Hit:
    each = standing.candidate
    return Hit(
        chunk=standing.chunk,
        document_name=standing.document.name,
        rank=rank,
        dense=each.dense,
        lexical=each.lexical,
        fused=each.fused,
        dense_rank=each.dense_rank,
        lexical_rank=each.lexical_rank,
        grams=each.grams,
        grams_rank=each.grams_rank,
        copies=standing.copies,
    )
