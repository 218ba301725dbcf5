"""What a server tells of itself while a document is read and asked, and what it never tells."""

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from in_process import Given, InProcess, running
from kesher.config.settings import Settings
from kesher.domain.message import Message, Role
from kesher.errors import ModelError
from kesher.ports.models import ChatModel, ChatRequest
from kesher.server.app import create_app
from kesher.telemetry import set_up_logs
from kesher.telemetry.instrument import Instrument, listening
from kesher.testing.model_script import Refuse, Script
from kesher.testing.model_server import scripted_model_server
from kesher.text.harmless import harmless
from otlp_receiver import Receiver, otlp_receiver

pytestmark = pytest.mark.anyio

ROOM, FILE = "חדרסתר1174", "קובץסתר2285"
TEXT = "זרקורסתר7741 22 ימי חופשה. سرمخفي5507 22 يوما. тайное6618 22 дня. hidden9901 22 days."
QUESTION = "שאלתסתר8852: כמה ימי חופשה? سؤالسري Сколько отпуска?"
ANSWER = "תשובתסתר9963"
KEY, TOKEN = "sk-hidden-3396", "metrics-hidden-4407"
MARKS = (
    "סתר", "زرقور", "مخفي", "سري", "тайное", "Сколько", "hidden",
    "שאלת", "22 ימי", "22 days",
)  # fmt: skip
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
SECONDS = 60


@dataclass
class Told:
    """What came of it all.

    Attributes:
        logs: One event a line, as it was written.
        statuses: Of the requests, by what they were for.
    """

    receiver: Receiver
    logs: str = ""
    metrics: str = ""
    statuses: dict[str, Given] = field(default_factory=dict)

    def events(self, name: str) -> list[Mapping[str, object]]:
        """Return the log's events of that name."""
        read = [json.loads(each) for each in self.logs.splitlines()]
        return [each for each in read if each["event"] == name]

    def measure(self, series: str) -> float:
        """Return what a series says; 0 where there is none."""
        lines = self.metrics.splitlines()
        return next((float(x.split(" ")[-1]) for x in lines if x.startswith(f"{series} ")), 0.0)


@pytest.fixture(scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    written = io.StringIO()
    script = Script(answer=lambda _: ANSWER)
    with (
        otlp_receiver() as receiver,
        scripted_model_server(script) as model,
        contextlib.redirect_stderr(written),
    ):
        set_up_logs("debug", harmless=harmless, form="json")
        told = Told(receiver)
        settings = settings_for(tmp_path_factory.mktemp("told"), model.openai_url, receiver.url)
        app = create_app(settings)
        app.router.routes.insert(0, Route("/api/broken", broken))
        async with running(app):
            await everything(InProcess(app), told)
        structlog.reset_defaults()
        told.logs = written.getvalue()
        yield told


def settings_for(folder: Path, model_url: str, collector: str) -> Settings:
    return Settings.model_validate(
        {
            "data_folder": folder / "data",
            "chat": "openai",
            "chat_url": model_url,
            "chat_model": "scripted-model",
            "chat_key": KEY,
            "metrics_token": TOKEN,
            "otlp_endpoint": collector,
        }
    )


async def broken(_: Request) -> Response:
    raise ValueError(f"{QUESTION} {TEXT}")


async def everything(client: InProcess, told: Told) -> None:
    """Read a document, ask it, and do all kinds of things wrong."""
    made = await client.send("POST", "/api/rooms", {"name": ROOM})
    at = f"/api/rooms/{json.loads(made.text)['id']}"
    await upload(client, at, f"{FILE}.txt", TEXT.encode())
    await upload(client, at, f"{FILE}.pdf", b"%PDF-1.4 " + TEXT.encode())
    await read(client, at)
    for name, (method, path, body) in {
        "ask": ("POST", f"{at}/ask", {"text": QUESTION}),
        "empty": ("POST", f"{at}/ask", {"text": ""}),
        "unknown room": ("POST", f"/api/rooms/{FILE}/ask", {"text": QUESTION}),
        "malformed": ("POST", f"{at}/ask", {"text": [QUESTION]}),
        "unknown address": ("GET", f"/api/{QUESTION}?q={QUESTION}", None),
        "page": ("GET", f"/{QUESTION}", None),
        "sign-in": ("POST", "/api/sign-in", {"email": "hidden@example.test", "password": KEY}),
    }.items():
        told.statuses[name] = await asked(client, method, path, body)
    with pytest.raises(ValueError, match="7741"):  # as a web server would hear of it
        await asked(client, "GET", "/api/broken", None)
    strange = {"x-request-id": "hidden@example.test"}
    told.statuses["health"] = await client.whole("GET", "/api/health", headers=strange)
    told.statuses["ready"] = await client.send("GET", "/api/ready")
    told.metrics = (await client.send("GET", "/api/metrics")).text


async def asked(client: InProcess, method: str, path: str, body: object) -> Given:
    headers = {"traceparent": f"00-{TRACE}-{PARENT}-01", "x-request-id": "proxy.12345678"}
    content = b"" if body is None else json.dumps(body).encode()
    return await client.whole(
        method, path, content, {**headers, "content-type": "application/json"}
    )


async def upload(client: InProcess, at: str, name: str, content: bytes) -> None:
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + b"\r\n--b--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=b"}
    assert (await client.whole("POST", f"{at}/documents", body, kind)).status == 202


async def read(client: InProcess, at: str) -> None:
    """Wait until no document is being read."""
    async with asyncio.timeout(SECONDS):
        while True:
            documents = json.loads((await client.send("GET", f"{at}/documents")).text)
            if {each["state"] for each in documents} <= {"ready", "failed"}:
                return
            await asyncio.sleep(0.05)


async def test_no_log_measure_or_span_holds_a_word_of_documents_questions_answers_or_secrets(
    told: Told,
) -> None:
    spans = told.receiver.raw.decode("utf-8", "replace")
    assert "openapi" not in spans
    for place, text in {"log": told.logs, "measures": told.metrics, "spans": spans}.items():
        found = [mark for mark in MARKS if mark in text]
        assert not found, f"The {place} hold {found}."
        assert len(text) > 1_000


async def test_each_request_leaves_a_line_with_its_template_status_time_and_caller(
    told: Told,
) -> None:
    asked = next(x for x in told.events("request") if x["route"] == "/api/rooms/{room_id}/ask")
    assert (asked["method"], asked["status"], asked["caller"]) == ("POST", "200", "local")
    assert (asked["request_id"], asked["trace_id"]) == ("proxy.12345678", TRACE)
    assert isinstance(asked["ms"], float)
    assert {x["level"] for x in told.events("request") if x["route"] == "/api/health"} == {"debug"}
    routes = {x["route"] for x in told.events("request")}
    assert {"page", "unknown", "/api/sign-in"} <= routes


async def test_a_fault_of_ours_is_logged_by_the_id_of_its_request(
    told: Told,
) -> None:
    (failed,) = told.events("request.failed")
    (line,) = [x for x in told.events("request") if x["status"] == "500"]
    assert (line["status"], line["request_id"]) == ("500", failed["request_id"])
    assert "ValueError" in str(failed["exception"])
    assert "in broken" in str(failed["exception"])


async def test_a_problem_names_its_request(told: Told) -> None:
    problem = told.statuses["unknown room"]
    assert json.loads(problem.text)["request_id"] == "proxy.12345678"
    assert problem.headers["x-request-id"] == "proxy.12345678"


async def test_a_request_id_that_says_something_is_not_taken(told: Told) -> None:
    given = told.statuses["health"].headers["x-request-id"]
    assert given != "hidden@example.test"
    assert len(given) == 32


async def test_the_measures_count_what_was_done(told: Told) -> None:
    ask = 'route="/api/rooms/{room_id}/ask"'
    assert told.measure(f'kesher_http_requests_total{{method="POST",{ask},status="200"}}') == 1
    assert told.measure(f'kesher_http_requests_total{{method="POST",{ask},status="404"}}') == 1
    assert told.measure('kesher_answers_total{kind="model",stop_reason="complete"}') == 1
    tokens = 'kesher_model_tokens_total{kind="%s",model="scripted-model",purpose="turn"}'
    assert told.measure(tokens % "input") == 11
    assert told.measure(tokens % "output") == 7
    assert told.measure("kesher_answer_first_word_seconds_count") == 1
    assert told.measure('kesher_retrieval_stage_seconds_count{stage="dense"}') == 1
    assert told.measure('kesher_jobs_total{kind="ingest",outcome="done"}') == 1
    assert told.measure('kesher_jobs_total{kind="ingest",outcome="failed"}') == 1
    assert told.measure('kesher_queue_jobs{state="failed"}') == 1
    assert told.measure("kesher_http_streams_open") == 0
    assert told.measure("kesher_database_up") == 1
    assert told.measure('kesher_index_lag_changes{index="lexical"}') == 0
    assert told.measure("process_resident_memory_bytes") > 1_000_000


async def test_an_answer_is_one_trace_from_the_callers_own(told: Told) -> None:
    asked = told.receiver.named("POST /api/rooms/{room_id}/ask")
    whole = [x for x in told.receiver.spans if x.trace_id == TRACE]
    first = next(x for x in whole if x.name == "POST /api/rooms/{room_id}/ask")
    assert (told.receiver.service, first.parent_id, asked.trace_id) == ("kesher", PARENT, TRACE)
    for name, parent in {
        "answer.search": "POST /api/rooms/{room_id}/ask",
        "retrieval": "answer.search",
        "retrieval.dense": "retrieval",
        "retrieval.lexical": "retrieval",
        "retrieval.fuse": "retrieval",
        "answer.prompt": "POST /api/rooms/{room_id}/ask",
        "chat scripted-model": "answer.write",
    }.items():
        span = next(x for x in whole if x.name == name)
        above = next(x for x in whole if x.span_id == span.parent_id)
        assert above.name == parent, name


async def test_calls_of_models_are_told_by_the_conventions(told: Told) -> None:
    chat = told.receiver.named("chat scripted-model").attributes
    assert chat["gen_ai.operation.name"] == "chat"
    assert chat["gen_ai.request.model"] == "scripted-model"
    assert (chat["gen_ai.usage.input_tokens"], chat["gen_ai.usage.output_tokens"]) == (11, 7)
    assert chat["gen_ai.response.finish_reasons"] == ["stop"]
    assert "gen_ai.input.messages" not in chat
    embedding = next(x for x in told.receiver.spans if x.name.startswith("embeddings "))
    assert embedding.attributes["gen_ai.operation.name"] == "embeddings"


async def test_the_reading_of_a_document_is_a_trace_of_its_own(told: Told) -> None:
    jobs = [x for x in told.receiver.spans if x.name == "job ingest"]
    assert sorted(x.failed for x in jobs) == [False, True]
    assert {x.parent_id for x in jobs} == {""}
    read = told.receiver.named("ingest.embed")
    assert read.trace_id in {x.trace_id for x in jobs}


async def test_a_server_that_is_well_says_so_and_tells_the_embedder(told: Told) -> None:
    assert json.loads(told.statuses["ready"].text) == {
        "ready": True,
        "wrong": {},
        "embedder_ready": True,
    }
    assert json.loads(told.statuses["health"].text) == {"status": "ok"}


async def test_with_trace_content_the_spans_carry_what_models_were_sent_and_wrote(
    tmp_path: Path,
) -> None:
    script = Script(answer=lambda _: ANSWER, fault=None)
    with otlp_receiver() as receiver, scripted_model_server(script) as model:
        settings = settings_for(tmp_path, model.openai_url, receiver.url).model_copy(
            update={"trace_content": True}
        )
        app = create_app(settings)
        async with running(app):
            services, instrument = app.state.kesher.services, app.state.telemetry.instrument
            await one_call(services.chat, instrument)
    chat = receiver.named("chat scripted-model").attributes
    assert QUESTION in str(chat["gen_ai.input.messages"])
    assert ANSWER in str(chat["gen_ai.output.messages"])


async def test_a_model_that_refuses_fails_its_span_by_the_errors_code(tmp_path: Path) -> None:
    script = Script(fault=Refuse(401))
    with otlp_receiver() as receiver, scripted_model_server(script) as model:
        app = create_app(settings_for(tmp_path, model.openai_url, receiver.url))
        async with running(app):
            services, instrument = app.state.kesher.services, app.state.telemetry.instrument
            with pytest.raises(ModelError):
                await one_call(services.chat, instrument)
            text = (await app.state.telemetry.text(services.watching)).decode()
    chat = receiver.named("chat scripted-model")
    assert (chat.failed, chat.attributes["error.type"]) == (True, "model.refused")
    assert 'kesher_model_calls_total{model="scripted-model",outcome="model.refused"} 1.0' in text


async def one_call(chat: ChatModel, instrument: Instrument) -> None:
    """Send a question to a model under an instrument."""
    request = ChatRequest((Message(Role.USER, QUESTION),), 16)
    with listening(instrument):
        async for _ in chat.stream(request):
            continue
