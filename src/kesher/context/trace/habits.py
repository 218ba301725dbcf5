"""Habits that one recorded request shows by itself."""

import json
import re
from collections.abc import Iterator, Mapping

from kesher.context.text_changes import unescaped
from kesher.context.trace.findings import Finding, Measure, occurrence
from kesher.context.trace.requests import Recorded, Said, calls_of, results_of

_SPEAKERS = (
    "USER|ASSISTANT|HUMAN|AI|SYSTEM|משתמש|עוזר|המשתמש|העוזר|Пользователь|Ассистент|المستخدم|المساعد"
)
# At the start of a line in any case; within a line only as shouted.
_LABEL = re.compile(
    rf"(?:^[ \t]*\[?(?i:({_SPEAKERS}))\]?\s*:|\s\[?({_SPEAKERS})\]?\s*:)", re.MULTILINE
)
_ANSWERERS = {"assistant", "ai", "עוזר", "העוזר", "ассистент", "المساعد"}
_RESULT = re.compile(
    r"^\s*(?:observation\s*:|<(?:tool|function)_(?:result|response)s?\b|\[?(?:tool|function)"
    r"\s+(?:result|output|response|call result)|result of (?:the )?(?:tool|function|call)"
    r"|תוצאת (?:ה)?כלי|نتيجة الأداة|результат (?:инструмента|вызова))",
    re.IGNORECASE,
)
_FEWEST_LABELS = 3
_FEWEST_ESCAPES = 3


def habits(request: Recorded, measure: Measure) -> Iterator[Finding]:
    """Yield flattened history, results in the user's role, orphans, and escaped JSON."""
    for part in request.messages:
        if _is_flattened(part):
            yield occurrence(request, "flattened_history", part, measure)
    yield from _pairs(request, measure)
    for part in request.parts:
        wasted = _wasted(part, measure)
        if wasted:
            yield occurrence(request, "escaped_json", part, measure, wasted_tokens=wasted)


def _is_flattened(part: Said) -> bool:
    """Tell whether a user's message holds a conversation of three labelled turns or more."""
    if part.role != "user":
        return False
    labels = [(found[1] or found[2]).lower() for found in _LABEL.finditer(part.content)]
    answers = sum(label in _ANSWERERS for label in labels)
    return len(labels) >= _FEWEST_LABELS and 0 < answers < len(labels)


def _pairs(request: Recorded, measure: Measure) -> Iterator[Finding]:
    """Yield calls without results, results without calls, and results said by the user."""
    waiting: dict[str, Said] = {}
    last: Said | None = None
    for part in request.messages:
        for call_id in results_of(part):
            if call_id not in waiting:
                yield occurrence(request, "orphan_result", part, measure)
            waiting.pop(call_id, None)
        if part.role == "tool":
            continue
        as_user = part.role == "user" and bool(_RESULT.search(part.content))
        if as_user and last is not None and last.role == "assistant" and not results_of(part):
            yield occurrence(request, "tool_result_as_user", part, measure)
            waiting.clear()
        yield from _unanswered(request, waiting, measure)
        waiting = {call_id: part for call_id, _ in calls_of(part)}
        last = part
    yield from _unanswered(request, waiting, measure)


def _unanswered(
    request: Recorded, waiting: Mapping[str, Said], measure: Measure
) -> Iterator[Finding]:
    """Yield a finding for the message whose calls still wait; all of them are of one message."""
    for part in list(waiting.values())[:1]:
        yield occurrence(request, "orphan_call", part, measure)


def _wasted(part: Said, measure: Measure) -> int:
    r"""Return the tokens by which JSON in the content is longer for its escaped letters.

    The arguments of a call are the model's own words and are left as they are.
    """
    content = part.content
    if content.count("\\u") < _FEWEST_ESCAPES or part.role == "assistant":
        return 0
    try:
        json.loads(content)
    except ValueError:
        return 0
    return max(0, measure.count(content) - measure.count(unescaped(content)))
