"""Text of others drives no terminal, and loses nothing on the way to a program."""

import json

import pytest

from kesher.text.harmless import escaped, harmless, one_line, unhidden

DRIVING = [
    "\x1b[2J\x1b[H",
    "\x1b]0;title\x07",
    "\x1b]8;;https://evil.com\x1b\\שלום\x1b]8;;\x1b\\",
    "\x9b31m",
    "\x1bP+q\x1b\\",
    "done\r\x1b[Kallowed",
    "abc\b\b\bxyz",
    "\x7f\x00\x0b",
    "photo\u202egnp.exe",
    "\u202dשלום\u202c",
    "\u202bмир\u202c",
    "\u2067open",
    "end\u2069",
    "line\u2028line\u2029line",
    "a\U000e0041\U000e0042b",
    "\ud800",
]


@pytest.mark.parametrize("text", DRIVING)
def test_what_could_drive_a_terminal_is_replaced(text: str) -> None:
    shown = harmless(text)
    assert "\ufffd" in shown
    assert not set(shown) & set("\x1b\x9b\x07\r\b\x7f\x00\x0b\u202a\u202b\u202c\u202d\u202e\u2028")
    assert harmless(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "שלום,\n\tעולם",
        "\u2067שלום\u2069 is hello",
        "\u200fשלום\u200e!",
        "می\u200cخواهم",
        "привет",
        "👩\u200d🔬 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_ordinary_text_in_any_direction_stays(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("text", [each for each in DRIVING if "\ud800" not in each])
def test_json_keeps_every_character_and_drives_nothing(text: str) -> None:
    written = escaped(json.dumps({"א": text}, ensure_ascii=False))
    assert harmless(written) == written
    assert json.loads(written) == {"א": text}


def test_a_name_with_line_breaks_imitates_no_line_of_ours() -> None:
    assert one_line("a.pdf\n✓ delete_file\x85done") == "a.pdf ✓ delete_file done"


def test_hidden_characters_are_seen_by_whoever_must_judge() -> None:
    assert unhidden("pay\u200bpal \u202egnp \U000e0041") == (
        "pay\\u200bpal \\u202egnp \\udb40\\udc41"
    )
