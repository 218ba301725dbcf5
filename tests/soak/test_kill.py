"""kill -9 in the middle of ingestion, twenty times: nothing is lost and nothing is doubled."""

import json
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kesher.sample import sample_files

pytestmark = pytest.mark.soak

KILLS = 20
DEADLINE_SECONDS = 300
KESHER = Path(sys.executable).with_name("kesher")


@contextmanager
def server(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [KESHER, "--data", data, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"http://[\d.]+:\d+", line):
                yield process, found[0]
                break
        else:
            pytest.fail("The server ended before it said its address.")
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def call(url: str, method: str = "GET", body: bytes | None = None, kind: str = "") -> Any:
    request = urllib.request.Request(url, body, method=method)  # noqa: S310 - our own server
    if kind:
        request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.loads(answer.read() or b"null")


def upload(url: str, room: str, path: Path, name: str) -> Any:
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + path.read_bytes() + b"\r\n--b--\r\n"
    kind = "multipart/form-data; boundary=b"
    return call(f"{url}/api/rooms/{room}/documents", "POST", body, kind)


def until_ready(url: str, room: str) -> list[dict[str, Any]]:
    give_up = time.monotonic() + DEADLINE_SECONDS
    while True:
        documents: list[dict[str, Any]] = call(f"{url}/api/rooms/{room}/documents")
        if all(item["state"] not in ("queued", "reading", "embedding") for item in documents):
            return documents
        assert time.monotonic() < give_up, documents
        time.sleep(0.2)


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
                upload(url, room, sample.path, "again.pdf")
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
