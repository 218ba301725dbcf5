from collections.abc import Sequence
from dataclasses import replace

import pytest

from contract.test_evaluations import run
from kesher.app.evaluation.comparing import compared
from kesher.domain.evaluation import Outcome, RightPages
from kesher.domain.evaluation_comparison import EvaluationComparison, Verdict
from kesher.domain.replay import ValueChange

RIGHT = (RightPages("doc_a", "נוהל.pdf", (2,)),)


def found(text: str, rank: int | None, language: str = "he") -> Outcome:
    value = 0.0 if rank is None else 1 / rank
    return Outcome(text, language, RIGHT, 0.1, rank=rank, values={"MRR@10": value}, refused=False)


def unknown(text: str, *, refused: bool | None) -> Outcome:
    return Outcome(text, "he", (), 0.1, refused=refused)


def both(before: Sequence[Outcome], after: Sequence[Outcome]) -> EvaluationComparison:
    return compared((run("evl_a"), before), (run("evl_b"), after))


def test_questions_are_won_and_lost_by_rank_the_worst_loss_first() -> None:
    before = [
        found("כמה?", 3),
        found("How?", 1, "en"),
        found("Где?", 1, "ru"),
        found("أين؟", 2, "ar"),
        found("מתי?", None),
    ]
    after = [
        found("מתי?", 2),
        found("כמה?", 1),
        found("How?", 2, "en"),
        found("Где?", None, "ru"),
        found("أين؟", 2, "ar"),
    ]
    result = both(before, after)
    assert [(each.verdict, each.after.text) for each in result.changes] == [
        (Verdict.LOST, "Где?"),
        (Verdict.LOST, "How?"),
        (Verdict.UNCHANGED, "أين؟"),
        (Verdict.WON, "מתי?"),
        (Verdict.WON, "כמה?"),
    ]
    assert [result.count(verdict) for verdict in Verdict] == [2, 2, 1]
    assert result.left_out == ()
    whole = result.differences["all"]["MRR@10"]
    assert [whole.before, whole.after] == pytest.approx([0.5667, 0.5], abs=1e-4)
    assert whole.low < whole.after - whole.before < whole.high
    assert (whole.questions, whole.is_sure) == (5, False)
    assert result.differences["he"]["MRR@10"].is_sure
    assert set(result.differences) == {"all", "ar", "en", "he", "ru"}


def test_what_should_be_refused_is_won_by_refusing_it() -> None:
    before = [unknown("מי?", refused=False), unknown("למה?", refused=True), found("כמה?", 1)]
    after = [
        unknown("מי?", refused=True),
        unknown("למה?", refused=True),
        replace(found("כמה?", 1), refused=True),
    ]
    result = both(before, after)
    assert [(each.verdict, each.after.text) for each in result.changes] == [
        (Verdict.UNCHANGED, "למה?"),
        (Verdict.UNCHANGED, "כמה?"),
        (Verdict.WON, "מי?"),
    ]
    differences = result.differences["all"]
    rightly, wrongly = differences["refused rightly"], differences["refused wrongly"]
    assert (rightly.before, rightly.after, rightly.questions) == (0.5, 1.0, 2)
    assert (wrongly.before, wrongly.after, wrongly.questions) == (0.0, 1.0, 1)


def test_only_questions_that_both_judged_by_the_same_pages_are_compared() -> None:
    moved = replace(found("עבר?", 1), right=(replace(RIGHT[0], pages=(3,)),))
    gone = replace(found("נעלם?", None), missing=("נוהל.pdf",), values={})
    before = [found("עבר?", 1), found("נעלם?", 1), found("רק קודם?", 1), found("שווה?", 1)]
    before.append(unknown("לא נבדק?", refused=None))
    again = replace(found("שווה?", 1), right=(replace(RIGHT[0], document_id="doc_new"),))
    after = [moved, gone, found("רק אחר כך?", 1), again, unknown("לא נבדק?", refused=True)]
    result = both(before, after)
    assert [each.after.text for each in result.changes] == ["שווה?"]
    assert result.left_out == ("עבר?", "נעלם?", "רק קודם?", "לא נבדק?", "רק אחר כך?")


def test_versions_and_settings_that_differ_are_named() -> None:
    later = replace(
        run("evl_b"), versions={"embedder": "bge"}, settings={**run().settings, "search.top": 12}
    )
    result = compared((run(), []), (later, []))
    assert result.versions == (
        ValueChange("chunking", "900 characters", None),
        ValueChange("embedder", "e5", "bge"),
    )
    assert result.settings == (ValueChange("search.top", 8, 12),)
    assert (result.changes, result.differences) == ((), {})
