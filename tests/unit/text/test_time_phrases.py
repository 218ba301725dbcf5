import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kesher.text.dates import find_times
from kesher.text.time_clocks import CLOCKS
from kesher.text.time_days import DAYS
from kesher.text.time_periods import PERIODS
from kesher.text.time_stretches import STRETCHES

JERUSALEM = "Asia/Jerusalem"
SUNDAY = datetime(2026, 2, 8, 9, 14, tzinfo=ZoneInfo(JERUSALEM))
PATTERNS = [pattern for pattern, _ in (*DAYS, *STRETCHES, *PERIODS, *CLOCKS)]


@pytest.mark.parametrize("after", ["אחר", "אחרי"])
@pytest.mark.parametrize("noon", ["הצהריים", "צהריים", "הצהרים", "צהרים"])
def test_the_afternoon_is_read_in_each_of_its_spellings(after: str, noon: str) -> None:
    text = f"מחר {after} {noon} נוח לי"
    (span,) = find_times(text, at=SUNDAY, zone=JERUSALEM)
    assert text[span.start : span.end] == f"מחר {after} {noon}"


@pytest.mark.parametrize("pattern", PATTERNS, ids=range(len(PATTERNS)))
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_every_phrase_that_a_recogniser_matches_resolves(
    pattern: re.Pattern[str], data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(pattern, alphabet=st.characters(max_codepoint=0x5EA)))
    for span in find_times(text, at=SUNDAY, zone=JERUSALEM):
        assert span.begins <= span.ends


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("see me Thursday the 12th at 12", "2026-02-12T12:00"),
        ("Thursday, the 19th at 15:30 then", "2026-02-19T15:30"),
        ("on Wednesday 25th", "2026-02-25"),
        ("תזיזי ליום חמישי ה-19 ב-12:00", "2026-02-19T12:00"),
        ("נפגשנו ביום שלישי ה-3 לחודש", "2026-02-03"),
        ("meeting ביום חמישי ה-12 at 17:00", "2026-02-12T17:00"),
    ],
)
def test_a_weekday_with_its_day_of_the_month_is_one_day(text: str, value: str) -> None:
    assert [span.value for span in find_times(text, at=SUNDAY, zone=JERUSALEM)] == [value]


def test_where_weekday_and_number_differ_the_number_counts() -> None:
    (span,) = find_times("Monday the 12th", at=SUNDAY, zone=JERUSALEM)
    assert span.value == "2026-02-12"


def test_a_month_behind_a_weekday_s_number_is_read_with_it() -> None:
    (span,) = find_times("Thursday 17th September", at=SUNDAY, zone=JERUSALEM)
    assert span.value == "2026-09-17"
