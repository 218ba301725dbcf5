"""What each retriever returns for each question of a corpus, best first."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import bm25s  # type: ignore[import-untyped]  # the library has no types
from benchmarks.retrieval.corpora import Corpus
from benchmarks.retrieval.vectors import Floats

from kesher.documents.fusion import Candidate, by_rank, by_score
from kesher.documents.small_room import SmallRoom
from kesher.domain.retrieval import Ranked
from kesher.ranking.bm25 import Bm25
from kesher.ranking.fusion import RRF_K
from kesher.ranking.vectors import top_exact

DEPTH = 200
KEPT = 50

Orders = dict[str, list[list[str]]]
"""For each retriever and each question, ids, best first."""


def ours(corpus: Corpus, passages: Floats, questions: Floats) -> Orders:
    """Rank as a room does: `scores` is the default, `ranks` what deep research takes."""
    ids = [passage.id for passage in corpus.passages]
    room = SmallRoom.of(ids, _texts(corpus), passages)
    orders: Orders = {name: [] for name in ("scores", "ranks", "dense", "lexical", "grams")}
    for question, vector in zip(corpus.questions, questions, strict=True):
        found = room.rankings(question.text, vector, depth=DEPTH)
        every: dict[str, Sequence[Candidate | Ranked]] = {
            "scores": by_score(found),
            "ranks": by_rank(found, k=RRF_K),
            "dense": found.dense,
            "lexical": found.lexical,
            "grams": found.grams,
        }
        for name, order in every.items():
            orders[name].append([each.chunk_id for each in order[:KEPT]])
    return orders


def naive(corpus: Corpus, passages: Floats, questions: Floats) -> Orders:
    """Rank as engines without an analysis of Hebrew do."""
    return {
        "BM25 at white space": _own_bm25(corpus, str.split),
        "bm25s, its own words": _bm25s(corpus),
        "raw dense": _raw_dense(corpus, passages, questions),
    }


def _own_bm25(corpus: Corpus, words: Callable[[str], Collection[str]]) -> list[list[str]]:
    index = Bm25.of([list(words(text.lower())) for text in _texts(corpus)])
    return [
        _ids(corpus, [place for place, _ in index.rank(words(asked.text.lower()), top=KEPT)])
        for asked in corpus.questions
    ]


def _bm25s(corpus: Corpus) -> list[list[str]]:
    """The library's default: words of two letters and more, in lower case, no stop words."""
    options: dict[str, Any] = {"stopwords": None, "show_progress": False}
    index = bm25s.BM25()
    index.index(bm25s.tokenize(_texts(corpus), **options), show_progress=False)
    asked = bm25s.tokenize([each.text for each in corpus.questions], **options)
    found, _ = index.retrieve(asked, k=min(KEPT, len(corpus.passages)), show_progress=False)
    return [_ids(corpus, row.tolist()) for row in found]


def _raw_dense(corpus: Corpus, passages: Floats, questions: Floats) -> list[list[str]]:
    return [
        _ids(corpus, [row for row, _ in top_exact(passages, vector, top=KEPT)])
        for vector in questions
    ]


def _texts(corpus: Corpus) -> list[str]:
    return [re.sub(r"\A\n", "", f"{each.title}\n{each.text}") for each in corpus.passages]


def _ids(corpus: Corpus, places: Sequence[int]) -> list[str]:
    return [corpus.passages[place].id for place in places]
