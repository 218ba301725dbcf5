import base64
from typing import Any

import pytest
from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    EmbeddedResource,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from kesher.adapters.mcp_tools.rendering import EMPTY, RESULT_CHARS, rendered


def result(*content: Any, structured: Any = None) -> CallToolResult:
    return CallToolResult(content=list(content), structured_content=structured)


def text(said: str) -> TextContent:
    return TextContent(type="text", text=said)


def test_texts_follow_one_another() -> None:
    said = result(text("שלום"), text("привет"), text("مرحبا"))
    assert rendered(said) == "שלום\nпривет\nمرحبا"


def test_a_result_without_anything_says_so() -> None:
    assert rendered(result()) == EMPTY


@pytest.mark.parametrize(
    ("content", "structured"),
    [
        (('{"שם": "דנה"}',), {"שם": "דנה"}),
        (("דנה",), {"result": "דנה"}),
        (("1", "2"), {"result": [1, 2]}),
    ],
)
def test_a_structured_result_that_the_text_says_too_is_said_once(
    content: tuple[str, ...], structured: Any
) -> None:
    said = result(*map(text, content), structured=structured)
    assert rendered(said) == "\n".join(content)


def test_a_structured_result_that_says_more_follows_the_text_as_canonical_json() -> None:
    said = result(text("נמצא אחד"), structured={"טלפון": "03", "Имя": "دانا"})
    assert rendered(said) == 'נמצא אחד\n{"Имя":"دانا","טלפון":"03"}'
    assert rendered(result(structured=[])) == "[]"


def test_sound_and_bytes_are_named_with_their_size_and_not_shown() -> None:
    data = base64.b64encode(bytes(1_000)).decode()
    sound = AudioContent(type="audio", data=data, mime_type="audio/wav")
    blob = BlobResourceContents(uri="file:///דוח.pdf", blob=data, mime_type="application/pdf")
    shown = rendered(result(sound, EmbeddedResource(type="resource", resource=blob)))
    assert "[sound, audio/wav, 1,000 bytes: not shown]" in shown
    assert ".pdf, application/pdf, 1,000 bytes: not shown]" in shown
    assert data[:20] not in shown


def test_resources_come_with_their_addresses() -> None:
    link = ResourceLink(
        type="resource_link", name="דו\u202eח", uri="file:///r", description="отчёт"
    )
    inner = TextResourceContents(uri="note://1", text="הערה")
    shown = rendered(result(link, EmbeddedResource(type="resource", resource=inner)))
    assert shown == "[resource `דוח` at file:///r: отчёт]\n[resource note://1]\nהערה"


def test_a_result_over_the_limit_says_how_much_is_missing() -> None:
    shown = rendered(result(text("א" * (RESULT_CHARS + 7))))
    assert shown.endswith("[7 more characters left out: ask for less at a time.]")
