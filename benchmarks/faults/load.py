"""What clients do while a process is hurt, and what each of them was promised."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp

AGAIN_SECONDS = 0.1
PATIENCE_SECONDS = 90.0
QUESTION = "כמה ימי חופשה מגיעים לעובד? How many days?"
UNSERVED = 500


@dataclass(slots=True)
class Promised:
    """What servers have said is stored.

    Attributes:
        words: Of each document that was taken in, the word that no other has.
        answers: (thread, id) of each answer that was told to its end.
        begun: (thread, id) of each answer that was begun.
        broken: Requests that had no good answer: a broken connection, or a server's error.
    """

    words: list[str] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)
    begun: list[tuple[str, str]] = field(default_factory=list)
    broken: int = 0


@dataclass(slots=True)
class Clients:
    """Clients behind a balancer without stickiness: each request goes to another server.

    Attributes:
        urls: Where the servers are now; whoever starts a new one puts its address in.
    """

    session: aiohttp.ClientSession
    urls: list[str]
    promised: Promised = field(default_factory=Promised)
    turn: int = 0

    def next_url(self) -> str:
        """Return the server whose turn it is."""
        self.turn += 1
        return self.urls[self.turn % len(self.urls)]

    async def room(self, name: str) -> str:
        """Make a room and return its id."""
        made = await self.until_served("POST", "/api/rooms", {"name": name})
        return str(made["id"])

    async def until_served(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        """Send a request, again wherever a server fails or is gone, and return its JSON."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                try:
                    return await self._once(method, path, body)
                except aiohttp.ClientError:
                    self.promised.broken += 1
                    await asyncio.sleep(AGAIN_SECONDS)

    async def _once(self, method: str, path: str, body: object) -> Any:  # noqa: ANN401
        async with self.session.request(method, self.next_url() + path, json=body) as response:
            response.raise_for_status()
            return await response.json(content_type=None)

    async def add(self, room_id: str, word: str, text: str) -> None:
        """Add a document until a server says that it is stored."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await self._added(room_id, word, text):
                self.promised.broken += 1
                await asyncio.sleep(AGAIN_SECONDS)
        self.promised.words.append(word)

    async def _added(self, room_id: str, word: str, text: str) -> bool:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("file", text.encode(), filename=f"מסמך {word}.txt")
        url = f"{self.next_url()}/api/rooms/{room_id}/documents"
        try:
            async with self.session.post(url, data=form) as response:
                if response.status < UNSERVED:
                    response.raise_for_status()
                    return True
        except (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError):
            return False
        return False

    async def ask(self, room_id: str) -> None:
        """Ask once, and note how it ended. Nobody asks again for a person who was cut off."""
        url = f"{self.next_url()}/api/rooms/{room_id}/ask"
        try:
            async with self.session.post(url, json={"text": QUESTION}) as response:
                if not await self._followed(response):
                    self.promised.broken += 1
        except aiohttp.ClientError:
            self.promised.broken += 1

    async def _followed(self, response: aiohttp.ClientResponse) -> bool:
        name = ""
        async for line in response.content:
            kind, _, value = line.decode().rstrip("\n").partition(": ")
            if kind == "event":
                name = value
            elif kind == "data" and name == "thread":
                said = json.loads(value)
                self.promised.begun.append((said["thread_id"], said["answer_id"]))
            elif kind == "data" and name == "done":
                answer = json.loads(value)["answer"]
                self.promised.answers.append((answer["thread_id"], answer["id"]))
                return True
        return False


def texts(round_number: int, count: int) -> Sequence[tuple[str, str]]:
    """Return small documents, each with a word of its own."""
    words = [f"מילה{round_number}אות{number}" for number in range(count)]
    return [(word, f"{word}: לעובד מגיעים 22 ימי חופשה בשנה. {word}\n" * 3) for word in words]
