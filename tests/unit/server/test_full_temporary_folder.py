"""An upload for which the temporary folder has no room."""

import tempfile
from pathlib import Path

import pytest
from fastapi import FastAPI, UploadFile
from fastapi.testclient import TestClient

from kesher.server.problems import install
from small_disk import small_disk


def test_an_upload_that_finds_no_room_to_arrive_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = FastAPI()
    install(app)

    @app.post("/documents")
    async def take(file: UploadFile) -> int | None:
        return file.size

    with small_disk(tmp_path / "disk", kilobytes=512) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        answer = TestClient(app).post("/documents", files={"file": ("סריקה.pdf", bytes(3 << 20))})

    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["retryable"]) == (507, "store.full", True)
    assert str(disk) in problem["detail"]
