"""Which names are one name, and under which keys they meet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.memory.names import Likeness, likeness, name_key, name_keys
from unit.memory.name_pairs import DIFFERENT, PERHAPS, SAME


def meet(one: str, other: str, type_: str) -> bool:
    return bool(set(name_keys(one, type_)) & set(name_keys(other, type_)))


@pytest.mark.parametrize(("one", "other", "type_"), SAME)
def test_spellings_of_one_name_are_the_same_and_share_a_key(
    one: str, other: str, type_: str
) -> None:
    assert likeness(one, other, type_) is Likeness.SAME
    assert likeness(other, one, type_) is Likeness.SAME
    assert meet(one, other, type_)


@pytest.mark.parametrize(("one", "other", "type_"), PERHAPS)
def test_a_piece_or_a_short_form_of_a_name_is_found_but_not_taken_for_it(
    one: str, other: str, type_: str
) -> None:
    assert likeness(one, other, type_) in (Likeness.PART, Likeness.DOUBTFUL)
    assert meet(one, other, type_)


@pytest.mark.parametrize(("one", "other", "type_"), DIFFERENT)
def test_two_names_that_look_or_sound_close_stay_two(one: str, other: str, type_: str) -> None:
    assert likeness(one, other, type_) is Likeness.DIFFERENT
    assert likeness(other, one, type_) is Likeness.DIFFERENT


@pytest.mark.parametrize(
    ("text", "type_", "key"),
    [
        ('ד"ר מִרְיָם לֵב', "person", "מרים לב"),
        ("השולחן הישן", "product", "שולחן ישן"),
        ("הראל", "person", "הראל"),
        ("The Old Mill Ltd.", "company", "old mill"),
        ("order FH-9310", "order", "# fh 9310"),
        ("الدكتور سامي حداد", "person", "سامي حداد"),
        ("г-н Иван Петров", "person", "иван петров"),
        ("", "", ""),
    ],
)
def test_the_main_key_leaves_out_titles_articles_and_marks(text: str, type_: str, key: str) -> None:
    assert name_key(text, type_) == key


def test_keys_of_a_name_are_few_and_none_is_twice() -> None:
    keys = name_keys("עוזיאל ווולוביץ' בן-הרוש", "person")
    assert len(keys) == len(set(keys)) <= 40


@given(
    st.text(alphabet="אבהוילמנשתך אב-\"'׳.a bcyhJK٣ж яЁدهة1#\u200f\u05b0", max_size=24),
    st.sampled_from(("", "person", "order", "company", "medication", "product")),
)
def test_any_text_has_keys_and_is_like_itself(text: str, type_: str) -> None:
    keys = name_keys(text, type_)
    assert len(keys) == len(set(keys)) >= 1
    if any(char.isalnum() for char in text):
        assert likeness(text, text, type_) is Likeness.SAME


@given(st.text(alphabet="אבהוילמנשתגרa bcyhnorliж яاحمد", max_size=14), st.text(max_size=14))
def test_likeness_is_the_same_both_ways(one: str, other: str) -> None:
    assert likeness(one, other, "person") == likeness(other, one, "person")
