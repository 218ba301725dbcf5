"""A change of the embedding model on real parts: the built-in model, and a scripted endpoint.

The endpoint speaks OpenAI's protocol over HTTP; its vectors are letter counts, a model of its own.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest

from api import Api, Shown
from kesher.adapters.sql.checking import unrenewed
from kesher.adapters.sql.database import sqlite_url
from kesher.config.settings import Settings
from kesher.domain.document import DocumentState
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ModelError
from kesher.testing.model_script import ReceivedRequest, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import Services, build

pytestmark = pytest.mark.anyio

QUESTION = Query("כמה ימי חופשה מגיעים לעובד במשרה מלאה?")
LETTERS = "אבגדהוזחטיכלמנסעפצקרשתםןףץך0123456789abcdefghijklmnopqrstuvwxyz"
NEW = f"letters@{len(LETTERS)}"


def letter_counts(request: ReceivedRequest) -> Sequence[Sequence[float]]:
    texts = request.body["input"]
    assert isinstance(texts, list)
    return [[1.0 + str(text).count(letter) for letter in LETTERS] for text in texts]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[ModelServer]:
    with scripted_model_server(Script(vectors=letter_counts)) as server:
        yield server


@asynccontextmanager
async def opened(folder: Path, endpoint: ModelServer, embedding: str) -> AsyncIterator[Services]:
    settings = Settings.model_validate(
        {
            "data_folder": folder,
            "log_level": "error",
            "embedding": embedding,
            "embedding_url": endpoint.openai_url,
            "embedding_model": "letters",
            "embedding_dimensions": len(LETTERS),
            "chat_retries": 0,
        }
    )
    services = await build(settings)
    try:
        yield services
    finally:
        await services.close()


async def room_of(services: Services) -> RoomScope:
    (room,) = await services.store.rooms(Scope())
    return RoomScope(Scope().tenant_id, room.id)


def embedded_texts(endpoint: ModelServer) -> list[str]:
    inputs = [request.body["input"] for request in endpoint.requests]
    return [str(text) for texts in inputs if isinstance(texts, list) for text in texts]


async def test_a_room_is_searched_by_the_old_model_until_the_new_one_is_whole(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    async with opened(handbook_copy, endpoint, "openai") as services:
        scope = await room_of(services)
        before = await services.search.retrieve(scope, QUESTION)
        assert before.embedder.startswith("multilingual-e5-small")
        assert before.hits[0].dense is not None
        shown = await services.renewing.vectors(scope)
        assert (shown.embedder, shown.growing, shown.chunks_done) == (before.embedder, NEW, 0)
        place = sqlite_url(handbook_copy)
        assert unrenewed(place, embedder=NEW) == [("משאבי אנוש", shown)]

        assert await services.renewing.step()
        after = await services.search.retrieve(scope, QUESTION)
        assert after.embedder == NEW
        assert len(after.query_vector or ()) == len(LETTERS)
        assert after.hits[0].dense is not None
        shown = await services.renewing.vectors(scope)
        assert (shown.embedder, shown.growing) == (NEW, None)
        assert unrenewed(place, embedder=NEW) == []
        assert not await services.renewing.step()


async def test_what_had_grown_before_the_endpoint_or_the_process_died_is_not_made_again(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    endpoint.forget()
    async with opened(handbook_copy, endpoint, "openai") as services:
        scope = await room_of(services)
        services.renewing.batch = 8
        first = endpoint_dies_after_a_batch(endpoint)
        with pytest.raises(ModelError):
            await services.renewing.step()
        assert (await services.renewing.vectors(scope)).chunks_done == 8
        assert len((await services.search.retrieve(scope, QUESTION)).hits) == 10
    endpoint.follow(Script(vectors=letter_counts))
    endpoint.forget()
    async with opened(handbook_copy, endpoint, "openai") as services:
        chunks = (await services.renewing.vectors(scope)).chunks
        assert await services.renewing.step()
        assert len(embedded_texts(endpoint)) == chunks - 8
        assert set(first).isdisjoint(embedded_texts(endpoint))


def endpoint_dies_after_a_batch(endpoint: ModelServer) -> list[str]:
    texts: list[str] = []

    def once(request: ReceivedRequest) -> Sequence[Sequence[float]]:
        texts.extend(embedded_texts(endpoint))
        endpoint.follow(Script(fault=Refuse(503)))
        return letter_counts(request)

    endpoint.follow(Script(vectors=once))
    return texts


async def test_a_room_whose_former_model_serves_no_more_is_searched_by_words_meanwhile(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    async with opened(handbook_copy, endpoint, "openai") as services:
        await services.renewing.step()
    endpoint.follow(Script(fault=Refuse(503)))
    async with opened(handbook_copy, endpoint, "local") as services:
        scope = await room_of(services)
        found = await services.search.retrieve(scope, QUESTION)
        assert found.rankings["dense"] == ()
        assert found.hits
        assert all(hit.dense is None for hit in found.hits)
        added, _ = await services.ingest.add(scope, "בריכה.md", BytesIO("הבריכה בקומה 4.".encode()))
        await services.jobs.drain()
        assert (await services.store.document(scope, added.id)).state is DocumentState.READY
        assert await services.renewing.step()  # its vectors were kept: nothing is made again
        again = await services.search.retrieve(scope, QUESTION)
        assert again.embedder.startswith("multilingual-e5-small")
        assert again.hits[0].dense is not None


async def test_a_room_shows_its_vectors_over_http_and_can_be_stopped_and_resumed(
    api: Api, handbook: Shown
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/vectors"
    shown = await api.call("GET", path)
    assert shown["embedder"].startswith("multilingual-e5-small")
    assert (shown["growing"], shown["chunks_done"]) == (None, shown["chunks"])
    assert (await api.call("POST", f"{path}/stop"))["stopped"] is True
    assert (await api.call("POST", f"{path}/resume"))["stopped"] is False
    assert (await api.call("GET", "/api/rooms/none/vectors", status=404))["code"] == "not_found"
