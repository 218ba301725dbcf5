from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_reading import OpenAIReading
from kesher.context.cost import usage_of
from kesher.domain.request import Usage
from kesher.ports.models import ChatDelta


def _read(usage: dict[str, object]) -> ChatDelta:
    reading = OpenAIReading(Endpoint("gpt"))
    choice = {"index": 0, "delta": {"content": "22 ימים"}, "finish_reason": "stop"}
    pieces = [*reading.take({"choices": [choice], "usage": usage}), *reading.close()]
    return pieces[-1]


def test_tokens_that_a_model_thought_and_did_not_say_are_counted_apart() -> None:
    counted = {"prompt_tokens": 90, "completion_tokens": 70}
    last = _read({**counted, "completion_tokens_details": {"reasoning_tokens": 64}})
    assert usage_of(last) == Usage(90, 70, reasoning_tokens=64)


def test_a_provider_that_does_not_tell_of_them_leaves_them_unknown() -> None:
    last = _read({"prompt_tokens": 90, "completion_tokens": 70})
    assert last.reasoning_tokens is None
    assert usage_of(last) == Usage(90, 70)
