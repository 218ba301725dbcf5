"""kill -9 while a new version is read, and while it takes the old one's place."""

import asyncio
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import aiohttp
import anyio
import pytest

import version_process
from api import Api
from kesher import Kesher
from kesher.config.settings import Settings
from kesher.server.run import temporary_server

pytestmark = pytest.mark.anyio

OLD = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"
NEW = "חניה: עובד רשאי לחנות בחניון בין 06:00 ל-23:00, גם בשבת.\n"


@pytest.fixture(scope="module")
def with_old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one document, and beside it what is to become its new version."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "חניה 2027.md").write_text(NEW, encoding="utf-8")
    with Kesher(folder / "data", log_level="error") as kesher:
        kesher.room("נהלים").add(OLD.encode(), name="חניה.md")
    return folder


@pytest.mark.parametrize("words", ["INSERT INTO pages", "is_current="])
async def test_the_old_version_stays_current_and_a_restart_makes_the_new_one_whole(
    with_old: Path, tmp_path: Path, words: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(with_old / "data", data)
    ((old, room_id, _),) = held(data)
    await killed_at(words, data, old, with_old / "חניה 2027.md")
    assert [current for _, _, current in held(data)] == [True, False]
    new = held(data)[1][0]
    settings = Settings.model_validate({"data_folder": data, "log_level": "error"})
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        with anyio.fail_after(60):
            ready = await api.ready(room_id, new)
        assert (ready["state"], ready["current"], ready["version"]) == ("ready", True, 2)
        found = await api.call("POST", f"/api/rooms/{room_id}/search", {"text": "חניון"})
        figures = (await api.call("GET", f"/api/rooms/{room_id}"))["figures"]
    assert {hit["document_id"] for hit in found["hits"]} == {new}
    assert figures["chunks"] == len(found["hits"])
    assert [current for _, _, current in held(data)] == [False, True]


def held(data: Path) -> list[tuple[str, str, bool]]:
    """Return each version's id, room and whether it is current, in the order of arrival."""
    with closing(sqlite3.connect(data / "kesher.db")) as connection:
        rows = connection.execute("SELECT id, room_id, is_current FROM documents ORDER BY rowid")
        return [(row[0], row[1], bool(row[2])) for row in rows]


async def killed_at(words: str, data: Path, old: str, new: Path) -> None:
    """Take a version in by another process, which ends at a statement that has these words."""
    program = Path(version_process.__file__)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(program), str(data), words, old, str(new)
    )
    async with asyncio.timeout(60):
        assert await process.wait() == -signal.SIGKILL
