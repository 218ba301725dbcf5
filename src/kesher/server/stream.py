"""Server-sent events, as the HTML standard defines them (section 9.2)."""

import json
from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse
from pydantic import BaseModel

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


def event(name: str, data: BaseModel | list[BaseModel]) -> bytes:
    """Return one event. JSON has no raw line breaks, so one `data:` line always does."""
    if isinstance(data, list):
        value = json.dumps([item.model_dump(mode="json") for item in data], ensure_ascii=False)
    else:
        value = data.model_dump_json()
    return f"event: {name}\ndata: {value}\n\n".encode()


def text_event(text: str) -> bytes:
    """Return the event `text`, as `event` would: it is sent for each piece of each answer."""
    return f'event: text\ndata: {{"text":{json.dumps(text, ensure_ascii=False)}}}\n\n'.encode()


def respond(events: AsyncIterator[bytes]) -> EventStream:
    """Return a response that streams the events."""
    return EventStream(events, headers=HEADERS)
