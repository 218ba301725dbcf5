from datetime import UTC, datetime

import anyio
import pytest
from benchmarks.toolsearch.samples import sample_tools

from kesher.app.tool_search import call_tool, search_tool
from kesher.context.prefix import make_prefix, tool_schema
from kesher.context.trajectory import Trajectory
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Role
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Origin, Said
from kesher.errors import ToolError
from kesher.ports.tools import ToolOutput

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Recorded:
    """A tool that keeps what it was called with."""

    def __init__(self, spec: ToolSpec) -> None:
        self.spec = spec
        self.calls: list[JsonObject] = []

    async def call(self, arguments: JsonObject) -> ToolOutput:
        self.calls.append(arguments)
        return ToolOutput("נעשה")


@pytest.fixture
def tools() -> list[Recorded]:
    web = ToolSpec("fetch_page", "Fetches a web page.", external=True, deferred=True)
    pay = ToolSpec("pay_supplier", "תשלום לספק", risk=Risk.ACT, deferred=True)
    return [*map(Recorded, sample_tools()), Recorded(web), Recorded(pay)]


@pytest.fixture
def trajectory() -> Trajectory:
    return Trajectory(make_prefix("מערכת"))


def say(trajectory: Trajectory, output: ToolOutput) -> None:
    message = Message(Role.USER, output.text)
    trajectory.append(Said(message, Origin.HARNESS, pinned=output.pinned), at=NOW)
    for note in output.notes:
        trajectory.append(note, at=NOW)


async def test_a_tool_is_found_then_called_with_checked_arguments(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    search = search_tool(tools, events=lambda: trajectory.events)
    call = call_tool(tools, events=lambda: trajectory.events)
    say(trajectory, await search.call({"query": "תמחק את החשבונית", "limit": 1}))
    wanted = next(tool for tool in tools if tool.spec.name == "deleteInvoice")
    assert tool_schema(wanted.spec) in (trajectory.entries()[0].message.text or "")

    arguments: JsonObject = {"name": "deleteInvoice", "arguments": {"invoiceId": "חשבונית-7"}}
    assert (await call.call(arguments)).text == "נעשה"
    assert wanted.calls == [{"invoiceId": "חשבונית-7"}]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"invoiceid": "7"}, "`arguments.invoiceId` is missing"),
        ({"invoiceId": 7}, "must be string"),
        ("invoiceId=7", "must be object"),
    ],
)
async def test_arguments_that_do_not_fit_are_refused_and_nothing_is_called(
    tools: list[Recorded], trajectory: Trajectory, arguments: JsonObject, said: str
) -> None:
    search = search_tool(tools, events=lambda: trajectory.events)
    call = call_tool(tools, events=lambda: trajectory.events)
    say(trajectory, await search.call({"query": "deleteInvoice", "limit": 1}))
    with pytest.raises(ToolError, match=said):
        await call.call({"name": "deleteInvoice", "arguments": arguments})
    assert [tool for tool in tools if tool.calls] == []


async def test_an_unknown_tool_is_answered_with_the_nearest_names(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    call = call_tool(tools, events=lambda: trajectory.events)
    with pytest.raises(ToolError, match="Did you mean `deleteInvoice`"):
        await call.call({"name": "delete_invoice", "arguments": {}})
    with pytest.raises(ToolError, match="`pay_supplier`"):
        await call.call({"name": "תשלום", "arguments": {}})


async def test_a_tool_whose_schema_was_not_shown_is_not_called_blindly(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    call = call_tool(tools, events=lambda: trajectory.events)
    with pytest.raises(ToolError, match="was not shown yet"):
        await call.call({"name": "pay_supplier", "arguments": {}})


async def test_two_searches_at_once_reveal_a_schema_once(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    search = search_tool(tools, events=lambda: trajectory.events)
    outputs: list[ToolOutput] = []

    async def ask() -> None:
        outputs.append(await search.call({"query": "pay_supplier", "limit": 1}))

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        group.start_soon(ask)
    assert [bool(output.notes) for output in outputs] == [True, False]
    assert [output.pinned for output in outputs] == [True, False]
    assert [output.text.count("parameters") for output in outputs] == [1, 0]


async def test_others_words_stay_others_words_through_call_tool(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    search = search_tool(tools, events=lambda: trajectory.events)
    call = call_tool(tools, events=lambda: trajectory.events)
    say(trajectory, await search.call({"query": "fetch_page"}))
    output = await call.call({"name": "fetch_page", "arguments": {}})
    assert (output.external, output.source) == (True, "fetch_page")
    tool, inner = call.resolve({"name": "fetch_page", "arguments": {}})
    assert (tool.spec.name, inner) == ("fetch_page", {})
    assert call.spec.risk is Risk.ACT


async def test_the_two_fixed_tools_are_the_same_bytes_whatever_stands_behind_them(
    tools: list[Recorded], trajectory: Trajectory
) -> None:
    few, many = tools[:3], tools[:100]
    for make in (search_tool, call_tool):
        schemas = {tool_schema(make(some, events=tuple).spec) for some in (few, many)}
        assert len(schemas) == 1


async def test_an_empty_query_says_what_is_wanted(tools: list[Recorded]) -> None:
    with pytest.raises(ToolError, match="in a few words"):
        await search_tool(tools, events=tuple).call({"query": "  "})
