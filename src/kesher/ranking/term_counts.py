"""Term counts of a growing sequence of short texts, and BM25 over them and their neighbours."""

from array import array
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.ranking.bm25 import K1, B
from kesher.ranking.number_column import NumberColumn

Floats = NDArray[np.float64]

_PLACE, _COUNT = "l", "H"
_MOST = 65_535
"""A term counts no oftener than this in one text: BM25 has long stopped to rise."""


class TermCounts:
    """How often each term stands in each text. Texts are only added, at the end."""

    def __init__(self) -> None:
        self._positions: dict[str, array[int]] = {}
        self._counts: dict[str, array[int]] = {}
        self._lengths = NumberColumn(np.float64)

    def add(self, terms: Sequence[str]) -> int:
        """Append a text by its terms, repeated as they occur; return its position."""
        position = self._lengths.add(len(terms))
        for term, count in Counter(terms).items():
            positions = self._positions.get(term)
            if positions is None:
                positions = self._positions[term] = array(_PLACE)
                self._counts[term] = array(_COUNT)
            positions.append(position)
            self._counts[term].append(count if count < _MOST else _MOST)
        return position

    @property
    def size(self) -> int:
        """Number of texts."""
        return len(self._lengths)

    def lengths(self) -> Floats:
        """Return the number of terms of each text."""
        return self._lengths.values

    def has(self, term: str) -> bool:
        """Tell whether any text has the term."""
        return term in self._positions

    def rows(self, terms: Collection[str]) -> Floats:
        """Return the counts, one row a term, one column a text; a term given twice counts once."""
        distinct = list(dict.fromkeys(terms))
        rows = np.zeros((len(distinct), self.size))
        for row, term in zip(rows, distinct, strict=True):
            if term in self._positions:
                # Views, not copies: a common term stands in most of a hundred thousand texts.
                row[np.asarray(self._positions[term])] = np.asarray(self._counts[term])
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
