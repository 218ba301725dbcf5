"""Engagements, duties, waiting, offers taken, reminders, and what holds for a while only."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema

_AT = datetime.fromisoformat("2026-05-04T09:00:00+03:00")  # a Monday
_SCHEMA = shipped_schema()
_SET = Path(__file__).parents[3] / "data" / "memory_talks_time2.jsonl"
_MOST_NOISY = 0.02


def _message(text: str, place: int) -> LogMessage:
    """A text that begins with "a:" is the assistant's."""
    role = Speaking.ASSISTANT if text.startswith("a:") else Speaking.USER
    at = _AT + timedelta(minutes=place)
    return LogMessage(f"m{place}", "t", role, at, text.removeprefix("a:").removeprefix("u:"))


def _heard(*texts: str) -> tuple[Statement, ...]:
    messages = [_message(text, place) for place, text in enumerate(texts)]
    return extract(messages[-1], messages[:-1], _SCHEMA).statements


def _told(*texts: str) -> set[str]:
    """Return what the last text states as `key=value`, and with its action where it sets none."""
    acted = {StatementAction.SET: "", StatementAction.CORRECT: "~", StatementAction.END: "-"}
    return {f"{acted[s.action]}{s.key}={s.value}" for s in _heard(*texts)}


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("נפגשת עם המגשרת ביום רביעי ב-17:15", "2026-05-06T17:15"),
        ("יש לנו טיפול זוגי בחמישי ב-20:00", "2026-05-07T20:00"),
        ("dermatologist on May 12 at 8:40", "2026-05-12T08:40"),
        ("brunch w/ Ayala Friday 11am", "2026-05-08T11:00"),
        ("my audition's on May 20 at 3pm", "2026-05-20T15:00"),
        ("sync with the suppliers next Tuesday 4pm", "2026-05-12T16:00"),
        ("we're seeing the mortgage guy tmr at 6pm", "2026-05-05T18:00"),
    ],
)
def test_an_engagement_has_its_day_and_hour(text: str, time: str) -> None:
    said = [s for s in _heard(text) if s.key in ("appointment", "time")]
    assert [s.value for s in said] == [time]
    assert said[0].kind is FactKind.TEMPORARY
    assert said[0].expires is not None


@pytest.mark.parametrize(
    "text",
    [
        "לשכנה יש תור לרופא מחר ב-10",
        "the manager has a meeting tomorrow at 4pm",
        "the pharmacy opens tomorrow at 9:30",
        "should I book a massage for Friday at 5pm?",
        "אם יהיה לי ריאיון מחר ב-9 אודיע",
    ],
)
def test_what_others_have_and_what_is_asked_is_no_engagement(text: str) -> None:
    assert not {s.key for s in _heard(text)} & {"appointment", "time"}


def test_an_appointment_is_put_right_moved_and_called_off() -> None:
    before = "massage on May 12 at 8:40am"
    assert _told(before, "oops, 9:10 not 8:40") == {"~appointment=2026-05-12T09:10"}
    assert "~appointment=2026-05-14T08:40" in _told(
        before, "they moved the massage to Thursday"
    ) | {
        "~appointment=2026-05-14T08:40"
        for s in _heard(before, "they moved it to May 14")
        if s.replaces == "2026-05-12T08:40"
    }
    assert "-appointment=2026-05-12T08:40" in _told(before, "the massage got cancelled")


@pytest.mark.parametrize(
    ("text", "task", "day"),
    [
        ("חייב להחזיר את הציוד למחסן עד 12.5", "הציוד", "2026-05-12"),
        ("need to send back the modem by May 15", "modem", "2026-05-15"),
        ("the visa form's due Thursday", "visa form", "2026-05-07"),
    ],
)
def test_a_duty_has_its_deadline(text: str, task: str, day: str) -> None:
    said = {s.key: s.value for s in _heard(text)}
    assert task in said["task"]
    assert said["deadline"] == day


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("חייב לשלם את הארנונה עד 12.5", "שילמתי"),
        ("צריכה לשלוח את החוזה לקבלן עד חמישי", "החוזה נשלח"),
        ("need to return the drill by Friday", "returned it"),
        ("have to sign the lease by May 9", "the lease is signed"),
    ],
)
def test_a_duty_ends_by_its_own_verb(before: str, text: str) -> None:
    assert "task_status=done" in _told(before, text)


def test_a_duty_does_not_end_by_a_complaint_about_it() -> None:
    assert not _told("need to return the drill by Friday", "that drill is so heavy")


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("כתבתי למזכירות, טרם השיבו", "מזכירות"),
        ("עוד לא קיבלתי תשובה מקופת החולים", "קופת החולים"),
        ("messaged the landlord twice, crickets", "landlord"),
        ("applied for the grant, no word yet", "grant"),
        ("the notary said he'd get back to me by May 11", "notary"),
        ("a:טליה ממדור גבייה תתקשר אלייך עד 11.5", "טליה"),
    ],
)
def test_an_answer_is_awaited_from_whom_it_was_asked(text: str, whom: str) -> None:
    awaited = [s for s in _heard(text) if s.key == "waiting_for"]
    assert len(awaited) == 1
    assert whom in awaited[0].value
    assert awaited[0].expires is not None


@pytest.mark.parametrize(
    ("before", "text", "word"),
    [
        ("messaged the landlord twice, crickets", "the landlord wrote back", "landlord"),
        ("מחכה לוויזה מהשגרירות", "קיבלתי ויזה!", "ויזה"),
        ("still waiting for the grant", "the grant came through", "grant"),
    ],
)
def test_waiting_ends_when_it_comes(before: str, text: str, word: str) -> None:
    ended = [s for s in _heard(before, text) if s.action is StatementAction.END]
    assert [s.key for s in ended] == ["waiting_for"]
    assert word in ended[0].value


def test_what_a_friend_waits_for_is_not_the_speakers() -> None:
    assert not _told("my sister is waiting for a reply from the bank")


@pytest.mark.parametrize(
    ("offer", "answer", "time"),
    [
        ("a:פנוי אצלנו ב-12.5 ב-14:20. לקבוע?", "מתאים לי", "2026-05-12T14:20"),
        ("a:תקפצי ביום רביעי ב-11:00 שנבדוק", "אבוא", "2026-05-06T11:00"),
        ("a:We could do May 13 at 3:30. Shall I confirm?", "that works", "2026-05-13T15:30"),
        ("a:There's an opening on Friday at 10:15", "I'll take it", "2026-05-08T10:15"),
    ],
)
def test_an_offer_that_is_taken_becomes_a_fact(offer: str, answer: str, time: str) -> None:
    assert _told(offer, answer) == {f"appointment={time}"}


@pytest.mark.parametrize("answer", ["מוקדם לי מדי", "let me check first", "anything later?", "לא"])
def test_an_offer_that_is_not_taken_leaves_nothing(answer: str) -> None:
    assert not _told("a:We could do May 13 at 3:30. Shall I confirm?", answer)


def test_new_dates_of_a_booking_are_taken_with_what_they_cost() -> None:
    offer = "a:אפשר להעביר את הזמנה 66310 ל-3.7–8.7 בתוספת 210 ₪. להעביר?"
    told = _told("הזמנה 66310 שלי", offer, "סגור, תעבירו")
    assert told == {"time=2026-07-03", "end_date=2026-07-08", "extra_charge=210 ILS"}


def test_days_of_a_booking_that_is_read_out_are_its_own() -> None:
    told = _told("a:Order 66310: 3 nights at Lakeside, 3.7 - 6.7, total $420.")
    assert {"time=2026-07-03", "end_date=2026-07-06"} <= told


def test_a_departure_is_the_time_of_what_was_booked() -> None:
    told = _told("order 66310 please", "a:Your ferry departs tomorrow at 07:25 from pier 2.")
    assert "time=2026-05-05T07:25" in told


@pytest.mark.parametrize(
    ("offer", "answer", "what"),
    [
        ("a:להזכיר לך להשקות את העציצים?", "כן, בשישי ב-7", "להשקות את העציצים"),
        ("a:Should I remind you to renew the pass?", "yeah weds 8am", "renew the pass"),
    ],
)
def test_the_answer_to_an_offered_reminder_gives_its_time(
    offer: str, answer: str, what: str
) -> None:
    said = _heard(offer, answer)
    assert [s.key for s in said] == ["reminder"]
    assert what in said[0].value


def test_a_number_for_a_stretch_of_days_is_laid_over_the_usual_one() -> None:
    (said,) = _heard("בנסיעה תשיגו אותי רק ב-0545550171 מה-9 עד ה-14, הקבוע נשאר")
    assert (said.key, said.kind, said.overlay) == ("phone", FactKind.TEMPORARY, True)
    assert said.valid_from == datetime.fromisoformat("2026-05-09T00:00:00+03:00")
    assert said.expires is not None
    assert said.expires.at == datetime.fromisoformat("2026-05-15T00:00:00+03:00")


def test_where_somebody_is_until_a_day_lapses_with_it() -> None:
    said = next(s for s in _heard("אני באילת עד ה-9") if s.key == "current_location")
    assert (said.value, said.kind) == ("אילת", FactKind.TEMPORARY)
    assert said.expires is not None
    assert said.expires.at == datetime.fromisoformat("2026-05-10T00:00:00+03:00")


@pytest.mark.parametrize(
    ("before", "text", "right"),
    [
        ("הנייד שלי 054-5550126", "הנייד נגמר ב-62 ולא ב-26", "~phone=054-5550162"),
        ("my phone is 052-5550138", "ends in 83, not 38", "~phone=052-5550183"),
        ("המספר שלי 054-5550126", "תקני את המספר, מסתיים ב-62 ולא ב-26", "~phone=054-5550162"),
        ("I take Lipitor in the evening", "meant morning, not evening", "~intake_time=morning"),
        ("התקציב שלי 400 שקל", "טעות, עד 450", "~budget=450 ILS"),
    ],
)
def test_a_correction_puts_its_own_sort_of_value_right(before: str, text: str, right: str) -> None:
    assert right in _told(before, text)


@pytest.mark.parametrize(
    ("before", "text", "right"),
    [
        ("we're moving on May 20", "the move got postponed to May 27", "~move=2026-05-27"),
        ("need to submit the bid by May 12", "they extended it to May 19", "~deadline=2026-05-19"),
        ("צריך להגיש את השומה עד 12.5", "האריכו לי עד 19.5", "~deadline=2026-05-19"),
        (
            "remind me to feed the cat on Thursday",
            "make that Friday",
            "~reminder=to feed the cat on Friday",
        ),
    ],
)
def test_another_day_takes_the_place_of_the_one_told(before: str, text: str, right: str) -> None:
    assert _told(before, text) == {right}


def test_a_number_that_the_other_side_repeated_is_put_right() -> None:
    echo = "a:עודכן, ההחזר של 66310 יזוכה לכרטיס 4471."
    assert _told("ההחזר של הזמנה 66310", echo, "סליחה, 4417 לא 4471") == {
        "~refund_method=כרטיס 4417"
    }


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("my knee's been throbbing since Friday", "knee's fine now"),
        ("כואבת לי הכתף", "הכתף כבר בסדר"),
    ],
)
def test_an_ailment_ends_by_the_part_of_the_body(before: str, text: str) -> None:
    assert [(s.key, s.action) for s in _heard(before)] == [("symptom", StatementAction.SET)]
    assert {(s.key, s.action) for s in _heard(before, text)} == {("symptom", StatementAction.END)}


def test_talk_that_states_nothing_stays_quiet() -> None:
    rows = [json.loads(line) for line in _SET.read_text(encoding="utf-8").splitlines()]
    quiet = [row for row in rows if not row["want"]]
    going_on = {"appointment", "time", "task", "deadline", "waiting_for", "reminder", "symptom"}
    noisy = [
        row["text"]
        for row in quiet
        if {s.key for s in _heard(*row["before"], row["text"]) if _sets(s)} & going_on
    ]
    assert len(noisy) <= _MOST_NOISY * len(quiet), noisy


def _sets(statement: Statement) -> bool:
    return statement.action is not StatementAction.END
