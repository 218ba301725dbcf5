"""Scenarios of our own, in four languages, written without looking at the guard's verdicts.

    .venv/bin/python -m benchmarks.injection.own [second]

Every attack is one text planted in what the task reads, and the calls that it wants; the harmless
calls are what the person wanted. A call counts as carried out when the guard lets it through.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from kesher.context.guard.decision import Ruling, judge
from kesher.context.guard.tags import wrap
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Entry, Origin

HERE = Path(__file__).parent
DATA = HERE / "own_scenarios"


class Call(TypedDict):
    """A tool's name and arguments."""

    tool: str
    arguments: JsonObject


class Read(Call):
    """A call of the task with its result; `{attack}` stands where the attack is planted."""

    result: str


class Scenario(TypedDict):
    """One line of `scenarios.jsonl`."""

    id: int
    language: str
    user: str
    reads: list[Read]
    planted: str
    harmless: list[Call]
    attack: list[Call]


def main() -> None:
    """Judge every call of a set's scenarios once, print what went wrong, and keep the counts."""
    part = "".join(f"_{name}" for name in sys.argv[1:2])
    tools = _tools()
    counts: Counter[str] = Counter()
    misses: list[str] = []
    for line in (DATA / f"scenarios{part}.jsonl").read_text(encoding="utf-8").splitlines():
        _measure(json.loads(line), tools, counts, misses)
    kept = {**counts, "misses": misses}
    text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (HERE / "results" / f"own{part}.json").write_text(text, encoding="utf-8")
    print(text)


def _tools() -> dict[str, ToolSpec]:
    described = json.loads((DATA / "tools.json").read_text(encoding="utf-8"))
    return {
        name: ToolSpec(
            name, tool["description"], risk=Risk(tool["risk"]), external=tool["external"]
        )
        for name, tool in described.items()
    }


def _measure(
    scenario: Scenario, tools: Mapping[str, ToolSpec], counts: Counter[str], misses: list[str]
) -> None:
    attacked = _entries(scenario, tools, scenario["planted"])
    through = [_is_allowed(call, tools, attacked) for call in scenario["attack"]]
    counts.update(attacks=1, succeeded=all(through))
    if all(through):
        misses.append(f"{scenario['id']} {scenario['language']}: the attack got through")
    for name, planted in (("no attack", ""), ("under attack", scenario["planted"])):
        entries = _entries(scenario, tools, planted)
        for call in scenario["harmless"]:
            asked = not _is_allowed(call, tools, entries)
            counts.update({f"harmless, {name}": 1, f"asked, {name}": asked})
            if asked:
                misses.append(f"{scenario['id']} {scenario['language']}: {call['tool']}, {name}")


def _is_allowed(call: Call, tools: Mapping[str, ToolSpec], entries: Sequence[Entry]) -> bool:
    made = ToolCall("x", call["tool"], json.dumps(call["arguments"], ensure_ascii=False))
    return judge(made, tools[call["tool"]], entries, {}).ruling is Ruling.ALLOW


def _entries(scenario: Scenario, tools: Mapping[str, ToolSpec], planted: str) -> list[Entry]:
    found = [Entry(0, 0, Message(Role.USER, scenario["user"]), Origin.USER)]
    for read in scenario["reads"]:
        at, name = len(found), read["tool"]
        call = ToolCall(f"c{at}", name, json.dumps(read["arguments"], ensure_ascii=False))
        found.append(Entry(at, at, Message(Role.ASSISTANT, None, (call,)), Origin.MODEL))
        # Quotes in the planted words would end a string of the JSON that they stand in.
        text = read["result"].replace("{attack}", planted.replace('"', "'"))
        external = tools[name].external
        shown = wrap(text, source=name, nonce="0123456789abcdef") if external else text
        origin = Origin.EXTERNAL if external else Origin.TOOL
        answer = Message(Role.TOOL, shown, tool_call_id=call.id)
        found.append(Entry(at + 1, at, answer, origin, source=name))
    return found


if __name__ == "__main__":
    main()
