import pytest

from unit.memory.rules.said import facts, heard
from unit.memory.rules.told import missing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'קבעתי תור אצל ד"ר מזרחי ב-24.2 ב-11:20',
            ["תור.time=2026-02-24T11:20", 'תור.with=ד"ר מזרחי'],
        ),
        (
            "יש לי פגישה עם עורכת הדין ביום שלישי ב-14:30",
            ["פגישה.time=2026-02-17T14:30"],
        ),
        ("I booked an appointment on March 9 at 3pm", ["appointment.time=2026-03-09T15:00"]),
        ("דחו לי את הקרדיולוג ל24.3, 8:40", ["קרדיולוג.time=2026-03-24T08:40"]),
    ],
)
def test_appointments_are_read_with_their_time(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


def test_a_moved_appointment_takes_the_hour_said_before() -> None:
    before = "יש לי פגישה עם היועצת ביום שני 16.2 ב-16:00"
    assert facts("הזיזו לי את היועצת משני לרביעי, אותה שעה", before) == [
        "היועצת.time=2026-02-18T16:00"
    ] or facts("הזיזו לי את היועצת משני לרביעי, אותה שעה", before) == [
        "יועצת.time=2026-02-18T16:00"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "אני צריך להגיש טופס ביטוח עד 18.4",
            ["user.task=טופס ביטוח", "טופס ביטוח.deadline=2026-04-18"],
        ),
        (
            "I need to file the grant application by June 20",
            ["user.task=grant application", "grant application.deadline=2026-06-20"],
        ),
    ],
)
def test_a_task_has_its_deadline(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


def test_a_finished_task_is_done_and_ends() -> None:
    found = facts("סיימתי את הדוח, אפשר לסמן וי", "אני כותבת את הדוח השנתי")
    assert any(fact.endswith("task_status=done") for fact in found)
    (ended,) = [s for s in heard("סיימתי את הדוח").statements if s.key == "task"]
    assert ended.action == "end"


def test_a_temporary_fact_ends_by_what_it_waits_for() -> None:
    (waits,) = heard("מחכה לאישור מהעירייה על ההיתר").statements
    assert (waits.key, waits.value) == ("waiting_for", "אישור מהעירייה על ההיתר")
    assert waits.expires is not None
    assert waits.expires.trigger == "reply"


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("השגרירות ענתה סוף סוף, יש ויזה", "מחכה לתשובה מהשגרירות על הוויזה"),
        ("the insurance finally got back to me", "still waiting for the insurance to decide"),
        ("הגיע האישור מהעירייה!", "מחכה לאישור מהעירייה על ההיתר"),
    ],
)
def test_what_was_waited_for_ends_when_it_comes(text: str, before: str) -> None:
    ended = [s for s in heard(text, before).statements if s.key == "waiting_for"]
    assert [statement.action for statement in ended] == ["end"]


def test_a_reminder_keeps_its_words_and_lapses_with_its_time() -> None:
    (reminder,) = heard("תזכיר לי מחר בשמונה בערב לשלם ארנונה").statements
    assert reminder.key == "reminder"
    assert reminder.expires is not None
    assert f"{reminder.expires.at:%Y-%m-%dT%H:%M}" == "2026-02-11T20:00"


@pytest.mark.parametrize(
    "text",
    [
        "מתי התור שלי?",
        "אולי אקבע תור מתישהו",
        "what time is my appointment?",
        "השכן אומר שצריך להגיש דוח עד 15.3",
        "תכתוב לי דוח על פילים",
    ],
)
def test_questions_wishes_and_orders_plan_nothing(text: str) -> None:
    assert facts(text) == []
