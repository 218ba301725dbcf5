"""What a server says of its tools → specifications, the same whatever the order. Pure.

All of it is written by others: names are made lawful, texts are bounded and cleaned, and hints
count only where the server is trusted.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import cast

from mcp_types import Tool as ListedTool
from mcp_types import ToolAnnotations

from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.mcp_server import McpServer
from kesher.domain.tool import Risk, ToolSpec
from kesher.text.storable import storable, visible

NAME_CHARS = 64
"""Most that providers take."""
DESCRIPTION_CHARS = 1_500
INNER_CHARS = 300
"""Most of one description inside a schema."""
SCHEMA_CHARS = 20_000
GRACE_SECONDS = 5.0
"""The loop waits this much longer than the adapter, whose error says more."""

_SERVER_CHARS = 24
_MARK_CHARS = 8
_SHOWN_NAME_CHARS = 80
# No "__" in it and no "_" at its ends, so that where the server's part ends is never in doubt.
_LAWFUL_SERVER = re.compile(r"[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*")
_LAWFUL_TOOL = re.compile(r"[A-Za-z0-9_-]+")
_PROSE = ("description", "title")
# What must reach the server byte for byte, whatever is in it.
_DATA = ("const", "default", "enum", "examples", "pattern", "required")


def specifications(server: McpServer, listed: Iterable[ListedTool]) -> dict[str, ToolSpec]:
    """Return the specification of each tool by the server's own name for it.

    A tool whose schema no provider would take (not of an object, or too long even without its
    descriptions) is left out, and so is a second tool of the same name.
    """
    found: dict[str, ToolSpec] = {}
    taken: set[str] = set()
    for tool in sorted(listed, key=_order):
        schema = parameters(tool.input_schema)
        name = lawful_name(server.name, tool.name)
        if schema is None or tool.name in found or name in taken:
            continue
        taken.add(name)
        found[tool.name] = _specification(server, tool, name, schema)
    return found


def lawful_name(server: str, tool: str) -> str:
    """Return `server__tool` in the letters that providers take, at most 64 of them.

    Where a letter had to go, digits of the whole name's hash tell it from its likes.
    """
    part = _lawful(server, _LAWFUL_SERVER, _SERVER_CHARS)
    name = f"{part}__{_lawful(tool, _LAWFUL_TOOL, NAME_CHARS)}"
    if len(name) <= NAME_CHARS:
        return name
    return f"{name[: NAME_CHARS - _MARK_CHARS - 1]}_{digest(tool)[:_MARK_CHARS]}"


def parameters(schema: Mapping[str, object]) -> str | None:
    """Return a schema as canonical JSON, cleaned and bounded; None where it cannot be offered."""
    given = cast(JsonObject, {"type": "object", **schema})
    if given["type"] != "object":
        return None
    try:
        whole = canonical(_cleaned_schema(given, INNER_CHARS))
        if len(whole) > SCHEMA_CHARS:
            whole = canonical(_cleaned_schema(given, 0))
    except (ValueError, RecursionError):
        return None
    return whole if len(whole) <= SCHEMA_CHARS else None


def cleaned(text: str, limit_chars: int) -> str:
    """Return a text of others without hidden characters, cut with a note where it is too long."""
    shown = "".join(
        char for char in storable(text) if char in "\n\t" or unicodedata.category(char)[0] != "C"
    ).strip()
    if len(shown) <= limit_chars:
        return shown
    left = len(shown) - limit_chars
    return f"{shown[:limit_chars]} [{left:,} more characters left out]"


def _order(tool: ListedTool) -> tuple[str, str, str]:
    try:
        schema = json.dumps(tool.input_schema, sort_keys=True)
    except (ValueError, RecursionError):
        schema = ""  # it is left out afterwards
    return tool.name, tool.description or "", schema


def _lawful(text: str, pattern: re.Pattern[str], limit_chars: int) -> str:
    if pattern.fullmatch(text) and len(text) <= limit_chars:
        return text
    mark = digest(text)[:_MARK_CHARS]
    kept = re.sub(r"[^A-Za-z0-9-]+", "_", text)[: limit_chars - _MARK_CHARS - 1].strip("_")
    return f"{kept}_{mark}" if kept else mark


def _specification(server: McpServer, tool: ListedTool, name: str, schema: str) -> ToolSpec:
    shown = visible(tool.name)[:_SHOWN_NAME_CHARS]
    says = cleaned(tool.description or tool.title or "", DESCRIPTION_CHARS)
    hints = tool.annotations if server.trusted else None
    risk = _risk(hints)
    return ToolSpec(
        name=name,
        description=f"`{shown}` of the MCP server `{visible(server.name)}`. "
        + (f"The server describes it: {says}" if says else "The server does not describe it."),
        parameters=schema,
        risk=risk,
        external=True,
        idempotent=risk is Risk.READ or bool(hints and hints.idempotent_hint),
        timeout_seconds=server.timeout_seconds + GRACE_SECONDS,
        deferred=server.deferred,
    )


def _risk(hints: ToolAnnotations | None) -> Risk:
    """Return what a call may do at worst; without a believed hint that is everything."""
    if hints is None or hints.destructive_hint or not hints.read_only_hint:
        return Risk.ACT
    return Risk.READ


def _cleaned_schema(value: Json, inner_chars: int, *, names: bool = False) -> Json:
    """Return a schema with its prose cleaned.

    Args:
        inner_chars: Most of one description; 0 drops them.
        names: The keys of `value` are names of arguments, not words of JSON Schema.
    """
    if isinstance(value, list):
        return [_cleaned_schema(item, inner_chars) for item in value]
    if not isinstance(value, dict):
        return value
    kept: JsonObject = {}
    for key, inner in value.items():
        if names or not (key in _PROSE and isinstance(inner, str)):
            is_data = key in _DATA and not names
            holds_names = key in ("properties", "$defs", "definitions") and not names
            kept[key] = inner if is_data else _cleaned_schema(inner, inner_chars, names=holds_names)
        elif inner_chars:
            kept[key] = cleaned(inner, inner_chars)
    return kept
