"""Tools, reasoning and cached prefixes over both protocols, against the scripted HTTP server."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import anyio
import pytest

from kesher.adapters.models.anthropic_api import AnthropicChat
from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat
from kesher.context.wire import from_dict, to_dict
from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.errors import ModelStreamError
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, FinishReason
from kesher.testing.model_script import Drop, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import CallForm, ThinkingForm, Turn, by_position, in_order

CALLS = (
    ToolCall("call_1", "search", '{"query":"ימי חופשה", "top": 3}'),
    ToolCall("call_2", "read_page", '{"page": 6,\n "why": "проверить ٢٢ 😀"}'),
)
THINKING = "המשתמש שואל על חופשה. Надо искать."
TOOL = canonical(
    {
        "type": "function",
        "function": {
            "name": "search",
            "description": "מחפש בקטעים",
            "parameters": {"type": "object", "properties": {"query": {"type": "string"}}},
        },
    }
)
ASKED = (Message(Role.SYSTEM, "ענה רק מן הקטעים."), Message(Role.USER, "כמה ימי חופשה?"))
CALLED = Message(
    Role.ASSISTANT,
    tool_calls=CALLS,
    reasoning=(Reasoning(THINKING, "c2ln+/=="), Reasoning("", redacted="QUJD")),
)
ANSWERED = (
    Message(Role.TOOL, "22 ימים", tool_call_id="call_1"),
    Message(Role.TOOL, "עמוד 6", tool_call_id="call_2"),
)


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with scripted_model_server() as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    running.follow(Script())
    return running


@pytest.fixture(params=["openai", "anthropic"])
def chat(request: pytest.FixtureRequest, server: ModelServer) -> ChatModel:
    return model(str(request.param), server)


def model(protocol: str, server: ModelServer, *, opens_thinking: bool = False) -> ChatModel:
    endpoint = Endpoint(
        "m", server.openai_url, timeout_seconds=5, retries=0, opens_thinking=opens_thinking
    )
    return AnthropicChat(endpoint) if protocol == "anthropic" else OpenAIChat(endpoint)


@dataclass
class Came:
    """All that one answer brought."""

    deltas: list[ChatDelta] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(delta.text for delta in self.deltas)

    @property
    def thinking(self) -> str:
        return "".join(delta.thinking for delta in self.deltas)

    @property
    def reasoning(self) -> list[Reasoning]:
        return [delta.reasoning for delta in self.deltas if delta.reasoning]

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        found: dict[int, ToolCall] = {}
        for piece in (delta.call for delta in self.deltas if delta.call):
            call = found.get(piece.index, ToolCall("", "", ""))
            found[piece.index] = ToolCall(
                call.id + piece.id, call.name + piece.name, call.arguments + piece.arguments
            )
        return tuple(found[index] for index in sorted(found))

    @property
    def ended(self) -> Counter[int]:
        return Counter(d.call.index for d in self.deltas if d.call and d.call.ended)

    @property
    def last(self) -> ChatDelta:
        return self.deltas[-1]


async def ask(
    chat: ChatModel, request: ChatRequest | None = None, into: Came | None = None
) -> Came:
    came = into or Came()
    with anyio.fail_after(10):
        async for delta in chat.stream(request or ChatRequest(ASKED, 300, tools=(TOOL,))):
            came.deltas.append(delta)
    return came


@pytest.mark.anyio
@pytest.mark.parametrize("form", list(CallForm))
async def test_calls_come_byte_for_byte_however_they_are_cut(
    server: ModelServer, chat: ChatModel, form: CallForm
) -> None:
    turn = Turn("אחפש. ", calls=CALLS)
    server.follow(Script(turns=lambda _: turn, call_form=form, chunk_chars=3))
    came = await ask(chat)
    assert (came.text, came.calls) == ("אחפש. ", CALLS)
    assert came.last.finish is FinishReason.CALLS
    assert came.ended == {0: 1, 1: 1}


@pytest.mark.anyio
async def test_pieces_of_two_calls_alternate(server: ModelServer, chat: ChatModel) -> None:
    script = Script(
        turns=lambda _: Turn(calls=CALLS), call_form=CallForm.INTERLEAVED, chunk_chars=5
    )
    server.follow(script)
    pieces = [delta.call for delta in (await ask(chat)).deltas if delta.call]
    assert [piece.index for piece in pieces if piece.arguments][:6] == [0, 1, 0, 1, 0, 1]


@pytest.mark.anyio
@pytest.mark.parametrize(
    "calls",
    [
        (ToolCall("", "search", "{}"), ToolCall("", "search", '{"query":"ש"}')),
        (ToolCall("same", "search", '{"a":1}'), ToolCall("same", "search", '{"a":2}')),
        (ToolCall("call_1", "search", '{"query": "לא נסגר'),),
        (ToolCall("call_1", "search", "לא JSON"),),
    ],
    ids=["no ids", "one id for two", "cut off", "no JSON"],
)
async def test_wrong_calls_come_as_they_are(
    server: ModelServer, chat: ChatModel, calls: tuple[ToolCall, ...]
) -> None:
    for form in CallForm:
        server.follow(Script(turns=lambda _: Turn(calls=calls), call_form=form))
        assert (await ask(chat)).calls == calls


@pytest.mark.anyio
async def test_lists_without_calls_are_no_calls(server: ModelServer) -> None:
    server.follow(Script(answer=lambda _: "22 ימים", empty_call_lists=True))
    came = await ask(model("openai", server))
    assert (came.text, came.calls, came.last.finish) == ("22 ימים", (), FinishReason.STOP)


@pytest.mark.anyio
async def test_stop_after_calls_means_calls(server: ModelServer) -> None:
    server.follow(Script(turns=lambda _: Turn(calls=CALLS, finish="stop")))
    assert (await ask(model("openai", server))).last.finish is FinishReason.CALLS


@pytest.mark.anyio
async def test_calls_that_the_output_limit_cut_are_not_said_to_be_whole(
    server: ModelServer,
) -> None:
    server.follow(Script(turns=lambda _: Turn(calls=CALLS, finish="length")))
    came = await ask(model("openai", server))
    assert (came.last.finish, came.ended) == (FinishReason.LENGTH, Counter())


@pytest.mark.anyio
async def test_a_call_without_arguments_has_an_empty_object(server: ModelServer) -> None:
    server.follow(Script(turns=lambda _: Turn(calls=(ToolCall("c", "now", ""),))))
    assert (await ask(model("anthropic", server))).calls[0].arguments == "{}"


@pytest.mark.anyio
async def test_a_cut_in_the_middle_of_a_call_is_an_error_after_its_pieces(
    server: ModelServer, chat: ChatModel
) -> None:
    server.follow(Script(turns=lambda _: Turn(calls=CALLS), fault=Drop(after_pieces=2)))
    came = Came()
    with pytest.raises(ModelStreamError):
        await ask(chat, into=came)
    assert came.calls == (replace(CALLS[0], arguments=CALLS[0].arguments[:14]),)
    assert not came.ended


@pytest.mark.anyio
@pytest.mark.parametrize("form", [*ThinkingForm])
@pytest.mark.parametrize("chars", [1, 7, 1000])
async def test_thinking_comes_apart_from_the_text_wherever_it_stands(
    server: ModelServer, form: ThinkingForm, chars: int
) -> None:
    turn = Turn("22 ימים. לא <think> כאן.", THINKING, CALLS[:1])
    server.follow(Script(turns=lambda _: turn, thinking_form=form, chunk_chars=chars))
    opened = form is ThinkingForm.OPENED_BY_TEMPLATE
    came = await ask(model("openai", server, opens_thinking=opened))
    assert (came.thinking, came.text) == (THINKING, "22 ימים. לא <think> כאן.")
    assert (came.reasoning, came.calls) == ([Reasoning(THINKING)], CALLS[:1])
    kinds = [delta.reasoning is not None for delta in came.deltas if delta.reasoning or delta.text]
    assert kinds.index(True) == 0


@pytest.mark.anyio
async def test_signed_and_sealed_thinking_comes_as_whole_blocks(server: ModelServer) -> None:
    turn = Turn("22", THINKING, signature="c2ln+/==", redacted="QUJD")
    server.follow(Script(turns=lambda _: turn))
    came = await ask(model("anthropic", server))
    assert came.thinking == THINKING
    assert came.reasoning == list(CALLED.reasoning)


@pytest.mark.anyio
async def test_raw_events_come_when_asked_for_and_else_not(
    server: ModelServer, chat: ChatModel
) -> None:
    server.follow(Script(answer=lambda _: "שלום 😀", chunk_chars=1))
    raw = [d.raw for d in (await ask(chat, ChatRequest(ASKED, 9, raw=True))).deltas if d.raw]
    assert all(isinstance(json.loads(event), dict) for event in raw)
    assert any("ש" in event for event in raw)
    assert not any(delta.raw for delta in (await ask(chat, ChatRequest(ASKED, 9))).deltas)


@pytest.mark.anyio
async def test_a_tool_turn_is_sent_to_openai_as_it_was_written(server: ModelServer) -> None:
    request = ChatRequest(
        (*ASKED, CALLED, *ANSWERED), 300, tools=(TOOL,), reasoning_field="reasoning_content"
    )
    await ask(model("openai", server), request)
    body = server.requests[-1].body
    messages = body["messages"]
    assert isinstance(messages, list)
    assert messages[2] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in CALLS
        ],
        "reasoning_content": THINKING,
    }
    assert messages[3] == {"role": "tool", "content": "22 ימים", "tool_call_id": "call_1"}
    assert body["tools"] == [json.loads(TOOL)]
    assert server.requests[-1].results == (("call_1", "22 ימים"), ("call_2", "עמוד 6"))


@pytest.mark.anyio
async def test_a_tool_turn_is_lawful_for_anthropic(server: ModelServer) -> None:
    status = Message(Role.USER, "<agent_status>סבב 2</agent_status>")
    request = ChatRequest(
        (*ASKED, CALLED, status, *ANSWERED), 300, tools=(TOOL,), reasoning_field="reasoning_blocks"
    )
    await ask(model("anthropic", server), request)
    body = server.requests[-1].body
    assert isinstance(body["messages"], list)
    _, assistant, user = body["messages"]
    assert [block["type"] for block in assistant["content"]] == [
        "thinking",
        "redacted_thinking",
        "tool_use",
        "tool_use",
    ]
    assert assistant["content"][0] == {
        "type": "thinking",
        "thinking": THINKING,
        "signature": "c2ln+/==",
    }
    assert assistant["content"][3]["input"] == {"page": 6, "why": "проверить ٢٢ 😀"}
    assert user["role"] == "user"
    assert [block["type"] for block in user["content"]] == ["tool_result", "tool_result", "text"]
    assert body["tools"] == [
        {
            "name": "search",
            "description": "מחפש בקטעים",
            "input_schema": json.loads(TOOL)["function"]["parameters"],
        }
    ]
    assert server.requests[-1].tool_names == ("search",)


@pytest.mark.anyio
async def test_reasoning_stays_away_where_no_field_takes_it(
    server: ModelServer, chat: ChatModel
) -> None:
    await ask(chat, ChatRequest((*ASKED, CALLED, *ANSWERED), 300, tools=(TOOL,)))
    assert THINKING not in json.dumps(server.requests[-1].body, ensure_ascii=False)


@pytest.mark.anyio
async def test_a_gemini_signature_goes_back_on_the_first_call(server: ModelServer) -> None:
    request = ChatRequest((*ASKED, CALLED, *ANSWERED), 9, reasoning_field="reasoning_blocks")
    await ask(model("openai", server), request)
    sent = server.requests[-1].body["messages"]
    assert isinstance(sent, list)
    first, second = sent[2]["tool_calls"]
    assert first["extra_content"] == {"google": {"thought_signature": "c2ln+/=="}}
    assert "extra_content" not in second


@pytest.mark.anyio
async def test_fields_of_a_call_that_we_do_not_know_go_back_as_they_came(
    server: ModelServer,
) -> None:
    written: JsonObject = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "search", "arguments": '{"query":"חופשה"}', "strict": True},
        "extra_content": {"google": {"thought_signature": "c2ln+/=="}, "note": "קריאה ראשונה"},
    }
    given: JsonObject = {"role": "assistant", "content": None, "tool_calls": [written]}
    message = from_dict(given)
    assert to_dict(message) == given
    request = ChatRequest((*ASKED, message, ANSWERED[0]), 9)
    await ask(model("openai", server), request)
    sent = server.requests[-1].body["messages"]
    assert isinstance(sent, list)
    assert sent[2]["tool_calls"] == [written]


@pytest.mark.anyio
async def test_malformed_arguments_go_back_to_anthropic_within_an_object(
    server: ModelServer,
) -> None:
    wrong = Message(Role.ASSISTANT, tool_calls=(ToolCall("c", "search", '{"query": "לא נס'),))
    await ask(model("anthropic", server), ChatRequest((*ASKED, wrong, *ANSWERED[:1]), 9))
    sent = server.requests[-1].body["messages"]
    assert isinstance(sent, list)
    assert sent[1]["content"][0]["input"] == {"malformed_arguments": '{"query": "לא נס'}


@pytest.mark.anyio
async def test_marks_stand_on_the_last_block_and_are_four_at_most(server: ModelServer) -> None:
    messages = (*ASKED, CALLED, *ANSWERED, Message(Role.ASSISTANT, "22."), *ASKED[1:])
    request = ChatRequest(messages, 9, cache_marks=(0, 1, 2, 4, 6))
    await ask(model("anthropic", server), request)
    body = server.requests[-1].body
    assert json.dumps(body).count("cache_control") == 4
    assert isinstance(body["messages"], list)
    results = body["messages"][2]["content"]
    assert "cache_control" not in results[0]
    assert results[1]["cache_control"] == {"type": "ephemeral"}
    await ask(model("openai", server), request)
    assert "cache_control" not in json.dumps(server.requests[-1].body)


@pytest.mark.anyio
async def test_the_tokens_that_the_cache_had_are_told(server: ModelServer, chat: ChatModel) -> None:
    long = Message(Role.SYSTEM, "הוראות ארוכות מאוד. " * 200)
    server.follow(Script(turns=in_order(Turn(calls=CALLS), Turn("22")), caching=True))
    first = ChatRequest((long, ASKED[1]), 9, cache_marks=(0, 1))
    begun = (await ask(chat, first)).last
    grown = replace(first, messages=(*first.messages, CALLED, *ANSWERED), cache_marks=(0, 4))
    went_on = (await ask(chat, grown)).last
    changed = replace(grown, messages=(Message(Role.SYSTEM, "שונה" + str(long.text)), ASKED[1]))
    broken = (await ask(chat, replace(changed, cache_marks=(0,)))).last
    assert (begun.cached_tokens, broken.cached_tokens) == (0, 0)
    assert begun.input_tokens is not None
    assert went_on.cached_tokens is not None
    assert begun.input_tokens * 0.9 < went_on.cached_tokens <= begun.input_tokens


@pytest.mark.anyio
async def test_deepseeks_own_field_tells_the_tokens_that_the_cache_had(server: ModelServer) -> None:
    server.follow(Script(caching=True, cache_hit_field=True))
    long = Message(Role.SYSTEM, "Длинные указания, которые повторяются. " * 200)
    request = ChatRequest((long, ASKED[1]), 9)
    first = (await ask(model("openai", server), request)).last
    second = (await ask(model("openai", server), request)).last
    assert first.cached_tokens == 0
    assert (second.cached_tokens or 0) > 0.9 * (second.input_tokens or 0) > 0


@pytest.mark.anyio
async def test_a_schema_is_asked_for_and_weakened_until_it_is_taken(server: ModelServer) -> None:
    schema = '{"type":"object","properties":{"score":{"type":"integer"}}}'
    request = ChatRequest(ASKED, 9, response_schema=schema)
    before = len(server.requests)
    refusal = Refuse(400, "`response_format` json_schema is not supported", times=2)
    server.follow(Script(fault=refusal))
    assert (await ask(model("openai", server), request)).last.finish is FinishReason.STOP
    asked = [sent.body.get("response_format") for sent in server.requests[before:]]
    described = {"name": "answer", "schema": json.loads(schema)}
    assert asked == [
        {"type": "json_schema", "json_schema": {**described, "strict": True}},
        {"type": "json_schema", "json_schema": described},
        {"type": "json_object"},
    ]


@pytest.mark.anyio
async def test_anthropic_is_asked_without_a_schema_that_it_does_not_take(
    server: ModelServer,
) -> None:
    refusal = Refuse(400, "output_config: unknown field", unless_without="output_config")
    server.follow(Script(fault=refusal))
    request = ChatRequest(ASKED, 9, response_schema='{"type":"object"}')
    assert (await ask(model("anthropic", server), request)).last.finish is FinishReason.STOP


@pytest.mark.anyio
async def test_content_in_parts_is_carried(server: ModelServer, chat: ChatModel) -> None:
    picture = "data:image/png;base64,iVBORw0KGgo="
    parts = canonical(
        [
            {"type": "text", "text": "מה בתמונה?"},
            {"type": "image_url", "image_url": {"url": picture}},
        ]
    )
    await ask(chat, ChatRequest((Message(Role.USER, parts=parts),), 9))
    sent = server.requests[-1]
    assert sent.messages == (("user", "מה בתמונה?"),)
    assert "iVBORw0KGgo=" in json.dumps(sent.body)


@pytest.mark.anyio
async def test_a_policy_by_position_gives_a_repeated_request_the_same_turn(
    server: ModelServer, chat: ChatModel
) -> None:
    server.follow(Script(turns=by_position(Turn(calls=CALLS), Turn("22 ימים"))))
    assert [(await ask(chat)).calls for _ in range(2)] == [CALLS, CALLS]
    after = ChatRequest((*ASKED, CALLED, *ANSWERED), 9)
    assert [(await ask(chat, after)).text for _ in range(2)] == ["22 ימים"] * 2
