"""kill -9 in the middle of ingestion, twenty times: nothing is lost and nothing is doubled."""

import json
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from kesher.sample import sample_files
from served import call, server, until_ready, upload

pytestmark = pytest.mark.soak

KILLS = 20


def figures(url: str, room: str) -> Any:
    return call(f"{url}/api/rooms/{room}")["figures"]


def undisturbed(data: Path) -> Any:
    with server(data) as (_, url):
        room = call(f"{url}/api/sample", "POST")["id"]
        documents = until_ready(url, room)
        assert [item["state"] for item in documents] == ["ready"] * len(sample_files())
        return figures(url, room)


def test_twenty_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    expected = undisturbed(tmp_path / "undisturbed")
    chance = random.Random(4521)  # noqa: S311 - which moment, not a secret
    disturbed = tmp_path / "disturbed"
    room = ""
    for _ in range(KILLS):
        with server(disturbed) as (process, url):
            room = call(f"{url}/api/sample", "POST")["id"]
            for sample in sample_files():  # what was stored already is said to be there
                upload(url, room, sample.path.read_bytes(), "again.pdf")
            time.sleep(chance.uniform(0.0, 3.0))
            process.send_signal(signal.SIGKILL)
            process.wait()
    with server(disturbed) as (_, url):
        documents = until_ready(url, room)
        assert [item["state"] for item in documents] == ["ready"] * len(sample_files())
        assert figures(url, room) == expected
        hits = call(
            f"{url}/api/rooms/{room}/search",
            "POST",
            json.dumps({"text": "ימי חופשה", "top": 100}).encode(),
            "application/json",
        )["hits"]
        assert len({hit["chunk_id"] for hit in hits}) == len(hits) == expected["chunks"]
