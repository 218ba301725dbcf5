"""A context holds what was asked for: no small words, nothing twice, nothing for a greeting."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kesher import Kesher

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")
SAID = (
    "קוראים לי דן, אני גר ברחוב הרימון 8, רחובות",
    "שלום",
    "yes",
    "יש לי שני ילדים: אורי בן 7 ונגה בת 4",
    "מה השעה?",
    "אני אוהב את הים בחורף",
    "אני אוהב את הים בחורף",
    "הזמנתי שתי כורסאות ירוקות, מספר הזמנה 90155",
)


@pytest.fixture
def kesher(tmp_path: Path) -> Iterator[Kesher]:
    with Kesher(tmp_path, log_level="error") as opened:
        thread = opened.memory("דן").thread("שיחה")
        for number, text in enumerate(SAID):
            thread.message(text, at=AT + timedelta(minutes=number), context_tokens=60)
        yield opened


@pytest.mark.parametrize("text", ["בוקר טוב", "תודה רבה!", "Thanks!", "спасибо", "شكرا"])
def test_a_greeting_or_thanks_brings_nothing(kesher: Kesher, text: str) -> None:
    memory = kesher.memory("דן")
    assert memory.recall(text, tokens=120).text == ""
    later = AT + timedelta(hours=1)
    said = memory.thread("שיחה").message(text, at=later, context_tokens=120)
    assert (said.text, said.tokens, said.is_known) == ("", 0, False)


def test_turns_that_say_little_or_stand_there_already_are_not_quoted(kesher: Kesher) -> None:
    turns = [turn.text for turn in kesher.memory("דן").recall("מה אני אוהב?", tokens=300).turns]
    assert not {"שלום", "yes", "מה השעה?"} & {*turns}
    assert len(turns) == len(set(turns))


def test_a_small_budget_is_left_to_the_facts(kesher: Kesher) -> None:
    context = kesher.memory("דן").recall("בני כמה הילדים?", tokens=30)
    assert "אורי: גיל 7" in context.text
    assert "נגה: גיל 4" in context.text


def test_what_a_message_tells_is_not_told_again_in_its_context(kesher: Kesher) -> None:
    thread = kesher.memory("דן").thread("שיחה")
    said = thread.message("הטלפון שלי 052-5550146", at=AT + timedelta(hours=1), context_tokens=200)
    assert "052-5550146" not in said.text


def test_where_i_live_is_known_beside_a_son_whose_name_sounds_like_the_question(
    kesher: Kesher,
) -> None:
    memory = kesher.memory("דן")
    assert memory.recall("Where do I live?", tokens=120).is_known
    assert not memory.recall("Where does Noa live?", tokens=120).is_known
    assert memory.recall("What color are the armchairs?", tokens=120).is_known
