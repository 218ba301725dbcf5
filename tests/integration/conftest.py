"""One server for all tests of the HTTP API, with the sample handbook in one of its rooms."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from api import Api, Shown
from in_process import running
from kesher.config.settings import Settings
from kesher.server.app import create_app
from kesher.server.run import temporary_server
from peopled import Peopled, peopled


@pytest.fixture(scope="session")
async def api(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Api]:
    folder = tmp_path_factory.mktemp("served") / "data"
    shutil.copytree(handbook_folder, folder)
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


@pytest.fixture(scope="session")
async def handbook(api: Api) -> Shown:
    """The handbook as the API shows it: `room_id`, `id`."""
    rooms = await api.call("GET", "/api/rooms")
    room = next(item for item in rooms if item["name"] == "משאבי אנוש")
    documents: list[Shown] = await api.call("GET", f"/api/rooms/{room['id']}/documents")
    return documents[0]


@pytest.fixture
async def room_id(api: Api, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """An empty room of the test's own."""
    made = await api.call("POST", "/api/rooms", {"name": request.node.name[:200]}, status=201)
    yield made["id"]
    async with api.session.delete(f"/api/rooms/{made['id']}") as response:
        assert response.status in (204, 404)


@pytest.fixture(scope="session")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Peopled]:
    """A server in this process with people of every role; whoever changes it puts it back."""
    folder = tmp_path_factory.mktemp("peopled") / "data"
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with running(create_app(settings)) as app:
        yield await peopled(app, folder)


@pytest.fixture
async def changing(place: Peopled) -> AsyncIterator[Peopled]:
    """The same server for a test that changes it: it is put back afterwards."""
    yield place
    await place.restore()
