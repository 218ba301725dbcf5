"""What a run must not be talked or raced into.

The hosted model is stood in for by `kesher.testing`'s scripted server.
"""

import asyncio
from pathlib import Path

import pytest

from agents import SCOPE, Counting, ask, called, go_on, make_agent, only_trajectory, open_store
from kesher.app.agent.hooks import ProvenanceGuard
from kesher.domain.agent import AgentStop, CallDone, ConfirmationAsked
from kesher.errors import TrajectoryInUseError
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from kesher.testing.model_turn import Turn, by_position

pytestmark = pytest.mark.anyio
ASKS = ProvenanceGuard(frozenset({"look_up"}))
CALL = called("look_up", '{"name": "דנה"}')


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "[1, -1e999]"])
async def test_a_number_that_no_json_carries_is_an_error_for_the_model(
    tmp_path: Path, number: str
) -> None:
    tool = Counting(parameters='{"type":"object"}')
    turns = by_position(
        Turn(calls=(called("look_up", f'{{"name": {number}}}'),)), Turn(text="לא הצלחתי.")
    )
    async with open_store(tmp_path) as store:
        with scripted_model_server(Script(turns=turns)) as server:
            finished, told = await ask(make_agent(store, server, [tool]), "חפש את דנה")
    assert finished.stop is AgentStop.ANSWERED
    assert [done.failed for done in told.of(CallDone)] == [True]
    assert tool.calls == []


async def test_writing_something_else_refuses_the_waiting_call_and_no_later_one(
    tmp_path: Path,
) -> None:
    turns = by_position(
        Turn(calls=(CALL,)), Turn(calls=(called("look_up", CALL.arguments, "c2"),)), Turn(text="ок")
    )
    tool = Counting()
    async with open_store(tmp_path) as store:
        with scripted_model_server(Script(turns=turns)) as server:
            agent = make_agent(store, server, [tool], guard=ASKS)
            await ask(agent, "חפש את דנה")
            trajectory = await only_trajectory(store)
            finished, told = await ask(agent, "كنت أقصد دنا", trajectory_id=trajectory)
            assert finished.stop is AgentStop.CONFIRMATION
            (asked,) = told.of(ConfirmationAsked)
            await agent.decide(SCOPE, trajectory, asked.interrupt_id, allowed=True)
            finished, _ = await go_on(agent, trajectory)
    assert (finished.stop, len(tool.calls)) == (AgentStop.ANSWERED, 1)


async def test_a_live_run_is_not_taken_up_by_another(tmp_path: Path) -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def slow(_arguments: object) -> str:
        begun.set()
        await go.wait()
        return "הטלפון: 03-5551234"

    turns = by_position(Turn(calls=(CALL,)), Turn(text="03-5551234"))
    tool = Counting(work=slow)
    async with open_store(tmp_path) as store:
        with scripted_model_server(Script(turns=turns)) as server:
            agent = make_agent(store, server, [tool])
            running = asyncio.create_task(ask(agent, "חפש את דנה"))
            await asyncio.wait_for(begun.wait(), 20)
            trajectory = await only_trajectory(store)
            with pytest.raises(TrajectoryInUseError, match="is being run by this process"):
                await go_on(agent, trajectory)
            with pytest.raises(TrajectoryInUseError, match="holds it until"):
                await ask(agent, "עוד משהו", trajectory_id=trajectory)
            go.set()
            finished, _ = await running
    assert (finished.text, len(tool.calls)) == ("03-5551234", 1)
