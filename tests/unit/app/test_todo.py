from datetime import timedelta

import pytest

from kesher.app.todo import todo_tools
from kesher.context.prefix import make_prefix
from kesher.context.status.todo import TodoState, todo_list
from kesher.context.trajectory import Trajectory
from kesher.domain.json_value import JsonObject
from kesher.errors import ToolError
from kesher.ports.tools import Tool
from unit.context.spine import AT

pytestmark = pytest.mark.anyio
PLAN: JsonObject = {
    "items": [
        {"text": "לקרוא את החוזה", "state": "in_progress"},
        {"text": "Рассчитать штраф"},
        {"text": "كتابة الرد"},
    ]
}


class Desk:
    """Both tools on one trajectory, whose notes are appended as the loop does."""

    def __init__(self) -> None:
        self.trajectory = Trajectory(make_prefix(""))
        self.now = AT
        tools = todo_tools(events=lambda: self.trajectory.events, clock=lambda: self.now)
        self.rewrite, self.update = tools

    async def call(self, tool: Tool, arguments: JsonObject) -> str:
        output = await tool.call(arguments)
        for note in output.notes:
            self.trajectory.append(note, at=self.now)
        return output.text


async def test_a_list_is_written_and_ticked_off() -> None:
    desk = Desk()
    text = await desk.call(desk.rewrite, PLAN)
    assert text.splitlines()[0] == "[1] לקרוא את החוזה (in_progress)"
    desk.now += timedelta(minutes=5)
    await desk.call(desk.update, {"id": "1", "state": "completed"})
    items = todo_list(desk.trajectory.events).items
    assert [item.state for item in items] == [
        TodoState.COMPLETED,
        TodoState.PENDING,
        TodoState.PENDING,
    ]
    assert items[0].at == desk.now
    assert items[1].at == AT


async def test_a_new_plan_keeps_the_ids_and_states_of_what_stays() -> None:
    desk = Desk()
    await desk.call(desk.rewrite, PLAN)
    await desk.call(desk.rewrite, {"items": [{"text": "חדש"}, {"text": "לקרוא את החוזה"}]})
    items = todo_list(desk.trajectory.events).items
    assert [(item.id, item.state) for item in items] == [
        ("4", TodoState.PENDING),
        ("1", TodoState.IN_PROGRESS),
    ]


async def test_two_calls_of_one_turn_do_not_undo_each_other() -> None:
    desk = Desk()
    await desk.call(desk.rewrite, PLAN)
    first = await desk.update.call({"id": "1", "state": "completed"})
    second = await desk.update.call({"id": "2", "state": "in_progress"})
    for note in (*first.notes, *second.notes):
        desk.trajectory.append(note, at=AT)
    states = [item.state.value for item in todo_list(desk.trajectory.events).items]
    assert states == ["completed", "in_progress", "pending"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"id": "9", "state": "completed"}, "Ids: `1`, `2`, `3`"),
        ({"id": "לקרוא את החוזה", "state": "completed"}, "`1` is"),
        ({"id": "1", "state": "done"}, "Use one of: pending"),
        ({"id": "2", "state": "in_progress"}, "in progress at once"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_what_to_do(
    arguments: JsonObject, words: str
) -> None:
    desk = Desk()
    await desk.call(desk.rewrite, PLAN)
    before = desk.trajectory.to_jsonl()
    with pytest.raises(ToolError, match=words):
        await desk.call(desk.update, arguments)
    assert desk.trajectory.to_jsonl() == before


@pytest.mark.parametrize(
    "items",
    [
        "x",
        [{"state": "pending"}],
        [{"text": " "}],
        [{"text": "א" * 301}],
        [{"text": "א"}, {"text": "א"}],
        [{"text": f"צעד {at}"} for at in range(51)],
        [{"text": "א", "state": "in_progress"}, {"text": "ב", "state": "in_progress"}],
    ],
)
async def test_a_list_that_cannot_stand_is_refused(items: list[JsonObject]) -> None:
    desk = Desk()
    with pytest.raises(ToolError):
        await desk.call(desk.rewrite, {"items": items})  # type: ignore[dict-item]
