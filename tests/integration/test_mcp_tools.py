"""Tools of real MCP servers: processes that speak over their standard streams, and over HTTP."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kesher.adapters.mcp_tools.connection import SILENCES
from kesher.adapters.mcp_tools.source import McpTools
from kesher.context.prefix import make_prefix
from kesher.context.tool_arguments import problems
from kesher.domain.json_value import JsonObject
from kesher.domain.mcp_server import McpServer
from kesher.domain.tool import Risk
from kesher.errors import ToolError
from mcp_servers import (
    SECONDS,
    http_server,
    is_running,
    opened,
    over_http,
    pipe,
    rude_server,
    starts,
    stdio_server,
)

pytestmark = pytest.mark.anyio

DANA: JsonObject = {"name": "דנה دانا Дана"}
FOUND = "דנה دانا Дана: 03-5551234, رقم الهاتف, телефон"


@pytest.fixture(scope="module")
async def diary(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[McpTools]:
    """A server that several tests call, since starting one takes a second or more."""
    async with opened(stdio_server(tmp_path_factory.mktemp("diary"))) as source:
        yield source


async def prefix_hash(server: McpServer) -> str:
    async with opened(server) as source:
        return make_prefix("הוראות", [tool.spec for tool in await source.tools()]).hash


async def test_a_tool_of_a_process_is_called_with_text_in_four_languages(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path, name="יומן")) as source:
        tools = await source.tools()
        hebrew = next(tool for tool in tools if "`חיפוש`" in tool.spec.description)
        output = await hebrew.call(DANA)
    assert (output.text, output.external, output.source) == (FOUND, True, "mcp:יומן")
    assert "מוצא מספר. يجد رقما. Находит номер." in hebrew.spec.description
    assert not problems(hebrew.spec.parameters, DANA)
    assert not is_running(starts(tmp_path)[0])


async def test_a_tool_of_a_server_over_http_is_called(tmp_path: Path) -> None:
    with http_server(tmp_path) as port:
        async with opened(over_http(port)) as source:
            assert "web__look_up" in [tool.spec.name for tool in await source.tools()]
            assert (await source.call("look_up", DANA)).text == FOUND


async def test_the_prefix_is_the_same_when_a_server_lists_its_tools_in_another_order(
    tmp_path: Path,
) -> None:
    hashes = {
        await prefix_hash(stdio_server(tmp_path)),
        await prefix_hash(stdio_server(tmp_path, "shuffled")),
    }
    assert len(hashes) == 1
    assert await prefix_hash(stdio_server(tmp_path, "more")) not in hashes


async def test_hints_on_effects_count_only_where_the_server_is_trusted(tmp_path: Path) -> None:
    risks = {}
    for trusted in (False, True):
        async with opened(stdio_server(tmp_path, trusted=trusted)) as source:
            specs = {tool.spec.name: tool.spec for tool in await source.tools()}
        risks[trusted] = [specs[name].risk for name in ("diary__look_up", "diary__add")]
        assert specs["diary__look_up"].idempotent is trusted
        assert all(spec.external for spec in specs.values())
    assert risks == {False: [Risk.ACT, Risk.ACT], True: [Risk.READ, Risk.ACT]}


async def test_what_a_server_says_of_its_tools_is_bounded_and_without_hidden_marks(
    diary: McpTools,
) -> None:
    says = {tool.spec.name: tool.spec.description for tool in await diary.tools()}
    assert says["diary__picture"].endswith("describes it: A picture")
    assert len(says["diary__add"]) < 1_700
    assert says["diary__add"].endswith("[4,499 more characters left out]")


async def test_a_failure_that_the_tool_reports_is_an_error_in_its_words(diary: McpTools) -> None:
    with pytest.raises(ToolError, match=r"`fail` of the MCP server `diary`.*היומן נעול"):
        await diary.call("fail", {})


async def test_pictures_are_named_and_a_structured_result_is_said_once(diary: McpTools) -> None:
    picture = await diary.call("picture", {})
    added = await diary.call("add", {"first": 1, "second": 2})
    assert picture.text == "[picture, image/png, 100 bytes: not shown]"
    assert added.text.count("סכום") == 1


async def test_a_huge_result_comes_bounded_and_says_so(diary: McpTools) -> None:
    output = await diary.call("huge", {"size": 1_500_000})
    assert output.text.startswith("שלום שלום ")
    assert output.text.endswith("[500,000 more characters left out: ask for less at a time.]")


async def test_two_calls_are_under_way_at_the_same_time(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path)) as source:
        met = await asyncio.gather(
            source.call("meet", {"mark": "דנה", "other": "Иван"}),
            source.call("meet", {"mark": "Иван", "other": "דנה"}),
        )
    assert [output.text for output in met] == ["דנה פגש את Иван", "Иван פגש את דנה"]
    assert len(starts(tmp_path)) == 1


async def test_a_process_gets_path_home_lang_and_what_its_configuration_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("SECRET_OF_THIS_PROCESS", "1")
    async with opened(stdio_server(tmp_path, env={"TOKEN": "סוד"})) as source:
        said = (await source.call("environment", {})).text.split()
    # The interpreter sets this one itself where the locale is C.
    assert set(said) - {"LC_CTYPE"} == {"HOME", "LANG", "PATH", "TOKEN", "סוד"}


async def test_headers_go_with_every_request_and_their_lack_is_told_with_the_status(
    tmp_path: Path,
) -> None:
    with http_server(tmp_path, "guarded") as port:
        async with opened(over_http(port, headers={"x-token": "secret"})) as source:
            assert (await source.call("look_up", DANA)).text == FOUND
        async with opened(over_http(port)) as source:
            with pytest.raises(ToolError, match=r"`web` cannot be reached.*401.*`headers`"):
                await source.tools()


async def test_a_server_killed_in_a_call_is_told_and_started_anew_for_the_next(
    tmp_path: Path,
) -> None:
    async with opened(stdio_server(tmp_path)) as source:
        begun = pipe(tmp_path / "begun")
        call = asyncio.create_task(source.call("hang", {}))
        os.kill(int(await begun), signal.SIGKILL)
        with pytest.raises(
            ToolError, match=r"`diary` broke off during `hang`: its process ended.*stderr"
        ):
            await asyncio.wait_for(call, SECONDS)
        assert (await source.call("look_up", DANA)).text == FOUND
    first, second = starts(tmp_path)
    assert not is_running(first)
    assert not is_running(second)


async def test_a_server_over_http_that_is_gone_is_told_and_found_again(tmp_path: Path) -> None:
    with http_server(tmp_path) as port:
        source = opened(over_http(port))
        tools = await source.__aenter__()
        assert (await tools.call("look_up", DANA)).text == FOUND
    with pytest.raises(ToolError, match="The MCP server `web`"):
        await tools.call("look_up", DANA)
    with http_server(tmp_path, port=port):
        assert (await tools.call("look_up", DANA)).text == FOUND
        await source.__aexit__(None, None, None)


async def test_a_call_that_hangs_ends_by_the_servers_limit_and_is_cancelled_there(
    tmp_path: Path,
) -> None:
    async with opened(stdio_server(tmp_path, timeout_seconds=3.0)) as source:
        await source.tools()
        begun, ended = pipe(tmp_path / "begun"), pipe(tmp_path / "ended")
        with pytest.raises(ToolError, match=r"`diary` did not answer `hang` in time: 3 seconds"):
            await source.call("hang", {})
        assert int(await begun) == starts(tmp_path)[0]
        assert await ended == "cancelled"
        assert (await source.call("look_up", DANA)).text == FOUND
    assert len(starts(tmp_path)) == 1


async def test_a_server_that_stays_silent_is_started_anew_after_a_few_requests() -> None:
    async with opened(rude_server("silent", timeout_seconds=1.0)) as source:
        await source.tools()
        for _ in range(SILENCES):
            with pytest.raises(ToolError, match=r"in time.*no message: thinking"):
                await source.call("show", {})
        assert [tool.spec.name for tool in await source.tools()] == ["rude__show"]


async def test_a_call_that_its_caller_cancels_is_cancelled_at_the_server(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path)) as source:
        begun, ended = pipe(tmp_path / "begun"), pipe(tmp_path / "ended")
        call = asyncio.create_task(source.call("hang", {}))
        await begun
        call.cancel()
        assert await ended == "cancelled"
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await source.call("look_up", DANA)).text == FOUND


async def test_a_list_that_changes_is_seen_the_next_time_it_is_asked_for(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path)) as source:
        before = {tool.spec.name for tool in await source.tools()}
        await source.call("change", {})
        after = {tool.spec.name for tool in await source.tools()}
    assert after - before == {"diary__later"}


async def test_tools_once_listed_stay_on_offer_while_their_server_is_down(tmp_path: Path) -> None:
    with http_server(tmp_path) as port:
        source = opened(over_http(port))
        tools = await source.__aenter__()
        before = await tools.tools()
    assert [tool.spec for tool in await tools.tools()] == [tool.spec for tool in before]
    with pytest.raises(ToolError, match="cannot be reached"):
        await before[0].call({})
    await source.__aexit__(None, None, None)


async def test_a_program_that_there_is_not_is_named_with_the_remedy() -> None:
    async with opened(McpServer("יומן", command=("no-such-program",))) as source:
        with pytest.raises(ToolError, match=r"`יומן` did not start: `no-such-program`.*`command`"):
            await source.tools()


async def test_a_server_that_ends_at_its_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path, "dies")) as source:
        with pytest.raises(ToolError, match=r"(?s)did not start.*stderr.*there is no database"):
            await source.tools()
    assert len(starts(tmp_path)) == 2
    assert not any(map(is_running, starts(tmp_path)))


async def test_a_server_that_never_speaks_does_not_hold_up_its_caller(tmp_path: Path) -> None:
    script = f"echo $$ > {tmp_path}/starts; exec sleep 600"
    silent = McpServer("silent", command=("sh", "-c", script), timeout_seconds=1.0)
    async with opened(silent) as source:
        with pytest.raises(ToolError, match="did not answer its start in time: 1 seconds"):
            await source.tools()
    assert not is_running(starts(tmp_path)[0])


async def test_lines_that_are_no_messages_do_no_harm(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path, "stray")) as source:
        assert (await source.call("look_up", DANA)).text == FOUND


@pytest.mark.parametrize("how", ["malformed", "strange"])
async def test_a_result_that_is_none_is_an_error(how: str) -> None:
    async with opened(rude_server(how)) as source:
        with pytest.raises(ToolError, match="answered `show` with what MCP does not allow"):
            await source.call("show", {})


@pytest.mark.parametrize("how", ["endless", "no-tools"])
async def test_a_list_that_is_none_is_an_error(how: str) -> None:
    async with opened(rude_server(how)) as source:
        with pytest.raises(ToolError, match="answered the list of its tools with what MCP does"):
            await source.tools()


async def test_a_message_without_end_ends_the_connection() -> None:
    async with opened(rude_server("long")) as source:
        with pytest.raises(ToolError, match=r"broke off.*more than 16,777,216 bytes"):
            await source.call("show", {})
        assert await source.tools()


async def test_a_server_that_asks_for_the_users_folders_is_refused() -> None:
    async with opened(rude_server("asks")) as source:
        assert (await source.call("show", {})).text == "List roots not supported"


@pytest.mark.parametrize("wanted", ["roots", "elicitation", "sampling"])
async def test_what_a_server_asks_for_in_the_place_of_a_result_is_refused(wanted: str) -> None:
    async with opened(rude_server(wanted)) as source:
        with pytest.raises(ToolError, match=rf"`rude` could not do `show`.*\({wanted}\).*gives"):
            await source.call("show", {})


async def test_an_error_of_the_protocol_is_told_without_hidden_marks() -> None:
    async with opened(rude_server("demands")) as source:
        with pytest.raises(ToolError, match=r"`rude` refused `show`: Roots wanted! \(MCP error"):
            await source.call("show", {})


async def test_closing_ends_a_server_that_stays_and_what_it_started(tmp_path: Path) -> None:
    child = pipe(tmp_path / "child")
    async with opened(stdio_server(tmp_path, "child")) as source:
        await source.tools()
        assert not child.done()
    assert await child == ""
    async with opened(rude_server("stays")) as source:
        await source.tools()
        began = time.monotonic()
    assert time.monotonic() - began < 8


async def test_closing_ends_calls_under_way_and_later_ones_are_refused(tmp_path: Path) -> None:
    async with opened(stdio_server(tmp_path)) as source:
        begun = pipe(tmp_path / "begun")
        call = asyncio.create_task(source.call("hang", {}))
        await begun
        await source.close()
        with pytest.raises(ToolError, match="broke off"):
            await asyncio.wait_for(call, SECONDS)
        with pytest.raises(ToolError, match="closed it"):
            await source.call("look_up", DANA)
    assert not is_running(starts(tmp_path)[0])


async def test_a_flood_of_notifications_in_the_place_of_an_answer_ends_by_the_limit() -> None:
    async with opened(rude_server("flood", timeout_seconds=1.0)) as rude:
        await rude.tools()
        with pytest.raises(ToolError, match="did not answer"):
            await rude.call("show", {})
