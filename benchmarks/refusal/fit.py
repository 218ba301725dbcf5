"""Choose the weights of `kesher.answer.holding`: `python -m benchmarks.refusal.fit`.

Logistic regression (Newton's method, ridge) on the first halves of the sets that are for it. An
answered question weighs as much as half a question that the text does not answer and half one whose
text is away, so that the commoner kind does not decide alone.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import astuple, fields

import numpy as np
from benchmarks.refusal.examples import Example, Vectors
from benchmarks.refusal.sets import SOURCES, for_weights, load, vectors_file
from numpy.typing import NDArray

from kesher.answer.holding import Evidence
from kesher.config import load as configuration
from kesher.wiring.parts import make_embedder

_RIDGE = 3.0
_STEPS = 60
_MEANING = ("margin", "dense_lead")
"""Signs that two languages leave: shared words say nothing between them."""


def fitted(found: Sequence[Example], signs: Sequence[str]) -> tuple[dict[str, float], float]:
    """Return the weight of each sign in logits a unit, and what the sum begins with."""
    names = [field.name for field in fields(Evidence)]
    columns = [names.index(sign) for sign in signs]
    every = np.array([astuple(example.signs) for example in found])[:, columns]
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    rows = np.c_[(every - mean) / spread, np.ones(len(every))]
    weights = _newton(rows, np.array([each.kind == "held" for each in found]), _shares(found))
    raw = weights[:-1] / spread
    return dict(zip(signs, raw.tolist(), strict=True)), float(weights[-1] - raw @ mean)


def _shares(found: Sequence[Example]) -> NDArray[np.float64]:
    kinds = [example.kind for example in found]
    others = len(set(kinds) - {"held"})
    held = kinds.count("held")
    shares = {kind: held / others / kinds.count(kind) for kind in set(kinds) - {"held"}}
    return np.array([1.0 if kind == "held" else shares[kind] for kind in kinds])


def _newton(
    rows: NDArray[np.float64], held: NDArray[np.bool_], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    weights = np.zeros(rows.shape[1])
    ridge = _RIDGE * np.r_[np.ones(rows.shape[1] - 1), 0.0]
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (shares * (likely - held)) + ridge * weights
        bend = (rows * (shares * likely * (1 - likely))[:, None]).T @ rows + np.diag(ridge)
        weights -= np.linalg.solve(bend + 1e-9 * np.eye(len(weights)), slope)
    return weights


async def main() -> None:
    found = await load(Vectors(make_embedder(configuration.load()).embedder, vectors_file()))
    chosen = [
        example
        for source in SOURCES
        if source.is_for_weights
        for example in for_weights(found[source.name])
    ]
    for same in (True, False):
        part = [
            example
            for example in chosen
            if example.same_language == same and (same or example.kind != "near")
        ]
        signs = [field.name for field in fields(Evidence)] if same else _MEANING
        weights, begin = fitted(part, signs)
        print("one language" if same else "two languages", len(part), "questions")
        print("   ", {sign: round(weight, 2) for sign, weight in weights.items()}, round(begin, 2))


if __name__ == "__main__":
    asyncio.run(main())
