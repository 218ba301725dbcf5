"""Chat and embeddings over OpenAI's protocol, against a real HTTP server that follows a script."""

from collections.abc import Iterator

import anyio
import anyio.to_thread
import numpy as np
import pytest

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat, OpenAIEmbedder
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
    hash_vector,
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


def chat_at(server: ModelServer, *, retries: int = 0) -> OpenAIChat:
    return OpenAIChat(
        Endpoint("דגם", server.openai_url, "sk-secret", timeout_seconds=0.5, retries=retries)
    )


def embedder_at(server: ModelServer, *, dimensions: int = 768, retries: int = 0) -> OpenAIEmbedder:
    endpoint = Endpoint(
        "gemini-embedding-001",
        server.openai_url,
        "sk-secret",
        timeout_seconds=0.5,
        retries=retries,
        settings="embedding",
    )
    return OpenAIEmbedder(endpoint, dimensions=dimensions)


def failing(fault: Fault) -> Script:
    return Script(answer=lambda _: ANSWER, fault=fault)


async def collect(chat: OpenAIChat, into: list[ChatDelta] | None = None) -> list[ChatDelta]:
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
    assert all(delta.finish is None for delta in deltas[:-1])


@pytest.mark.anyio
async def test_the_request_carries_every_message_in_order_and_the_limits(
    server: ModelServer,
) -> None:
    await collect(chat_at(server))
    sent = server.requests[-1]
    assert sent.messages == tuple((m.role.value, m.text) for m in REQUEST.messages)
    assert sent.headers["authorization"] == "Bearer sk-secret"
    assert (sent.body["model"], sent.body["max_tokens"]) == ("דגם", 300)
    assert sent.body["temperature"] == 0.0


@pytest.mark.anyio
async def test_nothing_of_the_environment_reaches_the_endpoint(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "BASE_URL"):
        monkeypatch.setenv(f"OPENAI_{name}", "http://from-the-environment.invalid")
    await collect(OpenAIChat(Endpoint("m", server.openai_url)))
    sent = server.requests[-1]
    assert sent.headers["authorization"] == "Bearer none"
    assert "from-the-environment" not in str(sent.headers)


@pytest.mark.anyio
async def test_reasoning_is_not_text(server: ModelServer) -> None:
    server.follow(Script(answer=lambda _: ANSWER, reasoning="המשתמש שואל על חופשה"))
    assert "".join(delta.text for delta in await collect(chat_at(server))) == ANSWER


@pytest.mark.anyio
async def test_an_emoji_cut_between_two_events_comes_out_whole(server: ModelServer) -> None:
    halves = "היי \ud83d\ude00!"
    server.follow(Script(answer=lambda _: halves, chunk_chars=1))
    assert "".join(delta.text for delta in await collect(chat_at(server))) == "היי 😀!"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("length", FinishReason.LENGTH),
        ("content_filter", FinishReason.FILTERED),
        ("SAFETY", FinishReason.FILTERED),
        ("something_new", FinishReason.STOP),
    ],
)
async def test_the_reason_for_the_end_is_told(
    server: ModelServer, word: str, reason: FinishReason
) -> None:
    server.follow(Script(finish=word))
    assert (await collect(chat_at(server)))[-1].finish is reason


@pytest.mark.anyio
async def test_a_lone_surrogate_in_a_question_does_not_break_the_request(
    server: ModelServer,
) -> None:
    request = ChatRequest((Message(Role.USER, "שאלה \ud800 כאן"),), 10)
    assert [delta async for delta in chat_at(server).stream(request)]
    assert server.requests[-1].messages == (("user", "שאלה \ufffd כאן"),)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "failure", "pieces"),
    [
        (Refuse(400), ModelRefusedError, 0),
        (Refuse(401), ModelRefusedError, 0),
        (Refuse(403), ModelRefusedError, 0),
        (Refuse(404), ModelRefusedError, 0),
        (Refuse(429), ModelRateLimitedError, 0),
        (Refuse(500), ModelUnreachableError, 0),
        (Drop(), ModelUnreachableError, 0),
        (Drop(after_pieces=2), ModelStreamError, 2),
        (Hang(), ModelTimeoutError, 0),
        (Hang(after_pieces=2), ModelTimeoutError, 2),
        (Malform(), ModelStreamError, 0),
        (Malform(after_pieces=2), ModelStreamError, 2),
        (Malform(after_pieces=1, data="[1, 2]"), ModelStreamError, 1),
        (Malform(after_pieces=1, data="null"), ModelStreamError, 1),
        (Malform(after_pieces=1, data='"טקסט"'), ModelStreamError, 1),
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
    assert all(delta.finish is None for delta in came)


@pytest.mark.anyio
async def test_an_address_where_nobody_listens_is_unreachable() -> None:
    with scripted_model_server() as gone:
        chat = chat_at(gone)
    with pytest.raises(ModelUnreachableError, match="chat_url"):
        await collect(chat)


@pytest.mark.anyio
async def test_the_endpoints_words_are_shown_and_the_key_is_not(server: ModelServer) -> None:
    server.follow(failing(Refuse(401, message="המפתח sk-secret אינו מוכר")))
    with pytest.raises(ModelRefusedError, match="אינו מוכר") as raised:
        await collect(chat_at(server))
    assert "sk-secret" not in str(raised.value)
    assert raised.value.__cause__ is None


@pytest.mark.anyio
async def test_a_rate_limit_is_waited_for_as_asked_and_then_served(server: ModelServer) -> None:
    server.follow(failing(Refuse(429, times=2, retry_after="0.2")))
    before = len(server.requests)
    deltas = await collect(chat_at(server, retries=2))
    first, second, third = (request.at_seconds for request in server.requests[before:])
    assert deltas[-1].finish is FinishReason.STOP
    assert min(second - first, third - second) >= 0.2


@pytest.mark.anyio
async def test_a_rate_limit_that_stays_is_told_after_the_retries(server: ModelServer) -> None:
    server.follow(failing(Refuse(429, retry_after="0")))
    before = len(server.requests)
    with pytest.raises(ModelRateLimitedError) as raised:
        await collect(chat_at(server, retries=2))
    assert len(server.requests) - before == 3
    assert raised.value.retry_after_seconds == 0.0


@pytest.mark.anyio
async def test_a_wait_longer_than_a_person_has_is_not_begun(server: ModelServer) -> None:
    server.follow(failing(Refuse(429, retry_after="3600")))
    before = len(server.requests)
    with anyio.fail_after(10), pytest.raises(ModelRateLimitedError, match="3600 seconds"):
        await collect(chat_at(server, retries=2))
    assert len(server.requests) - before == 1


@pytest.mark.anyio
async def test_a_connection_cut_before_any_text_is_tried_again(server: ModelServer) -> None:
    server.follow(failing(Drop(times=1)))
    deltas = await collect(chat_at(server, retries=1))
    assert "".join(delta.text for delta in deltas) == ANSWER


@pytest.mark.anyio
async def test_once_text_came_nothing_is_tried_again(server: ModelServer) -> None:
    server.follow(failing(Drop(after_pieces=1, times=1)))
    before = len(server.requests)
    with pytest.raises(ModelStreamError):
        await collect(chat_at(server, retries=2))
    assert len(server.requests) - before == 1


@pytest.mark.anyio
async def test_a_hang_is_not_tried_again(server: ModelServer) -> None:
    server.follow(failing(Hang()))
    before = len(server.requests)
    with pytest.raises(ModelTimeoutError):
        await collect(chat_at(server, retries=2))
    assert len(server.requests) - before == 1


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("temperature", "Unsupported value: 'temperature' does not support 0.0"),
        ("stream_options", "Unknown field: stream_options"),
        ("max_tokens", "'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
    ],
)
async def test_a_field_that_an_endpoint_refuses_is_left_out_or_renamed(
    server: ModelServer, refused: str, words: str
) -> None:
    server.follow(failing(Refuse(400, message=words, unless_without=refused)))
    assert (await collect(chat_at(server)))[-1].finish is FinishReason.STOP
    assert refused not in server.requests[-1].body
    if refused == "max_tokens":
        assert server.requests[-1].body["max_completion_tokens"] == 300


@pytest.mark.anyio
async def test_closing_the_iterator_closes_the_connection() -> None:
    with scripted_model_server(failing(Hang(after_pieces=3))) as server:
        stream = chat_at(server).stream(REQUEST)
        assert (await anext(stream)).text == ANSWER[:7]
        await stream.aclose()
        assert await anyio.to_thread.run_sync(server.wait_until_client_left)


@pytest.mark.anyio
async def test_a_hundred_answers_stream_at_the_same_time(server: ModelServer) -> None:
    server.follow(Script(answer=lambda request: request.messages[-1][1], delay_seconds=0.01))
    chat = OpenAIChat(Endpoint("m", server.openai_url, timeout_seconds=30))
    answers: dict[int, str] = {}

    async def ask(number: int) -> None:
        request = ChatRequest((Message(Role.USER, f"שאלה מספר {number}"),), 10)
        answers[number] = "".join([delta.text async for delta in chat.stream(request)])

    with anyio.fail_after(60):
        async with anyio.create_task_group() as group:
            for number in range(100):
                group.start_soon(ask, number)
    assert answers == {number: f"שאלה מספר {number}" for number in range(100)}


@pytest.mark.anyio
async def test_vectors_come_in_the_order_of_the_texts_and_of_unit_length(
    server: ModelServer,
) -> None:
    texts = [f"נוהל מספר {number}" for number in range(250)]
    server.follow(
        Script(vectors=lambda r: [[3 * x for x in hash_vector(t, 768)] for t in r.inputs])
    )
    before = len(server.requests)
    vectors = await embedder_at(server).embed_passages(texts)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [hash_vector(text, 768) for text in texts], atol=1e-6)
    assert [len(request.inputs) for request in server.requests[before:]] == [100, 100, 50]
    assert server.requests[-1].dimensions == 768


@pytest.mark.anyio
async def test_a_query_gives_one_vector_also_when_it_is_empty(server: ModelServer) -> None:
    embedder = embedder_at(server)
    assert embedder.name == "gemini-embedding-001@768"
    assert (await embedder.embed_query("сколько дней отпуска?")).shape == (768,)
    assert (await embedder.embed_query("")).shape == (768,)
    assert server.requests[-1].inputs == (" ",)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("vectors", "told"),
    [
        ([[1.0] * 768], "2 texts were sent and 1 vectors came"),
        ([[1.0] * 768, [0.0] * 768], "vector 1 of 2 is zero"),
        ([[1.0] * 512] * 2, "`embedding_dimensions` is 768. Set it to 512"),
        ([[1.0] * 768, [1.0] * 767], "Set it to 767"),
    ],
)
async def test_vectors_that_cannot_be_used_are_refused_clearly(
    server: ModelServer, vectors: list[list[float]], told: str
) -> None:
    server.follow(Script(vectors=lambda _: vectors))
    with pytest.raises(ModelError, match=told.replace(".", r"\.")):
        await embedder_at(server).embed_passages(["אחת", "שתיים"])


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "failure"),
    [
        (Refuse(401), ModelRefusedError),
        (Refuse(429), ModelRateLimitedError),
        (Drop(), ModelUnreachableError),
        (Hang(), ModelTimeoutError),
        (Malform(data='{"data": ['), ModelStreamError),
        (Malform(data='{"data": [{"embedding": "AAAA"}]}'), ModelStreamError),
        (Malform(data="[]"), ModelStreamError),
    ],
)
async def test_each_fault_of_embedding_becomes_its_own_error(
    server: ModelServer, fault: Fault, failure: type[ModelError]
) -> None:
    server.follow(failing(fault))
    with anyio.fail_after(10), pytest.raises(failure):
        await embedder_at(server).embed_passages(["אחת", "שתיים"])


@pytest.mark.anyio
async def test_embedding_is_tried_again_after_a_rate_limit(server: ModelServer) -> None:
    server.follow(failing(Refuse(429, times=1, retry_after="0")))
    assert (await embedder_at(server, retries=1).embed_passages(["שלום"])).shape == (1, 768)


@pytest.mark.anyio
async def test_a_model_that_refuses_to_shorten_is_asked_without(server: ModelServer) -> None:
    words = "Model does not support matryoshka representation"
    server.follow(
        Script(
            vectors=lambda request: [hash_vector(text, 384) for text in request.inputs],
            fault=Refuse(400, message=words, unless_without="dimensions"),
        )
    )
    vectors = await embedder_at(server, dimensions=384).embed_passages(["שלום"])
    assert vectors.shape == (1, 384)
