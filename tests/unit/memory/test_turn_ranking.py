"""Turns are found in their surroundings, in every language, with and without vectors."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from kesher.domain.log import MessageRef
from kesher.memory.turn_ranking import Turn, TurnIndex

START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def index(*turns: tuple[str, str], minutes: int = 1) -> TurnIndex:
    made = TurnIndex()
    for number, (speaker, text) in enumerate(turns):
        at = START + timedelta(minutes=number * minutes)
        made.add(Turn(MessageRef("t", str(number)), speaker, text, at))
    return made


def first(made: TurnIndex, question: str) -> str:
    return made.rank(question, None)[0][0].text


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("מתי הגיע השולחן?", "השולחן נמסר אתמול בצהריים, הכול תקין"),
        ("what about the insurance claim?", "The insurance claim was approved on Monday"),
        ("где мой паспорт", "Паспорт лежит в верхнем ящике стола"),
        ("متى موعد الطبيب", "موعد الطبيب يوم الخميس في الساعة العاشرة"),
    ],
)
def test_a_turn_is_found_by_its_words(question: str, found: str) -> None:
    made = index(
        ("user", "שלום, מה שלומך היום?"),
        ("user", "השולחן נמסר אתמול בצהריים, הכול תקין"),
        ("user", "The insurance claim was approved on Monday"),
        ("user", "Паспорт лежит в верхнем ящике стола"),
        ("user", "موعد الطبيب يوم الخميس في الساعة العاشرة"),
        ("assistant", "תודה, רשמתי לפניי"),
    )
    assert first(made, question) == found


def test_a_bare_answer_is_found_by_the_question_before_it() -> None:
    made = index(
        ("user", "אני מחפש מתנה לאחותי"),
        ("assistant", "באיזו מידה היא נועלת נעליים?"),
        ("user", "שלושים ושמונה וחצי, לפעמים שלושים ותשע"),
        ("user", "ובעניין אחר לגמרי, מזג האוויר כאן נהדר"),
    )
    ranked = [turn.text for turn, _ in made.rank("מידת הנעליים של אחותי", None)]
    assert ranked.index("שלושים ושמונה וחצי, לפעמים שלושים ותשע") < ranked.index(
        "ובעניין אחר לגמרי, מזג האוויר כאן נהדר"
    )


def test_a_long_silence_parts_conversations() -> None:
    near = index(("user", "נסענו לאילת"), ("user", "היה חם"), ("user", "אכלנו גלידה"), minutes=5)
    far = index(("user", "נסענו לאילת"), ("user", "היה חם"), ("user", "אכלנו גלידה"), minutes=600)
    score = {turn.text: value for turn, value in near.rank("אילת", None)}
    apart = {turn.text: value for turn, value in far.rank("אילת", None)}
    assert score["היה חם"] > score["אכלנו גלידה"]
    assert apart["היה חם"] < score["היה חם"]


def test_the_speaker_whom_the_question_names_goes_first() -> None:
    made = index(("דנה", "אני רצה מרתון במאי"), ("יוסי", "אני רץ מרתון במאי"))
    assert first(made, "באיזה חודש יוסי רץ?") == "אני רץ מרתון במאי"
    assert first(made, "באיזה חודש דנה רצה?") == "אני רצה מרתון במאי"


def test_meaning_ranks_where_words_do_not_meet() -> None:
    made = index(("user", "קניתי כלב קטן"), ("user", "החשמל נפל שוב"))
    made.embed(0, np.asarray([1, 0], dtype=np.float32))
    made.embed(1, np.asarray([0, 1], dtype=np.float32))
    ranked = made.rank("pet", np.asarray([1, 0], dtype=np.float32))
    assert ranked[0][0].text == "קניתי כלב קטן"


def test_an_empty_log_has_no_turns() -> None:
    assert TurnIndex().rank("שאלה", None) == []


def test_turns_said_later_change_neither_the_order_nor_a_score_of_then() -> None:
    said = (
        ("user", "הזמנתי שולחן לסלון"),
        ("אחר", "I want the refund for the table"),
        ("user", "متى يصل الطلب؟"),
        ("заказ", "где мой заказ, стол?"),
        ("user", "ומה עם השולחן ההוא"),
    )
    then, now = index(*said[:3]), index(*said)
    before = START + timedelta(minutes=2)
    for question in ("שולחן", "refund", "заказ", "الطلب"):
        assert now.rank(question, None, said_by=before) == then.rank(question, None)
        assert now.rank(question, None, top=2) == now.rank(question, None)[:2]
    assert now.rank("שולחן", None, said_by=START - timedelta(days=1)) == []
