"""Chat over Anthropic's protocol, against a real HTTP server that follows a script."""

from collections.abc import Iterator

import anyio
import anyio.to_thread
import pytest

from kesher.adapters.models.anthropic_api import AnthropicChat
from kesher.adapters.models.endpoint import Endpoint
from kesher.domain.message import Message, Role
from kesher.errors import (
    ModelError,
    ModelRateLimitedError,
    ModelRefusedError,
    ModelStreamError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from kesher.ports.models import ChatDelta, ChatRequest, FinishReason
from kesher.testing.model_script import (
    Drop,
    EndEarly,
    Fault,
    Hang,
    Malform,
    Refuse,
    ReportError,
    Script,
)
from kesher.testing.model_server import ModelServer, scripted_model_server

ANSWER = "עובד זכאי ל־22 ימי חופשה [1]. 22 days. 22 дня. ٢٢ يومًا. 😀"
REQUEST = ChatRequest(
    (
        Message(Role.SYSTEM, "ענה רק מן הקטעים."),
        Message(Role.USER, "כמה ימי חופשה?"),
        Message(Role.ASSISTANT, "22."),
        Message(Role.USER, "ומה בשנה הראשונה?"),
    ),
    max_output_tokens=300,
)


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with scripted_model_server() as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    running.follow(Script(answer=lambda _: ANSWER))
    return running


def chat_at(server: ModelServer, *, retries: int = 0) -> AnthropicChat:
    return AnthropicChat(
        Endpoint("claude", server.url, "sk-secret", timeout_seconds=0.5, retries=retries)
    )


def failing(fault: Fault) -> Script:
    return Script(answer=lambda _: ANSWER, fault=fault)


async def collect(chat: AnthropicChat, into: list[ChatDelta] | None = None) -> list[ChatDelta]:
    deltas = [] if into is None else into
    async for delta in chat.stream(REQUEST):
        deltas.append(delta)
    return deltas


@pytest.mark.anyio
async def test_the_answer_comes_in_pieces_and_ends_with_its_reason_and_tokens(
    server: ModelServer,
) -> None:
    deltas = await collect(chat_at(server))
    assert "".join(delta.text for delta in deltas) == ANSWER
    assert len(deltas) > 5
    assert deltas[-1] == ChatDelta("", FinishReason.STOP, input_tokens=11, output_tokens=7)


@pytest.mark.anyio
async def test_the_systems_text_is_a_field_of_its_own(server: ModelServer) -> None:
    await collect(chat_at(server))
    sent = server.requests[-1]
    assert sent.body["system"] == "ענה רק מן הקטעים."
    assert sent.body["messages"] == [
        {"role": "user", "content": "כמה ימי חופשה?"},
        {"role": "assistant", "content": "22."},
        {"role": "user", "content": "ומה בשנה הראשונה?"},
    ]
    assert (sent.body["model"], sent.body["max_tokens"]) == ("claude", 300)


@pytest.mark.anyio
async def test_an_address_with_or_without_the_version_is_the_same_place(
    server: ModelServer,
) -> None:
    chat = AnthropicChat(Endpoint("claude", server.openai_url + "/"))
    assert (await collect(chat))[-1].finish is FinishReason.STOP
    assert server.requests[-1].path == "/v1/messages"


@pytest.mark.anyio
async def test_thinking_is_not_text(server: ModelServer) -> None:
    server.follow(Script(answer=lambda _: ANSWER, reasoning="המשתמש שואל על חופשה"))
    assert "".join(delta.text for delta in await collect(chat_at(server))) == ANSWER


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop_sequence", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("refusal", FinishReason.FILTERED),
    ],
)
async def test_the_reason_for_the_end_is_told(
    server: ModelServer, word: str, reason: FinishReason
) -> None:
    server.follow(Script(finish=word))
    assert (await collect(chat_at(server)))[-1].finish is reason


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "failure", "pieces"),
    [
        (Refuse(400), ModelRefusedError, 0),
        (Refuse(401), ModelRefusedError, 0),
        (Refuse(403), ModelRefusedError, 0),
        (Refuse(404), ModelRefusedError, 0),
        (Refuse(429), ModelRateLimitedError, 0),
        (Refuse(529), ModelUnreachableError, 0),
        (Drop(), ModelUnreachableError, 0),
        (Drop(after_pieces=2), ModelStreamError, 2),
        (Hang(), ModelTimeoutError, 0),
        (Hang(after_pieces=2), ModelTimeoutError, 2),
        (Malform(after_pieces=2), ModelStreamError, 2),
        (Malform(after_pieces=1, data="[1, 2]"), ModelStreamError, 1),
        (Malform(after_pieces=1, data="null"), ModelStreamError, 1),
        (EndEarly(after_pieces=3), ModelStreamError, 3),
        (ReportError(after_pieces=1), ModelStreamError, 1),
    ],
)
async def test_each_fault_becomes_its_own_error_after_the_text_that_came(
    server: ModelServer, fault: Fault, failure: type[ModelError], pieces: int
) -> None:
    server.follow(failing(fault))
    came: list[ChatDelta] = []
    with anyio.fail_after(10), pytest.raises(failure) as raised:
        await collect(chat_at(server), came)
    assert type(raised.value) is failure
    assert "".join(delta.text for delta in came) == ANSWER[: 7 * pieces]


@pytest.mark.anyio
async def test_an_address_where_nobody_listens_is_unreachable() -> None:
    with scripted_model_server() as gone:
        chat = chat_at(gone)
    with pytest.raises(ModelUnreachableError, match="chat_url"):
        await collect(chat)


@pytest.mark.anyio
async def test_the_endpoints_words_are_shown_and_the_key_is_not(server: ModelServer) -> None:
    server.follow(failing(Refuse(401, message="invalid key sk-secret")))
    with pytest.raises(ModelRefusedError, match="invalid key") as raised:
        await collect(chat_at(server))
    assert "sk-secret" not in str(raised.value)
    assert raised.value.__cause__ is None


@pytest.mark.anyio
async def test_a_rate_limit_is_waited_for_and_then_served(server: ModelServer) -> None:
    server.follow(failing(Refuse(429, times=1, retry_after="0.1")))
    deltas = await collect(chat_at(server, retries=1))
    assert "".join(delta.text for delta in deltas) == ANSWER


@pytest.mark.anyio
async def test_a_model_that_takes_no_temperature_is_asked_without(server: ModelServer) -> None:
    words = "`temperature` is not supported by this model"
    server.follow(failing(Refuse(400, message=words, unless_without="temperature")))
    assert (await collect(chat_at(server)))[-1].finish is FinishReason.STOP


@pytest.mark.anyio
async def test_closing_the_iterator_closes_the_connection() -> None:
    with scripted_model_server(failing(Hang(after_pieces=3))) as server:
        stream = chat_at(server).stream(REQUEST)
        assert (await anext(stream)).text == ANSWER[:7]
        await stream.aclose()
        assert await anyio.to_thread.run_sync(server.wait_until_client_left)
