import numpy as np
import pytest

from kesher.documents.parsing.pdf_chars import distinct
from kesher.documents.parsing.pdf_text import Kind, alphabet_of

PLAIN = [ord(char) for char in "שלום, سلام мир abc"]
NO_CODE_POINTS = [0x110000, 0xFFFFFFFF]  # what a damaged file may name


@pytest.mark.parametrize("stored", [[], PLAIN, [*PLAIN, 0x1F600], [*NO_CODE_POINTS, *PLAIN]])
def test_each_code_of_a_page_is_found_once(stored: list[int]) -> None:
    assert distinct(np.array(stored, dtype=np.uint32)).tolist() == sorted(set(stored))


def test_letters_of_every_script_are_sorted_by_what_becomes_of_them() -> None:
    codes = np.array([ord(char) for char in "ש\u05b8 سмx1"], dtype=np.uint32)
    alphabet = alphabet_of(codes)
    seen = [Kind.LETTER, Kind.MARK, Kind.SPACE, *[Kind.LETTER] * 4]
    assert alphabet.kinds_of(codes).tolist() == seen
    assert alphabet.classes_of(codes) == "RNWALLE"


def test_a_code_beyond_unicode_is_hidden_and_leaves_its_neighbours_as_they_are() -> None:
    codes = np.array([*NO_CODE_POINTS, ord("ש")], dtype=np.uint32)
    assert alphabet_of(codes).kinds_of(codes).tolist() == [Kind.HIDDEN, Kind.HIDDEN, Kind.LETTER]
