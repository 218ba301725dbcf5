"""Text and Markdown are decoded and read as their reader sees them."""

from pathlib import Path

import pytest

from kesher.documents.parsing.encodings import guess_encoding
from kesher.documents.parsing.plain import read_markdown, read_text
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.errors import EmptyDocumentError, UnsupportedMediaError

HEBREW = "נוהל עבודה: עובד זכאי ל-22 ימי חופשה.\nשלום!"
ARABIC = "دليل الموظف: ساعات العمل 09:00-17:00 من الأحد."
RUSSIAN = "Сотрудник имеет право на 22 дня отпуска."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (HEBREW, "utf-8"),
        (HEBREW, "utf-8-sig"),
        (HEBREW, "utf-16"),
        (HEBREW, "utf-16-le"),
        (HEBREW, "utf-16-be"),
        (HEBREW, "utf-32"),
        (HEBREW, "cp1255"),
        (HEBREW, "iso8859-8"),
        ("עובד ב-Microsoft Office", "cp1255"),
        ("שָׁלוֹם לְכֻלָּם", "cp1255"),
        (ARABIC, "cp1256"),
        (ARABIC, "utf-16-le"),
        (RUSSIAN, "cp1251"),
        ("ОТПУСК И ПРАЗДНИКИ", "cp1251"),
        ("Un café très agréable à Zürich", "cp1252"),
        ("plain ASCII", "ascii"),
    ],
)
def test_text_comes_out_of_its_encoding(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    assert "\n".join(p.text for p in read_text(path, name="a.txt")) == text


def test_a_beginning_cut_within_a_letter_is_still_utf8() -> None:
    assert guess_encoding("שלום".encode()[:-1]) == "utf-8"


@pytest.mark.parametrize("data", [b"\x00\x01\x02\x03", b"\x89PNG\r\n\x1a\n\x00\x00", bytes(64)])
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    assert guess_encoding(data) is None
    with pytest.raises(UnsupportedMediaError, match="UTF-8"):
        read_text(path, name="a.txt")


def test_a_form_feed_starts_a_page_and_invisible_characters_go(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("אחד\r\n\r\n\u200fשניים 22\u200e\f\fשלושה\n", encoding="utf-8", newline="")
    assert read_text(path, name="a.txt") == (
        Paragraph("אחד"),
        Paragraph("שניים 22"),
        Paragraph("שלושה", starts_page=True),
    )


@pytest.mark.parametrize("text", ["", "  \n\t\n", "\f\f", "\ufeff"])
def test_a_file_of_blanks_is_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ריק.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EmptyDocumentError, match=r"ריק\.txt"):
        read_text(path, name="ריק.txt")


MARKDOWN = """# נוהל *רכש*

פסקה עם [אתר](https://example.org/a_(b)) ו**הדגשה**
בהמשך שורה, 3 * 4 וגם `code_x`.

4. ראשון
5. שני
   - פנימי, <b>3.5%</b>

| פריט | מחיר |
|------|-----:|
| מסך | ₪899.00 |

> ציטוט

```python
x = 1
```

שורה\\
אחרי שבירה

## עוד
![תרשים](a.png) https://example.org
"""


def test_markdown_is_read_without_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    assert [(p.text, p.role, p.level) for p in read_markdown(path, name="a.md")] == [
        ("נוהל רכש", Role.HEADING, 1),
        (
            "פסקה עם אתר (https://example.org/a_(b)) והדגשה בהמשך שורה, 3 * 4 וגם code_x.",
            Role.BODY,
            0,
        ),
        ("4. ראשון", Role.BODY, 0),
        ("5. שני", Role.BODY, 0),
        ("• פנימי, <b>3.5%</b>", Role.BODY, 0),
        ("פריט\tמחיר", Role.ROW, 0),
        ("מסך\t₪899.00", Role.ROW, 0),
        ("ציטוט", Role.BODY, 0),
        ("x = 1", Role.BODY, 0),
        ("שורה\nאחרי שבירה", Role.BODY, 0),
        ("עוד", Role.HEADING, 2),
        ("תרשים https://example.org", Role.BODY, 0),
    ]


def test_markdown_pages_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# Отпуск\f# إجازة\n\nנוסף", encoding="utf-8")
    found = [(p.text, p.starts_page) for p in read_markdown(path, name="a.md")]
    assert found == [("Отпуск", False), ("إجازة", True), ("נוסף", False)]
