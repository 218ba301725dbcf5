"""Term counts of a growing sequence of short texts, and BM25 over them and their neighbours."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.ranking.bm25 import K1, B

Floats = NDArray[np.float64]


class TermCounts:
    """How often each term stands in each text. Texts are only added, at the end."""

    def __init__(self) -> None:
        self._positions: defaultdict[str, list[int]] = defaultdict(list)
        self._counts: defaultdict[str, list[int]] = defaultdict(list)
        self._lengths: list[int] = []

    def add(self, terms: Sequence[str]) -> int:
        """Append a text by its terms, repeated as they occur; return its position."""
        position = len(self._lengths)
        for term, count in Counter(terms).items():
            self._positions[term].append(position)
            self._counts[term].append(count)
        self._lengths.append(len(terms))
        return position

    @property
    def size(self) -> int:
        """Number of texts."""
        return len(self._lengths)

    def lengths(self) -> Floats:
        """Return the number of terms of each text."""
        return np.asarray(self._lengths, dtype=np.float64)

    def rows(self, terms: Collection[str]) -> Floats:
        """Return the counts, one row a term, one column a text; a term given twice counts once."""
        distinct = list(dict.fromkeys(terms))
        rows = np.zeros((len(distinct), self.size))
        for row, term in zip(rows, distinct, strict=True):
            row[self._positions.get(term, [])] = self._counts.get(term, [])
        return rows


def bm25(rows: Floats, lengths: Floats, *, k1: float = K1, b: float = B) -> Floats:
    """Return the BM25 score of each column.

    Args:
        rows: As `TermCounts.rows` gives, of the question's terms.
        lengths: Number of terms of each text.

    Source:
        Robertson and Zaragoza 2009, section 3.5, with Lucene's frequency (see `ranking.bm25`).
    """
    if not rows.size:
        return np.zeros(rows.shape[1])
    holding = (rows > 0).sum(axis=1)
    total = rows.shape[1]
    telling = np.log(1 + (total - holding + 0.5) / (holding + 0.5))
    damping = k1 * (1 - b + b * lengths / max(float(lengths.mean()), 1.0))
    weights: Floats = rows * (k1 + 1) / (rows + damping)
    return np.asarray(telling @ weights)
