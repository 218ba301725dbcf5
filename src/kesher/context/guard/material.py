"""What a trajectory holds, sorted by who wrote it: the person, our own tools, and others."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kesher.context.assembly import MEMORY_SOURCE
from kesher.context.guard.encoded import hidden_texts
from kesher.context.guard.folding import fold
from kesher.context.guard.shapes import shape_of
from kesher.context.guard.tags import unwrap
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.message import Role, ToolCall
from kesher.domain.trajectory import Entry, Origin

_LABELLED = re.compile(
    r"^[ \t>*•-]{0,6}([^\W\d_][\w ./'\"()-]{0,40}?) ?[:：=] *(\S.{0,200}?)[ \t]*$", re.M
)
_MOST_FIELDS = 20_000
_MOST_DEPTH = 100
# A space forgotten after a full stop: "our-company.com.They sent" ends at "com".
_STUCK = re.compile(r"(?<=\w)(\.[a-z]{2,4})\.(?=[A-Z\u05d0-\u05ea][a-z\u05d0-\u05ea]+ )")


@dataclass(frozen=True, slots=True)
class Field:
    """One value in content by others.

    Attributes:
        name: Its key or label, folded; empty for running text.
        value: Folded. Equal to a whole value where it is data, holding it where it is prose.
        record: Folded text of the other short values beside it, which say what it belongs to.
        labelled: It is a line "label: value" of running text, which anybody can write.
    """

    name: str
    value: str
    record: str = ""
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """One piece of content by others.

    Attributes:
        sequence: The event that it came with.
        name: The tool, the address, the document.
        call: The call that brought it; None where none is known.
        fields: Its values, and its running texts.
        prose: The running texts as they were, not folded; hidden ones decoded.
        alarmed: A detector found it to give orders.
    """

    sequence: int
    name: str
    call: ToolCall | None
    fields: tuple[Field, ...]
    prose: tuple[str, ...]
    alarmed: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """All that a call may have been made from.

    Attributes:
        asked: The person's messages, oldest first.
        trusted: What our own side wrote: results of its tools, skills, the system message.
        sources: Content by others, oldest first.
    """

    asked: tuple[str, ...]
    trusted: tuple[str, ...]
    sources: tuple[Source, ...]


def sorted_material(
    entries: Sequence[Entry], *, prefix: str = "", alarmed: frozenset[int] = frozenset()
) -> Material:
    """Sort what entries hold.

    A result of our own tools that only gives back what the call said adds no trust, so the call's
    own words are taken out of it. What an edit wrote in place of messages (a summary) may repeat
    content by others, and counts as such.

    Args:
        prefix: Text of the system message.
        alarmed: Sequences of entries that a detector flagged.
    """
    calls = {call.id: call for entry in entries for call in entry.message.tool_calls}
    asked, trusted, sources = [], [prefix] if prefix else [], []
    for entry in entries:
        text = entry.message.text or entry.message.parts or ""
        if entry.origin is Origin.USER and entry.edit_id is None:
            asked.append(_STUCK.sub(r"\1. ", text))
        elif entry.origin is Origin.EXTERNAL or (
            entry.edit_id is not None and entry.origin is not Origin.MODEL
        ):
            sources.append(_source(entry, text, calls, alarmed))
        elif entry.source == MEMORY_SOURCE:
            continue  # words of another day, whoever's they were: they vouch for nothing now
        elif (
            entry.origin in (Origin.TOOL, Origin.HARNESS) and entry.message.role is not Role.SYSTEM
        ):
            call = calls.get(entry.message.tool_call_id or "")
            trusted.append(_without_echo(text, call))
    return Material(tuple(asked), tuple(trusted), tuple(sources))


def arguments_of(call: ToolCall) -> JsonObject:
    """Return a call's arguments; an object with the text itself where they are no JSON object."""
    value = parsed_json(call.arguments or "{}")
    if value is None:
        return {"arguments": call.arguments}
    return value if isinstance(value, dict) else {"arguments": value}


def parsed_json(text: str) -> Json:
    """Return a JSON text's value; None where it is none, or nests deeper than anybody writes."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    level, depth = [value], 0
    while level and depth <= _MOST_DEPTH:
        level = [inner for each in level for inner in _inside(each)]
        depth += 1
    return None if level else value


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def leaves(value: Json, name: str = "") -> Iterator[tuple[str, Json]]:
    """Yield each value that holds no others, with the name of the nearest key above it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, name)
    else:
        yield name, value


def _source(
    entry: Entry, text: str, calls: Mapping[str, ToolCall], alarmed: frozenset[int]
) -> Source:
    wrapped = unwrap(text)
    plain = wrapped.text if wrapped else text
    fields, prose = _parsed(plain)
    call = calls.get(entry.message.tool_call_id or "")
    name = entry.source or (wrapped.source if wrapped else "")
    return Source(entry.sequence, name, call, fields, prose, entry.sequence in alarmed)


@lru_cache(maxsize=256)
def _parsed(text: str) -> tuple[tuple[Field, ...], tuple[str, ...]]:
    fields: list[Field] = []
    prose: list[str] = []
    found = parsed_json(text)
    value = text if found is None else found
    _walk(value, "", "", fields)
    running = [each for _, each in leaves(value) if isinstance(each, str) and " " in each.strip()]
    for each in running:
        prose.append(each)
        prose.extend(hidden.text for hidden in hidden_texts(each))
        fields.extend(_labelled(each))
    return tuple(fields[:_MOST_FIELDS]), tuple(prose)


def _walk(value: Json, name: str, record: str, fields: list[Field]) -> None:
    if isinstance(value, dict):
        beside = fold(" ; ".join(_short(inner) for inner in value.values()))
        for key, inner in value.items():
            if shape_of(key) is not None:  # a table by address, such as who may read a file
                fields.append(Field(fold(name), fold(key).strip(), beside))
            _walk(inner, key, beside, fields)
    elif isinstance(value, list):
        for inner in value:
            _walk(inner, name, record, fields)
    elif value is not None and not isinstance(value, bool):
        fields.append(Field(fold(name), fold(str(value)).strip(), record))


def _short(value: Json) -> str:
    """Return what of a value tells its record: short texts and numbers, and lists of them."""
    if isinstance(value, list):
        return " ; ".join(_short(inner) for inner in value if not isinstance(inner, dict | list))
    if isinstance(value, dict) or value is None:
        return ""
    text = str(value)
    return text if len(text) <= 120 else ""


def _labelled(text: str) -> Iterator[Field]:
    for found in _LABELLED.finditer(text):
        yield Field(fold(found[1]), fold(found[2]).strip(" .\"'"), "", labelled=True)


def _without_echo(text: str, call: ToolCall | None) -> str:
    if call is None:
        return text
    shown = fold(text)
    for _, value in leaves(arguments_of(call)):
        said = fold(str(value)).strip()
        if len(said) > 1:
            shown = shown.replace(said, " ")
    return shown
