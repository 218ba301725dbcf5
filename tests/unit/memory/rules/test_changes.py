"""Changes said in many ways, over many trades: what was told before holds no more.

`tests/data/memory_changes.jsonl` holds a talk and its continuations a line. Those under `changes`
must be heard; those under `missed` are known not to be, and count in the share that must be.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kesher.domain.entity import Entity
from kesher.domain.fact import FactState
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.memory.hearing import Hearing, hear
from kesher.memory.schema import shipped_schema
from kesher.memory.states import state
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

_FILE = Path(__file__).parents[3] / "data" / "memory_changes.jsonl"
_TALKS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]
_START = datetime.fromisoformat("2026-02-10T10:00:00+02:00")
_HOLDING = (FactState.CURRENT, FactState.EVENT, FactState.FUTURE)
_HEARD = 0.9


def _values(said: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Return what holds of some keys after a talk; its lines begin with "u: " or "a: "."""
    view, number, at = MemoryLists(), count(1), _START
    person = Entity("me", "person", "", at, speaker=USER_SPEAKER)
    view.apply(MemoryChange(entities=(person,)))
    new_id: Callable[[str], str] = lambda kind: f"{kind}{next(number)}"  # noqa: E731
    for place, line in enumerate(said):
        at += timedelta(minutes=3)
        role = Speaking.USER if line.startswith("u: ") else Speaking.ASSISTANT
        speaker = USER_SPEAKER if role is Speaking.USER else "assistant"
        message = LogMessage(f"m{place:03}", "t", role, at, line[3:], speaker=speaker)
        view.add(message)
        change, _ = hear(message, view, Hearing(shipped_schema(), new_id, at))
        view.apply(change)
    facts = view.facts(keys=keys, history=False)
    return [fact.value for fact in facts if state(fact, as_of=at) in _HOLDING]


def _plain(value: str) -> str:
    return re.sub(r"[\s-]", "", value).casefold()


def _is_heard(talk: dict[str, Any], text: str, new: str) -> bool:
    """Tell whether the new value holds after the text, or none, and the old one no more."""
    by = "a: " if talk["by"] == "assistant" else "u: "
    now = [_plain(value) for value in _values([*talk["before"], by + text], talk["keys"])]
    old, wanted = _plain(talk["old"]), _plain(new)
    stale = [value for value in now if old in value and not (new and wanted in value)]
    return not stale and (not new or any(wanted in value for value in now))


@pytest.mark.parametrize("talk", _TALKS, ids=lambda talk: f"{talk['keys'][0]}-{talk['lang']}")
def test_a_change_is_heard_however_it_is_said(talk: dict[str, Any]) -> None:
    assert any(_plain(talk["old"]) in _plain(v) for v in _values(talk["before"], talk["keys"]))
    assert [text for text, new in talk["changes"] if not _is_heard(talk, text, new)] == []


def test_nine_of_ten_changes_are_heard() -> None:
    heard = sum(len(talk["changes"]) for talk in _TALKS)
    told = heard + sum(len(talk["missed"]) for talk in _TALKS)
    assert heard / told >= _HEARD


def test_a_change_that_began_before_it_was_told_replaces_what_was_read_out_first() -> None:
    said = [
        "a: הזמנה 4521: שולחן, 900 ₪. כתובת למשלוח ויצמן 22, כפר סבא.",
        "u: עברנו דירה בשבת, עכשיו אנחנו ברחוב הגליל 9, כפר סבא",
    ]
    assert _values(said, ["address", "delivery_address"]) == ["רחוב הגליל 9, כפר סבא"]


@pytest.mark.parametrize(
    "text",
    [
        "רק הפעם תשלחו לרחוב הגפן 7, עכו",
        "למשלוח הזה רחוב הגפן 7, עכו",
        "just this once send it to 7 Vine Street, Acre",
        "for this order please ship to 7 Vine Street, Acre",
    ],
)
def test_an_address_for_this_once_is_the_orders_and_not_the_persons(text: str) -> None:
    said = ["u: אני גרה ברחוב הרצל 4, חיפה", "u: הזמנתי ספה, הזמנה 5120", f"u: {text}"]
    assert _values(said, ["address"]) == ["רחוב הרצל 4, חיפה"]
    (sent,) = _values(said, ["delivery_address"])
    assert "הגפן 7" in sent or "7 Vine Street" in sent


def test_a_number_in_a_question_puts_no_sum_right() -> None:
    said = [
        "a: ההפרש, 380 ₪, יוחזר לכרטיס 4410 של הזמנה 88702.",
        "u: רגע אני רואה 380 ב4410, זה הצימר?",
    ]
    assert _values(said, ["refund_amount"]) == ["380 ILS"]


@pytest.mark.parametrize(
    ("first", "last", "key", "right"),
    [
        ("הטלפון שלי 052-555-0143", "רגע, הטלפון נגמר ב-34 ולא ב-43", "phone", "052-5550134"),
        ("התקציב שלנו 40,000 שח", "טעיתי, 45,000 ולא 40,000", "budget", "45000 ILS"),
        ("my number is 052-555-0143", "sorry, ends in 34 not 43", "phone", "052-5550134"),
    ],
)
def test_a_correction_finds_what_was_said_long_ago(
    first: str, last: str, key: str, right: str
) -> None:
    between = [f"u: ועוד דבר {number}" for number in range(20)]
    assert _values([f"u: {first}", *between, f"u: {last}"], [key]) == [right]


@pytest.mark.parametrize(
    "text",
    [
        "מתי תסגרו את הפנייה?",
        "הפנייה עדיין לא נסגרה",
        "אל תסגרו את הפנייה",
        "is my ticket closed?",
        "don't close the ticket yet",
        "когда закроете обращение?",
        "متى تغلقون التذكرة؟",
    ],
)
def test_a_ticket_is_not_closed_by_asking_or_denying(text: str) -> None:
    said = ["u: המדפסת לא עובדת", "a: פתחתי פנייה 7781 בנושא המדפסת", f"u: {text}"]
    assert _values(said, ["ticket_status"]) == ["open"]
