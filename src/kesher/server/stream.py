"""Server-sent events, as the HTML standard defines them (section 9.2)."""

import json
from collections.abc import AsyncGenerator

from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from kesher.errors import KesherError
from kesher.server.lasting import STILL, while_allowed
from kesher.server.problems import problem_of

PING = b": ping\n\n"
PING_SECONDS = 15.0
HEADERS = {
    "Cache-Control": "no-store",
    # nginx and those who follow it hold back a stream unless told not to
    "X-Accel-Buffering": "no",
}


class EventStream(StreamingResponse):
    """A stream of events; its media type is what the OpenAPI document says of a route."""

    media_type = "text/event-stream"

    events: AsyncGenerator[bytes] | None = None
    """What it sends. No parameter: the framework reads a response class's signature."""

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events for as long as the caller may have them."""
        still = scope.get("state", {}).get(STILL)
        if still is not None and self.events is not None:
            self.body_iterator = while_allowed(self.events, still, _ended)
        await super().__call__(scope, receive, send)


def event(name: str, data: BaseModel | list[BaseModel], *, position: int | None = None) -> bytes:
    """Return one event. JSON has no raw line breaks, so one `data:` line always does.

    Args:
        position: What a reader who was cut off gives back to go on after it; None: none may.
    """
    if isinstance(data, list):
        value = json.dumps([item.model_dump(mode="json") for item in data], ensure_ascii=False)
    else:
        value = data.model_dump_json()
    number = "" if position is None else f"id: {position}\n"
    return f"{number}event: {name}\ndata: {value}\n\n".encode()


def text_event(text: str, *, position: int) -> bytes:
    """Return the event `text`, as `event` would: it is sent for each piece of each answer."""
    data = json.dumps(text, ensure_ascii=False)
    return f'id: {position}\nevent: text\ndata: {{"text":{data}}}\n\n'.encode()


def respond(events: AsyncGenerator[bytes]) -> EventStream:
    """Return a response that streams the events."""
    response = EventStream(events, headers=HEADERS)
    response.events = events
    return response


def _ended(error: KesherError) -> bytes:
    return event("error", problem_of(error))
