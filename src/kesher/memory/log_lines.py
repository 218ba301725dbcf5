"""Messages of the log as JSON lines, out and in again."""

import json
from datetime import datetime
from typing import Any

from kesher.domain.log import LogMessage, Speaking
from kesher.errors import InputError


def log_line(message: LogMessage) -> str:
    """Return a message as one line of JSON, letters unescaped."""
    fields: dict[str, Any] = {
        "id": message.id,
        "thread": message.thread_id,
        "role": message.role.value,
        "speaker": message.speaker,
        "at": message.at.isoformat(),
        "zone": message.time_zone,
        "text": message.text,
    }
    if message.injected:
        fields["injected"] = [list(span) for span in message.injected]
    return json.dumps(fields, ensure_ascii=False)


def read_log_line(line: str, *, number: int) -> LogMessage:
    """Return the message of a line.

    Args:
        number: Of the line, from 1, for the error.

    Raises:
        InputError: it is no such line; the message says which line and what is wrong.
    """
    try:
        fields = json.loads(line)
        at = datetime.fromisoformat(fields["at"])
        if at.utcoffset() is None:
            raise ValueError("`at` has no UTC offset")
        return LogMessage(
            id=str(fields["id"]),
            thread_id=str(fields["thread"]),
            role=Speaking(fields["role"]),
            at=at,
            text=str(fields["text"]),
            speaker=str(fields.get("speaker", "user")),
            time_zone=str(fields.get("zone", "Asia/Jerusalem")),
            injected=tuple((int(a), int(b)) for a, b in fields.get("injected", ())),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"Line {number} is no message of a log: {_wrong(error)}. Each line is one JSON object "
            f"with id, thread, role, at and text, as `kesher memory export` writes it."
        ) from error


def _wrong(error: Exception) -> str:
    """Return what is wrong with a line, in words."""
    if isinstance(error, KeyError):
        return f"it has no `{error.args[0]}`"
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON ({error.msg} at character {error.pos + 1})"
    if isinstance(error, ValueError):
        return str(error)
    return "it is no JSON object, or one of its values is of the wrong type"
