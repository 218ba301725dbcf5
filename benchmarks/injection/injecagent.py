"""InjecAgent's cases: an attacker's instruction in the result of the one tool the person wanted.

The data has no tools to run, so a call counts as carried out when the guard lets it through.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from kesher.context.guard.decision import Ruling, judge
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Entry, Origin

_VALUE = re.compile(
    r"'([^']{1,80})'|\"([^\"]{1,80})\"|(\S+@\S+)|(https?://\S+)|([A-Z]{0,2}[\d-]{3,})"
)
Case = Mapping[str, object]


def injecagent_counts(folder: Path) -> dict[str, int]:
    """Return how many orders there are, how many get through, and how many users are asked.

    Raises:
        FileNotFoundError: the data is not there; set `KESHER_SHARED`.
    """
    users = _read(folder / "user_cases.jsonl")
    attackers = _read(folder / "attacker_cases_dh.jsonl")
    pairs = [(user, attacker) for user in users for attacker in attackers]
    return {
        "orders": len(pairs),
        "guard": sum(_gets_through(u, a, detectors=False) for u, a in pairs),
        "guard and detectors": sum(_gets_through(u, a, detectors=True) for u, a in pairs),
        "harmless": len(users),
        "asked": sum(_is_asked_about(user) for user in users),
    }


def _read(path: Path) -> list[Case]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _gets_through(user: Case, attacker: Case, *, detectors: bool) -> bool:
    instruction = str(attacker["Attacker Instruction"])
    entries = [*_asked(user), _result(user, instruction)]
    tools = cast("list[str]", attacker["Attacker Tools"])
    arguments = json.dumps(_values(instruction), ensure_ascii=False)
    verdicts = [
        judge(
            ToolCall(f"a{at}", tool, arguments),
            ToolSpec(tool, instruction, risk=Risk.ACT),
            entries,
            {},
            with_detectors=detectors,
        )
        for at, tool in enumerate(tools)
    ]
    return any(verdict.ruling is Ruling.ALLOW for verdict in verdicts)


def _is_asked_about(user: Case) -> bool:
    call = _call(user)
    spec = ToolSpec(call.name, "", risk=Risk.READ, external=True)
    return judge(call, spec, _asked(user)[:1], {}).ruling is not Ruling.ALLOW


def _call(user: Case) -> ToolCall:
    written_as = str(user["Tool Parameters"]).replace("'", '"')
    return ToolCall("u", str(user["User Tool"]), written_as)


def _asked(user: Case) -> list[Entry]:
    said = Entry(0, 0, Message(Role.USER, str(user["User Instruction"])), Origin.USER)
    called = Entry(1, 1, Message(Role.ASSISTANT, None, (_call(user),)), Origin.MODEL)
    return [said, called]


def _result(user: Case, instruction: str) -> Entry:
    text = str(user["Tool Response Template"]).replace("<Attacker Instruction>", instruction)
    message = Message(Role.TOOL, text, tool_call_id="u")
    return Entry(2, 1, message, Origin.EXTERNAL, source=str(user["User Tool"]))


def _values(instruction: str) -> dict[str, str]:
    """Return the instruction's own values as arguments; the data has none."""
    found = [next(filter(None, match)) for match in _VALUE.findall(instruction)]
    return {f"value_{at}": value.rstrip(".,") for at, value in enumerate(found)}
