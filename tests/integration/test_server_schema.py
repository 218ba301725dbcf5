"""The OpenAPI document is kept: what it allows is taken, what it forbids refused, and said so.

The whole API is tried at length by `benchmarks/schemathesis`.
"""

import asyncio

import pytest

from api import Api
from schema_trial import faults, operations

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("only", ["/api/memory/", "/api/rooms/{room_id}/search", "/record"])
async def test_every_answer_is_one_that_the_document_tells_of(api: Api, only: str) -> None:
    url = str(api.session._base_url).rstrip("/")
    found = await asyncio.to_thread(_tried, url, only)
    assert not found, "\n".join(found)


def _tried(url: str, only: str) -> list[str]:
    tried = operations(url, only)
    assert tried
    return [fault for each in tried for fault in faults(each, url, examples=2)]


@pytest.mark.parametrize("number", ["0.5", "1772348400", "1e9"])
async def test_a_number_is_no_time(api: Api, number: str) -> None:
    await api.problem("GET", f"/api/memory/profile?as_of={number}", status=422)
    body = {"question": "מה?", "as_of": float(number)}
    await api.problem("POST", "/api/memory/recall", body, status=422)


async def test_every_problem_is_documented_by_its_media_type(api: Api) -> None:
    document = await api.call("GET", "/api/openapi.json")
    shown = document["components"]["responses"]
    for path, item in document["paths"].items():
        for operation in item.values():
            told = operation["responses"]
            assert {"401", "403", "413", "429", "503"} <= set(told), path
            assert ("404" in told) or "{" not in path
            for status, response in told.items():
                if status[0] not in "23":
                    name = response["$ref"].rsplit("/", 1)[-1]
                    assert list(shown[name]["content"]) == ["application/problem+json"]
