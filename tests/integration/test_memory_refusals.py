"""What memory cannot take is refused in words that say what is wrong and what to do."""

from pathlib import Path

import pytest

from kesher import Kesher
from kesher.errors import InputError
from kesher.memory.log_lines import read_log_line


@pytest.mark.parametrize("tenant", ["", "a\0b", "\ud800"])
def test_a_tenant_that_no_store_can_hold_is_refused(tmp_path: Path, tenant: str) -> None:
    with (
        Kesher(tmp_path, log_level="error") as kesher,
        pytest.raises(InputError, match="names no tenant"),
    ):
        kesher.memory(tenant)


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(tmp_path: Path, question: str) -> None:
    with (
        Kesher(tmp_path, log_level="error") as kesher,
        pytest.raises(InputError, match="question is empty"),
    ):
        kesher.memory("דייר").recall(question)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"id": "a"}', "it has no `at`"),
        ("{", "it is no JSON \\("),
        ("5", "it is no JSON object"),
    ],
)
def test_a_line_that_is_no_message_is_told_in_words(line: str, wrong: str) -> None:
    with pytest.raises(InputError, match=f"Line 3 is no message of a log: {wrong}"):
        read_log_line(line, number=3)
