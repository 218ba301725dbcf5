"""The to-do list: kept as notes in the log, read back from the latest.

Source: seed 001, experiment 2-9, `rewrite_todo_list` and `update_todo_status`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.trajectory import Event, Noted
from kesher.errors import ToolError

TOPIC = "todo"
MOST_ITEMS = 50
MOST_CHARS = 300


class TodoState(StrEnum):
    """How far an item has come."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether something is still to do."""
        return self in (TodoState.PENDING, TodoState.IN_PROGRESS)


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One thing to do.

    Attributes:
        id: Unique in the list.
        at: When it last changed.
    """

    id: str
    text: str
    state: TodoState
    at: datetime


@dataclass(frozen=True, slots=True)
class TodoList:
    """The list as it stands, and the event that says so (-1: none does)."""

    items: tuple[TodoItem, ...] = ()
    sequence: int = -1


def todo_list(events: Sequence[Event]) -> TodoList:
    """Return the latest list of the log."""
    for event in reversed(events):
        if isinstance(event.payload, Noted) and event.payload.topic == TOPIC:
            found = json.loads(event.payload.body)
            return TodoList(tuple(_item(each) for each in found), event.sequence)
    return TodoList()


def rewritten(before: TodoList, texts: Sequence[tuple[str, str]], at: datetime) -> TodoList:
    """Return a new list in place of the one before. An item with the same text keeps its id.

    Args:
        texts: (text, state) of each item, in order.

    Raises:
        ToolError: too many items, an empty or too long one, two equal ones, an unknown state, or
            two in progress.
    """
    if len(texts) > MOST_ITEMS:
        raise ToolError(f"{len(texts)} items; at most {MOST_ITEMS} are kept. Join small steps.")
    kept = {item.text: item for item in before.items}
    used = [int(item.id) for item in before.items if item.id.isdecimal()]
    following = max(used, default=0)
    items: list[TodoItem] = []
    for text, state in texts:
        clean = _checked_text(text, {item.text for item in items})
        earlier = kept.get(clean)
        if earlier is None:
            following += 1
        wanted = _state(state)
        same = earlier is not None and earlier.state is wanted
        items.append(
            TodoItem(
                id=earlier.id if earlier else str(following),
                text=clean,
                state=wanted,
                at=earlier.at if earlier and same else at,
            )
        )
    return TodoList(_one_in_progress(items))


def updated(before: TodoList, item_id: str, state: str, at: datetime) -> TodoList:
    """Return the list with one item's state changed.

    Raises:
        ToolError: no such item, an unknown state, or another item is in progress.
    """
    known = {item.id: item for item in before.items}
    if item_id not in known:
        near = get_close_matches(item_id, [item.text for item in before.items], n=1, cutoff=0.4)
        meant = [f"`{i.id}` is {i.text!r}. " for i in before.items if i.text in near]
        listed = ", ".join(f"`{each}`" for each in known) or "none; write a list first"
        raise ToolError(f"There is no item `{item_id}`. {''.join(meant)}Ids: {listed}.")
    wanted = _state(state)
    changed = [
        replace(item, state=wanted, at=at) if item.id == item_id else item for item in before.items
    ]
    return TodoList(_one_in_progress(changed))


def note(todo: TodoList) -> Noted:
    """Return the note that keeps a list."""
    items: list[Json] = [
        {"id": i.id, "text": i.text, "state": i.state.value, "at": i.at.isoformat()}
        for i in todo.items
    ]
    return Noted(TOPIC, canonical(items))


def lines(todo: TodoList) -> list[str]:
    """Return the list as a model reads it, one line an item: `[id] text (state)`."""
    return [f"[{item.id}] {item.text} ({item.state})" for item in todo.items]


def _item(found: dict[str, str]) -> TodoItem:
    at = datetime.fromisoformat(found["at"])
    return TodoItem(found["id"], found["text"], TodoState(found["state"]), at)


def _checked_text(text: str, taken: set[str]) -> str:
    clean = " ".join(text.split())
    if not clean:
        raise ToolError("An item is empty. Say in a few words what is to be done.")
    if len(clean) > MOST_CHARS:
        raise ToolError(f"An item has {len(clean)} characters; at most {MOST_CHARS} are kept.")
    if clean in taken:
        raise ToolError(f"The item {clean!r} is there twice. Say how the two differ.")
    return clean


def _state(state: str) -> TodoState:
    try:
        return TodoState(state)
    except ValueError:
        known = ", ".join(TodoState)
        raise ToolError(f"There is no state `{state}`. Use one of: {known}.") from None


def _one_in_progress(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    running = [item for item in items if item.state is TodoState.IN_PROGRESS]
    if len(running) > 1:
        named = ", ".join(f"`{item.id}`" for item in running)
        raise ToolError(f"{named} would be in progress at once. Finish or put back one of them.")
    return tuple(items)
