"""What a model answers is taken for what it is, however it is broken."""

import time
from datetime import datetime

import pytest

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.model_extraction import read, request
from kesher.memory.schema import shipped_schema

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")
MESSAGE = LogMessage("m1", "ש", Speaking.USER, AT, "נדלקתי על ברידג' לאחרונה")
BROKEN = {
    "a number of 5,000 digits": '{"records": [{"message": "m1", "value": ' + "9" * 5_000 + "}]}",
    "opening braces": "{" * 19_000,
    "brackets": '{"records": ' + "[" * 9_000 + "}",
    "prose": "אני לא יכול לעשות את זה.",
    "nothing": "",
    "a list": "[]",
    "braces the wrong way round": "} {",
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
def test_an_answer_that_is_not_of_the_form_is_told_from_one_without_records(answer: str) -> None:
    began = time.process_time()
    assert not read(answer, [MESSAGE], shipped_schema()).is_whole
    assert time.process_time() - began < 1
    assert read('{"records": []}', [MESSAGE], shipped_schema()).is_whole


def test_of_messages_shown_for_understanding_only_the_beginning_is_sent() -> None:
    before = LogMessage("m0", "ש", Speaking.USER, AT, "מסמך ארוך. " * 900)
    asked = request([MESSAGE], [before], shipped_schema())
    shown = asked.messages[-1].text or ""
    assert MESSAGE.text in shown
    assert 0 < shown.count("מסמך") < 100
