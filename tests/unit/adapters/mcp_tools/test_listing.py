import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import Tool, ToolAnnotations

from kesher.adapters.mcp_tools.listing import (
    DESCRIPTION_CHARS,
    SCHEMA_CHARS,
    cleaned,
    lawful_name,
    parameters,
    specifications,
)
from kesher.domain.mcp_server import McpServer
from kesher.domain.tool import Risk

SERVER = McpServer("יומן", command=("diary",))
LAWFUL = r"[A-Za-z0-9_-]{1,64}"


def listed(name: str, *, schema: dict[str, Any] | None = None, **changes: Any) -> Tool:
    return Tool(name=name, input_schema=schema or {"type": "object"}, **changes)


@pytest.mark.parametrize(
    ("server", "tool", "expected"),
    [
        ("diary", "look_up", "diary__look_up"),
        ("my-diary_2", "a-b__c", "my-diary_2__a-b__c"),
    ],
)
def test_a_name_that_is_lawful_stays_as_it_is(server: str, tool: str, expected: str) -> None:
    assert lawful_name(server, tool) == expected


@given(st.text(min_size=1), st.text(min_size=1))
def test_every_name_becomes_one_that_providers_take(server: str, tool: str) -> None:
    name = lawful_name(server, tool)
    assert len(name) <= 64
    assert name.isascii()
    assert name.replace("_", "").replace("-", "").isalnum()
    assert name == lawful_name(server, tool)


def test_names_that_differ_only_in_unlawful_letters_stay_apart() -> None:
    tools = ["חיפוש", "חישוב", "поиск", "بحث", "look up", "look.up", "x" * 80, "x" * 81]
    pairs = [(server, tool) for server in ("יומן", "дневник", "a b", "a.b") for tool in tools]
    assert len({lawful_name(server, tool) for server, tool in pairs}) == len(pairs)


def test_where_the_servers_part_ends_is_never_in_doubt() -> None:
    pairs = [("a", "b__c"), ("a__b", "c"), ("a", "_b"), ("a_", "b"), ("_a", "b")]
    assert len({lawful_name(*pair) for pair in pairs}) == len(pairs)


def test_specifications_are_the_same_in_any_order() -> None:
    tools = [listed(f"tool_{number}") for number in range(9)]
    tools += [listed("same", description="first"), listed("same", description="second")]
    shuffled = [*tools[1::2], *reversed(tools[::2])]
    assert specifications(SERVER, tools) == specifications(SERVER, shuffled)
    assert next(iter(specifications(SERVER, shuffled))) == "same"


def test_a_description_names_the_tool_its_server_and_whose_words_follow() -> None:
    spec = specifications(SERVER, [listed("חיפוש", description="ищет")])["חיפוש"]
    assert spec.description == "`חיפוש` of the MCP server `יומן`. The server describes it: ищет"


@pytest.mark.parametrize(
    ("hints", "trusted", "risk", "idempotent"),
    [
        (ToolAnnotations(read_only_hint=True), True, Risk.READ, True),
        (ToolAnnotations(read_only_hint=True), False, Risk.ACT, False),
        (ToolAnnotations(read_only_hint=True, destructive_hint=True), True, Risk.ACT, False),
        (ToolAnnotations(open_world_hint=True), True, Risk.ACT, False),
        (ToolAnnotations(idempotent_hint=True), True, Risk.ACT, True),
        (ToolAnnotations(idempotent_hint=True), False, Risk.ACT, False),
        (None, True, Risk.ACT, False),
    ],
)
def test_effects_are_the_worst_unless_a_trusted_server_says_otherwise(
    hints: ToolAnnotations | None, trusted: bool, risk: Risk, idempotent: bool
) -> None:
    server = McpServer("s", command=("s",), trusted=trusted)
    spec = specifications(server, [listed("t", annotations=hints)])["t"]
    assert (spec.risk, spec.idempotent, spec.external) == (risk, idempotent, True)


def test_hidden_marks_go_and_letters_of_every_script_stay() -> None:
    text = "שלום \u202egnp\u202c\u200f עולם\u2066,\u2069 мир\x1b سلام\U000e0041\nשורה"
    assert cleaned(text, 100) == "שלום gnp עולם, мир سلام\nשורה"


def test_a_text_that_is_too_long_says_how_much_is_missing() -> None:
    assert cleaned("א" * 1_600, DESCRIPTION_CHARS).endswith("א [100 more characters left out]")


def test_a_schema_is_cleaned_only_where_it_is_prose() -> None:
    schema = {
        "properties": {
            "description": {"type": "string", "description": "מה\u202e" + "x" * 400},
            "title": {"enum": ["\u202e"], "default": {"description": "y" * 400}},
        }
    }
    shown = json.loads(parameters(schema) or "")
    assert shown["type"] == "object"
    assert shown["properties"]["description"]["description"].startswith("מהxxx")
    assert len(shown["properties"]["description"]["description"]) < 350
    assert shown["properties"]["title"] == schema["properties"]["title"]


def test_a_schema_that_is_too_long_loses_its_prose_and_then_its_tool() -> None:
    wordy = {f"a{n}": {"description": "z" * 200, "type": "string"} for n in range(200)}
    shown = parameters({"type": "object", "properties": wordy})
    assert shown is not None
    assert "description" not in shown
    assert len(shown) <= SCHEMA_CHARS
    many = {f"argument_{n}": {"type": "string"} for n in range(2_000)}
    tool = listed("wide", schema={"type": "object", "properties": many})
    assert specifications(SERVER, [tool, listed("narrow")]).keys() == {"narrow"}


@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "object", "x": float("nan")}])
def test_a_tool_whose_schema_no_provider_takes_is_left_out(schema: dict[str, Any]) -> None:
    assert specifications(SERVER, [listed("odd", schema=schema)]) == {}


def test_a_schema_nested_without_end_is_left_out_and_the_others_stay() -> None:
    deep: dict[str, Any] = {"type": "object"}
    for _ in range(3_000):
        deep = {"type": "object", "properties": {"a": deep}}
    offered = [listed("deep", schema=deep), listed("ok")]
    assert list(specifications(SERVER, offered)) == ["ok"]
