"""The working directory, as `cd` in shell calls has moved it."""

import json
import posixpath
import re
import shlex
from collections.abc import Sequence

from kesher.context.status.times import STAMP
from kesher.domain.message import Role, ToolCall
from kesher.domain.trajectory import Event, Noted, Said

TOPIC = "directory"
"""A note that states the directory outright: a JSON string."""

_FAILED = re.compile(
    rf"\s*(?:{STAMP.pattern})?(?:<error>|error:|שגיאה:|bash: |cd: |sh: )", re.IGNORECASE
)


def directory_of(events: Sequence[Event], start: str) -> tuple[str, int]:
    """Return the working directory and the event that set it (-1: it is still `start`).

    Followed are notes that state it, and `cd` at the beginning of the `command` of a call whose
    result is no error.
    """
    results = _results(events)
    directory, sequence = start, -1
    for event in events:
        payload = event.payload
        if isinstance(payload, Noted) and payload.topic == TOPIC:
            directory, sequence = str(json.loads(payload.body)), event.sequence
        elif isinstance(payload, Said):
            for call in payload.message.tool_calls:
                moved = _moved(call, directory)
                if moved != directory and not _FAILED.match(results.get(call.id, "error:")):
                    directory, sequence = moved, event.sequence
    return directory, sequence


def _results(events: Sequence[Event]) -> dict[str, str]:
    said = [event.payload.message for event in events if isinstance(event.payload, Said)]
    return {m.tool_call_id or "": m.text or "" for m in said if m.role is Role.TOOL}


def _moved(call: ToolCall, directory: str) -> str:
    try:
        arguments = json.loads(call.arguments)
        command = arguments.get("command") if isinstance(arguments, dict) else None
        words = shlex.split(command) if isinstance(command, str) else []
    except ValueError:
        return directory
    for part in _parts(words):
        if part[:1] != ["cd"] or len(part) != 2:
            break  # what comes after another command depends on it
        directory = posixpath.normpath(posixpath.join(directory, part[1]))
    return directory


def _parts(words: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        name = word.rstrip(";")
        if word == "&&" or not name:
            parts.append([])
            continue
        parts[-1].append(name)
        if name != word:
            parts.append([])
    return [part for part in parts if part]
