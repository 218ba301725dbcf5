"""Models set over HTTP while the server runs: used at once, and their keys shown nowhere."""

import asyncio
import json
import re
import sqlite3
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import PARKING, Api, answered, eventually
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from kesher.testing.model_script import Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.examine import examine

pytestmark = pytest.mark.anyio

SENTINEL = "sk-sentinel-0123456789abcdefWXYZ"
OTHER = "sk-another-abcdef9876543210QRST"
QUESTION = "באילו שעות מותר לחנות בחניון?"
MODELS = "/api/settings/models"
SERVES = Script(answer=lambda _: "בין 07:00 ל-20:00 [1].")


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with scripted_model_server(SERVES) as running:
        yield running


def settings_in(folder: Path) -> Settings:
    return Settings.model_validate(
        {
            "data_folder": folder / "data",
            "log_level": "debug",
            "chat_retries": 0,
            "smtp_password": SENTINEL,
        }
    )


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_in(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
async def served(settings: Settings, model: ModelServer) -> AsyncIterator[Api]:
    """A server whose embedding model was set over HTTP."""
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        await api.call("PUT", f"{MODELS}/embedding", embedding(model))
        yield api


@pytest.fixture(scope="module")
async def room_id(served: Api) -> str:
    return await parking(served)


@pytest.fixture
async def api(served: Api, model: ModelServer) -> AsyncIterator[Api]:
    """That server without a model that writes."""
    yield served
    model.follow(SERVES)
    await served.call("DELETE", f"{MODELS}/chat")


def chat(model: ModelServer, /, **changes: object) -> dict[str, object]:
    wish = {"provider": "openai", "model": "scripted-model", "url": model.openai_url}
    return {**wish, "key": SENTINEL, **changes}


def embedding(model: ModelServer, /, **changes: object) -> dict[str, object]:
    return chat(model, **{"model": "scripted-embedding", "dimensions": 32, **changes})


async def shown(api: Api, role: str = "chat") -> Any:
    (found,) = [each for each in await api.call("GET", MODELS) if each["role"] == role]
    return found


async def parking(api: Api) -> str:
    """Make a room with one short document, and return its id."""
    room = await api.call("POST", "/api/rooms", {"name": "חניה"}, status=201)
    upload = await api.upload(room["id"], "חניה.txt", PARKING.encode())
    ready = await api.ready(room["id"], upload["document"]["id"])
    assert ready["state"] == "ready"
    identifier: str = room["id"]
    return identifier


def keys_sent(model: ModelServer) -> set[str]:
    return {request.headers.get("authorization", "") for request in model.requests}


async def test_a_model_is_used_from_the_moment_it_is_set_until_it_is_taken_back(
    api: Api, room_id: str, model: ModelServer
) -> None:
    quoted = await answered(api, room_id, QUESTION)
    await api.call("PUT", f"{MODELS}/chat", chat(model))
    written = await answered(api, room_id, QUESTION)
    model.forget()
    await api.call("PUT", f"{MODELS}/chat", chat(model, key=OTHER))
    await answered(api, room_id, QUESTION)
    assert f"Bearer {OTHER}" in keys_sent(model)
    info = await api.call("GET", "/api/info")
    assert (info["models"]["chat"], info["models"]["dimensions"]) == ("scripted-model", 32)
    await api.call("DELETE", f"{MODELS}/chat")
    again = await answered(api, room_id, QUESTION)
    assert [each["model"] for each in (quoted, written, again)] == [None, "scripted-model", None]
    assert (await shown(api))["source"] == "default"


async def test_a_room_goes_over_to_an_embedding_model_that_is_set(
    api: Api, room_id: str, model: ModelServer
) -> None:
    await api.call("PUT", f"{MODELS}/embedding", embedding(model, dimensions=48))

    async def gone_over() -> object:
        vectors = await api.call("GET", f"/api/rooms/{room_id}/vectors")
        return vectors if vectors["embedder"] == "scripted-embedding@48" else None

    async with asyncio.timeout(20):
        await eventually(gone_over)
    found = await api.call("POST", f"/api/rooms/{room_id}/search", {"text": QUESTION})
    assert found["hits"]


async def test_no_key_is_shown_logged_or_stored_in_the_clear(
    api: Api,
    room_id: str,
    model: ModelServer,
    settings: Settings,
    capfd: pytest.CaptureFixture[str],
) -> None:
    told = [json.dumps(await api.call("PUT", f"{MODELS}/embedding", embedding(model)))]
    told.append(json.dumps(await api.call("PUT", f"{MODELS}/chat", chat(model))))
    answer = await answered(api, room_id, QUESTION)
    refusal = Refuse(401, f"Incorrect API key provided: {SENTINEL}", unless_without="messages")
    model.follow(Script(fault=refusal))
    failed = await answered(api, room_id, QUESTION)
    assert failed["error_code"] == "model.refused"
    tried = await api.call("POST", f"{MODELS}/chat/test")
    assert (tried["ok"], tried["code"]) == (False, "model.refused")
    wrong = await api.problem("PUT", f"{MODELS}/chat", chat(model, no_such=1), status=422)
    long = await api.problem("PUT", f"{MODELS}/chat", chat(model, key=SENTINEL * 99), status=422)
    record = await api.call("GET", f"/api/answers/{answer['id']}/record")
    told += [json.dumps(each) for each in (answer, failed, tried, wrong, long, record)]
    told.append(json.dumps(await api.call("GET", MODELS)))
    told += [json.dumps(event) async for event in api.events("POST", "/api/backups")]
    told += [repr(settings), str(settings), *capfd.readouterr()]
    assert (await shown(api))["key_hint"] == SENTINEL[-4:]
    assert [each for each in told if SENTINEL in each] == []
    assert [name for name, content in _stored(settings) if SENTINEL.encode() in content] == []


async def test_a_key_goes_to_no_other_endpoint_than_it_was_given_for(
    api: Api, model: ModelServer
) -> None:
    await api.call("PUT", f"{MODELS}/chat", chat(model))
    elsewhere = chat(model, url=f"{model.openai_url}/elsewhere", key=None)
    for method, path in (("PUT", f"{MODELS}/chat"), ("POST", f"{MODELS}/chat/test")):
        problem = await api.problem(method, path, elsewhere, status=422)
        assert "Give `key` again" in problem["detail"]
    renamed = await api.call("PUT", f"{MODELS}/chat", chat(model, model="other", key=None))
    assert (renamed["model"], renamed["key_hint"]) == ("other", SENTINEL[-4:])
    model.forget()
    tried = await api.call("POST", f"{MODELS}/chat/test")
    assert (tried["ok"], tried["words"]) == (True, "בין 07:00 ל-20:00 [1].")
    vector = await api.call("POST", f"{MODELS}/embedding/test")
    assert (vector["ok"], vector["dimensions"]) == (True, embedding(model)["dimensions"])
    assert keys_sent(model) == {f"Bearer {SENTINEL}"}


@pytest.mark.parametrize(
    ("role", "changes"),
    [
        ("chat", {"url": "http://169.254.169.254/v1"}),
        ("chat", {"url": "ftp://127.0.0.1/v1"}),
        ("chat", {"model": "  "}),
        ("chat", {"dimensions": 32}),
        ("chat", {"key": "מפתח"}),
        ("embedding", {}),
        ("embedding", {"dimensions": 32, "provider": "anthropic"}),
    ],
)
async def test_what_no_model_could_be_is_refused(
    api: Api, model: ModelServer, role: str, changes: dict[str, object]
) -> None:
    async with api.session.put(f"{MODELS}/{role}", json=chat(model, **changes)) as response:
        assert response.status in (409, 422), await response.text()
    assert (await shown(api, "chat"))["source"] == "default"
    assert (await shown(api, "embedding"))["dimensions"] in (32, 48)


async def test_what_the_environment_sets_wins_and_is_shown_as_such(
    tmp_path: Path, model: ModelServer
) -> None:
    given = {"chat": "openai", "chat_model": "מודל", "chat_url": model.openai_url}
    fixed = settings_in(tmp_path).model_copy(update=given)
    async with temporary_server(fixed) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        found = await shown(api)
        assert (found["source"], found["model"], found["has_key"]) == ("environment", "מודל", False)
        for method, body in (("PUT", chat(model)), ("DELETE", None)):
            problem = await api.problem(method, f"{MODELS}/chat", body, status=409)
            assert "kesher.toml" in problem["detail"]


async def test_a_lost_secret_takes_the_model_and_nothing_else(
    tmp_path: Path, model: ModelServer
) -> None:
    settings = settings_in(tmp_path)
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        await api.call("PUT", f"{MODELS}/embedding", embedding(model, key=""))
        await api.call("PUT", f"{MODELS}/chat", chat(model))
        room_id = await parking(api)
    (settings.data_folder / "secret.key").unlink()
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        assert "another secret" in (await shown(api))["fault"]
        told = {each.name: each for each in await examine(settings)}
        assert (told["answers"].well, told["embeddings"].well) == (False, True)
        assert "another secret" in told["answers"].detail
        assert "scripted-embedding@32" in told["embeddings"].detail
        answer = await answered(api, room_id, QUESTION)
        assert "another secret" in answer["error"]
        assert answer["citations"]
        problem = await api.problem("POST", "/api/settings/secret/rotate", status=409)
        assert problem["code"] == "config.secret_key"
        await api.call("PUT", f"{MODELS}/chat", chat(model))
        assert (await answered(api, room_id, QUESTION))["model"] == "scripted-model"


async def test_the_secret_is_rotated_and_every_key_stays_readable(
    api: Api, model: ModelServer, settings: Settings
) -> None:
    await api.call("PUT", f"{MODELS}/chat", chat(model))
    file = settings.data_folder / "secret.key"
    before, sealed = file.read_text(), _sealed(settings)
    assert await api.call("POST", "/api/settings/secret/rotate") == {"keys": 2}
    assert set(file.read_text().split()) & set(before.split()) == set()
    assert _sealed(settings) != sealed
    assert (await api.call("POST", f"{MODELS}/chat/test"))["ok"]


def _stored(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the data folder, and what is in the one backup."""
    files = [path for path in settings.data_folder.rglob("*") if path.is_file()]
    yield from ((path.name, path.read_bytes()) for path in files)
    (backup,) = [path for path in files if path.suffix == ".zip"]
    with zipfile.ZipFile(backup) as held:
        tables = [name for name in held.namelist() if "model_settings" in name]
        assert tables
        yield from ((name, held.read(name)) for name in held.namelist())


def _sealed(settings: Settings) -> str:
    with closing(sqlite3.connect(settings.data_folder / "kesher.db")) as connection:
        (found,) = connection.execute(
            "SELECT sealed_key FROM model_settings WHERE role = 'chat'"
        ).fetchone()
    assert re.fullmatch(r"v1\.[0-9a-f]{12}\.[\w=-]+", found)
    return str(found)
