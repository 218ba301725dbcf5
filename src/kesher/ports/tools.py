"""What we ask of a tool, and of where tools come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.domain.json_value import JsonObject
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Noted


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a call gave back.

    Attributes:
        external: It holds content by others, beyond what the tool's specification says.
        source: Where that content comes from (an address, a document's name).
        refs: Ids of the facts and chunks in it.
        pinned: Kesher's own words (a skill's body, a tool's schema), to survive every compaction:
            the loop says the result with `Origin.HARNESS` and `pinned`.
        notes: What the loop appends right after the result, in this order.
    """

    text: str
    external: bool = False
    source: str = ""
    refs: tuple[str, ...] = ()
    pinned: bool = False
    notes: tuple[Noted, ...] = ()


class Tool(Protocol):
    """Something an agent can do. Safe for several calls at the same time."""

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual, schema and risk. The same for as long as it is offered."""
        ...

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Do it. The arguments have been checked against the schema.

        Raises:
            ToolError: it could not be done; the message says why and what to try.
            Exception: anything else that the tool's own code raises; the loop reports it.
        """
        ...


class ToolSource(Protocol):
    """Where tools come from: an MCP server, for instance."""

    async def tools(self) -> Sequence[Tool]:
        """Return the tools on offer now, in any order.

        Raises:
            ToolError: the source cannot be reached.
        """
        ...
