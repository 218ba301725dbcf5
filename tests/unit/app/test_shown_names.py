import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.app.ingest import NAME_CHARS, shown_name

anything = st.text(st.characters(codec=None, categories=None))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ('נוהל "חופשות"/2026.pdf', 'נוהל "חופשות"/2026.pdf'),
        ("..\\..\\נוהל.pdf", "..\\..\\נוהל.pdf"),
        ("Отпуск إجازة.docx", "Отпуск إجازة.docx"),
        ("חופשה\u202egnp.exe", "חופשהgnp.exe"),  # an override would show it as exe.png
        ("א\x00ב\nג.pdf", "א\ufffdבג.pdf"),
        ("\ud800.pdf", "\ufffd.pdf"),
        ("  נוהל.pdf ", "נוהל.pdf"),
        ("", "document"),
        ("\u200f \n", "document"),
    ],
)
def test_a_name_keeps_its_letters_and_loses_what_is_not_seen(name: str, expected: str) -> None:
    assert shown_name(name) == expected


@given(anything)
def test_any_name_becomes_one_that_can_be_shown_and_stored(name: str) -> None:
    shown = shown_name(name)
    assert 1 <= len(shown) <= NAME_CHARS
    assert not any(unicodedata.category(char).startswith("C") for char in shown)
