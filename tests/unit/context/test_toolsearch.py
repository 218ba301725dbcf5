import json
import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from benchmarks.toolsearch.samples import sample_queries, sample_tools

from kesher.context.prefix import make_prefix, tool_schema
from kesher.context.profiles import PROFILES
from kesher.context.tool_catalogue import catalogue, one_line
from kesher.context.toolsearch import ToolIndex, name_words, native_tools, reveal, revealed
from kesher.context.trajectory import Trajectory
from kesher.domain.tool import ToolSpec

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TOOLS = sample_tools()
INDEX = ToolIndex.of(TOOLS)


def words(text: str) -> int:
    return len(text.split())


def shuffled(seed: int) -> list[ToolSpec]:
    return random.Random(seed).sample(TOOLS, len(TOOLS))  # noqa: S311


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("sendEmail_v2", "send Email v 2"),
        ("HTTPServerStart", "HTTP Server Start"),
        ("get-weather.now", "get weather now"),
        ("שלח_מייל", "שלח מייל"),
    ],
)
def test_an_identifier_comes_apart_into_its_words(name: str, parts: str) -> None:
    assert name_words(name) == parts


@pytest.mark.parametrize(
    ("query", "tool"),
    [
        ("שלח מייל לדנה", "send_email"),
        ("תשלחי להם בבקשה מיילים", "send_email"),
        ("أرسل بريدا إلى المدير", "send_email"),
        ("отправь письмо", "send_email"),
        ("לחשבוניות של הלקוחות", "hafaka"),
        ("והחשבונית שלו", "hafaka"),
        ("מה יהיה מזג האוויר מחר", "getWeatherForecast"),
        ("будет ли дождь, погода", "getWeatherForecast"),
        ("recipient address", "send_email"),
        ("נמען", "send_email"),
        ("use getWeatherForecast", "getWeatherForecast"),
        ("הַחֶשְׁבּוֹנִית", "hafaka"),
    ],
)
def test_a_query_finds_a_tool_across_languages_clitics_and_inflections(
    query: str, tool: str
) -> None:
    parameters = '{"properties":{"recipient":{"description":"הנמען","type":"string"}}}'
    tools = [
        ToolSpec("send_email", "Sends an e-mail message.", parameters),
        ToolSpec("getWeatherForecast", "Weather of the coming days."),
        ToolSpec("hafaka", "הפקת חשבונית ללקוח"),
        ToolSpec("delete_file", "Deletes a file."),
    ]
    assert ToolIndex.of(tools).search(query)[0].name == tool


def test_of_120_tools_in_four_languages_the_asked_one_is_among_the_first_five() -> None:
    asked = sample_queries()
    found = sum(
        tool in [spec.name for spec in INDEX.search(query, top=5)] for query, tool, _, _ in asked
    )
    assert len(TOOLS) == 120
    assert found / len(asked) >= 0.85


def test_the_order_of_the_tools_changes_no_byte() -> None:
    catalogues = {catalogue(shuffled(seed), count=words, cap_tokens=3_000) for seed in range(10)}
    answers = {reveal(ToolIndex.of(shuffled(seed)).search("удали счет"), {}) for seed in range(10)}
    assert len(catalogues) == len(answers) == 1


def test_the_catalogue_names_deferred_tools_only_with_a_line_each() -> None:
    direct = ToolSpec("direct", "מיד")
    text = catalogue([*TOOLS, direct], count=words, cap_tokens=3_000)
    assert text.count("\n- ") == 120
    assert "direct" not in text
    assert catalogue([direct], count=words) == ""


@pytest.mark.parametrize("cap", [60, 120, 200, 400])
def test_over_the_cap_descriptions_go_first_and_what_is_left_out_is_said(cap: int) -> None:
    text = catalogue(TOOLS, count=words, cap_tokens=cap)
    assert words(text) <= cap
    kept = text.count("\n- ")
    assert ("more, descriptions left out" in text) is (kept < 120)
    assert kept == 120 or f"and {120 - kept} more" in text
    assert ": " not in text.split("</")[0].split("\n- ", 1)[-1].split("\n")[0]


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("שולח הודעה. מחזיר מזהה.", "שולח הודעה."),
        ("Sends\n  a message", "Sends a message"),
        ("", ""),
    ],
)
def test_a_line_is_the_first_sentence(description: str, line: str) -> None:
    assert one_line(description) == line


def test_a_long_first_sentence_is_cut_at_a_word() -> None:
    line = one_line("מילה " * 100)
    assert len(line) <= 112
    assert line.endswith("מילה …")


def test_a_schema_is_revealed_once_also_after_a_restart_and_nothing_before_it_changes() -> None:
    trajectory = Trajectory(make_prefix("מערכת"))
    found = INDEX.search("תמחק את החשבונית", top=2)
    text, notes = reveal(found, revealed(trajectory.events))
    assert all(tool_schema(spec) in text for spec in found)
    for note in notes:
        trajectory.append(note, at=NOW)
    before = trajectory.to_jsonl()

    resumed = Trajectory.from_jsonl(before)
    again, nothing = reveal(found, revealed(resumed.events))
    assert nothing == ()
    assert "parameters" not in again
    assert all(spec.name in again for spec in found)
    more, new = reveal(INDEX.search("תמחק את החשבונית", top=3), revealed(resumed.events))
    assert len(new) == 1
    assert more.count("parameters") == 1
    resumed.append(new[0], at=NOW)
    assert resumed.to_jsonl().startswith(before)


def test_a_schema_that_changed_since_is_given_again_and_said_to_replace_the_old() -> None:
    spec = ToolSpec("a", "כלי", deferred=True)
    _, notes = reveal([spec], {})
    text, _ = reveal(
        [replace(spec, description="כלי אחר")], {"a": json.loads(notes[0].body)["schema"]}
    )
    assert "this replaces its schema above" in text


def test_nothing_found_says_what_to_try() -> None:
    assert INDEX.search("xyzzy") == ()
    assert "other words" in reveal((), {})[0]


def test_native_loading_marks_deferred_tools_where_the_profile_has_it() -> None:
    native = {name: native_tools(TOOLS, profile) for name, profile in PROFILES.items()}
    assert any(native.values())
    assert native["generic"] is None
    plan = next(plan for plan in native.values() if plan)
    direct = native_tools([*TOOLS, ToolSpec("direct", "d")], replace(
        PROFILES["generic"], native_tool_search=True))  # fmt: skip
    assert len(plan.deferred) == 120
    assert all(json.loads(schema)["defer_loading"] for schema in plan.schemas)
    assert direct is not None
    assert "defer_loading" not in next(s for s in direct.schemas if '"name":"direct"' in s)
