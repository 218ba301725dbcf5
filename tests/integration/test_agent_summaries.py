"""What a summarising model was sent is recorded as every request is: to the byte, and erasable.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent_process import LONG
from agents import (
    SCOPE,
    Counting,
    ask,
    called,
    chat,
    go_on,
    make_agent,
    only_trajectory,
    open_store,
)
from contract.samples import ROOM, publish
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.system import new_id, utc_now
from kesher.app.agent.agent import Agent
from kesher.app.agent.compacting import Compacting
from kesher.app.agent.recorded import Recording
from kesher.app.agent.settings import AgentSettings
from kesher.app.compact import Compact
from kesher.context.profiles import profile
from kesher.domain.agent import AgentStop
from kesher.domain.canonical import digest
from kesher.domain.request import Purpose, SegmentKind, SentRequest, Usage
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.tools import ToolOutput
from kesher.testing.model_script import ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn

pytestmark = pytest.mark.anyio

ASK = "עבור על כל הסעיפים. Go through them. Прочти все. اقرأ الكل."
ANSWER = "עברתי. Готово. تم."
ROUNDS = 9
CHUNK = "chk_doc_a_0"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


def turns(request: ReceivedRequest) -> Turn:
    """Look one person up a round, then answer; where a summary is asked for, write one."""
    if not request.tool_names:
        return Turn("נקראו סעיפים; לא נמצא דבר נוסף.")
    done = re.findall(r"Иван (\d+)", json.dumps(request.body, ensure_ascii=False))
    made = max(map(int, done), default=-1) + 1
    if made >= ROUNDS:
        return Turn(ANSWER)
    call = called("look_up", f'{{"name": "Иван {made}"}}', f"c{made}")
    return Turn("עוד", calls=(call,))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=turns)) as running:
        yield running


def compacting_agent(store: SqlStore, server: ModelServer, folder: Path) -> Agent:
    def read(arguments: object) -> ToolOutput:
        return ToolOutput(f"{arguments}\n{LONG}", refs=(CHUNK,))

    recording = Recording(store, profile("openai"), O200kCounter(), utc_now, new_id)
    compact = Compact(chat(server), BlobFiles(folder / "results"))
    return make_agent(
        store,
        server,
        [Counting(work=read)],
        new_id=new_id,
        clock=utc_now,
        settings=AgentSettings(budget_tokens=6_000),
        compaction=Compacting(compact, recording=recording),
    )


async def summaries(store: SqlStore) -> list[SentRequest]:
    listed = await store.requests(SCOPE, await only_trajectory(store))
    return [
        await store.request(SCOPE, each.id) for each in listed if each.purpose is Purpose.SUMMARY
    ]


async def test_each_request_for_a_summary_can_be_read_back_as_it_was_sent(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    agent = compacting_agent(store, server, tmp_path)
    finished, _ = await ask(agent, ASK)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    received = [request for request in server.requests if not request.tool_names]
    kept = await summaries(store)
    assert len(kept) == len(received) > 0
    for record, request in zip(kept, received, strict=True):
        texts = [json.loads(segment.text)["content"] for segment in record.segments]
        assert texts == [text for _, text in request.messages]
        assert record.body_hash == digest("".join(s.text for s in record.segments))
        assert record.usage == Usage(11, 7, None, None)
        assert record.max_output_tokens is not None
        assert (record.model, record.audit) == ("scripted-model", None)


async def test_a_summary_counts_in_what_the_run_took_and_is_no_iteration_also_after_a_restart(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    agent = compacting_agent(store, server, tmp_path)
    finished, _ = await ask(agent, ASK)
    sent = len(server.requests)
    assert finished.iterations == ROUNDS + 1 < sent
    assert (finished.input_tokens, finished.output_tokens) == (11 * sent, 7 * sent)
    again, _ = await go_on(compacting_agent(store, server, tmp_path), await only_trajectory(store))
    assert again == finished
    assert len(server.requests) == sent


async def test_a_summary_that_no_model_could_be_asked_for_is_recorded_without_use(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    agent = compacting_agent(store, server, tmp_path)
    assert isinstance(agent.compaction, Compacting)
    unreachable = Compact(chat("http://127.0.0.1:9/v1"), None)
    unheard = replace(agent.compaction, compact=unreachable)
    finished, _ = await ask(replace(agent, compaction=unheard), ASK)
    assert finished.stop is AgentStop.ANSWERED
    assert {each.usage for each in await summaries(store)} == {None}


async def test_a_deleted_document_takes_its_words_out_of_the_summaries_requests(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    scope = RoomScope(SCOPE.tenant_id, ROOM.id)
    await store.create_room(SCOPE, ROOM)
    await publish(store, scope=scope)
    await ask(compacting_agent(store, server, tmp_path), ASK)
    before = await summaries(store)
    assert all(segment.text for record in before for segment in record.segments)
    await store.delete_document(scope, "doc_a")
    for record in await summaries(store):
        left = {segment.kind for segment in record.segments if segment.text}
        assert left == {SegmentKind.SYSTEM}
    assert [r.body_hash for r in await summaries(store)] == [r.body_hash for r in before]


async def test_a_deleted_trajectory_takes_its_summaries_requests_with_it(
    tmp_path: Path, store: SqlStore, server: ModelServer
) -> None:
    await ask(compacting_agent(store, server, tmp_path), ASK)
    (first, *_) = await summaries(store)
    await store.delete_trajectory(SCOPE, first.owner_id)
    with pytest.raises(NotFoundError):
        await store.request(SCOPE, first.id)
