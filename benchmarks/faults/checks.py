"""What must hold once all is at rest: everything promised is there, once, on every server."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import Any

from benchmarks.faults.load import Clients

OPEN = ("queued", "reading", "embedding")
LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Found:
    """How many things were lost, and how many are there more than once."""

    lost: int
    doubled: int

    def __add__(self, other: "Found") -> "Found":
        """Add up."""
        return Found(self.lost + other.lost, self.doubled + other.doubled)


async def at_rest(clients: Clients, room_id: str, *, seconds: float) -> list[dict[str, Any]]:
    """Wait until no document of a room is worked on, and return them."""
    async with asyncio.timeout(seconds):
        while True:
            path = f"/api/rooms/{room_id}/documents"
            documents: list[dict[str, Any]] = await clients.until_served("GET", path)
            if not any(each["state"] in OPEN for each in documents):
                return documents
            await asyncio.sleep(LOOK_SECONDS)


async def checked(clients: Clients, room_id: str, documents: list[dict[str, Any]]) -> Found:
    """Compare what is there with what was promised."""
    found = _documents(clients, documents)
    for url in clients.urls:
        found += await _searched(clients, url, room_id)
    return found + await _answers(clients)


def _documents(clients: Clients, documents: list[dict[str, Any]]) -> Found:
    ready = Counter(each["name"] for each in documents if each["state"] == "ready")
    names = [f"מסמך {word}.txt" for word in clients.promised.words]
    return Found(
        sum(name not in ready for name in names), sum(count - 1 for count in ready.values())
    )


async def _searched(clients: Clients, url: str, room_id: str) -> Found:
    """Look on one server for each document by its own word; each is one chunk."""
    lost = doubled = 0
    for word in clients.promised.words:
        body = {"text": word, "top": 100}
        async with clients.session.post(f"{url}/api/rooms/{room_id}/search", json=body) as response:
            response.raise_for_status()
            hits = (await response.json())["hits"]
        chunks = Counter(hit["chunk_id"] for hit in hits)
        holding = [hit for hit in hits if word in hit["text"]]
        lost += not holding
        doubled += len(chunks) != len(hits) or len(holding) > 1
    return Found(lost, doubled)


async def _answers(clients: Clients) -> Found:
    lost = doubled = 0
    told = set(clients.promised.answers)
    for thread_id, answer_id in clients.promised.begun:
        thread = await clients.until_served("GET", f"/api/threads/{thread_id}")
        ids = [answer["id"] for answer in thread["answers"]]
        lost += (thread_id, answer_id) in told and answer_id not in ids
        doubled += len(ids) > 1
    return Found(lost, doubled)
