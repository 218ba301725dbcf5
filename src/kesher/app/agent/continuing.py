"""Before a trajectory goes on: do its frozen tools fit the agent, and did a crash leave a gap?"""

import json
from collections.abc import Iterable, Mapping, Sequence

from kesher.app.agent.hooks import Follow
from kesher.app.agent.log import Log
from kesher.app.agent.session import AnyTool
from kesher.app.tool_search import SEARCH
from kesher.context.prefix import tool_schema
from kesher.domain.agent import ToolsChanged
from kesher.domain.message import Role
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Event, Origin, Prefix, Requested, Said
from kesher.errors import ConflictError


def check_own(trajectory_id: str, prefix: Prefix, own: Iterable[ToolSpec]) -> None:
    """Refuse tools that a caller gives and the model could not know of.

    A deferred one is found by search, so it needs only `search_tools` in the prefix.

    Raises:
        ConflictError: the frozen prefix lacks them; it names them and what to do.
    """
    known = schemas(prefix).keys()
    lacking = [spec.name for spec in own if (SEARCH if spec.deferred else spec.name) not in known]
    if lacking:
        named = ", ".join(f"`{name}`" for name in lacking)
        raise ConflictError(
            f"The tools of `{trajectory_id}` were frozen when it began, without {named}: its model "
            f"would never see what you give now. Leave {named} out to go on with it, or begin a "
            f"new trajectory by leaving its id out."
        )


def tool_changes(prefix: Prefix, tools: Mapping[str, AnyTool]) -> ToolsChanged | None:
    """Return which tools the model is still shown and the agent no longer offers so; None: none.

    A tool that is new and not of the prefix is no change: the model is never told of it.
    """
    frozen = schemas(prefix)
    missing = tuple(name for name in frozen if name not in tools)
    changed = tuple(
        name
        for name, schema in frozen.items()
        if name in tools and tool_schema(tools[name].spec) != schema
    )
    return ToolsChanged(missing, changed) if missing or changed else None


def schemas(prefix: Prefix) -> dict[str, str]:
    """Return the schemas of a prefix, canonical JSON, by the names of their tools."""
    return {str(json.loads(schema)["function"]["name"]): schema for schema in prefix.tools}


async def catch_up(log: Log, follow: Follow) -> None:
    """Append what a crash has kept from following a person's last message: skills by `/name`.

    What follows is derived anew from the message. Where the log went another way since (a skill
    has another content now), it stays as it is: the skill counts as not loaded.
    """
    place = _unanswered(log.events)
    if place is None:
        return
    asked, after = log.events[place].payload, log.events[place + 1 :]
    text = asked.message.text if isinstance(asked, Said) else None
    due = await follow(text or "", log.events[: place + 1])
    if [event.payload for event in after] == list(due[: len(after)]):
        for payload in due[len(after) :]:
            await log.append(payload)


def _unanswered(events: Sequence[Event]) -> int | None:
    """Return the place of a person's last message, if no request was sent since."""
    for place in range(len(events) - 1, -1, -1):
        payload = events[place].payload
        if isinstance(payload, Requested):
            return None
        if isinstance(payload, Said) and payload.origin is Origin.USER:
            return place if payload.message.role is Role.USER else None
    return None
