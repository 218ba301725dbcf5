"""What the tests of the guard share: tools, a trajectory with reads, and a call's verdict."""

import json
from collections.abc import Sequence

from kesher.context.guard.decision import Verdict, judge
from kesher.context.guard.tags import wrap
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Entry, Origin

PAY = ToolSpec("send_money", "Sends a transaction.", risk=Risk.ACT)
MAIL = ToolSpec("send_email", "Sends an email.", risk=Risk.ACT)
DELETE = ToolSpec("delete_file", "Deletes a file.", risk=Risk.ACT)
PAGE = ToolSpec("get_page", "Reads a page.", external=True)
Read = tuple[str, dict[str, object], str]


def entries(user: str, reads: Sequence[Read] = ()) -> list[Entry]:
    found = [Entry(0, 0, Message(Role.USER, user), Origin.USER)]
    for name, arguments, result in reads:
        at = len(found)
        call = ToolCall(f"c{at}", name, json.dumps(arguments, ensure_ascii=False))
        shown = wrap(result, source=name, nonce="0123456789abcdef")
        asked = Message(Role.ASSISTANT, None, (call,))
        found.append(Entry(at, at, asked, Origin.MODEL))
        answer = Message(Role.TOOL, shown, tool_call_id=call.id)
        found.append(Entry(at + 1, at, answer, Origin.EXTERNAL, source=name))
    return found


def call_of(spec: ToolSpec, **arguments: object) -> ToolCall:
    return ToolCall("x", spec.name, json.dumps(arguments, ensure_ascii=False))


def verdict(spec: ToolSpec, user: str, reads: Sequence[Read], **arguments: object) -> Verdict:
    return judge(call_of(spec, **arguments), spec, entries(user, reads), {})
