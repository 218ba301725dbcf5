"""The lint of recorded requests: silent on clean ones, exact on broken ones."""

import copy
import json
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from kesher.context.audit import EXPLANATIONS
from kesher.context.profiles import profile
from kesher.context.rendered import joined
from kesher.context.trace import hebrew
from kesher.context.trace.findings import STATIC_EXPLANATIONS, Finding, explanation
from kesher.context.trace.lint import Report, lint_trace
from kesher.context.trace.reading import read_trace
from kesher.domain.json_value import JsonObject
from kesher.errors import InputError
from kesher.text.language import language
from recorded import anthropic, bodies, jsonl, listed
from sent_requests import DEEPSEEK, per_word
from trajectories import random_trajectory, seeded

OPENAI = profile("openai")
PROFILE_NAMES = ("openai", "anthropic", "deepseek", "qwen3", "generic")
EACH = 40  # times five profiles: two hundred


def linted(text: str, name: str = "openai") -> Report:
    return lint_trace(text, profile=profile(name), count=per_word)


def complaints(report: Report) -> list[object]:
    return [*report.findings, *report.tasks]


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_two_hundred_clean_trajectories_as_recorded_bodies_give_no_alarm(name: str) -> None:
    for seed in range(EACH):
        rng = seeded("clean", name, seed)
        grown = random_trajectory(rng, edits=False, statuses=seed % 4 == 0)
        text = jsonl(bodies(grown, profile(name), rng), ascii_only=seed % 2 == 0)
        assert complaints(linted(text, name)) == [], seed


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_two_hundred_exports_with_logged_compaction_give_no_alarm(name: str) -> None:
    logged = 0
    for seed in range(EACH):
        grown = random_trajectory(seeded("export", name, seed), statuses=seed % 4 == 0)
        report = linted(grown.to_jsonl(), name)
        assert complaints(report) == [], seed
        logged += len(report.logged)
    assert logged > EACH / 4


def test_clean_anthropic_bodies_with_a_moving_cache_mark_give_no_alarm() -> None:
    for seed in range(EACH):
        rng = seeded("anthropic", seed)
        chats = bodies(random_trajectory(rng, edits=False), OPENAI, rng)
        text = json.dumps([anthropic(chat) for chat in chats], ensure_ascii=False, indent=1)
        report = linted(text, "anthropic")
        assert complaints(report) == [], seed


Break = Callable[[list[JsonObject]], int]
"""Breaks the bodies from the middle one on, in place, and returns the message's index."""


def messages(body: JsonObject) -> list[JsonObject]:
    """The messages of a body, as the very list in it."""
    found = body["messages"]
    assert isinstance(found, list)
    return found  # type: ignore[return-value]  # every item is an object here


def tools(body: JsonObject) -> list[JsonObject]:
    found = body["tools"]
    assert isinstance(found, list)
    return found  # type: ignore[return-value]  # as above


def system_line(*values: str) -> Break:
    """The system message ends in a line that takes another value from the middle on."""

    def do(requests: list[JsonObject]) -> int:
        for place, request in enumerate(requests):
            line = values[place >= len(requests) // 2]
            messages(request)[0]["content"] = f"{messages(request)[0]['content']}\n{line}"
        return 0

    return do


def respelled(change: Callable[[str], str], *, role: str = "user") -> Break:
    """The first message of a role that the change changes is spelled otherwise from there on."""

    def do(requests: list[JsonObject]) -> int:
        first = messages(requests[0])
        at = next(
            i
            for i, message in enumerate(first)
            if message["role"] == role and change(str(message["content"])) != message["content"]
        )
        for request in requests[len(requests) // 2 :]:
            said = messages(request)[at]
            said["content"] = change(str(said["content"]))
        return at

    return do


def opening(*values: str) -> Break:
    """The user's first message begins with a value that changes from the middle on."""

    def do(requests: list[JsonObject]) -> int:
        at = index_of_first_user(requests[0])
        for place, request in enumerate(requests):
            said = messages(request)[at]
            said["content"] = f"{values[place >= len(requests) // 2]}\n\n{said['content']}"
        return at

    return do


def index_of_first_user(body: JsonObject) -> int:
    return next(i for i, message in enumerate(messages(body)) if message["role"] == "user")


def with_tools(change: Callable[[list[JsonObject]], list[JsonObject]]) -> Break:
    """The tools are changed from the middle on."""

    def do(requests: list[JsonObject]) -> int:
        for request in requests[len(requests) // 2 :]:
            request["tools"] = list(change(copy.deepcopy(tools(request))))
        return -1

    return do


def keys_reversed(value: object) -> object:
    if isinstance(value, dict):
        return {key: keys_reversed(value[key]) for key in reversed(value)}
    return value


def slide(requests: list[JsonObject]) -> int:
    for request in requests[len(requests) // 2 :]:
        del messages(request)[1:3]
    return 1


def forget(requests: list[JsonObject]) -> int:
    for request in requests[len(requests) // 2 :]:
        del messages(request)[2]
    return 2


def summarise(requests: list[JsonObject]) -> int:
    for request in requests[len(requests) // 2 :]:
        messages(request)[1:4] = [{"role": "user", "content": "Earlier: the user asked things."}]
    return 1


def status_before(requests: list[JsonObject]) -> int:
    for place, request in enumerate(requests):
        text = f"<agent_status>calls so far: {place >= len(requests) // 2}</agent_status>"
        messages(request).insert(1, {"role": "user", "content": text})
    return 1


def rewrite(requests: list[JsonObject]) -> int:
    for request in requests[len(requests) // 2 :]:
        messages(request)[2]["content"] = "משהו אחר לגמרי, שלא נאמר אף פעם."
    return 2


NEW_TOOL: JsonObject = {"type": "function", "function": {"name": "zoom", "parameters": {}}}

HABITS: dict[str, tuple[str, Break]] = {
    "a clock in the system message": (
        "timestamp_in_system",
        system_line("Now: 2026-11-30 08:15:02", "Now: 2026-11-30 08:16:40"),
    ),
    "a Hebrew date in the system message": (
        "timestamp_in_system",
        system_line("היום 30 בנובמבר 2026", "היום 1 בדצמבר 2026"),
    ),
    "a user's balance in the system message": (
        "user_state",
        system_line("יתרת המשתמש: 250 ש״ח", "יתרת המשתמש: 190 ש״ח"),
    ),
    "a request id in the system message": (
        "request_id",
        system_line("Trace: req_8fa31bc2", "Trace: req_77c0aa19"),
    ),
    "a directory in the system message": (
        "snapshot_rerendered",
        system_line("Working directory: /home/a", "Working directory: /home/a/src"),
    ),
    "other examples in the system message": (
        "examples_changed",
        system_line("Example: שאלה -> תשובה", "Example: вопрос -> ответ"),
    ),
    "another system message": ("system_changed", system_line("Be brief.", "Be thorough.")),
    "a snapshot in the first message": (
        "snapshot_rerendered",
        opening("git status: clean", "git status: modified: a.py"),
    ),
    "a time in the first message": (
        "timestamp",
        opening("[2026-11-30 08:15:02]", "[2026-11-30 08:17:59]"),
    ),
    "tools in another order": ("tools_reordered", with_tools(lambda found: found[::-1])),
    "a tool that joins": ("tool_added", with_tools(lambda found: [*found, NEW_TOOL])),
    "a tool that leaves": ("tool_removed", with_tools(lambda found: found[:-1])),
    "keys in another order": (
        "keys_reordered",
        with_tools(lambda found: [keys_reversed(tool) for tool in found]),  # type: ignore[misc]
    ),
    "decomposed letters": (
        "normalisation_drift",
        respelled(lambda text: unicodedata.normalize("NFD", text)),
    ),
    "direction marks": ("direction_mark_drift", respelled(lambda text: f"\u200f{text}\u2069")),
    "spaces at the end": ("trailing_space", respelled(lambda text: f"{text}  ")),
    "a sliding window": ("sliding_window", slide),
    "a message that is gone": ("message_removed", forget),
    "a summary that nobody logged": ("history_rewritten", summarise),
    "a status at the start": ("status_in_the_middle", status_before),
    "an answer that was changed": ("message_edited", rewrite),
}


def conversation(seed: int) -> list[JsonObject]:
    """Bodies of six turns of plain talk with a decomposable letter, and three tools."""
    rng = seeded("talk", seed)
    requests = bodies(random_trajectory(rng, turns=6, edits=False), OPENAI)
    for request in requests:
        shown = messages(request)
        del shown[1 : index_of_first_user(request)]
        talk = [one for one in shown if one["role"] != "tool" and not one.get("tool_calls")]
        opened = next(one for one in talk if one["role"] == "user")
        opened["content"] = f"Café \u05e9\u05c1\u05b8\u05dc\u05d5\u05dd. {opened['content']}"
        shown[:] = talk
        request["tools"] = [tool(name) for name in ("alpha", "beta", "gamma")]
    lengths = {len(messages(request)): request for request in requests}
    return list(lengths.values())


def tool(name: str) -> JsonObject:
    function: JsonObject = {"name": name, "description": "מחפש.", "parameters": {"type": "object"}}
    return {"type": "function", "function": function}


@dataclass(frozen=True)
class Expected:
    cause: str
    request: int
    message: int


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_is_found_once_at_its_exact_place(habit: str) -> None:
    cause, damage = HABITS[habit]
    for seed in range(5):
        requests = conversation(seed)
        assert complaints(linted(jsonl(requests))) == []
        message = damage(requests)
        text = jsonl(requests)

        found = linted(text).findings

        first = len(requests) // 2 + 1
        assert [Expected(f.cause, f.request, f.message) for f in found] == [
            Expected(cause, first, message)
        ], (seed, found)
        assert_exact(found[0], text)


def test_every_cause_is_explained_in_hebrew_too() -> None:
    causes = EXPLANATIONS.keys() | STATIC_EXPLANATIONS.keys()
    assert hebrew.EXPLANATIONS.keys() == causes
    for cause in causes:
        assert language(explanation(cause, "he")) == "he", cause
        assert language(explanation(cause)) == "en", cause


def assert_exact(finding: Finding, text: str) -> None:
    """The bytes before the place are equal, the character at it differs, the sums add up."""
    requests = read_trace(text, profile=OPENAI, count=per_word)
    before, after = requests[finding.request - 2], requests[finding.request - 1]
    old, new = joined(before.parts).encode(), joined(after.parts).encode()
    assert old[: finding.byte] == new[: finding.byte]
    assert old[finding.byte : finding.byte + 4] != new[finding.byte : finding.byte + 4]
    total = sum(part.tokens for part in before.parts)
    kept = finding.token if finding.token >= 1_024 else 0
    assert finding.lost_tokens == (total - kept if total >= 1_024 else 0)
    assert finding.below_minimum is (total < 1_024)
    assert finding.lost_usd == pytest.approx(finding.lost_tokens * 2.25 / 1_000_000)
    assert finding.line == finding.request


def test_escapes_in_one_request_and_letters_in_the_next_are_found_by_their_bytes() -> None:
    requests = conversation(0)
    half = len(requests) // 2
    mixed = jsonl(requests[:half]) + jsonl(requests[half:], ascii_only=True)
    found = linted(mixed).findings
    assert [(f.cause, f.request) for f in found] == [("escapes_changed", half + 1)]
    assert "\\u" in found[0].after
    assert "\\u" not in found[0].before


@pytest.mark.parametrize(
    "flat",
    [
        "USER: hello\nASSISTANT: hi\nUSER: what now?",
        "משתמש: שלום\nעוזר: היי\nמשתמש: ומה עכשיו?",
        "Пользователь: привет\nАссистент: да\nПользователь: что дальше?",
        "المستخدم: مرحبا\nالمساعد: أهلا\nالمستخدم: وماذا الآن؟",
    ],
)
def test_a_conversation_in_one_message_is_flattened_history(flat: str) -> None:
    body: JsonObject = {"messages": [{"role": "user", "content": flat}]}
    assert [f.cause for f in linted(jsonl([body])).findings] == ["flattened_history"]


CALL: JsonObject = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
    ],
}


def asking(*rest: JsonObject) -> str:
    user: JsonObject = {"role": "user", "content": "מה הטלפון של דנה?"}
    return jsonl([{"messages": [user, *rest]}])


def test_a_result_in_the_users_role_is_named_and_not_taken_for_an_orphan() -> None:
    said: JsonObject = {"role": "user", "content": "Tool result: 03-5551234"}
    assert [f.cause for f in linted(asking(CALL, said)).findings] == ["tool_result_as_user"]


def test_calls_without_results_and_results_without_calls_are_found_with_their_message() -> None:
    result: JsonObject = {"role": "tool", "tool_call_id": "c1", "content": "03-5551234"}
    stray: JsonObject = {"role": "tool", "tool_call_id": "c9", "content": "?"}
    assert linted(asking(CALL, result)).findings == ()
    [call] = linted(asking(CALL, {"role": "user", "content": "נו?"})).findings
    [orphan] = linted(asking(CALL, result, stray)).findings
    assert (call.cause, call.message) == ("orphan_call", 1)
    assert (orphan.cause, orphan.message) == ("orphan_result", 3)


def test_json_with_escaped_letters_in_a_result_costs_what_it_is_longer() -> None:
    words = json.dumps({"name": "דנה לוי", "room": "חדר שתים עשרה"})
    result: JsonObject = {"role": "tool", "tool_call_id": "c1", "content": words}
    [found] = linted(asking(CALL, result)).findings
    assert (found.cause, found.message) == ("escaped_json", 2)
    assert found.lost_tokens == per_word(words) - per_word(
        json.dumps(json.loads(words), ensure_ascii=False)
    )


def test_a_habit_of_an_earlier_request_is_told_once() -> None:
    words = json.dumps({"name": "דנה לוי"})
    result: JsonObject = {"role": "tool", "tool_call_id": "c1", "content": words}
    first = [{"role": "user", "content": "מה?"}, CALL, result]
    later = [*first, {"role": "assistant", "content": "הנה"}, {"role": "user", "content": "עוד"}]
    found = linted(jsonl([{"messages": first}, {"messages": later}])).findings  # type: ignore[dict-item]
    assert [(f.cause, f.request) for f in found] == [("escaped_json", 1)]


def test_three_switches_before_the_boundary_make_eight_prefixes() -> None:
    requests: list[JsonObject] = []
    for number in range(8):
        lines = ["אתה עוזר של משרד גדול, וענה תמיד בשפת השואל ובקיצור."]
        lines += ["The user is an administrator." if number & 1 else "The user is a guest."]
        lines += ["ציין תמיד את המקור של כל טענה, ואל תנחש."]
        lines += ["Beta features are on."] if number & 2 else []
        lines += ["סוף ההנחיות."]
        chosen = [tool("alpha"), tool("beta")][: 2 if number & 4 else 1]
        asked: JsonObject = {"role": "user", "content": f"שאלה מספר {number} ועוד {number * 7}"}
        system: JsonObject = {"role": "system", "content": "\n".join(lines)}
        requests.append({"messages": [system, asked], "tools": list(chosen)})

    report = linted(jsonl(requests))

    assert report.threads == 8
    [task] = report.tasks
    assert [(c.place, c.variants) for c in task.conditions] == [
        ("system line 2", 2),
        ("system line 4", 2),
        ("tool `beta`", 2),
    ]
    assert (task.variants, task.keys) == (8, 8)


def test_two_conversations_mixed_in_one_file_are_told_apart() -> None:
    one, other = conversation(1), conversation(2)
    for request in other:
        messages(request)[0]["content"] = "Совсем другая задача: переводите письма на русский."
    mixed = [request for pair in zip(one, other, strict=False) for request in pair]
    report = linted(jsonl(mixed))
    assert report.threads == 2
    assert complaints(report) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("שלום", "Line 1 is not JSON"),
        ('{"messages": []}\n{"mess', "Line 2 is not JSON"),
        ('{"messages": []}\n\n[1]\n', "Line 3 holds a list"),
        ('{"prompt": "x"}', "no list `messages`.*`prompt`"),
        ("[1, 2]", "Line 1 holds `1`"),
        ('[{"messages": []} {"messages": []}]', "`,` or `]` is expected"),
        ('{"messages": ["x"]}', "item 0 of a list of the body is no object"),
        ('{"system":"x","tools":[],"examples":[],"hash":"no"}\n', "export of the trajectory"),
    ],
)
def test_a_file_that_is_no_trace_is_refused_with_the_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        linted(text)


def test_batch_files_and_lists_are_read_like_lines() -> None:
    requests = conversation(3)
    lines = jsonl(requests)
    batch = jsonl([{"custom_id": "a", "body": request} for request in requests])
    whole = json.dumps(requests, ensure_ascii=False, indent=2)
    for text in (batch, whole):
        read = read_trace(text, profile=OPENAI, count=per_word)
        assert [joined(r.parts) for r in read] == [
            joined(r.parts) for r in read_trace(lines, profile=OPENAI, count=per_word)
        ]


def test_reasoning_that_is_left_out_is_a_fault_only_where_it_must_be_echoed() -> None:
    answer = {"role": "assistant", "content": "תשובה", "reasoning_content": "מחשבה"}
    first = [{"role": "user", "content": "שאלה"}, answer, {"role": "user", "content": "עוד"}]
    bare = [first[0], {"role": "assistant", "content": "תשובה"}, first[2]]
    later = [*bare, {"role": "assistant", "content": "ו"}, {"role": "user", "content": "תודה"}]
    text = jsonl([{"messages": first}, {"messages": later}])  # type: ignore[dict-item]
    assert linted(text, "qwen3").findings == ()
    [found] = linted(text, DEEPSEEK.name).findings
    assert (found.cause, found.message) == ("reasoning_changed", 1)


def test_the_cost_of_each_request_is_counted_by_a_simulated_cache() -> None:
    requests = conversation(4)
    report = linted(jsonl(requests), "deepseek")
    assert len(report.costs) == len(requests)
    assert report.costs[0].tokens.cached == 0
    assert all(cost.tokens.cached > 0 for cost in report.costs[1:])
    assert len(listed(requests[0], "messages")) > 1
