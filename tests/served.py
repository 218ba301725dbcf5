"""A server in a process of its own, to be killed, and its API as a soak test calls it."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

DEADLINE_SECONDS = 300
QUIET = {"KESHER_LOG_LEVEL": "warning"}
"""Nobody reads what a server says after its address: a pipe full of lines would stop it."""
KESHER = Path(sys.executable).with_name("kesher")


@contextmanager
def server(
    data: Path, settings: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a folder; the process and its address.

    Args:
        settings: Environment variables beside those that there are.
    """
    process = subprocess.Popen(
        [KESHER, "--data", data, "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **QUIET, **(settings or {})},
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
    """Send a request and return its JSON."""
    request = urllib.request.Request(url, body, method=method)  # noqa: S310 - our own server
    if kind:
        request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.loads(answer.read() or b"null")


def upload(url: str, room: str, content: bytes, name: str) -> Any:
    """Take a file in."""
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + b"\r\n--b--\r\n"
    kind = "multipart/form-data; boundary=b"
    return call(f"{url}/api/rooms/{room}/documents", "POST", body, kind)


def until_ready(url: str, room: str) -> list[dict[str, Any]]:
    """Wait until every document of a room is read, and return them."""
    give_up = time.monotonic() + DEADLINE_SECONDS
    while True:
        documents: list[dict[str, Any]] = call(f"{url}/api/rooms/{room}/documents")
        if all(item["state"] not in ("queued", "reading", "embedding") for item in documents):
            return documents
        assert time.monotonic() < give_up, documents
        time.sleep(0.2)
