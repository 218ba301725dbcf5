import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.normalize import clean, letters_of, strip_niqqud


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("\u200fסעיף 7\u200e (בתוקף)\u200f", "סעיף 7 (בתוקף)"),
        ("\u202bנוהל\u202c", "נוהל"),
        ("\u2067נוהל\u2069 HR\u200b-12", "נוהל HR-12"),
        ("\ufeffשלום", "שלום"),
        ("ל\u200dמזכירות", "למזכירות"),
        ("\uf0b7 פריט ראשון", " פריט ראשון"),
        ("עו\u00adבד", "עובד"),
        ("03\u00ad1234567", "03-1234567"),
        ("ל\u00a0אחר", "ל אחר"),
        ("שורה\r\nשנייה\rשלישית", "שורה\nשנייה\nשלישית"),
        ("שלום\x00עולם", "שלוםעולם"),
        ("\ufb2aבת", "ש\u05c1בת"),
        ("\ufefb", "لا"),
        ("\ufee3\ufeae\ufea3\ufe92\ufe8e", "مرحبا"),
        ("o\ufb03ce", "office"),
        ("й", "й"),
        ("нов\u00adый", "новый"),
    ],
)
def test_clean_leaves_what_a_reader_sees(written: str, expected: str) -> None:
    assert clean(written) == unicodedata.normalize("NFC", expected)


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize("char", ["א", "־", "״", "₪", "a", "é", "ж", "ع", "\n", "\t"])
def test_a_plain_character_stands_for_itself(char: str) -> None:
    assert letters_of(char) == char


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("שָׁלוֹם", "שלום"),
        ("\ufb2aלום", "שלום"),  # presentation form: shin and its dot in one code point
        ("תל־אביב", "תל־אביב"),  # maqaf is punctuation, not a mark
        ("בְּרֵאשִׁ֖ית", "בראשית"),
        ("café Ёлка", "café Ёлка"),  # other scripts keep their accents
        ("مُحَمَّد", "مُحَمَّد"),
    ],
)
def test_strip_niqqud_removes_hebrew_marks_and_nothing_else(written: str, expected: str) -> None:
    assert strip_niqqud(written) == unicodedata.normalize("NFC", expected)
