"""The tools by which an agent reads the documents of a tenant's rooms."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kesher.app.search import Search
from kesher.domain.canonical import canonical
from kesher.domain.document import Room
from kesher.domain.json_value import JsonObject
from kesher.domain.retrieval import Hit, Query
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.tool import ToolSpec
from kesher.errors import ToolError
from kesher.ports.stores import RoomStore
from kesher.ports.tools import Tool, ToolOutput

MOST_HITS = 10
_HITS = 5


MayAsk = Callable[[], Awaitable[frozenset[str] | None]]
"""Gives the ids of the rooms that may be asked, as things stand then; None: all."""


async def everything() -> None:
    """Let every room be asked."""
    return


@dataclass(frozen=True, slots=True)
class Askable:
    """The rooms that an agent's caller may ask."""

    store: RoomStore
    scope: Scope
    may_ask: MayAsk = everything

    async def rooms(self) -> Sequence[Room]:
        """Return them, by name."""
        allowed = await self.may_ask()
        found = await self.store.rooms(self.scope)
        return [room for room in found if allowed is None or room.id in allowed]


def room_tools(askable: Askable, search: Search) -> tuple[Tool, ...]:
    """Return `list_rooms` and `search_room`, whose scope no argument can widen."""
    return ListRooms(askable), SearchRoom(askable, search)


@dataclass(frozen=True, slots=True)
class ListRooms:
    """`list_rooms`: which rooms there are, and how much they hold."""

    askable: Askable

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name="list_rooms",
            description=(
                "List the rooms with their documents, by name. Call it before `search_room` when "
                "you do not know which room to search; not to read documents. Takes no arguments: "
                "{}. Example of a line: `נהלים: 12 documents, 240 pages`."
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Return a line a room."""
        del arguments
        lines = [await self._line(room) for room in await self.askable.rooms()]
        return ToolOutput("\n".join(lines) or "There is no room yet.")

    async def _line(self, room: Room) -> str:
        scope = RoomScope(self.askable.scope.tenant_id, room.id)
        held = await self.askable.store.figures(scope)
        return f"{room.name}: {held.documents} documents, {held.pages} pages"


@dataclass(frozen=True, slots=True)
class SearchRoom:
    """`search_room`: the passages of a room that are nearest to a question."""

    askable: Askable
    search: Search

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name="search_room",
            description=(
                "Find passages of a room's documents by meaning and by words, in any language. "
                f"Gives up to {MOST_HITS} passages with document and page; only what they say may "
                "be told of the documents. Ask for one thing at a time; search again in other "
                "words when the answer is not there. Example: "
                '{"room": "נהלים", "query": "כמה ימי חופשה בשנה הראשונה", "limit": 5}.'
            ),
            parameters=canonical(
                {
                    "type": "object",
                    "properties": {
                        "room": {"type": "string", "description": "The room's name, exactly."},
                        "query": {
                            "type": "string",
                            "minLength": 1,
                            "maxLength": 2_000,
                            "description": "What is to be found, as a question or a few words.",
                        },
                        "limit": {
                            "type": "integer",
                            "minimum": 1,
                            "maximum": MOST_HITS,
                            "description": f"Most passages. Default {_HITS}.",
                        },
                    },
                    "required": ["room", "query"],
                    "additionalProperties": False,
                }
            ),
            external=True,
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Return the passages, each with its document and pages.

        Raises:
            ToolError: the tenant has no room of that name.
        """
        name, query = str(arguments["room"]), str(arguments["query"])
        limit = arguments.get("limit", _HITS)
        room = _named(name, await self.askable.rooms())
        scope = RoomScope(self.askable.scope.tenant_id, room.id)
        found = await self.search.retrieve(
            scope, Query(query), top=limit if isinstance(limit, int) else _HITS
        )
        text = "\n\n".join(map(_passage, found.hits)) or "Nothing was found."
        return ToolOutput(
            text, source=f"room:{room.name}", refs=tuple(hit.chunk.id for hit in found.hits)
        )


def _named(name: str, rooms: Sequence[Room]) -> Room:
    wanted = " ".join(name.split())
    for room in rooms:
        if wanted in (room.name, room.id):
            return room
    known = ", ".join(f"`{room.name}`" for room in rooms) or "none"
    raise ToolError(f"There is no room `{name}`. Rooms: {known}.")


def _passage(hit: Hit) -> str:
    pages = "-".join(map(str, hit.chunk.page_numbers))
    return f"[{hit.document_name}, p. {pages}]\n{hit.chunk.lead}{hit.chunk.text}"
