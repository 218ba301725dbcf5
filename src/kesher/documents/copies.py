"""Chunks that repeat one another: the same words stand once, and versions stand apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kesher.documents.fusion import Candidate
from kesher.domain.document import Chunk, Document
from kesher.text.search_terms import WRITTEN_MARK, asked_terms, search_terms
from kesher.text.versions import are_versions, one_of_each, words_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A candidate that says something new.

    Attributes:
        copies: Chunks behind it with the very same words.
        words: What is compared; none: nothing is like it.
    """

    candidate: Candidate
    chunk: Chunk
    document: Document
    words: frozenset[str]
    copies: tuple[str, ...]


def collapsed(
    candidates: Iterable[Candidate], joined: Mapping[str, tuple[Chunk, Document]]
) -> list[Standing]:
    """Return the candidates that say something new, each with the ids of its copies behind it.

    Two are copies where their words are the same one by one; spaces, points and niqqud do not
    count. A single other word or number makes another text: two versions of a rule both stay.

    Args:
        candidates: Best first.
        joined: Chunk and document by chunk id; candidates that it lacks are passed over.
    """
    first: dict[tuple[str, ...], list[Candidate]] = {}
    for candidate in candidates:
        if candidate.chunk_id in joined:
            words = words_of(joined[candidate.chunk_id][0].text) or (candidate.chunk_id,)
            first.setdefault(words, []).append(candidate)
    return [
        Standing(
            best, *joined[best.chunk_id], frozenset(words), tuple(each.chunk_id for each in copies)
        )
        for words, (best, *copies) in first.items()
    ]


def versions_apart(standing: Sequence[Standing], asked: str, *, places: int) -> list[Standing]:
    """Return the candidates with one of each text's versions in the first places.

    A text that stands in several documents, but for a few words, would fill all of them. For it
    stands the version that holds most of the question's words (its document's name counts: a year,
    a branch), and among equals the newest document's. The others come behind, none is left out.

    Args:
        standing: Best first.
        asked: What was searched for.
        places: How many of the first places hold one version each.
    """

    def best(group: Sequence[Standing]) -> Standing:
        if len(group) == 1:
            return group[0]
        wanted = {term for term in asked_terms(asked, lambda _: True) if _is_loose(term)}
        return max(group, key=lambda each: (_held(each, wanted), each.document.created_at))

    return one_of_each(standing, same=_are_versions, best=best, places=places)


def _are_versions(one: Standing, other: Standing) -> bool:
    return one.document.id != other.document.id and are_versions(one.words, other.words)


def _held(each: Standing, wanted: set[str]) -> int:
    told = search_terms(f"{each.document.name}\n{each.chunk.lead}{each.chunk.text}")
    return len(wanted.intersection(told))


def _is_loose(term: str) -> bool:
    return not term.startswith(WRITTEN_MARK)
