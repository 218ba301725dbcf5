"""Measures of rankings, and how sure a difference of two is."""

from collections.abc import Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from benchmarks.retrieval.corpora import Question
from ir_measures import RR, R, Success, nDCG
from numpy.typing import NDArray

MEASURES = (Success @ 1, Success @ 5, Success @ 10, RR @ 10, nDCG @ 10, R @ 10)
NAMES = ("R@1", "R@5", "R@10", "MRR@10", "nDCG@10", "recall@10")
_SAMPLES = 10_000

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean in per cent with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ({self.low:+.1f} to {self.high:+.1f})"


def per_question(
    orders: Sequence[Sequence[str]], questions: Sequence[Question]
) -> dict[str, Values]:
    """Return each measure's value for each question, 0–1.

    `R@k` is the share of questions with a right passage among the first k, `recall@10` the share
    of the right passages among the first 10.
    """
    names = [f"q{place:06}" for place in range(len(questions))]
    truth = {
        name: dict.fromkeys(question.right, 1)
        for name, question in zip(names, questions, strict=True)
    }
    run = {
        name: {id_: float(-place) for place, id_ in enumerate(order)}
        for name, order in zip(names, orders, strict=True)
    }
    values = {str(measure): np.zeros(len(names)) for measure in MEASURES}
    for metric in ir_measures.iter_calc(MEASURES, truth, run):
        values[str(metric.measure)][int(metric.query_id[1:])] = metric.value
    return {name: values[str(measure)] for name, measure in zip(NAMES, MEASURES, strict=True)}


def difference(one: Values, other: Values) -> Interval:
    """Return how much better `one` is over the same questions, by paired bootstrap.

    Source:
        Sakai, "Evaluating Evaluation Metrics Based on the Bootstrap", SIGIR 2006.
    """
    return _bootstrapped(one - other)


def level(values: Values) -> Interval:
    """Return the mean with its interval, by the bootstrap."""
    return _bootstrapped(values)


def _bootstrapped(values: Values) -> Interval:
    drawn = np.random.default_rng(0).integers(0, len(values), (_SAMPLES, len(values)))
    low, high = np.quantile(values[drawn].mean(axis=1), (0.025, 0.975))
    return Interval(*(100 * float(each) for each in (values.mean(), low, high)))
