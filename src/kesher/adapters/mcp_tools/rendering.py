"""A result of an MCP call → text. Pure."""

import json
from collections.abc import Sequence

from mcp_types import (
    AudioContent,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.text.storable import visible

RESULT_CHARS = 1_000_000
"""Most of one result that is taken at all; the loop's own limit is far lower."""
EMPTY = "(The tool gave nothing back.)"


def rendered(result: CallToolResult) -> str:
    """Return all of a result as text; pictures, sound and other bytes are named, not shown."""
    parts = [_block(block) for block in result.content]
    structured: Json = result.structured_content
    if structured is not None and not _said(structured, result.content):
        parts.append(_json(structured))
    text = "\n".join(part for part in parts if part)
    if len(text) <= RESULT_CHARS:
        return text or EMPTY
    left = len(text) - RESULT_CHARS
    return f"{text[:RESULT_CHARS]}\n[{left:,} more characters left out: ask for less at a time.]"


def _block(block: ContentBlock) -> str:
    if isinstance(block, TextContent):
        return block.text
    if isinstance(block, ImageContent | AudioContent):
        kind = "picture" if isinstance(block, ImageContent) else "sound"
        return f"[{kind}, {_kind(block.mime_type)}{_size(block.data)}: not shown]"
    if isinstance(block, ResourceLink):
        about = f": {visible(block.description)}" if block.description else ""
        return f"[resource `{visible(block.name)}` at {visible(str(block.uri))}{about}]"
    return _resource(block)


def _resource(block: EmbeddedResource) -> str:
    resource = block.resource
    where = f"resource {visible(str(resource.uri))}"
    if isinstance(resource, TextResourceContents):
        return f"[{where}]\n{resource.text}"
    return f"[{where}, {_kind(resource.mime_type)}{_size(resource.blob)}: not shown]"


def _kind(mime_type: str | None) -> str:
    return f"{visible(mime_type or 'of no named kind')}, "


def _size(base64: str) -> str:
    return f"{(len(base64) - base64[-2:].count('=')) * 3 // 4:,} bytes"


def _said(structured: Json, content: Sequence[ContentBlock]) -> bool:
    """Tell whether the text says the structured result already, as servers are asked to do."""
    values = [_value(block.text) for block in content if isinstance(block, TextContent)]
    inner = structured.get("result") if isinstance(structured, dict) else None
    wrapped = isinstance(structured, dict) and list(structured) == ["result"]
    meant = [structured, *([inner] if wrapped else [])]
    return bool(values) and any(values in (value, [value]) for value in meant)


def _value(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def _json(value: Json) -> str:
    try:
        return canonical(value)
    except ValueError:  # infinite numbers, which some servers send
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
