"""Backups over HTTP, on the server that all tests of the API share."""

import io
import zipfile
from pathlib import Path

import pytest

from api import Api
from kesher.wiring.backup import check_backup


@pytest.mark.anyio
async def test_a_backup_is_made_listed_fetched_and_deleted(api: Api, tmp_path: Path) -> None:
    events = [event async for event in api.events("POST", "/api/backups")]
    assert {name for name, _ in events[:-1]} <= {"progress"}
    name, made = events[-1]
    assert name == "done"

    shown = await api.call("GET", "/api/backups")
    assert shown["backups"] == [made]
    assert shown["last"] == {"at": shown["last"]["at"], "name": made["name"], "error": None}
    assert shown["running"] is None

    async with api.session.get(f"/api/backups/{made['name']}") as response:
        assert response.content_type == "application/zip"
        content = await response.read()
    assert len(content) == made["size_bytes"]
    assert [name for name in _names(content) if name.startswith("files/")]
    (tmp_path / "fetched.zip").write_bytes(content)
    assert check_backup(tmp_path / "fetched.zip").files.count >= 1

    await api.call("DELETE", f"/api/backups/{made['name']}", status=204)
    assert (await api.call("GET", "/api/backups"))["backups"] == []


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["none.zip", "..%2Fkesher.db", "last.json", "%2Fetc%2Fpasswd"])
async def test_a_name_that_is_no_backup_leads_nowhere(api: Api, name: str) -> None:
    await api.problem("GET", f"/api/backups/{name}", status=404)
    await api.problem("DELETE", f"/api/backups/{name}", status=404)


@pytest.mark.anyio
async def test_there_is_nothing_to_stop_where_none_is_made(api: Api) -> None:
    await api.problem("POST", "/api/backups/stop", status=404)


def _names(content: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.namelist()
