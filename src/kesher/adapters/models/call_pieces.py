"""Tells which call each piece of OpenAI's stream belongs to, as endpoints number them or do not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from kesher.adapters.models.payload import count, mapping, text
from kesher.adapters.models.surrogates import PairJoiner
from kesher.ports.models import CallPiece


@dataclass(slots=True)
class _Open:
    """One call so far. `numbered` is the endpoint's own index."""

    numbered: int | None
    id: str
    name: str
    arguments: str
    joiner: PairJoiner


class CallPieces:
    """Reads the calls of one answer. Calls are numbered from 0 in the order they began.

    Some endpoints leave the index out, give every call index 0, repeat id and name in each
    piece, or give no id. A piece continues the call that it names by index or id, and begins a
    new one where its id is new, or where it names a function again after whole arguments.
    """

    def __init__(self) -> None:
        self._calls: list[_Open] = []

    @property
    def any(self) -> bool:
        """Whether a call has begun."""
        return bool(self._calls)

    def take(self, item: Mapping[str, object]) -> CallPiece | None:
        """Return what one item of `tool_calls` adds; None where it says nothing new."""
        function = mapping(item.get("function"))
        numbered, given = count(item.get("index")), text(item.get("id"))
        name, arguments = text(function.get("name")), _arguments(function.get("arguments"))
        at = self._place(numbered, given, name, arguments)
        if at is None:
            at = len(self._calls)
            self._calls.append(_Open(numbered, "", "", "", PairJoiner()))
        call = self._calls[at]
        new_id = "" if call.id else given
        new_name = "" if call.name else name
        more = call.joiner.feed(arguments)
        call.id, call.name, call.arguments = (
            call.id or given,
            call.name or name,
            call.arguments + more,
        )
        if not (new_id or new_name or more):
            return None
        return CallPiece(at, new_id, new_name, more)

    def close(self, *, complete: bool) -> list[CallPiece]:
        """Return the last of each call.

        Args:
            complete: The endpoint says that it wrote all that it wanted to.
        """
        pieces = [
            CallPiece(at, arguments=call.joiner.rest(), ended=complete)
            for at, call in enumerate(self._calls)
        ]
        return [piece for piece in pieces if piece.arguments or piece.ended]

    def _place(self, numbered: int | None, given: str, name: str, arguments: str) -> int | None:
        """Return which call the piece continues; None: it begins one."""
        if numbered is not None:
            same = [at for at, call in enumerate(self._calls) if call.numbered == numbered]
        elif given:
            same = [at for at, call in enumerate(self._calls) if call.id == given]
        else:
            same = list(range(len(self._calls)))
        if not same:
            return None
        at = same[-1]
        return None if _begins_another(self._calls[at], given, name, arguments) else at


def _begins_another(call: _Open, given: str, name: str, arguments: str) -> bool:
    if given and call.id and given != call.id:
        return True
    named_again = bool(name and call.name and arguments)
    return named_again and _is_whole(call.arguments)


def _is_whole(arguments: str) -> bool:
    try:
        return isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        return False


def _arguments(value: object) -> str:
    """Return the arguments' text; some endpoints send the object itself."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return text(value)
