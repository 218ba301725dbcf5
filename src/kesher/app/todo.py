"""The two tools by which a model keeps its to-do list."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kesher.context.status.todo import (
    MOST_CHARS,
    MOST_ITEMS,
    TodoList,
    TodoState,
    lines,
    note,
    rewritten,
    todo_list,
    updated,
)
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Event
from kesher.errors import ToolError
from kesher.ports.clock import Clock
from kesher.ports.tools import Tool, ToolOutput

Events: TypeAlias = Callable[[], Sequence[Event]]
"""The trajectory's events so far."""

_STATES: list[Json] = [state.value for state in TodoState]


def todo_tools(*, events: Events, clock: Clock) -> tuple[Tool, ...]:
    """Return `rewrite_todo_list` and `update_todo_status` for one trajectory."""
    shared = _Latest(events)
    return RewriteTodoList(shared, clock), UpdateTodoStatus(shared, clock)


class _Latest:
    """The newest list, also while calls of one turn run side by side."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._written = TodoList()
        self._seen = -1

    def read(self) -> TodoList:
        found = todo_list(self._events())
        if found.sequence > self._seen:
            self._seen = found.sequence
            self._written = found
        return self._written

    def write(self, todo: TodoList) -> ToolOutput:
        self._written = todo
        text = "\n".join(lines(todo)) or "The list is empty."
        return ToolOutput(text, notes=(note(todo),))


class RewriteTodoList:
    """`rewrite_todo_list`: a new plan in place of the one before."""

    def __init__(self, latest: _Latest, clock: Clock) -> None:
        self._latest = latest
        self._clock = clock

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        item: JsonObject = {
            "type": "object",
            "properties": {
                "text": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MOST_CHARS,
                    "description": "What is to be done, in a few words.",
                },
                "state": {
                    "type": "string",
                    "enum": _STATES,
                    "description": "How far it is. Default: pending.",
                },
            },
            "required": ["text"],
            "additionalProperties": False,
        }
        return ToolSpec(
            name="rewrite_todo_list",
            description=(
                "Write the plan of a task of three steps or more, or a new plan when the old one "
                "no longer fits. It replaces the whole list; an item with the same text keeps its "
                "id and state. At most one item may be in progress. Do not use it to tick off a "
                'step: that is `update_todo_status`. Example: {"items": [{"text": "לקרוא חוזה", '
                '"state": "in_progress"}, {"text": "לחשב את הקנס"}]}.'
            ),
            parameters=canonical(
                {
                    "type": "object",
                    "properties": {
                        "items": {
                            "type": "array",
                            "items": item,
                            "maxItems": MOST_ITEMS,
                            "description": "The whole list, in the order of work.",
                        }
                    },
                    "required": ["items"],
                    "additionalProperties": False,
                }
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Replace the list. Raises ToolError where it cannot stand, with what to change."""
        before = self._latest.read()
        states = {item.text: item.state for item in before.items}
        texts = [_text_and_state(item, states) for item in _listed(arguments.get("items"))]
        return self._latest.write(rewritten(before, texts, self._clock()))


class UpdateTodoStatus:
    """`update_todo_status`: one item's state."""

    def __init__(self, latest: _Latest, clock: Clock) -> None:
        self._latest = latest
        self._clock = clock

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name="update_todo_status",
            description=(
                "Change the state of one item of the list as soon as it changes: in_progress when "
                "you begin it, completed only when it is wholly done, cancelled when it is no "
                "longer wanted. At most one item may be in progress. Ids are those that the list "
                'shows in brackets. Example: {"id": "2", "state": "completed"}.'
            ),
            parameters=canonical(
                {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string", "description": "The item's id."},
                        "state": {
                            "type": "string",
                            "enum": _STATES,
                            "description": "How far the item is now.",
                        },
                    },
                    "required": ["id", "state"],
                    "additionalProperties": False,
                }
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Change the item. Raises ToolError where there is none, with the ids that there are."""
        item_id, state = str(arguments.get("id", "")), str(arguments.get("state", ""))
        return self._latest.write(updated(self._latest.read(), item_id, state, self._clock()))


def _listed(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise ToolError('`items` is no list. Give {"items": [{"text": "..."}]}.')
    return value


def _text_and_state(item: Json, states: dict[str, TodoState]) -> tuple[str, str]:
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        raise ToolError('An item has no `text`. Give {"text": "...", "state": "pending"}.')
    text = str(item["text"])
    kept = states.get(" ".join(text.split()), TodoState.PENDING)
    return text, str(item.get("state", kept.value))
