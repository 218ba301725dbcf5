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
