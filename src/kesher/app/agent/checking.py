"""A written call → the tool it means and its arguments, or what is wrong with it. Pure."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from kesher.app.agent import failures
from kesher.app.agent.session import AnyTool, Resolving
from kesher.context.tool_arguments import problems
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.message import ToolCall
from kesher.errors import InputError, ToolError

UNNAMED = "unnamed_tool"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
_ID = re.compile(r"[A-Za-z0-9_.:-]{1,128}")
_NAME_CHARS = 64


@dataclass(frozen=True, slots=True)
class Sound:
    """A call that can be made.

    Attributes:
        tool: What runs.
        meant: The tool that the guard judges; another one where `tool` stands for others.
        judged: The call as the guard and a person see it.
    """

    tool: AnyTool
    arguments: JsonObject
    meant: AnyTool
    judged: ToolCall


def loggable(
    *, call_id: str, name: str, arguments: str, taken: Collection[str], fresh: Callable[[], str]
) -> ToolCall:
    """Return a written call as it may enter a log.

    Its id is unique, and its name one that providers take back: what is refused would otherwise be
    refused in every request from then on.
    """
    sound_id = call_id if _ID.fullmatch(call_id) and call_id not in taken else fresh()
    sound_name = _NOT_IN_NAMES.sub("_", name)[:_NAME_CHARS] or UNNAMED
    return ToolCall(sound_id, sound_name, arguments)


def checked(
    call: ToolCall,
    tools: Mapping[str, AnyTool],
    *,
    written_name: str | None = None,
    limit_tokens: int | None = None,
) -> Sound | str:
    """Return what the call means, or the error that the model is to read.

    Args:
        written_name: The name as the model wrote it, where the log has another.
        limit_tokens: The output limit, if the answer reached it: the likely cause of a cut.
    """
    tool = tools.get(call.name)
    if tool is None:
        name = call.name if written_name is None else written_name
        near = get_close_matches(name, tools, n=3, cutoff=0.5)
        return failures.unknown_tool(name, near, sorted(tools))
    try:
        arguments: Json = json.loads(call.arguments)
        canonical(arguments)  # `NaN` and `1e999` are read, and can be neither compared nor sent
    except (ValueError, RecursionError) as error:
        if limit_tokens is not None:
            return failures.cut_off(call.name, limit_tokens)
        return failures.malformed(call.name, str(error))
    if not isinstance(arguments, dict):
        return failures.malformed(call.name, f"They are {type(arguments).__name__}.")
    return _fitting(call, tool, arguments)


def _fitting(call: ToolCall, tool: AnyTool, arguments: JsonObject) -> Sound | str:
    try:
        wrong = problems(tool.spec.parameters, arguments)
    except InputError as error:
        return failures.raised(call.name, error)
    if wrong:
        return failures.unfit(call.name, wrong)
    if not isinstance(tool, Resolving):
        return Sound(tool, arguments, tool, call)
    try:
        meant, inner = tool.resolve(arguments)
    except ToolError as error:
        return failures.failure(
            f"`{call.name}` was not done.",
            str(error),
            failures.NOTHING_DONE,
            "Do what the cause asks for.",
        )
    return Sound(tool, arguments, meant, ToolCall(call.id, meant.spec.name, canonical(inner)))
