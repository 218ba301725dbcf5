"""The sample handbook open for research, and the scripted server that stands in for a model."""

import shutil
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from kesher.config.settings import Settings
from kesher.domain.scope import RoomScope, Scope
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import Services, build
from researched import Researched, librarian, with_model

SMALL = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה הראשונה.\n\n"
    "Full-time staff get 22 days of vacation and 18 days of sick leave a year.\n\n"
    "Работнику положено 22 дня отпуска в первый год.\n\n"
    "يحق للموظف 22 يوم إجازة في السنة الأولى.\n"
)


@pytest.fixture(scope="package")
async def services(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    folder = tmp_path_factory.mktemp("researched") / "data"
    shutil.copytree(handbook_folder, folder)
    opened = await build(Settings.model_validate({"data_folder": folder}))
    yield opened
    await opened.close()


@pytest.fixture(scope="package")
async def room(services: Services) -> RoomScope:
    (found,) = await services.store.rooms(Scope())
    return RoomScope(Scope().tenant_id, found.id)


@pytest.fixture(scope="package")
async def small(services: Services) -> RoomScope:
    """A room of a page in four languages: to quote from it takes few vectors."""
    made = await services.rooms.find_or_create(Scope(), "חדר קטן")
    scope = RoomScope(Scope().tenant_id, made.id)
    await services.ingest.add(scope, "נהלים.txt", BytesIO(SMALL.encode()))
    await services.jobs.drain()
    return scope


@pytest.fixture(scope="package")
def running() -> Iterator[ModelServer]:
    with scripted_model_server() as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    """The scripted model, as if it had just been started."""
    running.follow(Script(answer=librarian()))
    running.forget()
    return running


@pytest.fixture
def researched(services: Services, room: RoomScope, server: ModelServer) -> Researched:
    return Researched(with_model(services.research, server), room)
