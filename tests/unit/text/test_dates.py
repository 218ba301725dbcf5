from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.dates import find_times
from kesher.text.time_span import Bound, Precision, TimeKind, TimeSpan

JERUSALEM = "Asia/Jerusalem"
# A Sunday.
SUNDAY = datetime(2026, 2, 8, 9, 14, tzinfo=ZoneInfo(JERUSALEM))


def times(text: str, at: datetime = SUNDAY, zone: str = JERUSALEM) -> tuple[TimeSpan, ...]:
    return find_times(text, at=at, zone=zone)


def said(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.value) for span in times(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("שלשום כאב לי, היום פחות", [("שלשום", "2026-02-06"), ("היום", "2026-02-08")]),
        ("מחרתיים אני חוזר", [("מחרתיים", "2026-02-10")]),
        ("נתראה בעוד יומיים", [("בעוד יומיים", "2026-02-10")]),
        ("לפני שלושה ימים", [("לפני שלושה ימים", "2026-02-05")]),
        ("זה היה לפני שבועיים", [("לפני שבועיים", "2026-01-25")]),
        ("in two weeks I fly", [("in two weeks", "2026-02-22")]),
        ("it broke three days ago", [("three days ago", "2026-02-05")]),
        ("the day before yesterday", [("the day before yesterday", "2026-02-06")]),
        ("בעוד 3 שעות", [("בעוד 3 שעות", "2026-02-08T12:14")]),
    ],
)
def test_days_are_counted_from_the_message(text: str, expected: list[tuple[str, str]]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("אפשר להזיז לחמישי?", "2026-02-12"),
        ("ביום רביעי הקרוב", "2026-02-11"),
        ("ביום ראשון שעבר", "2026-02-01"),
        ("עברנו דירה בשבת", "2026-02-07"),
        ("הזמנו מזרן בשישי", "2026-02-06"),
        ("קבעתי ליום ג'", "2026-02-10"),
        ("I ordered a lamp on Friday", "2026-02-06"),
        ("see you next Tuesday", "2026-02-10"),
        ("the plumber came on Thursday", "2026-02-05"),
        ("בשבוע הבא ביום רביעי", "2026-02-18"),
    ],
)
def test_a_weekday_is_the_last_or_the_next_one_by_the_words_round_it(text: str, day: str) -> None:
    assert [span.value for span in times(text)] == [day]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("הזמנתי ב-1.2", "2026-02-01"),
        ("מגיע ב12.3", "2026-03-12"),
        ("12/8/26", "2026-08-12"),
        ("נולדתי ב 14.7.91", "1991-07-14"),
        ("נולדתי ב-14.7.1991", "1991-07-14"),
        ("2026-02-12", "2026-02-12"),
        ("נולד ב-3 בנובמבר", "2025-11-03"),
        ("on the 8th of May", "2026-05-08"),
        ("May 6th, 2027", "2027-05-06"),
        ("תור ב-22.9", "2026-09-22"),
        ("עד 22.8", "2026-08-22"),
        ("גר כאן מאז 14.10", "2025-10-14"),
        ("נפגש ב-15 לחודש", "2026-02-15"),
        ("Встреча 12.03.2026", "2026-03-12"),
        ("приеду 3 марта", "2026-03-03"),
        ("الموعد 12/3/2026", "2026-03-12"),
        ("يوم 5 مارس", "2026-03-05"),
    ],
)
def test_numbers_are_day_before_month_and_a_missing_year_is_the_nearest(
    text: str, expected: str
) -> None:
    assert [span.value for span in times(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("מחר ב8 אצל המוסכניק", "2026-02-09T08:00"),
        ("עבר ל3.3 ב8:15", "2026-03-03T08:15"),
        ("24.3, 8:40", "2026-03-24T08:40"),
        ("5.5 בתשע וחצי", "2026-05-05T09:30"),
        ("מחר ברבע לשמונה בערב", "2026-02-09T19:45"),
        ("מחר ב-4 אחה״צ", "2026-02-09T16:00"),
        ('מוצ"ש בתשע', "2026-02-14T21:00"),
        ("tomorrow at half past eight", "2026-02-09T08:30"),
        ("on Monday at 5 pm", "2026-02-09T17:00"),
        ("מחר יש לי פגישה ב-16:00", "2026-02-09T16:00"),
        ("12.03.2026 в 16:00", "2026-03-12T16:00"),
        ("12/3/2026 الساعة 16:00", "2026-03-12T16:00"),
        ("שְׁלִישִׁי ב-10:00", "2026-02-10T10:00"),
    ],
)
def test_a_day_takes_the_hour_beside_it(text: str, expected: str) -> None:
    (span,) = times(text)
    assert (span.kind, span.value) == (TimeKind.DATETIME, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("יום שלישי 10.2 בין 8 ל-12", "2026-02-10 08:00-12:00"),
        ("ביום חמישי 12.2, 16:00\u201320:00.", "2026-02-12 16:00-20:00"),
        ("ביום חמישי 12.2 יש חלון 16:00-20:00", "2026-02-12 16:00-20:00"),
        ("12.2 בין 16:00 ל-20:00", "2026-02-12 16:00-20:00"),
        ("Thursday September 3, 13:00-17:00", "2026-09-03 13:00-17:00"),
        ("Friday between 8:00 and 12:00", "2026-02-13 08:00-12:00"),
        ("tomorrow from 9 to 5", "2026-02-09 09:00-17:00"),
    ],
)
def test_a_day_with_hours_from_and_to_is_a_window(text: str, expected: str) -> None:
    (span,) = times(text)
    assert (span.kind, span.value) == (TimeKind.WINDOW, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("September 10 to 13", "2026-09-10/2026-09-13"),
        ("מ-14.10 ועד 16.10", "2025-10-14/2025-10-16"),
        ("10-13.9", "2026-09-10/2026-09-13"),
        ("מה-5.4 עד ה-7.4", "2026-04-05/2026-04-07"),
    ],
)
def test_two_days_make_a_range_with_the_last_one_in_it(text: str, expected: str) -> None:
    (span,) = times(text)
    assert (span.kind, span.value) == (TimeKind.DATES, expected)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("במילואים עד סוף החודש", "2026-03-01T00:00"),
        ("בטורונטו עד אוקטובר", "2026-10-01T00:00"),
        ("away until October", "2026-10-01T00:00"),
        ("להגיש עד 30.6", "2026-07-01T00:00"),
        ("עד מחר ב-14:00", "2026-02-09T14:00"),
        ("until the end of the month", "2026-03-01T00:00"),
    ],
)
def test_until_a_time_ends_with_a_day_and_at_the_start_of_a_month(text: str, limit: str) -> None:
    (span,) = times(text)
    assert span.bound == Bound.UNTIL
    assert f"{span.limit:%Y-%m-%dT%H:%M}" == limit


@pytest.mark.parametrize(
    ("text", "days", "bound"),
    [
        ("אספקה תוך 14 ימי עסקים", 18, Bound.WITHIN),
        ("within 3 business days", 3, Bound.WITHIN),
        ("for two weeks", 14, Bound.AT),
        ("גר פה שנתיים", 730, Bound.AT),
        ("פעם ביום, שלושה ימים", 3, Bound.AT),
    ],
)
def test_a_length_of_time_is_no_date(text: str, days: int, bound: Bound) -> None:
    (span,) = times(text)
    assert (span.kind, span.duration, span.bound) == (
        TimeKind.DURATION,
        timedelta(days=days),
        bound,
    )


def test_business_days_skip_friday_and_saturday_in_israel_and_the_weekend_elsewhere() -> None:
    thursday = datetime(2026, 2, 19, 9, tzinfo=UTC)
    (here,) = times("תוך 7 ימי עסקים", thursday)
    (there,) = times("within 7 business days", thursday, "Europe/Paris")
    assert here.ends.date().isoformat() == "2026-03-02"
    assert there.ends.date().isoformat() == "2026-03-02"
    (one,) = times("within 1 business day", thursday, "Europe/Paris")
    assert one.ends.date().isoformat() == "2026-02-20"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("עובדת רק א-ד", (6, 0, 1, 2)),
        ("פתוח בימי א'-ה'", (6, 0, 1, 2, 3)),
        ("open Monday to Friday", (0, 1, 2, 3, 4)),
        ("free on Tuesdays", (1,)),
    ],
)
def test_days_of_every_week_are_told_from_one_day(text: str, days: tuple[int, ...]) -> None:
    (span,) = times(text)
    assert (span.kind, span.weekdays) == (TimeKind.WEEKDAYS, days)


def test_working_days_take_their_hours() -> None:
    text = "עובדת רק א-ד, 8 עד 15"
    (span,) = times(text)
    assert text[span.start : span.end] == "א-ד, 8 עד 15"
    assert (span.begins.hour, span.ends.hour) == (8, 15)


@pytest.mark.parametrize(
    "text",
    [
        "אשלגן יצא 3.2",
        "חום 38.4 וכאב גרון",
        "לחץ דם 134/84",
        "מלח הורידו לי ל1.5 גרם",
        "סעיף 4.2(ב) לחוזה",
        "גרסה 4.2 יצאה",
        'שילמתי 12.5 ש"ח',
        "טעיתי, זה 12 ולא 21",
        "הזמנה 71-884",
        "זמין 24/7",
        "הגליל 9/4 כפר סבא",
        "טלפון 052-555-0146",
        "ראשון לציון",
        "הפעם השנייה",
        "שבת שלום",
        "מחכה שהשמאי יחזור",
        "שמאי טוב",
        "twice a day",
        "you may sit",
        "the 31.2 never comes",
        "версия 4.2",
        "الإصدار 4.2",
        "",
    ],
)
def test_prices_doses_versions_and_numbers_are_no_dates(text: str) -> None:
    assert times(text) == ()


def test_the_day_is_that_of_the_speakers_zone_and_not_of_the_clock_in_london() -> None:
    late = datetime(2026, 2, 8, 22, 30, tzinfo=UTC)
    assert [span.value for span in times("מחר", late)] == ["2026-02-10"]
    assert [span.value for span in times("tomorrow", late, "Europe/London")] == ["2026-02-09"]


def test_hours_follow_the_clocks_when_they_change() -> None:
    (before,) = times("26.3.2026 ב-10:00")
    (after,) = times("27.3.2026 ב-10:00")
    assert before.begins.utcoffset() == timedelta(hours=2)
    assert after.begins.utcoffset() == timedelta(hours=3)
    (skipped,) = times("27.3.2026 ב-2:30")
    assert skipped.value == "2026-03-27T03:30"


def test_an_hour_later_is_an_hour_later_over_a_clock_change() -> None:
    at = datetime(2026, 3, 27, 1, 30, tzinfo=ZoneInfo(JERUSALEM))
    (span,) = times("in an hour", at)
    assert span.value == "2026-03-27T03:30"


def test_spans_leave_out_prefix_letters_and_count_hidden_characters() -> None:
    text = "\u200fמגיע ב\u200e-12.3, ובמרץ נראה"
    assert [text[span.start : span.end] for span in times(text)] == ["12.3", "מרץ"]


def test_a_part_of_the_day_narrows_its_day() -> None:
    (span,) = times("אתמול בלילה")
    assert (span.value, span.precision) == ("2026-02-07", Precision.PART)


_WORDS = (
    "ב-12.3 מחר ראשון עד ל24.3 16:00-20:00 שבועיים next Tuesday at 5 בתשע וחצי 3 May 29.2 31.4.27 "
    "בעוד ימים , . ( ) \u200f - לפני 99 שנים מוצ״ש א-ה 0:00 24:00 יום ג׳ 2026-13-40 999 years "
    "3 марта الساعة 12 שְׁלִישִׁי סוף החודש"
)


@given(
    st.one_of(
        st.lists(st.sampled_from(_WORDS.split(" ")), max_size=12).map(" ".join),
        st.text(max_size=60),
    ),
    st.integers(0, 100 * 365 * 24 * 60),
    st.sampled_from([JERUSALEM, "Europe/London", "America/St_Johns", "Pacific/Apia"]),
)
def test_spans_are_real_apart_and_in_order_and_their_instants_are_aware(
    text: str, minutes: int, zone: str
) -> None:
    spans = times(text, datetime(1990, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes), zone)
    last = 0
    for span in spans:
        assert last <= span.start < span.end <= len(text)
        assert text[span.start : span.end].strip() == text[span.start : span.end] != ""
        assert span.begins.astimezone(UTC) <= span.ends.astimezone(UTC)
        last = span.end
