"""Of a long message its beginning is read, and nothing that is written in it takes long to read."""

import time
from datetime import datetime

import pytest

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.own_words import READ_CHARS, beginning
from kesher.memory.schema import shipped_schema

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")
SECONDS = 5.0
"""Of the processor, and generous: what was slow here took from ten seconds to five minutes."""

HOSTILE = {
    "a date and white space": "12.8 " + "\n" * 90_000,
    "white space in a tag": "<" + " " * 90_000 + "external_content",
    "tags that never close": "<passages " * 9_000,
    "numbers of orders": "מספר 4521 " * 10_000,
    "weekdays": "ביום ראשון " * 9_000,
    "doses": '5 מ"ג ' * 16_000,
    "points on one letter": "א" + "\u05b8\u05bc" * 49_000,
    "digits": "הטלפון שלי " + "9" * 90_000,
    "short sentences": "אני גר בחיפה. " * 7_000,
    "an Arabic word": "أنا " * 25_000,
    "Russian": "я живу в Хайфе, " * 6_000,
    "half an address": "a." * 50_000,
    "English": "I moved to " * 9_000,
}


def said(text: str, injected: tuple[tuple[int, int], ...] = ()) -> LogMessage:
    return LogMessage("m1", "ש", Speaking.USER, AT, text, injected=injected)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_message_is_read_soon_whatever_stands_in_it(text: str) -> None:
    began = time.process_time()
    extract(beginning(said(text)), (), shipped_schema())
    assert time.process_time() - began < SECONDS


def test_a_message_of_usual_length_is_read_whole() -> None:
    message = said("קוראים לי נועה. " * 10)
    assert beginning(message) is message


@pytest.mark.parametrize("sentence", ["קוראים לי נועה כהן. ", "Меня зовут Анна! ", "اسمي دانا؟ "])
def test_a_long_message_is_cut_where_a_sentence_ends(sentence: str) -> None:
    read = beginning(said(sentence * 1_000)).text
    assert READ_CHARS - 100 < len(read) <= READ_CHARS
    assert read.endswith(sentence.rstrip())


def test_a_text_without_sentences_is_cut_between_words() -> None:
    assert beginning(said("052-5550146 " * 1_000)).text.endswith("052-5550146 ")


def test_what_a_closing_tag_behind_the_cut_marks_stays_marked() -> None:
    text = "המשתמש: עיר חיפה. " * 300 + "</remembered_facts>"
    read = beginning(said(text))
    assert read.injected == ((0, len(read.text)),)
    assert extract(read, (), shipped_schema()).statements == ()


def test_injected_spans_are_cut_with_the_text() -> None:
    text = "אני גר בחיפה. " * 1_000
    read = beginning(said(text, injected=((0, 14), (2_600, 13_000), (13_500, 14_000))))
    assert read.injected == ((0, 14), (2_600, len(read.text)))
