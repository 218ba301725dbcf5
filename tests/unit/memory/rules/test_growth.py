"""The work on a long message grows with its length, whatever it repeats: calls are counted."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import pytest

from unit.memory.rules.said import heard

SHORT, LONG = 700, 1400
# Twice the length may cost a little more than twice the calls, never four times.
MOST_GROWTH = 2.7
MOST_CALLS_PER_CHARACTER = 700

SHAPES = (
    'לוקח 5 מ"ג ',
    "מספר 4521 ",
    "הזמנה 4521, ",
    "4521 ",
    "אני גר בחיפה. ",
    "أنا من حيفا ",
    "я живу в Хайфе. ",
    "דנה כהן, ",
    "my wife Dana ",
    "ואני ",
    "the ",
    "a:",
    "a-",
    "a@",
    "a.",
    '"א ',
    "[({",
    "ביום ראשון ",
    "10:30 ",
    "+972 ",
    "052-5550146 ",
    '500 ש"ח ',
    "רחוב הרצל 5 ",
    "אלרגית לבוטנים ו",
    "לא ",
    "מה? ",
    "בת 5 ",
    "DE89 3704 ",
)


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_length_is_no_more_than_about_twice_the_work(shape: str) -> None:
    heard(shape)
    short = _calls(partial(heard, _text(shape, SHORT)))
    long = _calls(partial(heard, _text(shape, LONG)))
    assert long <= MOST_GROWTH * short
    assert long <= MOST_CALLS_PER_CHARACTER * LONG


@pytest.mark.parametrize("letter", ["א", "a", "7", "ё", "ع", "'", '"', "(", " ", "\n", ",", "-"])
def test_a_word_without_an_end_is_read_in_a_few_calls_a_character(letter: str) -> None:
    heard(letter)
    assert _calls(partial(heard, letter * 3_000)) <= 30 * 3_000


def _text(shape: str, size: int) -> str:
    return shape * max(1, size // len(shape))


def _calls(work: Callable[[], object]) -> int:
    """Return how many functions are called, those written in C as well."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
