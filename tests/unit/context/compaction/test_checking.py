import pytest

from kesher.context.compaction.checking import Verdict, judge, must_keep
from kesher.text.language import Language
from unit.context.compaction.sessions import call, grown, model, result, user

SOURCE = (
    'אל תשלח את החוזה KS-1042 לפני 15.3.2024. התקציב הוא 1,250,000 ש"ח. '
    'הפרויקט "מגדל אור" אושר בישיבה. הקובץ docs/plan.md מעודכן.'
)
KEPT = tuple(SOURCE.split(". "))
GOOD = (
    'אין לשלוח את החוזה KS-1042 לפני 15 במרץ 2024. תקציב: ₪1,250,000. "מגדל אור" אושר; '
    "ראו docs/plan.md."
)


def verdict(text: str, source: str = SOURCE, spoken: Language = "he") -> Verdict:
    return judge(text, source=source, must_keep=KEPT, spoken=spoken)


def test_a_summary_that_says_the_same_in_other_words_may_stand() -> None:
    assert verdict(GOOD).accepts, verdict(GOOD).reasons()


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ("KS-1042", "הקודם"),
        ("15 במרץ 2024", "האביב"),
        ("₪1,250,000", "גדול"),
        ('"מגדל אור"', "הפרויקט"),
        ("docs/plan.md", "הקובץ"),
        ("אין לשלוח", "יש לשלוח"),
    ],
)
def test_a_summary_that_lost_something_is_refused_and_it_is_named(gone: str, left: str) -> None:
    found = verdict(GOOD.replace(gone, left))
    assert found.lost
    assert "is lost" in found.reasons()[0]
    assert not found.invented


@pytest.mark.parametrize(
    "extra", ["נחתם ב-7.8.2025.", "יש 19 ספקים.", "ראו https://other.example/x.", "לפי KS-9999."]
)
def test_a_summary_that_invented_something_is_refused(extra: str) -> None:
    assert verdict(f"{GOOD} {extra}").invented


def test_a_plain_statement_turned_into_its_denial_is_refused() -> None:
    found = verdict(f"{GOOD} הפרויקט מגדל אור לא אושר בישיבה.")
    assert [str(each.kind) for each in found.invented] == ["negation"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "I cannot help with that request, since it is against the rules.",
        "I'm sorry, but I am unable to do so.",
        "HTTP 503: upstream unavailable",
        '{"error": {"message": "rate limit"}}',
        "Error: context length exceeded",
        "אני לא יכול לסכם את השיחה הזו.",
        "Извините, я не могу помочь с этим.",
        "عذرًا، لا أستطيع تلخيص هذا النص.",
    ],
)
def test_emptiness_and_errors_are_no_summary(text: str) -> None:
    assert verdict(text).refusal


def test_a_summary_in_another_language_is_refused() -> None:
    english = "Do not send the contract KS-1042 before 15.3.2024; the budget is ILS 1,250,000."
    assert "in `en`" in verdict(english).refusal


def test_what_is_kept_is_the_users_limits_decisions_failures_and_citations() -> None:
    trajectory = grown(
        user('שלום לך. אסור לעבור את 500 ש"ח.'),
        call("pay", "{}", "c1"),
        result("c1", "error: card refused (code E-77)"),
        model(
            "שלום. החלטנו לשלם במזומן. כי הכרטיס נדחה. "
            'המחיר 480<cite id="chk_1">המחיר הוא 480</cite>.'
        ),
        call("look", "{}", "c2"),
        result("c2", "הרבה טקסט עם 17 מספרים שאין בו צורך."),
    )
    kept = must_keep(trajectory.entries())
    assert 'אסור לעבור את 500 ש"ח.' in kept
    assert "error: card refused (code E-77)" in kept
    assert any("החלטנו לשלם במזומן. כי הכרטיס נדחה." in each for each in kept)
    assert any("chk_1" in each for each in kept)
    assert not any("שלום לך" in each or "17 מספרים" in each for each in kept)
