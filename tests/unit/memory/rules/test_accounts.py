"""Numbers of bank accounts, which are sensitive."""

import pytest

from kesher.memory.schema import shipped_schema
from kesher.text.question_aims import aim
from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("מספר חשבון הבנק שלי 1123458", "1123458"),
        ("חשבון הבנק שלי הוא 1123458 בסניף 123 בנק לאומי", "1123458"),
        ("my bank account number is 1123458", "1123458"),
        ("My IBAN is IL62 0108 0000 0009 9999 999", "IL62 0108 0000 0009 9999 999"),
    ],
)
def test_the_number_of_ones_bank_account_is_kept(text: str, number: str) -> None:
    assert facts(text) == [f"user.bank_account={number}"]


def test_the_account_of_a_relation_is_theirs() -> None:
    assert facts("חשבון הבנק של אמא שלי הוא 1123458") == ["אמא שלי.bank_account=1123458"]


@pytest.mark.parametrize(
    "text", ["מספר הזמנה 1123458", "is my bank account number 1123458?", "החשבון על סך 1123458"]
)
def test_other_numbers_are_no_account(text: str) -> None:
    assert not any("bank_account" in fact for fact in facts(text))


def test_a_change_of_account_waits_for_a_person() -> None:
    assert shipped_schema().key("bank_account").sensitive


@pytest.mark.parametrize(
    "question", ["What is my bank account?", "מה מספר חשבון הבנק שלי?", "what's my IBAN?"]
)
def test_a_question_for_the_account_wants_nothing_else(question: str) -> None:
    assert aim(question).keys == {"bank_account"}
