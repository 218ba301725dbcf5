import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.adapters.models.think_tags import ThinkTags

PIECES = st.lists(
    st.sampled_from(
        [
            "<think>",
            "</think>",
            "<thi",
            "nk>",
            "</",
            "think>",
            "<",
            ">",
            " ",
            "\n",
            "שלום",
            "мысль",
            "a",
        ]
    ),
    max_size=12,
).map("".join)


def parted(pieces: list[str], *, opened: bool = False) -> tuple[str, str]:
    tags = ThinkTags(opened=opened)
    found = [*map(tags.feed, pieces), tags.rest()]
    return "".join(f.thinking for f in found), "".join(f.text for f in found)


@pytest.mark.parametrize(
    ("stream", "thinking", "text"),
    [
        ("<think>\nהמשתמש שואל על חופשה\n</think>\n\n22 ימים.", "המשתמש שואל על חופשה", "22 ימים."),
        ("\n <think>Надо посчитать</think>22 дня", "Надо посчитать", "22 дня"),
        ("<think>\n\n</think>\n\nתשובה", "", "תשובה"),  # a model that was asked not to think
        ("<think>לא נסגר לעולם ", "לא נסגר לעולם", ""),
        ("<think>a < b </thin c</think>כן", "a < b </thin c", "כן"),
        ("<think>אחת</think><think>שתיים</think>", "אחת", "<think>שתיים</think>"),
        ("תגית <think> באמצע </think> היא טקסט", "", "תגית <think> באמצע </think> היא טקסט"),
        ("<thinking>لا", "", "<thinking>لا"),
        ("<thi", "", "<thi"),
        ("  שלום ", "", "  שלום "),
        ("", "", ""),
    ],
)
def test_only_a_leading_block_is_thinking(stream: str, thinking: str, text: str) -> None:
    assert parted([stream]) == (thinking, text)
    assert parted(list(stream)) == (thinking, text)


def test_a_block_that_the_template_opened_begins_at_once() -> None:
    stream = "\nאני חושב</think>\n22 ימים </think>"
    assert parted([stream], opened=True) == ("אני חושב", "22 ימים </think>")
    assert parted(["בלי סוף"], opened=True) == ("בלי סוף", "")


def test_an_answer_is_not_held_back_once_it_cannot_be_a_tag() -> None:
    tags = ThinkTags()
    assert [tags.feed(piece).text for piece in ("ש", "לום", " <think>")] == ["ש", "לום", " <think>"]


@given(PIECES, st.lists(st.integers(0, 60), max_size=6), st.booleans())
def test_where_the_stream_is_cut_changes_nothing(
    stream: str, cuts: list[int], opened: bool
) -> None:
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(places)]
    assert parted(pieces, opened=opened) == parted([stream], opened=opened)


@given(PIECES)
def test_the_parts_are_those_that_a_whole_text_shows(stream: str) -> None:
    closed = re.fullmatch(r"\s*<think>\s*(.*?)\s*</think>\s*(.*)", stream, re.DOTALL)
    unclosed = re.fullmatch(r"\s*<think>\s*(.*?)\s*", stream, re.DOTALL)
    expected = (closed[1], closed[2]) if closed else (unclosed[1], "") if unclosed else ("", stream)
    assert parted([stream]) == expected
