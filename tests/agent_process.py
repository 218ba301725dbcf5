"""An agent in a process of its own, to be killed: each thing that happens is a line on stdout.

Its tools leave a line in a file for each time they really ran, so that a call that was made twice
shows whatever the log says.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from agents import SCOPE, Counting, make_agent, open_store
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.system import new_id, utc_now
from kesher.app.agent.agent import Agent
from kesher.app.agent.compacting import Compacting
from kesher.app.agent.recorded import Recording
from kesher.app.agent.settings import AgentSettings
from kesher.app.compact import Compact, CompactSettings
from kesher.context.profiles import profile
from kesher.domain.agent import AgentEvent
from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.message import ToolCall
from kesher.domain.tool import Risk
from kesher.testing.model_script import ReceivedRequest
from kesher.testing.model_turn import Turn

ASK = "שלח לכולם ודווח. Send to all. Отправь всем. أرسل للجميع."
ANSWER = "נשלח לכולם. Готово. تم الإرسال."
ROUNDS = 5
LEASE_SECONDS = 1.0
BUDGET_TOKENS = 6_000
LONG = "\n".join(f"סעיף {n}: לעובדת מגיעים {n} ימים. Пункт {n}: {n} дней." for n in range(1, 50))
_EFFECTS = "effects.txt"


def turns(request: ReceivedRequest) -> Turn:
    """One call to each tool a round, then the answer; where a summary is asked for, a bad one."""
    if not request.tool_names:
        return Turn("סיכום")
    done = re.findall(r"Иван (\d)", json.dumps(request.body, ensure_ascii=False))
    number = max(map(int, done), default=-1) + 1
    if number >= ROUNDS:
        return Turn(ANSWER)
    calls = (
        ToolCall(f"read{number}", "look_up", canonical({"name": f"דנה {number}"})),
        ToolCall(f"send{number}", "send", canonical({"name": f"Иван {number}"})),
    )
    return Turn(f"סבב {number}", calls=calls)


def effects(folder: Path) -> list[str]:
    """Return what the tools really did, once for each time they did it."""
    path = folder / _EFFECTS
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def agent_on(
    store: SqlStore, url: str, folder: Path, *, hangs_in: str = "", compacts: bool = False
) -> Agent:
    """Return the agent of either process; `hangs_in` names the tool that never comes back."""
    look_up = Counting(work=_working("look_up", folder, hangs_in, compacts), idempotent=True)
    send = Counting("send", work=_working("send", folder, hangs_in, compacts), risk=Risk.ACT)
    changes: dict[str, object] = {}
    if compacts:
        compact = Compact(
            make_agent(store, url).chat, BlobFiles(folder / "results"), CompactSettings()
        )
        recording = Recording(store, profile("openai"), O200kCounter(), utc_now, new_id)
        changes = {"compaction": Compacting(compact, recording=recording)}
    budget = BUDGET_TOKENS if compacts else 0
    return make_agent(
        store,
        url,
        (look_up, send),
        new_id=new_id,
        clock=utc_now,
        settings=AgentSettings(lease_seconds=LEASE_SECONDS, budget_tokens=budget),
        **changes,
    )


def _working(
    name: str, folder: Path, hangs_in: str, long: bool
) -> Callable[[JsonObject], Awaitable[str]]:
    async def work(arguments: JsonObject) -> str:
        with (folder / _EFFECTS).open("a", encoding="utf-8") as file:
            file.write(f"{name} {arguments['name']}\n")
            file.flush()
            os.fsync(file.fileno())
        if name == hangs_in:
            _say(f"in {name}")
            await asyncio.Event().wait()
        return f"נמצא: {arguments['name']}.\n{LONG if long else ''}"

    return work


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _told(event: AgentEvent) -> None:
    _say(type(event).__name__)


async def _main(folder: Path, url: str, hangs_in: str, compacts: str) -> None:
    async with open_store(folder) as store:
        agent = agent_on(store, url, folder, hangs_in=hangs_in, compacts=compacts == "compacts")
        await agent.run(SCOPE, ASK, emit=_told, stop=asyncio.Event())


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), *sys.argv[2:]))
