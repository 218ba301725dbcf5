"""The HTTP API as a test speaks to it: JSON in and out, event streams as lists."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp

Event = tuple[str, Any]


class Api:
    """One server's API."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session

    async def call(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:  # noqa: ANN401 - whatever JSON the route gives
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

    async def upload(self, room_id: str, name: str, content: bytes, *, status: int = 202) -> Any:
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
        async with self.session.request(method, path, json=body) as response:
            assert response.status == 200, await response.text()
            assert response.content_type == "text/event-stream"
            name = ""
            async for line in response.content:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)

    async def ready(self, room_id: str, document_id: str) -> Any:
        """Wait until a document's reading has ended, and return it."""
        async for _, documents in self.events("GET", f"/api/rooms/{room_id}/events"):
            found = next(item for item in documents if item["id"] == document_id)
            if found["state"] not in ("queued", "reading", "embedding"):
                return found
        raise AssertionError("The stream of events ended before the document was read.")
