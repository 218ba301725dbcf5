"""Words that a rendition has in another order are found whole, near their paragraph."""

import pytest

from kesher.documents.parsing import word_places
from kesher.documents.parsing.matching import match
from kesher.documents.parsing.word_places import Compact, place_words


def compact(text: str) -> Compact:
    starts = bytearray()
    blank = True
    for char in text:
        if not char.isspace():
            starts.append(blank)
        blank = char.isspace()
    return Compact("".join(text.split()), bytes(starts) + b"\1")


def placed(text: str, other: str) -> list[str]:
    """What each word of the text was placed on, letter by letter; "." for nothing."""
    here, there = compact(text), compact(other)
    found = match(here.text, there.text)
    place_words(here, [(0, len(here.text))], there, found)
    shown = "".join("." if place < 0 else there.text[place] for place in found)
    at, words = 0, []
    for word in text.split():
        words.append(shown[at : at + len(word)])
        at += len(word)
    return words


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("התחברו דרך VPN בלבד גרסה 5.2", "5.2 גרסה בלבד VPN דרך התחברו"),
        ("Сотрудник имеет 22 дня", "дня 22 имеет Сотрудник"),
        ("ساعات العمل 09:00", "09:00 العمل ساعات"),
        ("אושר או לא אושר ב-12 וב-12", "ב-12 וב-12 אושר לא או אושר"),
    ],
)
def test_every_word_of_a_turned_line_is_found(text: str, other: str) -> None:
    assert placed(text, other) == text.split()


def test_no_word_is_found_inside_another_or_twice() -> None:
    assert placed("שלום 12", "312 שלום") == ["שלום", ".."]
    assert placed("אב גד אב", "גד אב")[1:] == ["גד", "אב"]


def test_what_is_not_there_keeps_what_was_matched_of_it() -> None:
    assert placed("שלוםם רב", "שלום רב") == ["שלום.", "רב"]


def test_a_word_is_not_looked_for_far_from_its_paragraph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_places, "WINDOW_CHARS", 3)
    assert "." in "".join(placed("אבגד הוזח", "הוזח אבגד"))
