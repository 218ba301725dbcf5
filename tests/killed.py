"""kill -9 of a process in an agent's run, and what must hold after another has taken it up."""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from agent_process import ANSWER, ASK, LEASE_SECONDS, ROUNDS, agent_on, effects
from agents import SCOPE, Told, only_trajectory, open_store, provider_faults
from kesher.adapters.sql.store import SqlStore
from kesher.context.invariants import check_whole
from kesher.context.trajectory import Trajectory
from kesher.domain.agent import AgentStop, Finished
from kesher.domain.message import Role
from kesher.domain.trajectory import CallStarted, Event, Requested, Said
from kesher.errors import TrajectoryInUseError
from kesher.testing.model_server import ModelServer

_PROGRAM = Path(__file__).with_name("agent_process.py")
DEADLINE_SECONDS = 60


async def killed_at(
    folder: Path,
    server: ModelServer,
    reached: Callable[[asyncio.StreamReader], Awaitable[None]],
    *,
    hangs_in: str = "",
    compacts: bool = False,
) -> None:
    """Run the agent in a process of its own, and kill it when `reached` returns."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(_PROGRAM),
        str(folder),
        server.openai_url,
        hangs_in,
        "compacts" if compacts else "",
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        await asyncio.wait_for(reached(process.stdout), DEADLINE_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def line(wanted: str, *, times: int = 1) -> Callable[[asyncio.StreamReader], Awaitable[None]]:
    """Wait for the process to say something, so many times."""

    async def reached(stdout: asyncio.StreamReader) -> None:
        left = times
        while left and (said := await stdout.readline()):
            left -= said.decode().strip() == wanted
        assert left == 0, "The process ended before it said that."

    return reached


def lines(count: int) -> Callable[[asyncio.StreamReader], Awaitable[None]]:
    """Wait for so many lines, or for the end of the process."""

    async def reached(stdout: asyncio.StreamReader) -> None:
        left = count
        while left and await stdout.readline():
            left -= 1

    return reached


async def taken_up(folder: Path, server: ModelServer, *, compacts: bool = False) -> Finished:
    """Resume in this process once the dead one's lease has lapsed, and check what must hold."""
    async with open_store(folder) as store:
        identity = await only_trajectory(store)
        before = await store.trajectory_events(SCOPE, identity)
        seen = len(server.requests)
        agent = agent_on(store, server.openai_url, folder, compacts=compacts)

        async def resumed() -> Finished:
            while True:
                try:
                    return await agent.resume(SCOPE, identity, emit=Told(), stop=asyncio.Event())
                except TrajectoryInUseError:
                    await asyncio.sleep(LEASE_SECONDS / 10)

        finished = await asyncio.wait_for(resumed(), DEADLINE_SECONDS)
        await _check(store, identity, before)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    assert [f for r in server.requests[seen:] for f in provider_faults(r.body)] == []
    _check_effects(folder)
    return finished


async def _check(store: SqlStore, identity: str, before: Sequence[Event]) -> None:
    events = await store.trajectory_events(SCOPE, identity)
    assert events[: len(before)] == before, "what was there has changed"
    head = await store.trajectory_head(SCOPE, identity)
    check_whole(Trajectory(head.prefix, events).entries())
    messages = [e.payload.message for e in events if isinstance(e.payload, Said)]
    assert [m.text for m in messages if m.role is Role.USER and m.text == ASK] == [ASK]
    calls = [call for m in messages for call in m.tool_calls]
    made = [call.id for call in calls]
    assert len(set(made)) == len(made)
    # Of an answer that was cut off, only what had begun is kept: the model writes the rest again.
    assert len([call for call in calls if call.name == "send"]) == ROUNDS
    results = [m.tool_call_id for m in messages if m.role is Role.TOOL]
    assert sorted(map(str, results)) == sorted(made), "each call has one result"
    started = [e.payload.call.id for e in events if isinstance(e.payload, CallStarted)]
    assert sorted(started) == sorted(made)
    asked = [e.payload.request_id for e in events if isinstance(e.payload, Requested)]
    stored = {request.id for request in await store.requests(SCOPE, identity)}
    assert set(asked) <= stored


def _check_effects(folder: Path) -> None:
    done = Counter(effects(folder))
    sent = {what: times for what, times in done.items() if what.startswith("send")}
    assert all(times == 1 for times in sent.values()), sent
    assert all(f"look_up דנה {number}" in done for number in range(ROUNDS)), done
