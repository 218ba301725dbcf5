import math

import pytest

from kesher.adapters.models.token_counts import O200kCounter
from kesher.context.profiles import PROFILES, profile, with_margin
from kesher.context.tokens import estimate
from kesher.wiring.counting import profile_counter

TEXTS = (
    "עובד במשרה מלאה זכאי לעשרים ושניים ימי חופשה.",
    "הסעיף clause 7.2 נמחק; see page 12.",
    "لم أجد الفاتورة رقم 4521.",
    "Файл не найден в общей папке.",
    "",
)


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_counts_by_its_own_tokenizer(name: str) -> None:
    rules = profile(name)
    own = {"o200k": O200kCounter().count, "estimate": estimate}[rules.tokenizer]
    assert [profile_counter(rules).count(text) for text in TEXTS] == [own(text) for text in TEXTS]


def test_a_margin_raises_each_count_and_leaves_nothing_at_nothing() -> None:
    raised = profile_counter(with_margin(profile("openai"), 0.5))
    counted = [O200kCounter().count(text) for text in TEXTS]
    assert [raised.count(text) for text in TEXTS] == [math.ceil(1.5 * n) for n in counted]
    assert raised.count("") == 0
