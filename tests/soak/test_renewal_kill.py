"""kill -9 while a room goes to another embedding model, twenty times: its vectors are a fresh set.

Both models are a scripted endpoint's; documents come and go between the kills.
"""

import random
import signal
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kesher.testing.model_script import ReceivedRequest, Script, hash_vector
from kesher.testing.model_server import ModelServer, scripted_model_server
from served import DEADLINE_SECONDS, call, server, until_ready, upload

pytestmark = pytest.mark.soak

KILLS = 20
DOCUMENTS = 60
DIMENSIONS = 48
BATCH = 32
TEXTS = (
    "נוהל {}: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.",
    "Rule {}: full-time staff get 22 days of vacation.",
    "Правило {}: отпуск согласуют за неделю.",
    "قاعدة {}: تُطلب الإجازة قبل أسبوع.",
)


class Endpoint:
    """Makes the vectors of two models; answers no more than so many requests for the new one."""

    def __init__(self) -> None:
        self.texts = 0
        self.asked = threading.Event()
        self.go_on = threading.Event()
        self._left = 0

    def expect(self, requests: int) -> None:
        """Set `asked` at that request from now; those after it wait for `go_on`."""
        self.asked.clear()
        self.go_on.clear()
        self._left = requests

    def __call__(self, request: ReceivedRequest) -> Sequence[Sequence[float]]:
        model = str(request.body["model"])
        if model == "new":
            self.texts += len(request.inputs)
            self._left -= 1
            if self._left == 0:
                self.asked.set()
            if self._left < 0:
                assert self.go_on.wait(DEADLINE_SECONDS)
        return [hash_vector(f"{model} {text}", DIMENSIONS) for text in request.inputs]


def settings(endpoint: ModelServer, model: str) -> dict[str, str]:
    return {
        "KESHER_EMBEDDING": "openai",
        "KESHER_EMBEDDING_URL": endpoint.openai_url,
        "KESHER_EMBEDDING_MODEL": model,
        "KESHER_EMBEDDING_DIMENSIONS": str(DIMENSIONS),
        "KESHER_LOG_LEVEL": "error",
    }


def content(number: int) -> bytes:
    return TEXTS[number % len(TEXTS)].format(number).encode()


def filled(url: str) -> str:
    """Make a room of many small documents, so that a renewal has many steps."""
    room = str(call(f"{url}/api/rooms", "POST", b'{"name": "Kesher"}', "application/json")["id"])
    for number in range(DOCUMENTS):
        upload(url, room, content(number), f"{number}.txt")
    return room


def changed(url: str, room: str, turn: int) -> None:
    """Take a document in, and another out, as people do while vectors grow."""
    upload(url, room, content(DOCUMENTS + turn), f"{DOCUMENTS + turn}.txt")
    documents = call(f"{url}/api/rooms/{room}/documents")
    gone = next(each for each in documents if each["name"] == f"{turn}.txt")
    call(f"{url}/api/documents/{gone['id']}", "DELETE")


def until_renewed(url: str, room: str) -> dict[str, Any]:
    give_up = time.monotonic() + DEADLINE_SECONDS
    while True:
        until_ready(url, room)
        shown: dict[str, Any] = call(f"{url}/api/rooms/{room}/vectors")
        if shown["embedder"] == f"new@{DIMENSIONS}" and shown["growing"] is None:
            return shown
        assert time.monotonic() < give_up, shown
        time.sleep(0.2)


def vectors(data: Path, model: str) -> Mapping[tuple[str, int], bytes]:
    """The model's vectors by document name and place of the chunk."""
    found = (
        "SELECT documents.name, chunks.ordinal, vectors.vector FROM vectors"
        " JOIN chunks ON chunks.id = vectors.chunk_id"
        " JOIN documents ON documents.id = chunks.document_id WHERE vectors.embedder = ?"
    )
    with closing(sqlite3.connect(data / "kesher.db")) as store:
        rows = store.execute(found, (model,)).fetchall()
        (orphans,) = store.execute(
            "SELECT count(*) FROM vectors WHERE chunk_id NOT IN (SELECT id FROM chunks)"
        ).fetchone()
    assert orphans == 0
    held = {(name, ordinal): vector for name, ordinal, vector in rows}
    assert len(held) == len(rows)
    return held


def fresh(data: Path, endpoint: ModelServer, names: Sequence[str]) -> Mapping[Any, bytes]:
    """The vectors of the same documents, taken in by the new model undisturbed."""
    with server(data, settings(endpoint, "new")) as (_, url):
        made = call(f"{url}/api/rooms", "POST", b'{"name": "Kesher"}', "application/json")
        for name in names:
            upload(url, made["id"], content(int(name.removesuffix(".txt"))), name)
        until_ready(url, made["id"])
    return vectors(data, f"new@{DIMENSIONS}")


def test_twenty_kills_leave_the_vectors_of_a_fresh_build(tmp_path: Path) -> None:
    chance = random.Random(7351)  # noqa: S311 - which moment, not a secret
    model, data = Endpoint(), tmp_path / "killed"
    with scripted_model_server(Script(vectors=model)) as endpoint:
        with server(data, settings(endpoint, "old")) as (_, url):
            room = filled(url)
            until_ready(url, room)
        for turn in range(KILLS):
            model.expect(chance.randint(1, 2))
            with server(data, settings(endpoint, "new")) as (process, url):
                if turn % 2:
                    changed(url, room, turn)
                assert model.asked.wait(DEADLINE_SECONDS)
                time.sleep(chance.uniform(0.0, 0.02))  # into the answer, or the storing
                process.send_signal(signal.SIGKILL)
                process.wait()
            model.go_on.set()
        with server(data, settings(endpoint, "new")) as (_, url):
            shown = until_renewed(url, room)
            names = [each["name"] for each in until_ready(url, room)]
        assert shown["chunks"] == shown["chunks_done"] == len(names) == DOCUMENTS
        made = DOCUMENTS + KILLS // 2
        assert model.texts <= made + 3 * KILLS  # what was stored is not made again
        kept = vectors(data, f"new@{DIMENSIONS}")
        assert kept == fresh(tmp_path / "fresh", endpoint, names)
