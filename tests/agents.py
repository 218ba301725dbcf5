"""Agents for tests: a real SQLite store, a real client over HTTP, tools that count their calls.

The hosted model is stood in for by `kesher.testing`'s scripted server.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat
from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.agent.agent import Agent
from kesher.app.agent.session import AnyTool
from kesher.context.profiles import profile
from kesher.domain.agent import AgentEvent, Finished
from kesher.domain.json_value import JsonObject
from kesher.domain.message import ToolCall
from kesher.domain.scope import Scope
from kesher.domain.tool import Risk, ToolSpec
from kesher.ports.tools import ToolOutput
from kesher.testing.model_server import ModelServer

SCOPE = Scope("agents")
INSTRUCTIONS = "אתה סוכן של המשרד. Use the tools. Отвечай кратко. أجب بإيجاز."
LOOK_UP = (
    '{"type":"object","properties":{"name":{"type":"string","minLength":1}},'
    '"required":["name"],"additionalProperties":false}'
)
Work = Callable[[JsonObject], Any]


@dataclass
class Counting:
    """A tool that does what a test gives it and counts its calls by their arguments."""

    name: str = "look_up"
    work: Work = lambda arguments: f"הטלפון של {arguments['name']}: 03-5551234"
    risk: Risk = Risk.READ
    external: bool = False
    idempotent: bool = False
    timeout_seconds: float | None = None
    parameters: str = LOOK_UP
    calls: list[JsonObject] = field(default_factory=list)

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(
            name=self.name,
            description="Looks a person up. מחפש אדם. Ищет человека. يبحث عن شخص.",
            parameters=self.parameters,
            risk=self.risk,
            external=self.external,
            idempotent=self.idempotent,
            timeout_seconds=self.timeout_seconds,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        self.calls.append(arguments)
        result = self.work(arguments)
        if asyncio.iscoroutine(result):
            result = await result
        return result if isinstance(result, ToolOutput) else ToolOutput(str(result))


@dataclass
class Told:
    """The events that a run told, in order."""

    events: list[AgentEvent] = field(default_factory=list)

    def __call__(self, event: AgentEvent) -> None:
        self.events.append(event)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def chat(server: ModelServer | str, *, timeout_seconds: float = 10.0) -> OpenAIChat:
    """Return the client of a scripted server, given itself or by its `openai_url`."""
    return OpenAIChat(
        Endpoint(
            model="scripted-model",
            url=server if isinstance(server, str) else server.openai_url,
            timeout_seconds=timeout_seconds,
            retries=0,
        )
    )


def counting_ids(start: int = 0) -> Callable[[str], str]:
    numbers = count(start)
    return lambda kind: f"{kind}_{next(numbers):04d}"


def ticking_clock() -> Callable[[], datetime]:
    seconds = count()
    return lambda: datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))


def make_agent(
    store: SqlStore, server: ModelServer | str, tools: Sequence[AnyTool] = (), **changes: Any
) -> Agent:
    async def offered(_events: object) -> Sequence[AnyTool]:
        return tools

    given: dict[str, Any] = {
        "chat": chat(server),
        "store": store,
        "counter": O200kCounter(),
        "profile": profile("openai"),
        "instructions": INSTRUCTIONS,
        "clock": ticking_clock(),
        "new_id": counting_ids(),
        "tools": offered,
        **changes,
    }
    return Agent(**given)


@asynccontextmanager
async def open_store(folder: Path) -> AsyncIterator[SqlStore]:
    store = await asyncio.to_thread(SqlStore.open, sqlite_url(folder))
    try:
        yield store
    finally:
        await store.close()


async def ask(agent: Agent, text: str, **given: Any) -> tuple[Finished, Told]:
    told = Told()
    stop = given.pop("stop", None) or asyncio.Event()
    finished = await agent.run(SCOPE, text, emit=told, stop=stop, **given)
    return finished, told


async def go_on(agent: Agent, trajectory_id: str) -> tuple[Finished, Told]:
    told = Told()
    finished = await agent.resume(SCOPE, trajectory_id, emit=told, stop=asyncio.Event())
    return finished, told


async def only_trajectory(store: SqlStore) -> str:
    heads = [h for h in await store.trajectories(SCOPE) if h.parent_id is None]
    assert len(heads) == 1
    return heads[0].id


def called(name: str, arguments: str, call_id: str = "c1") -> ToolCall:
    return ToolCall(call_id, name, arguments)


def provider_faults(body: Any) -> Iterator[str]:
    """Yield what OpenAI's endpoint would refuse: calls and results that do not pair."""
    waiting: list[str] = []
    for place, message in enumerate(body["messages"]):
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"message {place}: a result of no open call"
            else:
                waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            yield f"message {place}: {waiting} have no result"
        calls = message.get("tool_calls") or []
        waiting = [call["id"] for call in calls]
        yield from (f"message {place}: no name" for c in calls if not c["function"]["name"])
        if message["role"] == "assistant" and not message.get("content") and not calls:
            yield f"message {place}: an empty answer"
    if waiting:
        yield f"{waiting} have no result at the end"


def twice(ids: Sequence[str]) -> list[str]:
    return [each for each, times in Counter(ids).items() if times > 1]
