"""The scripted model server itself, spoken to without any of our adapters."""

import json
import math
import urllib.error
import urllib.request
from collections.abc import Mapping

import pytest

from kesher.testing.model_script import Refuse, Script, hash_vector
from kesher.testing.model_server import scripted_model_server


def post(url: str, body: Mapping[str, object]) -> dict[str, object]:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 loopback
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 loopback
        decoded: dict[str, object] = json.load(answer)
        return decoded


def question(text: str) -> dict[str, object]:
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": text}]}


def test_it_answers_without_a_stream_in_both_protocols() -> None:
    script = Script(answer=lambda request: f"שאלת: {request.messages[-1][1]}")
    with scripted_model_server(script) as server:
        openai = post(f"{server.url}/v1/chat/completions", question("כמה?"))
        anthropic = post(f"{server.url}/v1/messages", question("сколько?"))
    assert "שאלת: כמה?" in json.dumps(openai["choices"], ensure_ascii=False)
    assert anthropic["content"] == [{"type": "text", "text": "שאלת: сколько?"}]


def test_it_lists_the_models_of_its_script() -> None:
    with (
        scripted_model_server(Script(models=("א", "b"))) as server,
        urllib.request.urlopen(f"{server.openai_url}/models", timeout=10) as answer,  # noqa: S310
    ):
        listed = json.load(answer)
    assert [model["id"] for model in listed["data"]] == ["א", "b"]


def test_a_fault_that_is_over_is_followed_by_normal_service() -> None:
    script = Script(fault=Refuse(503, times=1))
    with scripted_model_server(script) as server:
        url = f"{server.url}/v1/chat/completions"
        with pytest.raises(urllib.error.HTTPError, match="503") as refused:
            post(url, question("שלום"))
        refused.value.close()
        assert post(url, question("שלום"))["choices"]
        assert [request.path for request in server.requests] == ["/v1/chat/completions"] * 2


def test_hashed_vectors_are_the_same_everywhere_and_near_where_words_are_shared() -> None:
    def cosine(one: str, other: str) -> float:
        return sum(
            a * b for a, b in zip(hash_vector(one, 256), hash_vector(other, 256), strict=True)
        )

    assert math.isclose(cosine("שלום", "שלום"), 1.0)
    assert [round(x, 6) for x in hash_vector("שלום", 3)] == [0.0, -1.0, 0.0]
    near = cosine("ימי חופשה בשנה", "כמה ימי חופשה מגיעים בשנה")
    assert near > 0.5 > cosine("ימי חופשה בשנה", "כרטיס כניסה למשרד")
