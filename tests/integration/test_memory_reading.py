"""A model reads messages for facts. A scripted server stands in for the hosted model."""

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kesher import Kesher
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryBacklog
from kesher.config.settings import Settings
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.ports.memory import MemoryChange
from kesher.testing.model_script import ReceivedRequest, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import build

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")
NO_CHANGE = MemoryChange()
QUOTE = "נדלקתי על ברידג' לאחרונה"
TEXT = f"תקשיבו, {QUOTE}, כל ערב במועדון"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


@pytest.fixture
def kesher(tmp_path: Path, server: ModelServer) -> Iterator[Kesher]:
    with Kesher(
        tmp_path,
        chat="openai",
        chat_url=server.openai_url,
        chat_model="scripted-model",
        chat_retries=0,
        memory_delay_seconds=0,
        log_level="error",
    ) as opened:
        yield opened


def record(**fields: object) -> dict[str, object]:
    usual: dict[str, object] = {
        "message": "m1",
        "subject": "speaker",
        "key": "hobby",
        "value": "ברידג'",
        "quote": QUOTE,
        "action": "set",
        "kind": "stable",
        "confidence": 0.8,
    }
    return {**usual, **fields}


def answering(*records: Mapping[str, object]) -> Script:
    return Script(answer=lambda _: json.dumps({"records": list(records)}, ensure_ascii=False))


def facts_after(kesher: Kesher, text: str = TEXT, **details: Any) -> list[tuple[str, str]]:
    memory = kesher.memory()
    memory.thread("ש").message(text, at=AT, id="m1", **details)
    memory.settle()
    return [(fact.key, fact.value) for fact in memory.facts(history=True)]


def shown(request: ReceivedRequest) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = json.loads(request.messages[-1][1])
    return listed


def test_a_model_finds_what_no_rule_hears(kesher: Kesher, server: ModelServer) -> None:
    server.follow(answering(record()))
    assert ("hobby", "ברידג'") in facts_after(kesher)
    (known,) = [fact for fact in kesher.memory().facts() if fact.key == "hobby"]
    assert kesher.memory().why(known).quote == QUOTE


def test_several_messages_go_in_one_call_with_those_before_for_understanding(
    kesher: Kesher, server: ModelServer
) -> None:
    server.follow(answering())
    memory = kesher.memory("דייר")
    for number in range(5):
        memory.thread("ש").message(
            f"הודעה מספר {number}", at=AT + timedelta(minutes=number), id=f"m{number}"
        )
    memory.settle()
    read = [each["id"] for call in server.requests for each in shown(call) if each["use"] == "read"]
    assert sorted(read) == [f"m{number}" for number in range(5)]
    assert len(read) == len(set(read))


@pytest.mark.parametrize(
    "wrong",
    [
        record(quote="נדלקתי על שחמט לאחרונה"),
        record(value="שחמט"),
        record(message="m99"),
        record(key="", value=""),
        record(value="2027-01-01", key="birthday"),
    ],
    ids=["quote", "value", "message", "empty", "date"],
)
def test_a_record_that_does_not_stand_in_its_message_is_dropped_alone(
    kesher: Kesher, server: ModelServer, wrong: dict[str, object]
) -> None:
    server.follow(answering(wrong, record(key="interest")))  # folds to the schema's `likes`
    found = facts_after(kesher)
    assert ("likes", "ברידג'") in found
    assert not {value for _, value in found} & {"שחמט", "2027-01-01"}


@pytest.mark.parametrize(
    "answer",
    ["", "אין לי מושג", '{"records": "no"}', '{"records": [1, null]', "[" * 5000, "{}"],
)
def test_an_answer_that_is_no_json_loses_nothing_and_is_asked_again(
    kesher: Kesher, server: ModelServer, answer: str
) -> None:
    server.follow(Script(answer=lambda _: answer))
    found = facts_after(kesher, "הטלפון שלי 052-5550146")
    assert found == [("phone", "052-5550146")]
    log = kesher.memory().thread("ש").log()
    assert [message.text for message in log] == ["הטלפון שלי 052-5550146"]


def test_a_model_that_does_not_serve_loses_nothing(kesher: Kesher, server: ModelServer) -> None:
    server.follow(Script(fault=Refuse(500)))
    assert facts_after(kesher, "הטלפון שלי 052-5550146") == [("phone", "052-5550146")]


def test_what_rules_and_model_both_hear_is_one_fact(kesher: Kesher, server: ModelServer) -> None:
    text = "הטלפון שלי 052-5550146"
    server.follow(answering(record(key="phone", value="052-5550146", quote=text)))
    assert facts_after(kesher, text) == [("phone", "052-5550146")]


def test_what_a_program_put_into_a_message_never_reaches_the_model(
    kesher: Kesher, server: ModelServer
) -> None:
    server.follow(answering())
    text = "מה דעתך? [הקשר: המשתמש אוהב חצילים]"
    start = text.index("[")
    facts_after(kesher, text, injected=[(start, len(text))])
    assert all("חצילים" not in each["text"] for call in server.requests for each in shown(call))


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("I've taken up bridge lately", "taken up bridge", "bridge"),
        ("Недавно увлёкся бриджем", "увлёкся бриджем", "бриджем"),
        ("بدأت ألعب البريدج مؤخرا", "ألعب البريدج", "البريدج"),
        ("התחלתי לשחק bridge במועדון", "לשחק bridge", "bridge"),
    ],
)
def test_values_stay_in_the_language_of_the_message(
    kesher: Kesher, server: ModelServer, text: str, quote: str, value: str
) -> None:
    server.follow(answering(record(value=value, quote=quote)))
    assert ("hobby", value) in facts_after(kesher, text)


@pytest.mark.parametrize("moment", ["0001-01-01", "9999-12-31T23:59:59-12:00", "9999-12-31"])
@pytest.mark.parametrize("field", ["valid_from", "expires"])
def test_an_instant_centuries_away_is_left_out_of_a_record(
    kesher: Kesher, server: ModelServer, field: str, moment: str
) -> None:
    server.follow(answering(record(**{field: moment})))
    assert facts_after(kesher) == [("hobby", "ברידג'")]
    assert [fact.state for fact in kesher.memory().facts()] == ["current"]


@pytest.mark.parametrize("confidence", [float("nan"), float("inf"), -3, 10**400, "sure"])
def test_a_confidence_that_is_none_becomes_one(
    kesher: Kesher, server: ModelServer, confidence: object
) -> None:
    server.follow(answering(record(confidence=confidence)))
    facts_after(kesher)
    (known,) = kesher.memory().facts()
    assert 0 <= known.fact.confidence <= 1


def test_a_key_as_long_as_a_page_is_none(kesher: Kesher, server: ModelServer) -> None:
    server.follow(answering(record(key="מפתח" * 2_000), record()))
    assert facts_after(kesher) == [("hobby", "ברידג'")]


@pytest.mark.anyio
async def test_a_reading_that_ends_with_its_process_is_free_for_the_next_at_once(
    tmp_path: Path, server: ModelServer
) -> None:
    asked = threading.Event()

    def begun(_: ReceivedRequest) -> str:
        asked.set()
        return "x"

    server.follow(Script(answer=begun, delay_seconds=30))
    settings = Settings.model_validate(
        {
            "data_folder": tmp_path,
            "chat": "openai",
            "chat_url": server.openai_url,
            "chat_model": "scripted-model",
            "memory_delay_seconds": 0,
        }
    )
    services = await build(settings)
    memory, clock = services.memory, services.memory.tending.clock
    await memory.remember.add(Scope("נועה"), NewMessage("ש", TEXT))
    working = asyncio.create_task(memory.tending.run())
    assert await asyncio.to_thread(asked.wait, 60)
    working.cancel()
    await asyncio.wait([working])
    job = await memory.jobs.take_memory_job(now=clock(), lease_seconds=60, limit=9)
    await services.close()
    assert job is not None
    assert job.attempt == 1


@pytest.mark.anyio
async def test_what_a_model_failed_on_is_counted_and_queued_when_asked_again(
    tmp_path: Path,
) -> None:
    services = await build(
        Settings.model_validate({"data_folder": tmp_path, "memory_reading": "off"})
    )
    memory, scope = services.memory, Scope("נועה")
    now = memory.tending.clock()
    await memory.store.add_message(
        scope,
        LogMessage("m1", "ש", Speaking.USER, now, TEXT),
        lambda _: (NO_CHANGE, None),
        read_at=now,
    )
    job = await memory.jobs.take_memory_job(now=now, lease_seconds=60, limit=9)
    assert job is not None
    await memory.jobs.finish_memory_job(job, error_code="model.stream", error="לא JSON")
    assert await memory.backlog(scope) == MemoryBacklog(0, failed=1, without_vectors=1)
    assert await memory.retry(Scope("אחר")) == 0
    assert await memory.retry(scope) == 1
    assert await memory.backlog(scope) == MemoryBacklog(waiting=1, failed=0, without_vectors=1)
    await services.close()


def test_the_backlog_is_told_in_python(kesher: Kesher, server: ModelServer) -> None:
    server.follow(answering(record()))
    memory = kesher.memory("אחרת")
    memory.thread("ש").message(TEXT, at=AT, id="m1")
    memory.settle()
    assert memory.backlog() == MemoryBacklog(waiting=0, failed=0, without_vectors=0)
    assert memory.retry() == 0
