import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.adapters.models.token_counts import Cl100kCounter, O200kCounter, counter_for
from kesher.context.tokens import estimate
from kesher.errors import ConfigurationError

HEBREW = (
    "עובד במשרה מלאה זכאי לעשרים ושניים ימי חופשה בכל שנה, ובתום השנה אפשר לצבור עד חמישה ימים "
    "נוספים באישור המנהל. מי שעבד פחות משנה מקבל חלק יחסי לפי מספר החודשים שבהם עבד בפועל."
)
ENGLISH = (
    "A full-time employee is entitled to twenty-two days of vacation each year, and up to five of "
    "them may be carried over with the manager's consent. Those who worked less than a year "
    "receive a part of it, in proportion to the months that they worked."
)
ARABIC = (
    "يستحق الموظف بدوام كامل اثنين وعشرين يوم إجازة في كل سنة، ويمكنه أن ينقل منها خمسة أيام "
    "إلى السنة التالية بموافقة المدير. ومن عمل أقل من سنة يأخذ "
    "جزءا منها بحسب عدد الأشهر التي عمل فيها فعلا."
)
RUSSIAN = (
    "Работнику с полной занятостью положено двадцать два дня отпуска в год, и до пяти из них можно "
    "перенести на следующий год с согласия руководителя. Кто работал меньше года, получает часть "
    "отпуска по числу отработанных месяцев."
)
CODE = """def days_left(worker: Worker, *, year: int) -> int:
    # A part of a month counts as none.
    months = min(12, worker.months_in(year))
    earned = DAYS_A_YEAR * months // 12
    taken = sum(leave.days for leave in worker.leaves if leave.year == year)
    if taken > earned:
        raise LeaveError(f"{worker.name} took {taken} days of {earned}.")
    return earned - taken + worker.carried_over.get(year - 1, 0)
"""
TEXTS = {
    "hebrew": HEBREW,
    "pointed": "הָעוֹבֵד זַכַּאי לְעֶשְׂרִים וּשְׁנַיִם יְמֵי חֻפְשָׁה בְּכָל שָׁנָה, וְהַמְּנַהֵל מְאַשֵּׁר אוֹתָם מֵרֹאשׁ.",
    "mixed": f"{HEBREW}\n{ENGLISH}",
    "english": ENGLISH,
    "arabic": ARABIC,
    "russian": RUSSIAN,
    "code": CODE,
    "json": json.dumps([{"answer": HEBREW, "page": 6, "score": 0.125}], ensure_ascii=False),
    "escaped": json.dumps([{"answer": HEBREW, "page": 6, "score": 0.125}]),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_the_estimate_is_within_a_tenth_of_a_real_count(kind: str) -> None:
    counted = O200kCounter().count(TEXTS[kind])
    assert counted >= 40
    assert abs(estimate(TEXTS[kind]) - counted) <= 0.1 * counted


@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_is_never_estimated_at_less_than_its_lines(one: str, other: str) -> None:
    assert estimate(f"{one}\n{other}") >= max(estimate(one), estimate(other)) - 1


@pytest.mark.parametrize("word", ["ממנו", "ومنها", "отпуска", "vacation", "ЁЖ", "İSTANBUL"])
def test_a_word_takes_one_token_at_least_and_a_longer_one_no_fewer_than_its_beginning(
    word: str,
) -> None:
    assert 1 <= estimate(word) <= estimate(f"{word} {word}")


def test_no_text_is_no_tokens_and_any_text_is_one() -> None:
    assert (estimate(""), estimate(" ")) == (0, 1)


def test_a_profile_names_its_counter() -> None:
    assert counter_for("estimate", estimate=estimate)(HEBREW) == estimate(HEBREW)
    assert counter_for("o200k", estimate=estimate)(HEBREW) == O200kCounter().count(HEBREW)
    assert counter_for("cl100k", estimate=estimate)(HEBREW) == Cl100kCounter().count(HEBREW)
    with pytest.raises(ConfigurationError, match="`o200k`, `cl100k` or `estimate`"):
        counter_for("sentencepiece", estimate=estimate)
