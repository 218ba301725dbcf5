"""Two runs over one question set, question by question and as means."""

from collections.abc import Mapping, Sequence

from kesher.answer.comparison import values_compared
from kesher.app.evaluation.judging import ALL
from kesher.domain.evaluation import EvaluationRun, Outcome
from kesher.domain.evaluation_comparison import (
    Change,
    Difference,
    EvaluationComparison,
    Verdict,
)
from kesher.ranking.bootstrap import paired_interval

Run = tuple[EvaluationRun, Sequence[Outcome]]


def compared(before: Run, after: Run) -> EvaluationComparison:
    """Return what became of the questions between two runs.

    Questions are matched by their text, and only where the right pages are the same, by the
    documents' names, and both runs judged them.
    """
    (run_before, outcomes_before), (run_after, outcomes_after) = before, after
    earlier = {each.text: each for each in outcomes_before}
    changes = [
        Change(_verdict(earlier[each.text], each), earlier[each.text], each)
        for each in outcomes_after
        if each.text in earlier and _comparable(earlier[each.text], each)
    ]
    matched = {each.after.text for each in changes}
    others = dict.fromkeys(each.text for each in (*outcomes_before, *outcomes_after))
    return EvaluationComparison(
        before=run_before,
        after=run_after,
        versions=values_compared(run_before.versions, run_after.versions),
        settings=values_compared(run_before.settings, run_after.settings),
        differences=_differences(changes),
        changes=tuple(sorted(changes, key=_gain)),
        left_out=tuple(text for text in others if text not in matched),
    )


def _comparable(before: Outcome, after: Outcome) -> bool:
    if before.missing or after.missing or _named(before) != _named(after):
        return False
    return after.is_answerable or None not in (before.refused, after.refused)


def _named(outcome: Outcome) -> list[tuple[str, tuple[int, ...]]]:
    return sorted((each.document_name, each.pages) for each in outcome.right)


def _verdict(before: Outcome, after: Outcome) -> Verdict:
    then, now = _worth(before), _worth(after)
    if then == now:
        return Verdict.UNCHANGED
    return Verdict.WON if now > then else Verdict.LOST


def _worth(outcome: Outcome) -> float:
    """Return how good an outcome is, 0–1."""
    if not outcome.is_answerable:
        return float(bool(outcome.refused))
    return 0.0 if outcome.rank is None else 1 / outcome.rank


def _gain(change: Change) -> float:
    return _worth(change.after) - _worth(change.before)


def _differences(changes: Sequence[Change]) -> dict[str, Mapping[str, Difference]]:
    languages = sorted({each.after.language for each in changes})
    groups = {name: [each for each in changes if each.after.language == name] for name in languages}
    found = {name: _of_group(group) for name, group in {ALL: changes, **groups}.items()}
    return {name: values for name, values in found.items() if values}


def _of_group(changes: Sequence[Change]) -> dict[str, Difference]:
    judged = [each for each in changes if each.before.values and each.after.values]
    pairs = {
        name: [(each.before.values[name], each.after.values[name]) for each in judged]
        for name in (judged[0].after.values if judged else ())
    }
    looked_at = [
        (each.after.is_answerable, float(each.before.refused), float(each.after.refused))
        for each in changes
        if each.before.refused is not None and each.after.refused is not None
    ]
    pairs["refused rightly"] = [(then, now) for held, then, now in looked_at if not held]
    pairs["refused wrongly"] = [(then, now) for held, then, now in looked_at if held]
    return {name: _difference(values) for name, values in pairs.items() if values}


def _difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    before, after = zip(*pairs, strict=True)
    low, high = paired_interval(before, after)
    count = len(pairs)
    return Difference(sum(before) / count, sum(after) / count, low, high, count)
