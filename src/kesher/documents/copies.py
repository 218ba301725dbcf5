"""Chunks with the very same words: one of them says it all."""

import re
from collections.abc import Iterable, Mapping, Sequence

from kesher.documents.fusion import Candidate
from kesher.domain.document import Chunk, Document
from kesher.text.hebrew import FOLDS
from kesher.text.normalize import strip_niqqud

_WORDS = re.compile(r"\w+(?:[.,:/]\d+)*")


def collapsed(
    candidates: Iterable[Candidate], joined: Mapping[str, tuple[Chunk, Document]]
) -> list[tuple[Candidate, tuple[str, ...]]]:
    """Return the candidates that say something new, each with the ids of its copies behind it.

    Two are copies where their words are the same one by one; spaces, points and niqqud do not
    count. A single other word or number makes another text: two versions of a rule both stay.

    Args:
        candidates: Best first.
        joined: Chunk and document by chunk id; candidates that it lacks are passed over.
    """
    first: dict[tuple[str, ...], tuple[Candidate, list[str]]] = {}
    for candidate in candidates:
        if candidate.chunk_id not in joined:
            continue
        words = _words(joined[candidate.chunk_id][0])
        if words in first:
            first[words][1].append(candidate.chunk_id)
        else:
            first[words] = (candidate, [])
    return [(candidate, tuple(copies)) for candidate, copies in first.values()]


def _words(chunk: Chunk) -> tuple[str, ...]:
    """Return what is compared: the words, or where there are none, the chunk itself."""
    folded = strip_niqqud(chunk.text).translate(FOLDS).casefold()
    found: Sequence[str] = _WORDS.findall(folded)
    return tuple(found) or (chunk.id,)
