"""The two tools by which a model finds and calls tools whose schemas are not in its prefix."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeAlias

from kesher.context.tool_arguments import problems
from kesher.context.toolsearch import ToolIndex, noted, reveal, revealed
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Event
from kesher.errors import ToolError
from kesher.ports.tools import Tool, ToolOutput

Events: TypeAlias = Callable[[], Sequence[Event]]
"""The trajectory's events so far."""

SEARCH = "search_tools"
CALL = "call_tool"
SHOWN = 3
"""Tools that one search reveals, unless more are asked for."""
MOST_SHOWN = 8

_RISKS = (Risk.READ, Risk.WRITE, Risk.ACT)


def search_tool(tools: Iterable[Tool], *, events: Events) -> Tool:
    """Return `search_tools` over the deferred ones among `tools`, for one trajectory."""
    return SearchTools([tool.spec for tool in tools if tool.spec.deferred], events)


def call_tool(tools: Iterable[Tool], *, events: Events) -> "CallTool":
    """Return `call_tool` for the deferred ones among `tools`, for one trajectory."""
    return CallTool([tool for tool in tools if tool.spec.deferred], events)


class SearchTools:
    """`search_tools`: schemas of tools by words, each once a trajectory."""

    def __init__(self, specs: Sequence[ToolSpec], events: Events) -> None:
        self._index = ToolIndex.of(specs)
        self._events = events
        # Revealed by calls of the same turn, whose results are not in the log yet.
        self._under_way: dict[str, str] = {}

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema: the same however many tools there are."""
        return ToolSpec(
            name=SEARCH,
            description=(
                "Find tools that are not loaded, by words of any language or by their names, and "
                f"get their schemas. Gives the best {SHOWN}, or `limit`. A schema is given once; "
                f"call the tool through `{CALL}`. Use it before you say that something cannot be "
                'done. Example: {"query": "לשלוח מייל"} or {"query": "send_email"}.'
            ),
            parameters=_schema(
                {
                    "query": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 500,
                        "description": "What the tool should do, and to what; or its name.",
                    },
                    "limit": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": MOST_SHOWN,
                        "description": f"Most tools to give. Default {SHOWN}.",
                    },
                },
                required=("query",),
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Search, and reveal what was found.

        Raises:
            ToolError: there are no words to search by.
        """
        query, limit = arguments.get("query"), arguments.get("limit", SHOWN)
        if not isinstance(query, str) or not query.strip():
            raise ToolError("`query` is empty. Say in a few words what the tool should do.")
        found = self._index.search(query, top=limit if isinstance(limit, int) else SHOWN)
        text, notes = reveal(found, revealed(self._events()) | self._under_way)
        self._under_way |= noted(notes)
        return ToolOutput(text, source=SEARCH, pinned=bool(notes), notes=notes)


class CallTool:
    """`call_tool`: calls a tool whose schema a search has revealed."""

    def __init__(self, tools: Sequence[Tool], events: Events) -> None:
        self._tools = {tool.spec.name: tool for tool in tools}
        self._events = events

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema; its risk is that of the riskiest tool behind it."""
        risks = [tool.spec.risk for tool in self._tools.values()]
        return ToolSpec(
            name=CALL,
            description=(
                f"Call a tool that `{SEARCH}` has found, by its exact name, with arguments that "
                "follow the schema which the search gave. Arguments that do not fit are refused "
                "with what is wrong, and nothing is done. Tools of your own list are called "
                'directly, not through this. Example: {"name": "send_email", "arguments": '
                '{"to": "dana@example.org", "text": "שלום"}}.'
            ),
            parameters=_schema(
                {
                    "name": {"type": "string", "description": "The tool's exact name."},
                    "arguments": {
                        "type": "object",
                        "description": "Arguments by the tool's own schema.",
                    },
                },
                required=("name", "arguments"),
            ),
            risk=max(risks, key=_RISKS.index, default=Risk.READ),
        )

    def resolve(self, arguments: JsonObject) -> tuple[Tool, JsonObject]:
        """Return the tool that a call means and its arguments, checked against its schema.

        For the guard and the loop too, so that risk, confirmation and time limit are the meant
        tool's.

        Raises:
            ToolError: no such tool, its schema was not shown, or the arguments do not fit it.
        """
        name, given = arguments.get("name"), arguments.get("arguments")
        tool = self._tools.get(str(name))
        if tool is None:
            raise ToolError(self._unknown(str(name)))
        if tool.spec.name not in revealed(self._events()):
            raise ToolError(
                f"The schema of `{name}` was not shown yet. Call `{SEARCH}` with the query "
                f"`{name}`, then call it by its schema."
            )
        inner = given if isinstance(given, dict) else {}
        wrong = problems(tool.spec.parameters, given if given is not None else {})
        if wrong:
            raise ToolError(
                f"The arguments of `{name}` do not fit its schema: {' '.join(wrong)} Nothing was "
                f"done; correct them and call again."
            )
        return tool, inner

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Call the tool that is meant.

        Raises:
            ToolError: as `resolve`, and whatever the tool itself raises.
        """
        tool, inner = self.resolve(arguments)
        output = await tool.call(inner)
        return replace(
            output,
            external=output.external or tool.spec.external,
            source=output.source or tool.spec.name,
        )

    def _unknown(self, name: str) -> str:
        near = get_close_matches(name, self._tools, n=3, cutoff=0.5)
        if not near:
            near = [spec.name for spec in self._index().search(name, top=3)]
        meant = f" Did you mean {', '.join(f'`{other}`' for other in near)}?" if near else ""
        return f"There is no tool `{name}` to call.{meant} Search with `{SEARCH}`."

    def _index(self) -> ToolIndex:
        return ToolIndex.of(tool.spec for tool in self._tools.values())


def _schema(properties: JsonObject, *, required: Sequence[str]) -> str:
    named: list[Json] = list(required)
    return canonical(
        {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            "required": named,
        }
    )
