"""A disk that fills up under a real server: whatever writes says so, and what was stored stays."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import Api
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from small_disk import small_disk

pytestmark = pytest.mark.anyio

LONG = "סעיף על חופשה שנתית, שעות עבודה ותנאים סוציאליים. " * 4_000


async def test_each_writing_route_says_that_the_disk_is_full_and_loses_nothing(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "disk", kilobytes=16_384) as disk:
        settings = Settings.model_validate({"data_folder": disk / "data", "log_level": "error"})
        async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
            api = Api(session)
            room = await api.call("POST", "/api/rooms", {"name": "משאבי אנוש"}, status=201)
            message = {"thread": "ש", "text": "שמי דנה ואני גרה בחיפה."}
            await api.call("POST", "/api/memory/messages", message)
            before = await _stored(api, room["id"])
            _fill(disk / "ballast")
            for method, path, body in _writing(room["id"]):
                await _told_to_be_full(api, method, path, body)
            assert (await api.upload(room["id"], "נוהל.txt", LONG.encode(), status=507))[
                "retryable"
            ]
            assert await _stored(api, room["id"]) == before
            (disk / "ballast").unlink()
            await api.call("POST", "/api/rooms", {"name": "שוב"}, status=201)
            await api.upload(room["id"], "נוהל.txt", "סעיף א".encode())
            # What could not be noted then was kept until it could, and stands before what followed.
            noted = (await api.call("GET", "/api/audit"))["events"]
            newest = [(each["action"], each["outcome"]) for each in reversed(noted)][-8:]
            assert newest == [
                ("room.create", "done"),
                ("room.create", "failed"),
                ("room.change", "failed"),
                ("memory.erase", "failed"),
                ("room.delete", "failed"),
                ("document.add", "failed"),
                ("room.create", "done"),
                ("document.add", "done"),
            ]
            assert (await api.call("GET", "/api/audit/verification"))["broken_at"] is None


def _writing(room_id: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        ("POST", "/api/rooms", {"name": "חדר חדש"}),
        ("PATCH", f"/api/rooms/{room_id}", {"name": "שם אחר"}),
        ("POST", "/api/memory/messages", {"thread": "ש", "text": LONG[:90_000]}),
        ("POST", "/api/memory/erasures", {"everything": True}),
        ("DELETE", f"/api/rooms/{room_id}", {}),
    ]


async def _told_to_be_full(api: Api, method: str, path: str, body: dict[str, Any]) -> None:
    problem = await api.problem(method, path, body or None, status=507)
    assert (problem["code"], problem["retryable"]) == ("store.full", True), path


async def _stored(api: Api, room_id: str) -> list[Any]:
    paths = (f"/api/rooms/{room_id}", f"/api/rooms/{room_id}/documents", "/api/memory/facts")
    return [await api.call("GET", path) for path in paths]


def _fill(ballast: Path) -> None:
    """Leave not a byte free."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1_048_576, 65_536, 4_096):
            try:
                while file.write(bytes(size)) == size:
                    continue
            except OSError:
                continue
