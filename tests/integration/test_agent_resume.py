"""An agent that is cut off after any event goes on from its log, and nothing runs twice.

The hosted model is stood in for by `kesher.testing`'s server, which speaks OpenAI's real protocol
over real HTTP and does what a test has written for it; it understands nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from agents import (
    SCOPE,
    Counting,
    Told,
    ask,
    called,
    counting_ids,
    go_on,
    make_agent,
    only_trajectory,
    open_store,
    provider_faults,
)
from kesher.adapters.sql.store import SqlStore
from kesher.app.agent.agent import Agent
from kesher.app.agent.hooks import ProvenanceGuard
from kesher.app.subagents import SubagentSettings, with_delegation
from kesher.context.invariants import check_whole
from kesher.context.trajectory import Trajectory
from kesher.domain.agent import AgentStop, ConfirmationAsked
from kesher.domain.message import Role
from kesher.domain.scope import Scope
from kesher.domain.tool import Risk
from kesher.domain.trajectory import CallStarted, Decided, Event, Interrupted, Said
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import TrajectoryHead
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

pytestmark = pytest.mark.anyio

ASK = "שלח לדנה ולדימיטרי. Send both. Отправь обоим. أرسل لهما."
ANSWER = "נשלח. Готово. تم."
TURNS = (
    Turn(
        "מתחיל",
        "חושב",
        (called("look_up", '{"name": "דנה"}', "a"), called("send", '{"name": "Дмитрий"}', "b")),
    ),
    Turn(calls=(called("send", '{"name": "دانا"}', "c"), called("nothing", "{}", "d"))),
    Turn(ANSWER),
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=by_position(*TURNS))) as running:
        yield running


def tools() -> tuple[Counting, Counting]:
    return (
        Counting(idempotent=True),
        Counting("send", work=lambda arguments: f"נשלח אל {arguments['name']}", risk=Risk.ACT),
    )


async def cut_after(
    store: SqlStore,
    head: TrajectoryHead,
    events: Sequence[Event],
    identity: str,
) -> None:
    """Store a trajectory as a crash after its last event here has left it."""
    copy = TrajectoryHead(identity, head.prefix, head.profile, head.title, head.created_at)
    await store.create_trajectory(SCOPE, copy)
    for event in events:
        await store.append_event(SCOPE, identity, event)


def messages(events: Sequence[Event]) -> list[Any]:
    return [e.payload.message for e in events if isinstance(e.payload, Said)]


async def test_a_crash_after_any_event_loses_nothing_and_runs_nothing_twice(
    store: SqlStore, server: ModelServer
) -> None:
    await ask(make_agent(store, server, tools()), ASK)
    identity = await only_trajectory(store)
    head = await store.trajectory_head(SCOPE, identity)
    whole = await store.trajectory_events(SCOPE, identity)
    assert len(whole) > 12
    for cut in range(1, len(whole) + 1):
        kept = whole[:cut]
        copy = f"trj_cut_{cut}"
        await cut_after(store, head, kept, copy)
        look_up, send = tools()
        agent = make_agent(store, server, (look_up, send), new_id=counting_ids(1000 * cut))
        seen = len(server.requests)
        finished, _ = await go_on(agent, copy)
        assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER), cut
        after = await store.trajectory_events(SCOPE, copy)
        assert after[:cut] == kept, "nothing that was there has changed"
        trajectory = Trajectory(head.prefix, after)
        check_whole(trajectory.entries())
        faults = [f for r in server.requests[seen:] for f in provider_faults(r.body)]
        assert faults == [], cut
        started = [e.payload.call.id for e in kept if isinstance(e.payload, CallStarted)]
        made = [call.id for m in messages(after) for call in m.tool_calls]
        assert set(started) <= set(made), "what had begun is in the log as a call"
        # What the model had not finished writing is for the model to write again.
        assert set(made) >= {"a", "c"}, cut
        before = [i for i in started if i in ("b", "c")]
        assert len(send.calls) + len(before) == len({"b", "c"} & set(made)), cut
        answered = [m.tool_call_id for m in messages(after) if m.role is Role.TOOL]
        assert sorted(answered) == sorted(made), cut


async def test_a_call_that_was_under_way_is_said_to_be_interrupted_unless_it_may_run_again(
    store: SqlStore, server: ModelServer
) -> None:
    await ask(make_agent(store, server, tools()), ASK)
    identity = await only_trajectory(store)
    head = await store.trajectory_head(SCOPE, identity)
    whole = await store.trajectory_events(SCOPE, identity)
    started = [e.sequence for e in whole if isinstance(e.payload, CallStarted)]
    await cut_after(store, head, whole[: started[1] + 1], "trj_cut")
    look_up, send = tools()
    agent = make_agent(store, server, (look_up, send), new_id=counting_ids(1000))
    await go_on(agent, "trj_cut")
    said = messages(await store.trajectory_events(SCOPE, "trj_cut"))
    rescued = next(m for m in said if m.role is Role.ASSISTANT)
    assert (rescued.text, [call.id for call in rescued.tool_calls]) == ("מתחיל", ["a", "b"])
    assert rescued.reasoning[0].text == "חושב"
    results = {m.tool_call_id: m.text for m in said if m.role is Role.TOOL}
    assert results["a"] == "הטלפון של דנה: 03-5551234"
    assert "interrupted, outcome unknown" in results["b"]
    assert send.calls == [{"name": "دانا"}]


async def test_two_processes_on_one_trajectory_cannot_both_go_on(
    store: SqlStore, server: ModelServer
) -> None:
    await ask(make_agent(store, server, tools()), ASK)
    identity = await only_trajectory(store)
    agents = [make_agent(store, server, tools(), new_id=counting_ids(n)) for n in (2000, 3000)]
    came = await asyncio.gather(
        *(ask(agent, "ועוד?", trajectory_id=identity) for agent in agents),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in came) == ["TrajectoryInUseError", "tuple"]


def asking(store: SqlStore, server: ModelServer, start: int = 0) -> tuple[Agent, Counting]:
    look_up, send = tools()
    guard = ProvenanceGuard(always_ask=frozenset({"send"}))
    agent = make_agent(store, server, (look_up, send), guard=guard, new_id=counting_ids(start))
    return agent, send


async def test_a_risky_call_waits_for_a_person_across_a_restart(
    store: SqlStore, server: ModelServer
) -> None:
    agent, send = asking(store, server)
    finished, told = await ask(agent, ASK)
    identity = await only_trajectory(store)
    assert finished.stop is AgentStop.CONFIRMATION
    (asked,) = told.of(ConfirmationAsked)
    assert (asked.call.name, send.calls) == ("send", [])
    again, _ = asking(store, server, 100)
    waiting, told = await go_on(again, identity)
    assert waiting.stop is AgentStop.CONFIRMATION
    assert [each.interrupt_id for each in told.of(ConfirmationAsked)] == [asked.interrupt_id]
    await again.decide(SCOPE, identity, asked.interrupt_id, allowed=True)
    third, sent = asking(store, server, 200)
    finished, told = await go_on(third, identity)
    assert sent.calls == [{"name": "Дмитрий"}]
    assert finished.stop is AgentStop.CONFIRMATION, "the next call is another question"
    (second,) = told.of(ConfirmationAsked)
    await third.decide(SCOPE, identity, second.interrupt_id, allowed=False, comment="לא עכשיו")
    finished, _ = await go_on(third, identity)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    assert len(sent.calls) == 1
    assert "לא עכשיו" in str(server.requests[-1].results)
    assert not [f for r in server.requests for f in provider_faults(r.body)]


async def test_a_decision_is_made_once_and_by_its_own_tenant(
    store: SqlStore, server: ModelServer
) -> None:
    agent, _ = asking(store, server)
    _, told = await ask(agent, ASK)
    identity = await only_trajectory(store)
    (asked,) = told.of(ConfirmationAsked)
    with pytest.raises(NotFoundError):
        await agent.decide(Scope("other"), identity, asked.interrupt_id, allowed=True)
    with pytest.raises(NotFoundError):
        await agent.decide(SCOPE, identity, "int_none", allowed=True)
    await agent.decide(SCOPE, identity, asked.interrupt_id, allowed=False)
    with pytest.raises(ConflictError):
        await agent.decide(SCOPE, identity, asked.interrupt_id, allowed=True)


async def test_a_new_message_instead_of_a_word_counts_as_a_no(
    store: SqlStore, server: ModelServer
) -> None:
    agent, send = asking(store, server)
    await ask(agent, ASK)
    identity = await only_trajectory(store)
    server.follow(Script(turns=by_position(TURNS[0], Turn(ANSWER))))
    finished, _ = await ask(agent, "עזוב, תודה", trajectory_id=identity)
    assert (finished.text, send.calls) == (ANSWER, [])
    events = await store.trajectory_events(SCOPE, identity)
    asked = [e.payload for e in events if isinstance(e.payload, Interrupted)]
    assert [e.payload.allowed for e in events if isinstance(e.payload, Decided)] == [False]
    assert len(asked) == 1
    assert not list(provider_faults(server.requests[-1].body))


def delegating(request: Any) -> Turn:
    """The parent delegates once; a sub-agent sends, then reports; the parent then answers."""
    texts = [text for role, text in request.messages if role == "user"]
    if texts[0] == ASK and len(texts) == 1:
        done = request.assistant_messages
        task = called("delegate", '{"task": "שלח לדנה ודווח"}', "p1")
        return Turn(calls=(task,)) if not done else Turn(ANSWER)
    if not request.assistant_messages:
        return Turn(calls=(called("send", '{"name": "דנה"}', "p1"),))
    return Turn("דווח: נשלח. Отчёт. تقرير.")


async def test_a_sub_agent_works_apart_and_its_parent_gets_the_report_alone(
    store: SqlStore, server: ModelServer
) -> None:
    server.follow(Script(turns=delegating))
    look_up, send = tools()
    agent = with_delegation(make_agent(store, server, (look_up, send)))
    finished, _ = await ask(agent, ASK)
    identity = await only_trajectory(store)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    assert send.calls == [{"name": "דנה"}]
    assert server.requests[-1].results == (("p1", "דווח: נשלח. Отчёт. تقرير."),)
    child = next(h for h in await store.trajectories(SCOPE) if h.parent_id == identity)
    assert "delegate" not in "".join(child.prefix.tools)
    said = messages(await store.trajectory_events(SCOPE, child.id))
    assert said[0].text == "שלח לדנה ודווח"


async def test_a_sub_agent_s_question_reaches_the_person_through_its_parent(
    store: SqlStore, server: ModelServer
) -> None:
    server.follow(Script(turns=delegating))
    agent, send = asking(store, server)
    agent = with_delegation(agent)
    finished, told = await ask(agent, ASK)
    identity = await only_trajectory(store)
    assert finished.stop is AgentStop.CONFIRMATION
    (asked,) = told.of(ConfirmationAsked)
    await agent.decide(SCOPE, identity, asked.interrupt_id, allowed=True)
    restarted, sent = asking(store, server, 500)
    finished, _ = await go_on(with_delegation(restarted), identity)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    assert (send.calls, sent.calls) == ([], [{"name": "דנה"}])


def forking(request: Any) -> Turn:
    texts = [text for role, text in request.messages if role == "user"]
    if len(texts) == 1:
        if request.assistant_messages:
            return Turn(ANSWER)
        return Turn(calls=(called("delegate", '{"task": "בדוק", "forked": true}', "p1"),))
    return Turn("נבדק")


async def test_a_fork_begins_with_the_very_bytes_that_its_parent_was_sent(
    store: SqlStore, server: ModelServer
) -> None:
    server.follow(Script(turns=forking))
    agent = with_delegation(make_agent(store, server, tools()))
    finished, _ = await ask(agent, ASK)
    identity = await only_trajectory(store)
    assert finished.text == ANSWER
    child = next(h for h in await store.trajectories(SCOPE) if h.parent_id == identity)
    (first,) = await store.requests(SCOPE, child.id)
    parents = [
        await store.request(SCOPE, each.id) for each in await store.requests(SCOPE, identity)
    ]
    shared = "".join(segment.text for segment in parents[0].segments)
    forked = await store.request(SCOPE, first.id)
    assert "".join(segment.text for segment in forked.segments).startswith(shared)
    assert forked.audit is not None
    assert forked.audit.broken is None
    assert forked.audit.reused_tokens == parents[0].tokens


async def test_a_report_that_is_too_long_is_asked_for_once_more_and_then_cut_at_a_sentence(
    store: SqlStore, server: ModelServer
) -> None:
    long = "זה משפט ארוך למדי על הממצאים. Это длинное предложение. هذه جملة طويلة. " * 40

    def turns(request: Any) -> Turn:
        found = delegating(request)
        return Turn(long) if found.text.startswith("דווח") else found

    server.follow(Script(turns=turns))
    settings = SubagentSettings(report_tokens=120)
    agent = with_delegation(make_agent(store, server, tools()), settings)
    await ask(agent, ASK)
    ((_, report),) = server.requests[-1].results
    assert agent.counter.count(report) <= 120
    assert report.splitlines()[-1].startswith("[הדיווח נחתך כאן")
    assert report.splitlines()[-2].endswith((".", "。"))
    asked = [r for r in server.requests if "ארוך מדי" in str(r.messages[-1])]
    assert len(asked) == 1


async def test_a_sub_agent_has_no_more_than_its_parent_has_left(
    store: SqlStore, server: ModelServer
) -> None:
    def turns(request: Any) -> Turn:
        if "delegate" in request.tool_names:
            return Turn(calls=(called("delegate", '{"task": "בלי סוף"}', ""),))
        return Turn("עוד", calls=(called("look_up", '{"name": "א"}', ""),))

    server.follow(Script(turns=turns))
    base = make_agent(store, server, tools())
    limited = with_delegation(
        make_agent(
            store, server, tools(), settings=type(base.settings)(iterations=6, tokens=100_000)
        ),
        SubagentSettings(iterations=50),
    )
    finished, _ = await ask(limited, ASK)
    assert finished.stop is AgentStop.ITERATIONS
    assert len(server.requests) == 6


async def test_a_stop_reaches_the_sub_agent(store: SqlStore, server: ModelServer) -> None:
    stop = asyncio.Event()

    async def work(arguments: Any) -> str:
        stop.set()
        await asyncio.Event().wait()
        return "never"

    server.follow(Script(turns=delegating))
    agent = with_delegation(make_agent(store, server, (Counting("send", work=work),)))
    finished = await agent.run(SCOPE, ASK, emit=Told(), stop=stop)
    identity = await only_trajectory(store)
    assert finished.stop is AgentStop.STOPPED
    child = next(h for h in await store.trajectories(SCOPE) if h.parent_id == identity)
    last = (await store.trajectory_events(SCOPE, child.id))[-1].payload
    assert getattr(last, "reason", None) == "stopped"
