"""Which turns of the log answer a question: by meaning and words, each turn in its surroundings.

A turn alone is often too short to be found ("Yes, last May!"), and its question stands before it.
So every turn is scored by itself and by those around it: by words in windows of three (its own, and
the best that it is part of), by meaning as a mean over the two turns before and after it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from kesher.domain.log import USER_SPEAKER, MessageRef
from kesher.ranking.best_first import best_first
from kesher.ranking.number_column import NumberColumn
from kesher.ranking.standard import standard
from kesher.ranking.term_counts import TermCounts, bm25
from kesher.ranking.vector_column import VectorColumn
from kesher.text.terms import index_terms, query_terms

Floats = NDArray[np.float64]
Places = slice | NDArray[np.int_]
"""Which turns are ranked: all, or some positions in order."""

PAUSE = timedelta(hours=6)
"""After a silence as long as this the next turn begins another conversation."""

AROUND = (0.8, 0.6)
"""What the next turn, and the one after it, count for in a turn's surroundings."""

FULL_CHARS = 200
"""A turn of this length or more says as much as a turn can."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each view of a turn counts for; all views but the last three are standard scores.

    Chosen on the four LoCoMo conversations of `benchmarks/memory`.
    """

    turn: float = 1.0
    around: float = 1.2
    words: float = 0.5
    window_words: float = 0.3
    best_window_words: float = 0.3
    speaker: float = 1.2
    length: float = 0.5
    question: float = -0.5


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the log as ranking sees it."""

    ref: MessageRef
    speaker: str
    text: str
    at: datetime


def spoken(speaker: str, text: str) -> str:
    """Return the text that is embedded for a turn."""
    return f"{speaker}: {text}"


@dataclass(slots=True)
class TurnIndex:
    """The turns of one tenant, in the log's order within each thread; it only grows.

    Attributes:
        turns: In the order of adding; a thread's turns are added in its order.
    """

    turns: list[Turn] = field(default_factory=list)
    _terms: TermCounts = field(default_factory=TermCounts)
    _vectors: VectorColumn = field(default_factory=VectorColumn)
    _before: NumberColumn[np.int64] = field(default_factory=lambda: NumberColumn(np.int64))
    _said: NumberColumn[np.float64] = field(default_factory=lambda: NumberColumn(np.float64))
    _chars: NumberColumn[np.float64] = field(default_factory=lambda: NumberColumn(np.float64))
    _asks: NumberColumn[np.float64] = field(default_factory=lambda: NumberColumn(np.float64))
    _speaks: NumberColumn[np.int64] = field(default_factory=lambda: NumberColumn(np.int64))
    _speakers: dict[str, int] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)

    def add(self, turn: Turn) -> None:
        """Append a turn."""
        position = self._terms.add(index_terms(turn.text))
        last = self._last.get(turn.ref.thread_id, -1)
        follows = last >= 0 and turn.at - self.turns[last].at <= PAUSE
        self._before.add(last if follows else -1)
        self._said.add(turn.at.timestamp())
        self._chars.add(min(len(turn.text), FULL_CHARS))
        self._asks.add(turn.text.rstrip().endswith(("?", "؟")))
        self._speaks.add(self._speakers.setdefault(turn.speaker, len(self._speakers)))
        self._last[turn.ref.thread_id] = position
        self._vectors.add(None)
        self.turns.append(turn)

    def embed(self, position: int, vector: NDArray[np.float32]) -> None:
        """Give a turn the unit-length vector of its `spoken` text."""
        self._vectors.put(position, vector)

    def rank(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        *,
        top: int | None = None,
        said_by: datetime | None = None,
        weights: Weights = WEIGHTS,
    ) -> list[tuple[Turn, float]]:
        """Return the `top` turns (None: all), best first, with their scores.

        Args:
            vector: The question's unit-length embedding; None: by words alone.
            said_by: As if nothing said later stood here: scores are then what they were.
        """
        at = self._said_by(said_by)
        before = _renumbered(self._before.values, at)
        if not len(before):
            return []
        scores = self._by_words(question, before, at, weights)
        if vector is not None:
            similar = _similar(*self._vectors.products(vector), at)
            scores += weights.turn * similar
            scores += weights.around * standard(_mean_around(similar, before))
        scores += weights.speaker * self._by_named_speaker(question, at)[self._speaks.values[at]]
        scores += weights.length * self._chars.values[at] / FULL_CHARS
        scores += weights.question * self._asks.values[at]
        return [(self._turn(at, n), float(scores[n])) for n in best_first(scores, top)]

    def _said_by(self, instant: datetime | None) -> Places:
        if instant is None:
            return slice(None)
        among = self._said.values <= instant.timestamp()
        return slice(None) if among.all() else np.flatnonzero(among)

    def _turn(self, at: Places, number: int) -> Turn:
        return self.turns[number if isinstance(at, slice) else at[number]]

    def _by_words(
        self, question: str, before: NDArray[np.int_], at: Places, weights: Weights
    ) -> Floats:
        words, window_words = self._lexical(question, before, at)
        scores = weights.words * standard(words)
        scores += weights.window_words * standard(window_words)
        scores += weights.best_window_words * standard(_best_around(window_words, before))
        return scores

    def _lexical(
        self, question: str, before: NDArray[np.int_], at: Places
    ) -> tuple[Floats, Floats]:
        names = {term for speaker in self._names(at) for term in index_terms(speaker)}
        terms = [term for term in query_terms(question) if term not in names]
        rows, lengths = self._terms.rows(terms)[:, at], self._terms.lengths()[at]
        around = np.vstack([_sum_around(row, before) for row in rows]) if len(rows) else rows
        return bm25(rows, lengths), bm25(around, _sum_around(lengths, before))

    def _names(self, at: Places) -> list[str]:
        """Return the speakers of the chosen turns who have a name of their own."""
        heard = set(self._speakers.values())
        if not isinstance(at, slice):
            heard = set(self._speaks.values[at].tolist())
        return [
            name
            for name, number in self._speakers.items()
            if number in heard and name != USER_SPEAKER
        ]

    def _by_named_speaker(self, question: str, at: Places) -> Floats:
        """Mark, by its number, the one speaker whom the question names."""
        asked = set(index_terms(question))
        named = [each for each in self._names(at) if asked & set(index_terms(each))]
        marks = np.zeros(len(self._speakers))
        if len(named) == 1:
            marks[self._speakers[named[0]]] = 1.0
        return marks


def _renumbered(before: NDArray[np.int64], at: Places) -> NDArray[np.int_]:
    """Return who stands before each chosen turn, as a position among those chosen; -1: nobody."""
    if isinstance(at, slice):
        return before
    places = np.full(len(before) + 1, -1)  # the last one is where -1 points
    places[at] = np.arange(len(at))
    return places[before[at]]


def _similar(products: Floats, known: NDArray[np.bool_], at: Places) -> Floats:
    """Return standard scores of the products; a turn without a vector is an average one."""
    products, known = products[at], known[at]
    scores = np.zeros(len(products))
    if known.any():
        scores[known] = standard(products[known])
    return scores


def _mean_around(values: Floats, before: NDArray[np.int_]) -> Floats:
    """Return for each turn the weighted mean over itself and two turns on either side."""
    total, weight = values.copy(), np.ones_like(values)
    earlier = before
    for share in AROUND:
        follows = np.flatnonzero(earlier >= 0)
        others = earlier[follows]
        total[follows] += share * values[others]
        weight[follows] += share
        np.add.at(total, others, share * values[follows])
        np.add.at(weight, others, share)
        earlier = np.where(earlier >= 0, before[earlier], -1)
    return total / weight


def _sum_around(values: Floats, before: NDArray[np.int_]) -> Floats:
    """Return for each turn the sum over itself and its two neighbours of the conversation."""
    follows = before >= 0
    out = values.copy()
    out[follows] += values[before[follows]]
    np.add.at(out, before[follows], values[follows])
    return out


def _best_around(values: Floats, before: NDArray[np.int_]) -> Floats:
    """Return for each turn the best value of itself and its two neighbours."""
    follows = before >= 0
    out = values.copy()
    out[follows] = np.maximum(out[follows], values[before[follows]])
    np.maximum.at(out, before[follows], values[follows])
    return out
