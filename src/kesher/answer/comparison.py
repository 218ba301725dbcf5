"""An answer's record beside what the same question brings today. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from math import fsum

from kesher.domain.answer_record import PromptPart, RecordedHit, RecordedRetrieval, Setting
from kesher.domain.replay import (
    Fate,
    HitChange,
    Mark,
    PartChange,
    Piece,
    Place,
    PromptChange,
    SearchChange,
    Side,
    Standing,
    ValueChange,
)

_WORDS = re.compile(r"\S+\s*|\s+")


def searches_compared(
    then: RecordedRetrieval, now: RecordedRetrieval, standing: Mapping[str, Standing]
) -> SearchChange:
    """Return what of a search changed: today's hits in their order, then those that are out.

    Args:
        standing: Of each chunk that was a hit, what became of it.
    """
    pairs = _paired(then.hits, now.hits)
    before, after = _marks(then), _marks(now)
    hits = [_hit_change(old, new, before, after, standing) for old, new in pairs]
    return SearchChange(
        label=then.label,
        search_text=now.search_text,
        vector_cosine=_cosine(then, now),
        figures_then=then.figures,
        figures_now=now.figures,
        hits=tuple(hits),
        seconds=now.seconds,
    )


def prompts_compared(
    then: Sequence[PromptPart],
    now: Sequence[PromptPart],
    *,
    texts_then: Mapping[str, str],
    texts_now: Mapping[str, str],
) -> PromptChange:
    """Return the prompt's parts with what became of them.

    A part has moved where it no longer follows the same part that stayed.

    Args:
        texts_then, texts_now: By hash; a text that is left of neither is not shown.
    """
    stayed = {part.hash for part in then} & {part.hash for part in now}
    order = [part.hash for part in then if part.hash in stayed]
    kept = [part.hash for part in now if part.hash in stayed]
    unmoved = {
        digest
        for block in SequenceMatcher(None, order, kept, autojunk=False).get_matching_blocks()
        for digest in order[block.a : block.a + block.size]
    }
    parts = [_part(part, _fate(part, stayed, unmoved), texts_now) for part in now]
    gone = [_part(part, Fate.OUT, texts_then) for part in then if part.hash not in stayed]
    return PromptChange(
        tokens_then=sum(part.tokens for part in then),
        tokens_now=sum(part.tokens for part in now),
        parts=(*parts, *gone),
    )


def texts_compared(then: str, now: str) -> tuple[Piece, ...]:
    """Return two texts as pieces, word by word: what both have, what went, what came."""
    old, new = _WORDS.findall(then), _WORDS.findall(now)
    pieces: list[Piece] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append(Piece(Side.BOTH, "".join(old[a:b])))
            continue
        for side, words in ((Side.THEN, old[a:b]), (Side.NOW, new[c:d])):
            if words:
                pieces.append(Piece(side, "".join(words)))
    return tuple(pieces)


def values_compared(
    then: Mapping[str, Setting], now: Mapping[str, Setting]
) -> tuple[ValueChange, ...]:
    """Return the names whose values differ, in alphabetical order."""
    names = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    return tuple(ValueChange(name, then.get(name), now.get(name)) for name in names)


def _paired(
    then: Iterable[RecordedHit], now: Sequence[RecordedHit]
) -> list[tuple[RecordedHit | None, RecordedHit | None]]:
    """Match hits by id, else by document and text: a document that is read anew has new ids."""
    left = {hit.chunk_id: hit for hit in then}
    pairs: dict[str, RecordedHit] = {}
    for hit in now:
        if hit.chunk_id in left:
            pairs[hit.chunk_id] = left.pop(hit.chunk_id)
    for hit in now:
        same = (
            old
            for old in left.values()
            if (old.document_id, old.digest) == (hit.document_id, hit.digest)
        )
        if hit.chunk_id not in pairs and (found := next(same, None)):
            pairs[hit.chunk_id] = left.pop(found.chunk_id)
    kept: list[tuple[RecordedHit | None, RecordedHit | None]] = [
        (pairs.get(hit.chunk_id), hit) for hit in now
    ]
    return kept + [(hit, None) for hit in left.values()]


def _hit_change(
    old: RecordedHit | None,
    new: RecordedHit | None,
    before: Mapping[str, Mapping[str, Mark]],
    after: Mapping[str, Mapping[str, Mark]],
    standing: Mapping[str, Standing],
) -> HitChange:
    either = new or old
    if either is None:
        raise ValueError("A change of a hit needs the hit of then or that of now.")
    then = _place(old, either.chunk_id, before)
    now = _place(new, either.chunk_id, after)
    fate = Fate.OUT if new is None else Fate.IN if old is None else Fate.MOVED
    if old and new and (old.rank, old.neighbour_of is None) == (new.rank, new.neighbour_of is None):
        fate = Fate.SAME
    became = standing.get(old.chunk_id, Standing.STANDING) if old else Standing.STANDING
    return HitChange(either.document_id, fate, became, then, now)


def _place(
    hit: RecordedHit | None, chunk_id: str, marks: Mapping[str, Mapping[str, Mark]]
) -> Place | None:
    if hit is not None:
        return Place(hit.chunk_id, hit.rank, hit.neighbour_of, marks.get(hit.chunk_id, {}))
    found = marks.get(chunk_id)
    return Place(chunk_id, None, None, found) if found else None


def _marks(search: RecordedRetrieval) -> dict[str, dict[str, Mark]]:
    found: dict[str, dict[str, Mark]] = {}
    for name, ranking in search.rankings.items():
        for rank, each in enumerate(ranking, start=1):
            found.setdefault(each.chunk_id, {})[name] = Mark(rank, each.score)
    return found


def _cosine(then: RecordedRetrieval, now: RecordedRetrieval) -> float | None:
    one, other = then.query_vector, now.query_vector
    if one is None or other is None or then.embedder != now.embedder or len(one) != len(other):
        return None
    return fsum(a * b for a, b in zip(one, other, strict=True))


def _fate(part: PromptPart, stayed: set[str], unmoved: set[str]) -> Fate:
    if part.hash not in stayed:
        return Fate.IN
    return Fate.SAME if part.hash in unmoved else Fate.MOVED


def _part(part: PromptPart, fate: Fate, texts: Mapping[str, str]) -> PartChange:
    shown = texts.get(part.hash, "") if fate in (Fate.IN, Fate.OUT) else ""
    return PartChange(part.kind, fate, part.hash, part.tokens, part.refs, shown)
