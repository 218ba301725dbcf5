"""Exact nearest vectors by way of 8-bit codes with proof, for sets beyond the processor's cache.

Codes are a quarter of the bytes, and memory's speed decides. The search stays exact: rounding can
move a score by no more than a bound that is computed, so every row that could be among the best is
scored again in full, and the others provably could not.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.ranking.codes import LARGEST_CODE, Codes, split
from kesher.ranking.vectors import NO_ROWS, ROUNDING, Floats, Rows, finalists, products

# Their estimates (half a megabyte) stay in the processor's cache; smaller parts cost more calls.
_PART_ROWS = 131_072
# Two threads share the parts of even a middling room evenly only where there are several.
_SHARED_PART_ROWS = 24_576
_FIRST_PART_ROWS = 4_096  # enough to know how near the best will be at least
_BUCKET_ROWS = 32
_LEAST_FINITE = float(np.finfo(np.float32).min)

_Part = tuple[int, int]


def top_by_codes(
    matrix: Floats,
    codes: Codes,
    query: Floats,
    *,
    top: int,
    dead: Rows = NO_ROWS,
    helper: Executor | None = None,
) -> list[tuple[int, float]]:
    """Return what `top_exact` returns, by way of the matrix's codes.

    Args:
        dead: As for `top_exact`, in rising order.
        helper: Lends a second thread; None: the caller's alone.

    Source:
        With x = a·u + x⊥ along the direction u, and q = b·u + q⊥: ⟨q, x⟩ = a·b + ⟨q⊥, x⊥⟩, and by
        Cauchy–Schwarz |⟨q⊥, x⊥⟩ − ⟨q̂, x̂⟩| ≤ |q⊥ − q̂|·|x⊥| + |q̂|·|x⊥ − x̂|.
    """
    scan = _Scan(codes, _asked(codes, query), top, dead)
    parts = list(_parts(codes.size, _SHARED_PART_ROWS if helper else _PART_ROWS))
    near = scan.whole(_with_help(scan, parts, helper) if helper else scan.of(parts))
    if len(near.rows) > top:
        best = near.rows[np.argpartition(near.estimates, -top)[-top:]]
        least = float(products(matrix[best], query).min())
        possible = near.at_least((least - scan.asked.bound) / scan.asked.step).rows
        kept = possible[products(matrix[possible], query) >= least - ROUNDING]
    else:
        kept = near.rows
    return finalists(matrix, kept, query, top)


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A query for one matrix's codes.

    Attributes:
        code: int8, what is left of the query beside its part along the direction.
        along: The part along the direction, in units of `step`.
        step: What a product of codes is worth as a cosine.
        bound: How far an estimate may be from the cosine.
    """

    code: NDArray[np.int8]
    along: np.float32
    step: float
    bound: float


def _asked(codes: Codes, query: Floats) -> _Asked:
    along, left = split(query.reshape(1, -1), codes.frame.direction)
    scale = float(np.abs(left).max()) / LARGEST_CODE or 1.0
    rounded = np.rint(left / scale)
    lost = float(np.linalg.norm(left - rounded * scale))
    bound = lost * codes.longest + float(np.linalg.norm(rounded * scale)) * codes.error + ROUNDING
    step = scale * codes.frame.scale
    return _Asked(rounded.astype(np.int8)[0], np.float32(along[0] / step), step, bound)


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """Rows that may be among the best, with their estimates in units of the step."""

    rows: Rows
    estimates: Floats

    def at_least(self, least: float) -> "_Near":
        kept = self.estimates >= least
        return _Near(self.rows[kept], self.estimates[kept])


@dataclass(frozen=True, slots=True, eq=False)
class _Scan:
    """One question to one matrix's codes.

    A row further below the `top`-th estimate than twice the bound cannot be among the best.
    """

    codes: Codes
    asked: _Asked
    top: int
    dead: Rows

    @property
    def slack(self) -> float:
        return 2 * self.asked.bound / self.asked.step

    def of(self, parts: Iterable[_Part]) -> Iterator[tuple[_Part, _Near]]:
        """Yield what is near in each part, as far as the parts before it tell what is."""
        least, best = -np.inf, np.empty(0, np.float32)
        for at, until in parts:
            estimates = self._estimates(at, until)
            if np.isneginf(least):
                least = _reached_by(estimates, self.top) - self.slack
            rows = np.flatnonzero(estimates >= least)
            near = _Near(rows + at, estimates[rows])
            best = _greatest(np.concatenate([best, near.estimates]), self.top)
            least = max(least, _reached(best, self.top) - self.slack)
            yield (at, until), near.at_least(least)

    def whole(self, found: Iterable[tuple[_Part, _Near]]) -> _Near:
        """Return what is near in all parts, dead rows left out."""
        parts = [near for _, near in found]
        rows = np.concatenate([near.rows for near in parts])
        estimates = np.concatenate([near.estimates for near in parts])
        least = _reached(estimates, self.top) - self.slack
        return _Near(rows, estimates).at_least(max(least, _LEAST_FINITE))

    def _estimates(self, at: int, until: int) -> Floats:
        estimates = products(self.codes.rows.array[at:until], self.asked.code)
        estimates += self.codes.along.array[at:until] * self.asked.along
        estimates[self.dead[slice(*np.searchsorted(self.dead, (at, until)))] - at] = -np.inf
        return estimates


def _with_help(scan: _Scan, parts: list[_Part], helper: Executor) -> Iterable[tuple[_Part, _Near]]:
    """Scan from the front while the helper scans from the back.

    One core alone cannot ask for all that memory gives. On a busy machine the helper may have to
    wait for its turn: what it has begun and not ended when all else is done is scanned here too.
    """
    waiting, done = deque(parts), dict[_Part, _Near]()

    def take(pop: Callable[[], _Part]) -> Iterator[_Part]:
        while waiting:
            with suppress(IndexError):  # the other took the last one
                yield pop()

    def work(pop: Callable[[], _Part]) -> None:
        for part, near in scan.of(take(pop)):
            done[part] = near

    helper.submit(work, waiting.pop)
    work(waiting.popleft)
    for part, near in scan.of([part for part in parts if part not in done]):
        done[part] = near
    return [(part, done[part]) for part in parts]


def _parts(size: int, rows: int) -> Iterator[_Part]:
    at, until = 0, min(_FIRST_PART_ROWS, size)
    while at < until:
        yield at, until
        at, until = until, min(until + rows, size)


def _greatest(estimates: Floats, top: int) -> Floats:
    return estimates if len(estimates) <= top else np.partition(estimates, -top)[-top:]


def _reached(estimates: Floats, top: int) -> float:
    """Return the `top`-th greatest, or minus infinity where there are fewer."""
    return float(_greatest(estimates, top).min()) if len(estimates) >= top else -np.inf


def _reached_by(estimates: Floats, top: int) -> float:
    """Return an estimate that at least `top` rows reach, found without sorting them all."""
    whole = len(estimates) // _BUCKET_ROWS * _BUCKET_ROWS
    return _reached(estimates[:whole].reshape(-1, _BUCKET_ROWS).max(axis=1), top)
