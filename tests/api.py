"""The HTTP API as a test speaks to it: JSON in and out, event streams as lists."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, BinaryIO

import aiohttp

Event = tuple[str, Any]
Shown = dict[str, Any]
"""A JSON object of the API."""

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
QUOTE = "עובד במשרה מלאה זכאי ל-22 ימי חופשה"
VACATION_PAGE = 6
PARKING = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"


class Api:
    """One server's API."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session

    async def call(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:
        """Send a request, check its status and return its JSON, None where it has no body."""
        async with self.session.request(method, path, json=body) as response:
            assert response.status == status, await response.text()
            return await response.json(content_type=None) if response.status != 204 else None

    async def problem(self, method: str, path: str, body: object = None, *, status: int) -> Any:
        """Send a request that is refused, and return the problem."""
        async with self.session.request(method, path, json=body) as response:
            assert response.status == status, await response.text()
            assert response.content_type == "application/problem+json"
            found = await response.json(content_type=None)
        assert found["status"] == status
        assert found["detail"]
        return found

    async def upload(
        self, room_id: str, name: str, content: bytes | BinaryIO, *, status: int = 202
    ) -> Any:
        """Upload a file, named as a browser sends the name, and return the `Upload`."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("file", content, filename=name.replace('"', "%22"))
        async with self.session.post(f"/api/rooms/{room_id}/documents", data=form) as response:
            assert response.status == status, await response.text()
            return await response.json(content_type=None)

    async def events(
        self, method: str, path: str, body: object = None
    ) -> AsyncGenerator[Event, None]:
        """Yield the server-sent events of an answer as (name, data)."""
        async with aclosing(self.numbered(method, path, body)) as events:
            async for name, data, _ in events:
                yield name, data

    async def numbered(
        self, method: str, path: str, body: object = None, *, after: int = 0
    ) -> AsyncGenerator[tuple[str, Any, int], None]:
        """Yield the events past a position as (name, data, the position after it)."""
        headers = {"Last-Event-ID": f"{after}"}
        async with self.session.request(method, path, json=body, headers=headers) as response:
            assert response.status == 200, await response.text()
            assert response.content_type == "text/event-stream"
            name, number = "", 0
            async for line in response.content:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "id":
                    number = int(value)
                elif field == "data":
                    yield name, json.loads(value), number

    async def ready(self, room_id: str, document_id: str) -> Any:
        """Wait until a document's reading has ended, and return it."""
        async for _, documents in self.events("GET", f"/api/rooms/{room_id}/events"):
            found = next(item for item in documents if item["id"] == document_id)
            if found["state"] not in ("queued", "reading", "embedding"):
                return found
        raise AssertionError("The stream of events ended before the document was read.")


async def answered(api: Api, room_id: str, text: str = QUESTION) -> Any:
    path = f"/api/rooms/{room_id}/ask"
    async for name, data in api.events("POST", path, {"text": text}):
        if name == "done":
            return data["answer"]
    raise AssertionError("The stream ended without an answer.")


async def eventually(look: Callable[[], Awaitable[Any]]) -> Any:
    """Look until there is something to see. The caller bounds the wait."""
    while (seen := await look()) is None:  # noqa: ASYNC110 - what is waited for is in the server
        await asyncio.sleep(0.02)
    return seen
