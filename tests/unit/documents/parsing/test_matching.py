"""Two readings of one text are matched letter by letter, in order, quickly."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.documents.parsing.matching import match

WORDS = ("עובד", "נוהל", "22", "חופשה", "work", "отпуск", "إجازة", "(ראו", "4.2)")


@pytest.mark.parametrize(
    ("text", "other", "places"),
    [
        ("אבג", "אבג", [0, 1, 2]),
        ("אבג", "xאבyג", [1, 2, 4]),
        ("אבגד", "אגד", [0, -1, 1, 2]),
        ("", "אב", []),
        ("אב", "", [-1, -1]),
        ("отпуск22", "отпуск 22", [0, 1, 2, 3, 4, 5, 7, 8]),
    ],
)
def test_each_letter_finds_its_like(text: str, other: str, places: list[int]) -> None:
    assert match(text, other) == places


@given(st.text(alphabet="אבגab1", max_size=60), st.text(alphabet="אבגab1", max_size=60))
def test_matches_are_alike_and_in_order(text: str, other: str) -> None:
    places = match(text, other)
    found = [place for place in places if place >= 0]
    assert found == sorted(set(found))
    assert all(other[place] == text[at] for at, place in enumerate(places) if place >= 0)


def test_a_long_text_full_of_repetitions_is_matched_through_insertions() -> None:
    chance = random.Random(5)  # noqa: S311 - the same words each time
    paragraphs = [f"{n}." + "".join(chance.choices(WORDS, k=12)) for n in range(3_000)]
    pages = ["".join(paragraphs[at : at + 10]) for at in range(0, 3_000, 10)]
    text, other = "".join(pages), "כותרתעליונה".join(pages)
    places = match(text, other)
    assert sum(place >= 0 for place in places) > 0.999 * len(text)
