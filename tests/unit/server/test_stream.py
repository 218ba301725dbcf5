import json

from kesher.server.schemas import StageEvent, TextEvent
from kesher.server.stream import event


def test_an_event_is_a_name_and_one_line_of_json() -> None:
    assert event("text", TextEvent(text="22 ימים")) == (
        'event: text\ndata: {"text":"22 ימים"}\n\n'.encode()
    )


def test_line_breaks_and_separators_in_a_text_do_not_break_the_event() -> None:
    text = "שורה\nשנייה\r\nотпуск\u2028إجازة\x00"
    lines = event("text", TextEvent(text=text)).split(b"\n")
    assert len(lines) == 4
    assert json.loads(lines[1].removeprefix(b"data: "))["text"] == text


def test_several_things_are_a_json_list() -> None:
    stages = [StageEvent(stage="searching"), StageEvent(stage="writing")]
    data = event("stages", list(stages)).decode().split("data: ")[1]
    assert [item["stage"] for item in json.loads(data)] == ["searching", "writing"]
