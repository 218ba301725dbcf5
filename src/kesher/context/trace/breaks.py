"""Where a recorded request parts from the one before it, and by which habit."""

import re
from collections.abc import Iterator, Sequence

from kesher.context.audit import json_cause, system_cause, tools_cause
from kesher.context.text_changes import content_cause, unescaped
from kesher.context.trace.findings import Finding, Measure, difference
from kesher.context.trace.requests import Recorded, Said, as_seen, same_texts
from kesher.context.trace.threads import key_of
from kesher.domain.json_value import JsonObject
from kesher.domain.profile import ReasoningRule

_STATUS = re.compile(
    r"<(?:agent_)?status|<system-reminder|<environment|^\s*(?:current (?:time|state)|status:|todo)"
    r"|\btodo list\b|מצב נוכחי|השעה כעת|текущее время|الوقت الحالي",
    re.IGNORECASE | re.MULTILINE,
)
_ENOUGH = 3
"""So many messages in a row that match show that the rest only moved."""


def breaks(earlier: Recorded, later: Recorded, measure: Measure) -> Iterator[Finding]:
    """Yield at most one finding for the tools, the system message and the history each."""
    pair = (earlier, later)
    found = [*_tools(pair, measure), *_system(pair, measure), *_history(pair, measure)]
    yield from found or _spelled_otherwise(pair, measure)


def _first_difference(some: Sequence[str], others: Sequence[str]) -> int:
    pairs = zip(some, others, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
    return min(len(some), len(others)) if same is None else same


def _tools(pair: tuple[Recorded, Recorded], measure: Measure) -> Iterator[Finding]:
    old, new = pair[0].tools, pair[1].tools
    if same_texts(old, new):
        return
    texts = [part.text for part in old], [part.text for part in new]
    at = _first_difference(*texts)
    yield difference(pair, tools_cause(*texts), (at, at), measure)


def _system(pair: tuple[Recorded, Recorded], measure: Measure) -> Iterator[Finding]:
    old, new = pair[0].system, pair[1].system
    if same_texts(old, new):
        return
    at = _first_difference([part.text for part in old], [part.text for part in new])
    words = ["\n".join(part.content for part in side) for side in (old, new)]
    cause = system_cause(*words) if words[0] != words[1] else "system_changed"
    yield difference(pair, cause, (len(pair[0].tools) + at, len(pair[1].tools) + at), measure)


def _history(pair: tuple[Recorded, Recorded], measure: Measure) -> Iterator[Finding]:
    old, new = pair[0].messages, pair[1].messages
    bare = [_bare(part) for part in old], [_bare(part) for part in new]
    at = _first_difference(*bare)
    if at < len(old) and not _is_tail(old[at:], new[at:], at):
        yield _found(pair, _history_cause(old, new, at), at, measure)
        return
    # Reasoning alone differs, if anything does.
    texts = [part.text for part in old[:at]], [part.text for part in new[:at]]
    first = _first_difference(*texts)
    if first < at and not _reasoning_may_go(old, new, measure):
        yield _found(pair, "reasoning_changed", first, measure)


def _found(pair: tuple[Recorded, Recorded], cause: str, at: int, measure: Measure) -> Finding:
    ahead = [len(side.parts) - len(side.messages) for side in pair]
    logged = pair[1].logged_edits > 0
    return difference(pair, cause, (ahead[0] + at, ahead[1] + at), measure, logged=logged)


def _reasoning_may_go(old: Sequence[Said], new: Sequence[Said], measure: Measure) -> bool:
    """Tell whether a new message of the user ends the reasoning before it."""
    asked = any(part.role == "user" for part in new[len(old) :])
    return asked and measure.profile.reasoning is not ReasoningRule.ECHO


def _is_tail(old: Sequence[Said], new: Sequence[Said], at: int) -> bool:
    """Tell whether the rest of the earlier request is what is written anew each time.

    Such are messages at the very end that give way to the next answer, a tagged status at the end
    of the last message, and the last words of a request that is tried again.
    """
    passing = all(part.role in ("user", "system", "developer") for part in old)
    if passing and at and (not new or new[0].role == "assistant"):
        return True
    if passing and all(part.role not in ("assistant", "tool") for part in new):
        return len(old) == len(new)
    if len(old) != 1 or not new or old[0].role != new[0].role:
        return False
    whole, kept = old[0].content, new[0].content
    return whole.startswith(kept) and whole[len(kept) :].lstrip().startswith("<")


def _history_cause(old: Sequence[Said], new: Sequence[Said], at: int) -> str:
    before, after = [key_of(part) for part in old[at:]], [key_of(part) for part in new[at:]]
    said, now = old[at], new[at] if at < len(new) else None
    removed = _offset(before, after)
    if removed:
        status = all(_STATUS.search(part.content) for part in old[at : at + removed])
        if status:
            return "status_in_the_middle"
        return "message_removed" if at else "sliding_window"
    inserted = _offset(after, before)
    if inserted:
        status = all(_STATUS.search(part.content) for part in new[at : at + inserted])
        return "status_in_the_middle" if status else "history_rewritten"
    if now is None or _offset(before, after[1:]) > 1:
        return "history_rewritten"
    return _message_cause(said, now)


def _offset(some: Sequence[object], others: Sequence[object]) -> int:
    """Return how many of `some` must go from its start for the rest to run as `others`; 0: none.

    The two must match for three, or to the end of one.
    """
    if not others:
        return 0
    for skipped in range(1, len(some)):
        rest = some[skipped : skipped + _ENOUGH]
        if list(rest[: len(others)]) == list(others[: len(rest)]):
            return skipped
    return 0


def _message_cause(said: Said, now: Said) -> str:
    if said.role != now.role:
        as_user = said.role == "tool" and now.role == "user"
        return "tool_result_as_user" if as_user else "history_rewritten"
    if _STATUS.search(said.content) and _STATUS.search(now.content):
        return "status_in_the_middle"
    old, new = _plain(said), _plain(now)
    if old != new:
        for one, other in zip(old, new, strict=False):
            if one != other:
                return json_cause(one, other) or content_cause(one, other) or "message_edited"
        return "message_edited"
    return json_cause(said.text, now.text) or "message_edited"


def _plain(part: Said) -> list[str]:
    """Return the content and the arguments of the calls, unescaped once."""
    listed = part.value.get("tool_calls")
    found = [part.content]
    for call in listed if isinstance(listed, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        arguments = function.get("arguments") if isinstance(function, dict) else None
        found.append(arguments if isinstance(arguments, str) else as_seen(arguments))
    return found


def _bare(part: Said) -> str:
    """Return a message without its reasoning."""
    value: JsonObject = {name: item for name, item in part.value.items() if "reasoning" not in name}
    content = value.get("content")
    if isinstance(content, list):
        value["content"] = [
            block
            for block in content
            if not (isinstance(block, dict) and "thinking" in str(block.get("type")))
        ]
    return as_seen(value)


def _spelled_otherwise(pair: tuple[Recorded, Recorded], measure: Measure) -> Iterator[Finding]:
    """Yield the first part that says the same with its letters escaped in one request only."""
    for place, (old, new) in enumerate(zip(pair[0].parts, pair[1].parts, strict=False)):
        escaped = old.text == new.text and old.raw != new.raw
        if escaped and _letters(old.raw) == _letters(new.raw):
            yield difference(_as_sent(pair), "escapes_changed", (place, place), measure)
            return


def _letters(raw: str) -> str:
    paired = unescaped(raw).encode("utf-16", "surrogatepass")
    return paired.decode("utf-16", "replace")


def _as_sent(pair: tuple[Recorded, Recorded]) -> tuple[Recorded, Recorded]:
    """Return the requests with the bytes that were sent for their texts."""
    first, second = (_raw(request) for request in pair)
    return first, second


def _raw(request: Recorded) -> Recorded:
    parts = tuple(
        Said(part.kind, part.index, part.value, part.raw, part.raw, part.tokens)
        for part in request.parts
    )
    return Recorded(request.number, request.line, parts, request.logged_edits)
