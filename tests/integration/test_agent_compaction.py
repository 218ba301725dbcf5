"""A run whose context must be shortened, with a model that summarises badly or not at all.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from agent_process import ANSWER, ASK, LONG, ROUNDS, agent_on, turns
from agents import SCOPE, Told, ask, only_trajectory, open_store, provider_faults
from kesher.adapters.sql.store import SqlStore
from kesher.context.trajectory import Trajectory
from kesher.domain.agent import AgentStop, Compacted, Finished
from kesher.domain.message import Role
from kesher.domain.trajectory import Edited, Noted, Said
from kesher.testing.model_script import ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn

pytestmark = pytest.mark.anyio
DEADLINE = 60


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=turns)) as running:
        yield running


def summarising(text: str) -> Script:
    def turn(request: ReceivedRequest) -> Turn:
        return turns(request) if request.tool_names else Turn(text)

    return Script(turns=turn, chunk_chars=2_000)


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("", "empty"),
        ("\x00\u202e\u2066 …", "empty"),
        ("Error: the service is overloaded, try again later.", "an error or a refusal"),
        ("Пользователь попросил отправить сообщение всем сотрудникам.", "is in `ru`"),
        ("طلب المستخدم إرسال رسالة إلى جميع الموظفين في الشركة.", "is in `ar`"),
        ("סיכום ועוד סיכום " * 20_000, "did not come to an end"),
        ("לעובדת מגיעים 987654 שקלים.", "invented"),
    ],
)
async def test_a_summary_that_may_not_stand_leaves_quoted_sentences_and_the_whole_history(
    tmp_path: Path, store: SqlStore, server: ModelServer, summary: str, said: str
) -> None:
    server.follow(summarising(summary))
    agent = agent_on(store, server.openai_url, tmp_path, compacts=True)
    finished, told = await ask(agent, ASK)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    compacted = told.of(Compacted)
    assert any(said in each.reason for each in compacted), compacted
    assert all(each.tokens_after < each.tokens_before for each in compacted)
    assert [f for r in server.requests if r.tool_names for f in provider_faults(r.body)] == []
    await _has_whole_history(store)


async def _has_whole_history(store: SqlStore) -> None:
    identity = await only_trajectory(store)
    events = await store.trajectory_events(SCOPE, identity)
    results = [
        e.payload.message.text or ""
        for e in events
        if isinstance(e.payload, Said) and e.payload.message.role is Role.TOOL
    ]
    assert len(results) == 2 * ROUNDS
    assert all(LONG in text for text in results), "every result is in the log as it was"
    shown = "\n".join(
        entry.message.text or ""
        for entry in Trajectory(
            (await store.trajectory_head(SCOPE, identity)).prefix, events
        ).entries()
    )
    assert "987654" not in shown
    assert "overloaded" not in shown
    assert "\x00" not in shown


async def test_a_stop_is_heard_while_a_summary_is_written(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    begun, go, stop = threading.Event(), threading.Event(), asyncio.Event()

    def slow(request: ReceivedRequest) -> Turn:
        if not request.tool_names:
            begun.set()
            go.wait(DEADLINE)
        return turns(request)

    server.follow(Script(turns=slow))
    agent = agent_on(store, server.openai_url, tmp_path, compacts=True)
    running = asyncio.create_task(agent.run(SCOPE, ASK, emit=Told(), stop=stop))
    assert await asyncio.to_thread(begun.wait, DEADLINE)
    stop.set()
    finished: Finished = await asyncio.wait_for(running, 5)
    go.set()
    assert finished.stop is AgentStop.STOPPED
    events = await store.trajectory_events(SCOPE, await only_trajectory(store))
    assert not [e for e in events if isinstance(e.payload, Edited)], "nothing half done"
    assert not [e for e in events if isinstance(e.payload, Noted) and e.payload.topic == "breaker"]
    server.follow(Script(turns=turns))
    resumed = await agent.resume(
        SCOPE, await only_trajectory(store), emit=Told(), stop=asyncio.Event()
    )
    assert (resumed.stop, resumed.text) == (AgentStop.ANSWERED, ANSWER)


async def test_where_nothing_can_be_shortened_the_run_says_so_and_goes_on_while_it_fits(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    asked = "\n".join([ASK, *[LONG] * 4])
    server.follow(Script(turns=lambda _: Turn(ANSWER)))
    agent = agent_on(store, server.openai_url, tmp_path, compacts=True)
    finished, told = await ask(agent, asked)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    (said,) = told.of(Compacted)
    assert said.layer == "stopped"
    assert said.tokens_before == said.tokens_after
    assert "raise the budget" in said.reason
    assert ("user", asked) in server.requests[-1].messages
