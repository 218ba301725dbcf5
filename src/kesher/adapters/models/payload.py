"""Reads decoded JSON from outside, which may have any shape, without raising."""

import json
from collections.abc import Mapping, Sequence


def mapping(value: object) -> Mapping[str, object]:
    """Return the object, or an empty one where something else stands."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> Sequence[object]:
    """Return the array, or an empty one where something else stands."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """Return the string, or an empty one where something else stands."""
    return value if isinstance(value, str) else ""


def count(value: object) -> int | None:
    """Return the whole number, or None where something else stands."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def error_words(body: object) -> str:
    """Return the message of an error's body, in any of the shapes that endpoints send.

    OpenAI and Anthropic send `{"error": {"message": ...}}`, Gemini the same within an array, and
    the providers' packages may have taken the outer object off.
    """
    outer = mapping(items(body)[0] if items(body) else body)
    inner = mapping(outer.get("error"))
    return text(inner.get("message")) or text(outer.get("message")) or text(outer.get("error"))


def as_json(event: object) -> str:
    """Return an event as JSON text: its keys in their order, its letters as themselves.

    Half of a surrogate pair, which no encoding takes, stays the escape that it came as.
    """
    return json.dumps(event, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
