"""kill -9 in the middle of an agent's run: another process goes on, nothing lost, nothing doubled.

`make soak` does the same at many more places.
"""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_process import LEASE_SECONDS, ROUNDS, agent_on, effects, turns
from agents import SCOPE, Told, only_trajectory, open_store
from kesher.domain.trajectory import CallStarted, Said
from kesher.errors import TrajectoryInUseError
from kesher.testing.model_script import Hang, ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn
from killed import DEADLINE_SECONDS, killed_at, line, taken_up

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=turns)) as running:
        yield running


async def test_killed_while_the_model_writes_its_words_are_asked_for_again(
    tmp_path: Path, server: ModelServer
) -> None:
    server.follow(Script(turns=turns, chunk_chars=1, fault=Hang(after_pieces=3)))
    await killed_at(tmp_path, server, line("Text"))
    server.follow(Script(turns=turns))
    await taken_up(tmp_path, server)
    assert effects(tmp_path).count("send Иван 0") == 1


async def test_killed_while_a_tool_works_it_is_not_called_again_unless_it_may_be(
    tmp_path: Path, server: ModelServer
) -> None:
    await killed_at(tmp_path, server, line("in send"), hangs_in="send")
    await taken_up(tmp_path, server)
    assert "interrupted, outcome unknown" in str(server.requests[-1].results)
    assert len([done for done in effects(tmp_path) if done.startswith("send")]) == ROUNDS


async def test_killed_between_two_events_in_the_midst_of_it_all(
    tmp_path: Path, server: ModelServer
) -> None:
    await killed_at(tmp_path, server, line("CallDone", times=3))
    await taken_up(tmp_path, server)


async def test_killed_while_a_summary_is_written_its_history_stays(
    tmp_path: Path, server: ModelServer
) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow_summary(request: ReceivedRequest) -> Turn:
        if not request.tool_names:
            begun.set()
            go.wait(DEADLINE_SECONDS)
        return turns(request)

    async def reached(_stdout: asyncio.StreamReader) -> None:
        assert await asyncio.to_thread(begun.wait, DEADLINE_SECONDS)

    server.follow(Script(turns=slow_summary))
    await killed_at(tmp_path, server, reached, compacts=True)
    go.set()
    server.follow(Script(turns=turns))
    await taken_up(tmp_path, server, compacts=True)


async def test_a_live_run_s_lease_is_prolonged_for_as_long_as_it_takes(
    tmp_path: Path, server: ModelServer
) -> None:
    async def reached(stdout: asyncio.StreamReader) -> None:
        await line("in send")(stdout)
        async with open_store(tmp_path) as store:
            identity = await only_trajectory(store)
            agent = agent_on(store, server.openai_url, tmp_path)
            loop = asyncio.get_running_loop()
            until = loop.time() + 2.5 * LEASE_SECONDS
            while loop.time() < until:
                with pytest.raises(TrajectoryInUseError, match=r"until \d{4}-\d\d-\d\d .* UTC"):
                    await agent.resume(SCOPE, identity, emit=Told(), stop=asyncio.Event())
                await asyncio.sleep(LEASE_SECONDS / 10)
            events = await store.trajectory_events(SCOPE, identity)
        assert isinstance(events[-1].payload, (CallStarted, Said))

    await killed_at(tmp_path, server, reached, hangs_in="send")
    await taken_up(tmp_path, server)
