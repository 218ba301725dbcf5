import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.storable import storable, visible

anything = st.text(st.characters(codec=None, categories=None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("חופשה\x00 שנתית", "חופשה\ufffd שנתית"),
        ("\ud800אב\udfff", "\ufffdאב\ufffd"),
        ("отпуск إجازة leave 🙂\n\t\u200f", "отпуск إجازة leave 🙂\n\t\u200f"),
    ],
)
def test_what_no_database_takes_is_replaced_and_nothing_else(text: str, expected: str) -> None:
    assert storable(text) == expected


@given(anything)
def test_any_text_becomes_one_that_can_be_written_with_offsets_as_they_were(text: str) -> None:
    clean = storable(text)
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert "\x00" not in clean
    assert len(clean) == len(text)
    assert all(new in (old, "\ufffd") for new, old in zip(clean, text, strict=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ('נוהל "חופשות"', 'נוהל "חופשות"'),
        ("\u202eחופשה\u200f ", "חופשה"),
        ("א\x00ב\ud800", "א\ufffdב\ufffd"),
        ("\u200f \n", ""),
    ],
)
def test_a_name_keeps_what_is_seen(name: str, expected: str) -> None:
    assert visible(name) == expected
