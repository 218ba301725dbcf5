"""The five techniques in the loop itself: a real store, a real client, a tool that fails."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from agents import SCOPE, Counting, ask, called, make_agent, only_trajectory, open_store
from agents import ticking_clock as clock
from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.store import SqlStore
from kesher.app.status_bar import StatusBar
from kesher.context.profiles import profile
from kesher.context.status.bar import StatusOptions
from kesher.domain.json_value import JsonObject
from kesher.domain.trajectory import Said
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

pytestmark = pytest.mark.anyio
ASK = "מצא את הקובץ של אתמול"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


def bar(options: StatusOptions) -> StatusBar:
    return StatusBar(
        options=options,
        profile=profile("openai"),
        count=O200kCounter().count,
        clock=clock(),
        requests=10,
        zone=ZoneInfo("Asia/Jerusalem"),
    )


def missing(_arguments: JsonObject) -> str:
    raise FileNotFoundError("אין קובץ: /srv/data/reports/דוח.pdf")


async def texts(store: SqlStore) -> list[str]:
    events = await store.trajectory_events(SCOPE, await only_trajectory(store))
    said = [event.payload.message for event in events if isinstance(event.payload, Said)]
    return [message.text or "" for message in said if not message.tool_calls]


async def run(store: SqlStore, server: ModelServer, options: StatusOptions) -> list[str]:
    failing = Turn(calls=(called("look_up", '{"name": "דוח", "token": "SECRET"}'),))
    server.follow(Script(turns=by_position(failing, Turn("לא נמצא.")), caching=True))
    told = bar(options)
    loose = '{"type":"object","properties":{"name":{"type":"string"},"token":{"type":"string"}}}'
    tool = Counting(work=missing, parameters=loose)
    await ask(make_agent(store, server, [tool], status=told, telling=told), ASK)
    return await texts(store)


async def test_messages_and_results_are_stamped_and_a_failure_is_told_in_four_layers(
    store: SqlStore, server: ModelServer
) -> None:
    asked, result, answer = await run(store, server, StatusOptions())
    assert re.fullmatch(rf"\[2026-03-01 02:00:\d\d\] {ASK}", asked)
    assert re.match(r"\[2026-03-01 02:00:\d\d\] <error>\nשגיאה: FileNotFoundError: ", result)
    for layer in ('"name": "דוח"', "לא ידוע אם הקריאה השפיעה.", "מחסנית:", "missing", "מה לנסות:"):
        assert layer in result
    assert "SECRET" not in result
    assert "/srv/data" not in result
    assert answer == "לא נמצא."


async def test_with_all_techniques_off_the_log_holds_the_bare_words(
    store: SqlStore, server: ModelServer
) -> None:
    off = StatusOptions(timestamps=False, counters=False, todo=False, errors=False)
    asked, result, _ = await run(store, server, off)
    assert asked == ASK
    assert result.startswith("Error: `look_up` failed.")


async def test_the_status_ends_each_request_and_breaks_no_cache_before_it(
    store: SqlStore, server: ModelServer
) -> None:
    await run(store, server, StatusOptions())
    sent = await store.requests(SCOPE, await only_trajectory(store))
    first, second = [await store.request(SCOPE, each.id) for each in sent]
    assert second.audit is not None
    assert second.audit.broken is None
    last = [segment.text for segment in second.segments][-1]
    assert "קריאות לכלים: look_up ×1" in last
    assert "אתמול: שבת 2026-02-28" in last
    assert "look_up ×" not in first.segments[-1].text
