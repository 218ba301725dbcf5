"""What is asked for once is kept as nothing that lasts."""

import pytest

from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    "text",
    [
        "תענה לי הפעם באנגלית בבקשה",
        "רק הפעם תכתוב לי ברוסית",
        "תענה לי הפעם בקצרה",
        "Answer in English just this once please",
        "Please reply in Hebrew for this message only",
        "just this once, keep it short",
    ],
)
def test_how_to_answer_this_once_is_no_lasting_wish(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("תענה לי באנגלית בבקשה", "אנגלית"),
        ("מעכשיו תענה לי באנגלית, גם בפעם הזאת", "אנגלית"),
        ("Answer in English please", "English"),
    ],
)
def test_a_language_asked_for_with_no_limit_lasts(text: str, language: str) -> None:
    assert facts(text) == [f"user.language_preference={language}"]
