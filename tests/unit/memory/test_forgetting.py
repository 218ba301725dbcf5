from datetime import UTC, datetime, timedelta

import pytest

from kesher.domain.entity import Entity
from kesher.domain.fact import Expiry, FactKind, FactState, ReviewKind, Verdict
from kesher.domain.log import LogMessage, Speaking
from kesher.errors import InputError, NoExpiryError
from kesher.memory.durations import in_english, in_hebrew, iso_duration
from kesher.memory.expiry_text import expiry_text
from kesher.memory.forgetting import due_reviews, expiry_for, moment_end
from kesher.memory.schema import shipped_schema
from kesher.ports.memory import MemoryChange
from unit.memory.talk import DAY, ME, START, Talk, day, ends, says

MESSAGE = LogMessage("m", "t", Speaking.USER, START, "")
TEMPORARY = FactKind.TEMPORARY
REPLY = Expiry(condition="עד שהספק עונה", trigger="reply", trigger_entity_id="shita")


def test_a_task_lasts_until_it_is_done_and_at_most_seven_days() -> None:
    talk = Talk()
    talk.tell(0, says("task", "להגיש דוח"))
    assert talk.now("task", 6.99) == ["להגיש דוח"]
    assert talk.states("task", 7) == {"להגיש דוח": FactState.EXPIRED}


def test_waiting_lasts_a_day_where_nothing_else_is_said() -> None:
    talk = Talk()
    talk.tell(0, says("waiting_for", "טכנאי"))
    talk.tell(0, says("waiting_for", "תשובה מהספק", expires=REPLY))
    assert talk.now("waiting_for", 0.99) == ["טכנאי", "תשובה מהספק"]
    assert talk.now("waiting_for", 40) == ["תשובה מהספק"]


def test_an_appointment_lasts_until_an_hour_after_its_time() -> None:
    talk = Talk()
    talk.tell(0, says("appointment", "2026-03-03T16:00"))  # 14:00 in UTC
    three = datetime(2026, 3, 3, 14, 59, tzinfo=UTC)
    assert talk.now("appointment", (three - START) / DAY) == ["2026-03-03T16:00"]
    assert talk.now("appointment", (three - START) / DAY + 1 / 1440) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [("language_preference", "אנגלית"), ("diet", "צמחונית"), ("reply_style", "коротко")],
)
def test_a_preference_never_lapses(key: str, value: str) -> None:
    talk = Talk()
    talk.tell(0, says(key, value))
    assert talk.now(key, 5000) == [value]


def test_a_temporary_fact_that_ends_nowhere_is_refused_by_name() -> None:
    statement = says("weather", "שרב", kind=TEMPORARY)
    key = shipped_schema().key("weather")
    with pytest.raises(NoExpiryError, match="`weather` = `שרב`"):
        expiry_for(statement, key, TEMPORARY, START, MESSAGE)
    talk = Talk()
    revision = talk.tell(0, statement, says("city", "עכו"))
    assert [refused for refused, _ in revision.refused] == [statement]
    assert talk.now("city", 0) == ["עכו"]


@pytest.mark.parametrize(
    "rest",
    [
        {"expires": Expiry(duration=timedelta(days=3))},
        {"expires": Expiry(at=day(3))},
        {"valid_until": day(3)},
    ],
)
def test_what_is_stated_goes_before_the_default(rest: dict[str, object]) -> None:
    talk = Talk()
    talk.tell(0, says("symptom", "כאבי גב", kind=TEMPORARY, **rest))
    assert talk.now("symptom", 2.9) == ["כאבי גב"]
    assert talk.states("symptom", 3) == {"כאבי גב": FactState.EXPIRED}


def test_a_temporary_status_needs_no_date_and_ends_with_the_next_one() -> None:
    talk = Talk()
    talk.tell(0, says("order_status", "packed", kind=TEMPORARY), about="o1")
    (fact,) = talk.facts("order_status", "o1")
    assert fact.expires == Expiry(trigger="status")
    assert talk.now("order_status", 90, "o1") == ["packed"]


def test_what_lapsed_may_be_said_again_and_both_stay_in_history() -> None:
    talk = Talk()
    talk.tell(0, says("temperature", "38.4"))
    talk.tell(20, says("temperature", "38.4"))
    assert [talk.now("temperature", at) for at in (1, 10, 21)] == [["38.4"], [], ["38.4"]]
    assert len(talk.facts("temperature")) == 2


def test_a_task_that_is_told_again_lives_on_from_then() -> None:
    talk = Talk()
    talk.tell(0, says("task", "מחפשים דירה"))
    talk.tell(5, says("task", "מחפשים דירה"))
    assert talk.now("task", 11) == ["מחפשים דירה"]
    assert talk.now("task", 11, believed=4) == []


def test_a_reply_from_the_one_waited_for_ends_the_waiting() -> None:
    talk = Talk()
    talk.tell(0, says("waiting_for", "תשובה מהנגרייה", expires=REPLY))
    talk.tell(1, triggers=(("reply", "another"),))
    assert talk.now("waiting_for", 1) == ["תשובה מהנגרייה"]
    talk.tell(2, triggers=(("reply", "shita"),))
    (fact,) = talk.facts("waiting_for")
    assert talk.states("waiting_for", 2) == {"תשובה מהנגרייה": FactState.ENDED}
    assert fact.ended_by is not None


def test_a_parcel_that_came_ends_what_was_to_hold_until_then() -> None:
    talk = Talk()
    until = Expiry(condition="עד שהשולחן יגיע", trigger="delivered", trigger_entity_id="o1")
    talk.tell(0, says("availability", "בבית כל יום", expires=until))
    talk.tell(1, says("order_status", "הגיעה"), about="o2")
    assert talk.now("availability", 1) == ["בבית כל יום"]
    talk.tell(2, says("order_status", "הגיעה"), about="o1")
    assert talk.now("availability", 2) == []


def test_a_message_by_the_one_waited_for_is_the_reply() -> None:
    talk = Talk()
    store = Entity("store", "company", "בית שזיף", START, speaker="assistant")
    talk.view.apply(MemoryChange(entities=(store,)))
    until = Expiry(condition="until they answer", trigger="reply", trigger_entity_id="store")
    talk.tell(0, says("waiting_for", "their answer", expires=until))
    talk.tell(1, text="מה שלומך?")
    assert talk.now("waiting_for", 1) == ["their answer"]
    talk.tell(2, role=Speaking.ASSISTANT, text="בדקנו.")
    assert talk.now("waiting_for", 2) == []


@pytest.mark.parametrize("done", ["done", "הוגש", "готово", "تم"])
def test_a_task_that_is_done_ends_its_deadline_and_that_anyone_has_it(done: str) -> None:
    talk = Talk()
    talk.tell(0, says("task", "מצגת"), objects=("deck",))
    talk.tell(0, says("deadline", "2026-03-05"), about="deck")
    talk.tell(2, says("task_status", done), about="deck")
    assert talk.now("task", 2) == []
    assert talk.now("deadline", 2, "deck") == []
    assert talk.now("task_status", 2, "deck") == [done]


def test_a_paid_refund_is_expected_no_more_and_another_one_still_is() -> None:
    talk = Talk()
    for order in ("o1", "o2"):
        talk.tell(0, says("refund_eta", "7 ימי עסקים"), about=order)
    talk.tell(3, says("refund_status", "זוכה"), about="o1", role=Speaking.ASSISTANT)
    assert talk.now("refund_eta", 3, "o1") == []
    assert talk.now("refund_eta", 3, "o2") == ["7 ימי עסקים"]


def test_a_medication_that_was_stopped_takes_its_dose_with_it() -> None:
    talk = Talk()
    talk.tell(0, says("medication", "דיורטול"), objects=("diu",))
    talk.tell(0, says("dose", "12.5"), says("intake_time", "בבוקר"), about="diu")
    talk.tell(4, says("medication_status", "הופסק"), about="diu")
    assert talk.now("medication", 4) == []
    assert talk.now("dose", 4, "diu") == talk.now("intake_time", 4, "diu") == []
    assert talk.pending() == []


def test_a_medication_that_is_taken_no_more_takes_its_dose_with_it() -> None:
    talk = Talk()
    talk.tell(0, says("medication", "נשימול"), objects=("nesh",))
    talk.tell(0, says("dose", "2 שאיפות"), about="nesh")
    talk.tell(4, ends("medication", "נשימול"), objects=("nesh",))
    assert talk.now("dose", 3, "nesh") == ["2 שאיפות"]
    assert talk.now("dose", 4, "nesh") == []


def test_what_is_perhaps_done_ends_nothing() -> None:
    talk = Talk()
    talk.tell(0, says("task", "מצגת"), objects=("deck",))
    talk.tell(1, says("task_status", "done", hedged=True), about="deck")
    assert talk.now("task", 1) == ["מצגת"]


def test_a_review_date_asks_once_whether_it_still_holds() -> None:
    talk = Talk()
    talk.tell(0, says("goal", "לרוץ מרתון"))
    assert due_reviews(talk.facts("goal"), day(29), talk.new_id) == MemoryChange()
    change = due_reviews(talk.facts("goal"), day(31), talk.new_id)
    talk.view.apply(change)
    assert due_reviews(talk.facts("goal"), day(32), talk.new_id) == MemoryChange()
    (review,) = talk.pending()
    assert review.kind is ReviewKind.DOUBT
    talk.decide(Verdict.REFUSE, 32, review)
    assert talk.now("goal", 33) == ["לרוץ מרתון"]


def test_accepting_that_a_reviewed_fact_holds_no_more_ends_it_then() -> None:
    talk = Talk()
    talk.tell(0, says("goal", "لياقة"))
    talk.view.apply(due_reviews(talk.facts("goal"), day(31), talk.new_id))
    talk.decide(Verdict.ACCEPT, 32, *talk.pending())
    assert talk.now("goal", 30) == ["لياقة"]
    assert talk.now("goal", 33) == []


@pytest.mark.parametrize(
    ("value", "end"),
    [
        ("2026-02-12 16:00-20:00", datetime(2026, 2, 12, 18, tzinfo=UTC)),
        ("2026-02-12T17:30", datetime(2026, 2, 12, 15, 30, tzinfo=UTC)),
        ("2026-07-12T17:30", datetime(2026, 7, 12, 14, 30, tzinfo=UTC)),
        ("2026-02-12T17:30+00:00", datetime(2026, 2, 12, 17, 30, tzinfo=UTC)),
        ("2026-02-12", datetime(2026, 2, 12, 22, tzinfo=UTC)),
        ("7 ימי עסקים", None),
        ("2026-02-31", None),
    ],
)
def test_a_value_that_names_a_moment_ends_with_it_in_the_speakers_zone(
    value: str, end: datetime | None
) -> None:
    assert moment_end(value, MESSAGE) == end


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("P7D", timedelta(days=7)),
        ("PT24H", timedelta(hours=24)),
        ("P1W", timedelta(weeks=1)),
        ("P1DT2H30M", timedelta(days=1, hours=2, minutes=30)),
    ],
)
def test_iso_durations_are_read(text: str, length: timedelta) -> None:
    assert iso_duration(text) == length


@pytest.mark.parametrize("text", ["", "P", "PT", "7D", "P1M", "P1Y", "P-7D", "P7DT", "שבוע"])
def test_what_is_no_iso_duration_is_refused_by_name(text: str) -> None:
    with pytest.raises(InputError, match="is no duration"):
        iso_duration(text)


@pytest.mark.parametrize(
    ("length", "hebrew", "english"),
    [
        (timedelta(days=1), "יום", "1 day"),
        (timedelta(days=2, hours=3), "יומיים ו-3 שעות", "2 days and 3 hours"),
        (timedelta(hours=2), "שעתיים", "2 hours"),
        (timedelta(seconds=5), "דקה", "1 minute"),
    ],
)
def test_lengths_are_said_as_people_say_them(length: timedelta, hebrew: str, english: str) -> None:
    assert (in_hebrew(length), in_english(length)) == (hebrew, english)


NOON = datetime(2026, 3, 12, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("expires", "hebrew", "english"),
    [
        (None, "", ""),
        (REPLY, "עד שהספק עונה", "עד שהספק עונה"),
        (Expiry(at=NOON), "עד 12.3.2026 13:00", "until 12.3.2026 13:00"),
        (
            Expiry(at=datetime(2026, 3, 12, 22, tzinfo=UTC)),
            "עד 12.3.2026",
            "until 12.3.2026",
        ),
        (
            Expiry(at=NOON, trigger="task_done"),
            "עד שהמשימה תסתיים או עד 12.3.2026 13:00",
            "until the task is done or until 12.3.2026 13:00",
        ),
        (Expiry(duration=timedelta(days=7)), "למשך 7 ימים", "for 7 days"),
        (Expiry(condition="Quickfox answers"), "עד Quickfox answers", "until Quickfox answers"),
        (
            Expiry(condition="пока не позвонят", review_at=NOON),
            "עד пока не позвонят; לבדיקה ב-12.3.2026",
            "until пока не позвонят; to be looked at on 12.3.2026",
        ),
    ],
)
def test_an_expiry_is_said_to_people(expires: Expiry | None, hebrew: str, english: str) -> None:
    assert expiry_text(expires, "he", "Asia/Jerusalem") == hebrew
    assert expiry_text(expires, "en", "Asia/Jerusalem") == english


def test_the_user_is_no_answer_to_themselves() -> None:
    talk = Talk()
    talk.tell(0, says("waiting_for", "תשובה", expires=Expiry(condition="עד", trigger="reply")))
    talk.tell(1, triggers=(("reply", ME),))
    assert talk.now("waiting_for", 1) == ["תשובה"]
