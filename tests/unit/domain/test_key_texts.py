"""The text of an API key."""

import re

import pytest

from kesher.domain.key_texts import is_whole, new_key, shown_prefix


def test_a_key_is_known_by_its_form_and_tells_little_by_its_beginning() -> None:
    key = new_key()
    assert re.fullmatch(r"ksh_[0-9A-Za-z]{40}", key)
    assert is_whole(key)
    assert len(shown_prefix(key)) == 10
    assert new_key() != key


@pytest.mark.parametrize("at", [4, 20, 37, 38, 43])
def test_one_wrong_letter_is_seen(at: int) -> None:
    key = new_key()
    other = "a" if key[at] != "a" else "b"
    assert not is_whole(key[:at] + other + key[at + 1 :])


@pytest.mark.parametrize("text", ["", "ksh_", "מפתח", "ksh_" + "א" * 40, "kSh_" + "a" * 40])
def test_what_is_no_key_is_told_apart(text: str) -> None:
    assert not is_whole(text)


def test_a_part_of_a_key_is_no_key() -> None:
    key = new_key()
    assert not any(is_whole(part) for part in (key[:-1], key[1:], f"{key} ", f"{key}0"))
