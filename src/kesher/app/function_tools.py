"""Tools from Python functions: the schema from type hints, the manual from the docstring.

    @tool
    def days_off(employee: str, year: int = 2026) -> str:
        '''Tell how many days off an employee has left.

Args:
            employee: Full name, as in the register.
            year: Calendar year.
        '''

A plain function runs in a thread of its own, an `async` one in the loop.
"""

import asyncio
import functools
import inspect
import re
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from typing import ParamSpec, TypeAlias, TypeVar, cast, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError
from pydantic_core import to_json

from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.tool import Risk, ToolSpec
from kesher.errors import ConfigurationError, ToolError
from kesher.ports.tools import ToolOutput

P = ParamSpec("P")
T = TypeVar("T")
Function: TypeAlias = Callable[..., object]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ARGS = re.compile(r"^\s*(?:Args|Arguments|Parameters):\s*$")
_SECTION = re.compile(r"^[A-Z][A-Za-z ]+:\s*$")
_ARG = re.compile(r"^(?P<indent>\s+)\*{0,2}(?P<name>\w+)\s*(?:\([^)]*\))?:\s*(?P<text>.*)$")
_LEFT_OUT = ("Raises:", "Returns:", "Yields:", "Example:", "Examples:", "Note:")


class FunctionTool:
    """A tool that calls one function. Made by `function_tool` or `@tool`."""

    def __init__(self, function: Function, spec: ToolSpec, model: type[BaseModel]) -> None:
        self._function = function
        self._model = model
        self._spec = spec

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual, schema and risk."""
        return self._spec

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Call the function with the arguments in the types that it declares.

        Raises:
            ToolError: the arguments do not fit its types, or the function ended the program.
            Exception: whatever the function raises.
        """
        given = self._given(arguments)
        if inspect.iscoroutinefunction(self._function):
            returned = await cast("Awaitable[object]", self._function(**given))
        else:
            returned = await in_thread(functools.partial(self._function, **given))
        return returned if isinstance(returned, ToolOutput) else ToolOutput(as_text(returned))

    def _given(self, arguments: JsonObject) -> Mapping[str, object]:
        try:
            model = self._model.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(
                f"`{'.'.join(map(str, each['loc']))}`: {each['msg']}" for each in error.errors()
            )
            raise ToolError(f"The arguments do not fit: {wrong}. Correct them.") from error
        return {name: getattr(model, name) for name in model.model_fields_set}


def function_tool(
    function: Function,
    *,
    name: str = "",
    risk: Risk = Risk.READ,
    external: bool = False,
    idempotent: bool = False,
    timeout_seconds: float | None = None,
) -> FunctionTool:
    """Return a tool that calls a function.

    Args:
        function: Each parameter has a type hint and can be given by name. Its docstring says what
            it does; an `Args:` section describes the parameters.
        name: Empty: the function's own.
        risk: What a call may do at worst.
        external: What it returns is content by others.
        idempotent: A call that was interrupted may be made again.
        timeout_seconds: None: the agent's own limit.

    Raises:
        ConfigurationError: it is no function, has no docstring, a parameter without a type, one
            that cannot be given by name, or a type that JSON cannot hold.
    """
    if not callable(function):
        raise ConfigurationError(
            f"`{function!r:.60}` is no function, so no tool can be made of it. Give the function "
            f"itself, without quotes: `tools=[days_off]`."
        )
    called = name or getattr(function, "__name__", "")
    if not _NAME.fullmatch(called):
        raise ConfigurationError(
            f"`{called}` cannot be a tool's name. Give `name`: letters, digits, `_`, `-`, up to 64."
        )
    manual, described = _manual(function, called)
    model = _model(function, called, described)
    spec = ToolSpec(
        name=called,
        description=manual,
        parameters=_schema(model, called),
        risk=risk,
        external=external,
        idempotent=idempotent,
        timeout_seconds=timeout_seconds,
    )
    return FunctionTool(function, spec, model)


@overload
def tool(function: Function) -> FunctionTool: ...
@overload
def tool(
    *,
    name: str = "",
    risk: Risk = Risk.READ,
    external: bool = False,
    idempotent: bool = False,
    timeout_seconds: float | None = None,
) -> Callable[[Function], FunctionTool]: ...
def tool(
    function: Function | None = None,
    *,
    name: str = "",
    risk: Risk = Risk.READ,
    external: bool = False,
    idempotent: bool = False,
    timeout_seconds: float | None = None,
) -> FunctionTool | Callable[[Function], FunctionTool]:
    """Make a tool of a function, as a decorator. As `function_tool`."""
    make = functools.partial(
        function_tool,
        name=name,
        risk=risk,
        external=external,
        idempotent=idempotent,
        timeout_seconds=timeout_seconds,
    )
    return make if function is None else make(function)


def as_text(returned: object) -> str:
    """Return what a function gave back as a model reads it: a text as it is, all else as JSON."""
    if returned is None:
        return "Done."
    if isinstance(returned, str):
        return returned
    return to_json(returned, fallback=str).decode("utf-8", "replace")


async def in_thread(function: Callable[[], T]) -> T:
    """Run a function in a thread of its own.

    Once begun it cannot be stopped; where it hangs, it does not keep the program from ending.
    """
    waiting: Future[T] = Future()
    waiting.set_running_or_notify_cancel()  # so that giving up on it leaves its end unharmed

    def work() -> None:
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - handed over to whoever waits, not handled
            waiting.set_exception(error)
        else:
            waiting.set_result(result)

    threading.Thread(target=work, name="kesher-tool", daemon=True).start()
    return await asyncio.wrap_future(waiting)


def _manual(function: Function, name: str) -> tuple[str, Mapping[str, str]]:
    """Return the docstring without its sections, and the descriptions of the parameters."""
    written = inspect.getdoc(function) or ""
    if not written.strip():
        raise ConfigurationError(
            f"`{name}` has no docstring. Say in it what the tool does: the model reads it."
        )
    kept: list[str] = []
    described: dict[str, str] = {}
    section = ""
    current = ""
    for line in written.splitlines():
        if _ARGS.match(line):
            section, current = "args", ""
        elif _SECTION.match(line) and line.strip() in _LEFT_OUT:
            section = "left out" if line.strip() in _LEFT_OUT[:3] else ""
            kept += [] if section else [line]
        elif section == "args" and (line.startswith((" ", "\t")) or not line.strip()):
            current = _described(line, current, described)
        elif section != "left out" or (line.strip() and not line.startswith((" ", "\t"))):
            section = ""
            kept.append(line)
    return "\n".join(kept).strip(), described


def _described(line: str, current: str, described: dict[str, str]) -> str:
    """Take in one line of the `Args` section; return the parameter that it belongs to."""
    found = _ARG.match(line)
    if found and len(found["indent"]) <= 4:
        described[found["name"]] = found["text"].strip()
        return found["name"]
    if current and line.strip():
        described[current] = f"{described[current]} {line.strip()}".strip()
    return current


def _model(function: Function, name: str, described: Mapping[str, str]) -> type[BaseModel]:
    try:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters
    except (NameError, TypeError, ValueError) as error:
        raise ConfigurationError(f"The signature of `{name}` cannot be read: {error}.") from error
    unknown = sorted(set(described) - set(parameters))
    if unknown:
        raise ConfigurationError(f"The docstring of `{name}` describes {unknown}, which it lacks.")
    fields: dict[str, object] = {}
    for parameter in parameters.values():
        fields[parameter.name] = _field(parameter, hints, name, described)
    try:
        made = create_model(  # type: ignore[call-overload]  # the fields are known at run time only
            f"{name}_arguments", __config__=ConfigDict(extra="forbid"), **fields
        )
    except (PydanticSchemaGenerationError, PydanticUserError, NameError) as error:
        raise ConfigurationError(f"`{name}` has a type that JSON cannot hold: {error}.") from error
    return cast("type[BaseModel]", made)


def _field(
    parameter: inspect.Parameter,
    hints: Mapping[str, object],
    name: str,
    described: Mapping[str, str],
) -> tuple[object, object]:
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    if parameter.kind not in by_name:
        raise ConfigurationError(
            f"`{name}` takes `{parameter}`, which cannot be given by name. Name each parameter."
        )
    if parameter.name not in hints:
        raise ConfigurationError(f"`{name}`: `{parameter.name}` has no type hint. Give it one.")
    if parameter.name.startswith("_"):
        raise ConfigurationError(f"`{name}`: `{parameter.name}` begins with `_`. Rename it.")
    required = parameter.default is inspect.Parameter.empty
    default = ... if required else parameter.default
    description = described.get(parameter.name)
    return hints[parameter.name], Field(default, description=description)


def _schema(model: type[BaseModel], name: str) -> str:
    try:
        schema = model.model_json_schema()
    except PydanticUserError as error:
        raise ConfigurationError(f"`{name}` has a type that JSON cannot hold: {error}.") from error
    return canonical(_untitled(schema))


def _untitled(schema: JsonObject) -> JsonObject:
    """Leave out the titles that repeat the parameters' names: they only cost tokens."""
    plain = {key: value for key, value in schema.items() if key != "title"}
    properties = plain.get("properties")
    if isinstance(properties, dict):
        plain["properties"] = {
            key: _untitled(value) if isinstance(value, dict) else value
            for key, value in properties.items()
        }
    return plain
