"""A person's yes or no to a question about a fact decides it in the talk; nothing else does."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.hearing import Hearing, hear
from kesher.memory.schema import shipped_schema
from kesher.memory.states import current
from kesher.testing.memory_view import MemoryLists
from kesher.text.confirmations import asks_for_a_word, says_yes

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
SCHEMA = shipped_schema()


def _ids() -> Iterator[str]:
    return (f"{number}" for number in count(1))


class Talk:
    """A conversation as it is heard."""

    def __init__(self) -> None:
        self.memory = MemoryLists()
        self._ids = _ids()
        self._minutes = count(1)

    def say(self, text: str, role: Speaking = Speaking.USER) -> None:
        at = START + timedelta(minutes=next(self._minutes))
        message = LogMessage(f"m{next(self._ids)}", "t", role, at, text)
        self.memory.add(message)
        hearing = Hearing(SCHEMA, lambda kind: f"{kind}_{next(self._ids)}", at)
        self.memory.apply(hear(message, self.memory, hearing)[0])

    def ask(self, text: str) -> None:
        self.say(text, Speaking.ASSISTANT)

    def allergies(self) -> list[str]:
        facts = self.memory.facts(keys=["allergy", "allergy_status"])
        return [fact.value for fact in current(facts, as_of=START + timedelta(days=1))]


def opened(*, changed: str = "קיבלתי מכתב מהאלרגולוג, אני לא אלרגי לפניצילין") -> Talk:
    talk = Talk()
    talk.say("אני אלרגי לפניצילין")
    talk.say(changed)
    return talk


@pytest.mark.parametrize("yes", ["כן, מאשר", "כן בטח", "yes, confirmed", "да", "نعم"])
def test_a_yes_to_who_asks_for_it_decides_what_waited(yes: str) -> None:
    talk = opened()
    assert talk.allergies() == ["פניצילין"]
    talk.ask("זה שינוי רגיש. לאשר שמסירים את האלרגיה?")
    talk.say(yes)
    assert not talk.memory.waiting_reviews("t")
    assert "פניצילין" not in talk.allergies()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("לאשר שמסירים את האלרגיה?", "לא יודע"),
        ("לאשר שמסירים את ההזמנה?", "כן"),
        ("לעדכן גם את הכתובת?", "כן, מאשר"),
        ("להסיר את האלרגיה לפניצילין או להשאיר?", "כן"),
        ("Should I remove the order?", "yes"),
        ("לאשר שמסירים את האלרגיה?", "כן אבל לא עכשיו"),
        ("לאשר שמסירים את האלרגיה?", "מה פתאום"),
        ("רוצה קפה?", "כן"),
        ("רשמתי, תודה.", "כן"),
    ],
)
def test_anything_else_leaves_it_to_a_person(asked: str, answer: str) -> None:
    talk = opened()
    talk.ask(asked)
    talk.say(answer)
    assert talk.allergies() == ["פניצילין"]
    assert talk.memory.waiting_reviews("t")


@pytest.mark.parametrize(
    "no", ["לא, תשאירו", "לא, עזוב", "no, keep it", "нет, оставьте", "لا شكرا"]
)
def test_a_clear_no_to_that_question_refuses_what_waited(no: str) -> None:
    talk = opened()
    talk.ask("להסיר את האלרגיה לפניצילין?")
    talk.say(no)
    assert talk.allergies() == ["פניצילין"]
    assert not talk.memory.waiting_reviews("t")


def test_a_key_alone_decides_nothing_where_two_of_it_wait() -> None:
    talk = Talk()
    talk.say("אני אלרגי לפניצילין")
    talk.say("אני גם אלרגי לאספירין")
    talk.say("אני כבר לא אלרגי לפניצילין")
    talk.say("אני כבר לא אלרגי לאספירין")
    waited = len(talk.memory.waiting_reviews("t"))
    talk.ask("להסיר את האלרגיה?")
    talk.say("כן")
    assert len(talk.memory.waiting_reviews("t")) == waited
    talk.ask("להסיר את האלרגיה לאספירין?")
    talk.say("כן")
    assert talk.allergies() == ["פניצילין"]


def test_an_assistants_own_yes_decides_nothing() -> None:
    talk = opened()
    talk.ask("לאשר שמסירים את האלרגיה?")
    talk.say("כן, מאשר", Speaking.ASSISTANT)
    assert talk.allergies() == ["פניצילין"]


def test_asking_and_agreeing_are_told_from_other_words() -> None:
    assert asks_for_a_word("Shall I remove it? Please confirm.")
    assert asks_for_a_word("подтвердить удаление?")
    assert not asks_for_a_word("I removed it.")
    assert says_yes("Yep, go ahead")
    assert not says_yes("I said no yesterday")
    assert not says_yes("השולחן הגיע, כן")
