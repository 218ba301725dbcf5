"""Days called by their number alone, and stretches of days."""

from datetime import datetime

import pytest

from kesher.text.dates import find_times

_AT = datetime.fromisoformat("2026-03-03T09:00:00+02:00")  # a Tuesday


def _values(text: str) -> list[str]:
    return [time.value for time in find_times(text, at=_AT, zone="Asia/Jerusalem")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("אנחנו שם 3.4 עד 9.4", "2026-04-03/2026-04-09"),
        ("הנופש 20.6–27.6", "2026-06-20/2026-06-27"),
        ("בין 28.8 עד 2.9", "2026-08-28/2026-09-02"),
        ("המלון מה-9 עד ה-12", "2026-03-09/2026-03-12"),
        ("from the 9th to the 12th", "2026-03-09/2026-03-12"),
        ("between the 29th and the 2nd", "2026-03-29/2026-04-02"),
        ("אני בחו״ל עד ה-21", "2026-03-21"),
        ("they pushed it to the 17th, 9:20am", "2026-03-17T09:20"),
        ("תבואו ב-15 ב-10:30", "2026-03-15T10:30"),
        ("tmr at 6pm", "2026-03-04T18:00"),
        ("thu 11:15 with Rina", "2026-03-05T11:15"),
        ("next Wednesday 4pm", "2026-03-11T16:00"),
    ],
)
def test_days_by_number_and_stretches_are_read(text: str, value: str) -> None:
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text", ["1.5-2.5 קילו", "קומה 3 עד 5", "גילאי 6 עד 9", "the 3rd floor", "from 10 to 20 units"]
)
def test_amounts_and_ordinals_are_no_stretch(text: str) -> None:
    assert _values(text) == []
