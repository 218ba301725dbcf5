"""What the two protocols of the scripted server share; each is in a module of its own."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.testing.model_cache import Counted
from kesher.testing.model_script import Script
from kesher.testing.model_turn import Turn

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request's answer, before it is put into a protocol's words.

    Attributes:
        model: The name that the request asked for.
    """

    script: Script
    turn: Turn
    model: str
    counted: Counted


class Wire(Protocol):
    """How one protocol writes an answer and an error."""

    def opening(self, exchange: Exchange) -> str:
        """Return the events before the first piece."""
        ...

    def pieces(self, exchange: Exchange) -> list[str]:
        """Return the events of each piece: thinking, text, then calls."""
        ...

    def closing(self, exchange: Exchange) -> str:
        """Return the events from the reason for the end to the last."""
        ...

    def whole(self, exchange: Exchange) -> JsonObject:
        """Return the answer to a request that asked for no stream."""
        ...

    def error(self, status: int, message: str) -> JsonObject:
        """Return the body of an HTTP error."""
        ...

    def error_event(self, message: str) -> str:
        """Return the event of an error inside the stream."""
        ...

    def broken(self, data: str) -> str:
        """Return an event that carries `data` where an object of the protocol should be."""
        ...


def data_line(body: JsonObject) -> str:
    """Return one event of a stream."""
    # Escapes stay on, as with several providers: an emoji then comes as two halves of a pair.
    return f"data: {json.dumps(body)}\n\n"


def openai_models(names: Sequence[str]) -> JsonObject:
    """Return the list of models, as OpenAI's endpoint lists them."""
    listed = [{"id": name, "object": "model", "created": 0, "owned_by": "kesher"} for name in names]
    return {"object": "list", "data": listed}


def openai_embeddings(vectors: Sequence[Sequence[float]], model: str) -> JsonObject:
    """Return the vectors, as OpenAI's endpoint answers with floats."""
    data = [
        {"object": "embedding", "index": index, "embedding": list(vector)}
        for index, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": len(vectors), "total_tokens": len(vectors)}
    return {"object": "list", "data": data, "model": model, "usage": usage}
