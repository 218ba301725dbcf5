"""The frozen beginning of every request: system message, tools in canonical order, examples."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from kesher.context.given import expected, expected_several
from kesher.context.wire import to_dict
from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json
from kesher.domain.message import Message, Role
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Prefix
from kesher.errors import InputError
from kesher.text.storable import storable


def make_prefix(
    system: str,
    tools: Iterable[ToolSpec | Mapping[str, Json]] = (),
    examples: Sequence[Message] = (),
) -> Prefix:
    """Freeze a prefix. The same tools in any order, with keys in any order, give the same bytes.

    A lone surrogate, which no request can carry, becomes U+FFFD, and so does NUL in `system`.

    Args:
        system: Text of the system message; nothing in it may change from request to request.
        tools: Specifications, or Chat Completions tool dicts. Deferred ones are left out.
        examples: A synthetic first turn, alternating user and assistant.

    Raises:
        InputError: two tools share a name, the examples do not alternate, or something is of
            another kind; the message says what to give.
    """
    words = storable(expected(system, str, name="system", give="the text of the system message"))
    given = expected_several(tools, name="tools", give="a list of tools, or leave it out")
    turns = expected_several(examples, name="examples", give="a list of messages, or none")
    schemas = sorted(
        (_named(tool) for tool in given if not (isinstance(tool, ToolSpec) and tool.deferred)),
        key=lambda named: named[0],
    )
    _check_names([name for name, _ in schemas])
    _check_examples(turns)
    texts = tuple(schema for _, schema in schemas)
    return Prefix(words, texts, turns, prefix_hash(words, texts, turns))


def prefix_hash(system: str, tools: Sequence[str], examples: Sequence[Message]) -> str:
    """Return the hash of a prefix's parts, tools as canonical JSON in canonical order."""
    shown: list[Json] = [to_dict(message) for message in examples]
    return digest(canonical({"system": system, "tools": list(tools), "examples": shown}))


def tool_schema(spec: ToolSpec) -> str:
    """Return a tool's Chat Completions schema as canonical JSON.

    Raises:
        InputError: `parameters` is no JSON object.
    """
    try:
        parameters: Json = json.loads(spec.parameters)
    except ValueError as error:
        raise InputError(f"The parameters of `{spec.name}` are not JSON: {error}.") from error
    if not isinstance(parameters, dict):
        raise InputError(f"The parameters of `{spec.name}` are not a JSON object.")
    function: Json = {
        "name": spec.name,
        "description": spec.description,
        "parameters": parameters,
    }
    return storable(canonical({"type": "function", "function": function}))


def _named(tool: ToolSpec | Mapping[str, Json]) -> tuple[str, str]:
    if isinstance(tool, ToolSpec):
        return tool.name, tool_schema(tool)
    if not isinstance(tool, Mapping):
        raise InputError(
            f"A tool is of type `{type(tool).__name__}`. Give Chat Completions tool dicts, or the "
            f"`spec` of a function with `@kesher.tool` before it."
        )
    function = tool.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise InputError("A tool has no `function.name`. Give Chat Completions tool dicts.")
    return str(function["name"]), storable(canonical(dict(tool)))


def _check_names(names: Sequence[str]) -> None:
    for name, after in pairwise(names):
        if name == after:
            raise InputError(f"Two tools are called `{name}`. Give each its own name.")


def _check_examples(examples: Sequence[Message]) -> None:
    wanted = (Role.USER, Role.ASSISTANT)
    for index, message in enumerate(examples):
        expected(message, Message, name="examples", give="messages: `from_dicts([...])`")
        if message.role is not wanted[index % 2]:
            raise InputError(
                f"Example message {index} is of role `{message.role}`; `{wanted[index % 2]}` is "
                f"expected. Examples alternate, user first."
            )
    if len(examples) % 2:
        raise InputError("The last example has no answer. Give user and assistant in pairs.")
