"""Notes in the audit what each request did, before its caller hears of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kesher.domain.access import Caller
from kesher.domain.audit import LOCAL_ACTOR, NOBODY, Act, Detail, Outcome
from kesher.domain.json_value import Json
from kesher.server.audited import ACTS, Audited
from kesher.server.state import ServerState

_SAFE = ("GET", "HEAD", "OPTIONS")
_REFUSALS = (401, 403, 404, 409, 410)
"""Requests that are malformed, too many or too large are no acts."""
_KEPT_BODY_BYTES = 65_536
_KEPT_CHARS = 200


class Recorder:
    """ASGI middleware inside of the gate, which tells who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; the answer waits until its act is written."""
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except Exception:  # a fault of ours, which the layer outside answers
            await exchange.failed()
            raise


@dataclass(slots=True)
class _Exchange:
    """One request and its answer, as they pass."""

    scope: Scope
    inward: Receive
    outward: Send
    _body: bytearray = field(default_factory=bytearray)
    _start: Message | None = None
    _answered: bool = False

    async def receive(self) -> Message:
        """Give the next piece of the request, and keep a small JSON one."""
        message = await self.inward()
        piece = message.get("body", b"")
        if piece and _is_json(self.scope) and len(self._body) + len(piece) <= _KEPT_BODY_BYTES:
            self._body += piece
        return message

    async def send(self, message: Message) -> None:
        """Hold the answer's head back until its first piece says what was made."""
        if message["type"] == "http.response.start" and not self._goes_at_once(message):
            self._start = message
            return
        if not self._answered:
            start, self._start = self._start or message, None
            self._answered = True
            await self._note(start["status"], message.get("body", b""))
            if start is not message:
                await self.outward(start)
        await self.outward(message)

    def _goes_at_once(self, start: Message) -> bool:
        """Tell whether the head of a stream says all: its first event may be long in coming."""
        audited = _audited(self.scope)
        return _is_stream(start) and (audited is None or not audited.made)

    async def failed(self) -> None:
        """Note that it came to nothing, unless an answer had begun."""
        if not self._answered:
            await self._note(500, b"")

    async def _note(self, status: int, answer: bytes) -> None:
        audited = _audited(self.scope)
        outcome = _outcome(status)
        if audited is None or outcome is None:
            return
        caller: Caller | None = self.scope["state"].get("caller")
        if caller is None and outcome is not Outcome.DONE and audited.refused is None:
            return  # whoever is not signed in could fill the audit
        state: ServerState = self.scope["app"].state.kesher
        answered = _answered(answer) if outcome is Outcome.DONE else None
        await state.services.ledger.auditing.note(self._act(audited, outcome, caller, answered))

    def _act(
        self, audited: Audited, outcome: Outcome, caller: Caller | None, answered: Json
    ) -> Act:
        done = outcome is Outcome.DONE
        parameters: Mapping[str, str] = self.scope.get("path_params", {})
        names = [name for name in parameters if name != "room_id"]
        made = _found(answered, audited.made)
        room_id = (
            parameters.get("room_id")
            or self.scope["state"].get("room_id")
            or _found(answered, audited.room)
        )
        client: Sequence[str] = self.scope.get("client") or ("",)
        state: ServerState = self.scope["app"].state.kesher
        details: dict[str, Detail] = {name: str(parameters[name]) for name in names[:-1]}
        if caller is not None and caller.key is not None:
            details["user_id"] = caller.user_id
        return Act(
            at=state.services.ledger.auditing.clock(),
            actor=_found(answered, audited.by) or _actor(caller),
            action=audited.action if done else audited.refused or audited.action,
            outcome=outcome,
            room_id=room_id,
            thing_id=made or (str(parameters[names[-1]]) if names else None),
            address=str(client[0]),
            details={**details, **self._told(audited.told)},
        )

    def _told(self, names: Sequence[str]) -> dict[str, Detail]:
        """Return what is kept of the address and of the body."""
        asked: dict[str, Json] = {**QueryParams(self.scope.get("query_string", b""))}
        return {**_told(asked, names), **_told(_json(bytes(self._body)), names)}


def _audited(scope: Scope) -> Audited | None:
    route = scope.get("route")
    path = str(getattr(route, "path", "")).removeprefix("/api")
    found = ACTS.get(f"{scope['method']} {path}")
    return found if isinstance(found, Audited) else None


def _outcome(status: int) -> Outcome | None:
    if status < 400:
        return Outcome.DONE
    if status >= 500:
        return Outcome.FAILED
    return Outcome.REFUSED if status in _REFUSALS else None


def _actor(caller: Caller | None) -> str:
    if caller is None:
        return NOBODY
    if caller.key is not None:
        return caller.key.id
    return caller.user_id or LOCAL_ACTOR


def _told(body: Json, names: Sequence[str]) -> dict[str, Detail]:
    """Return those fields of a request that are kept, where they are words, numbers or ids."""
    if not isinstance(body, dict):
        return {}
    found = {name: body[name] for name in names if name in body}
    return {
        name: value[:_KEPT_CHARS] if isinstance(value, str) else value
        for name, value in found.items()
        if value is None or isinstance(value, str | int | float)
    }


def _found(value: Json, path: str) -> str | None:
    """Return the text at a path such as `person.id`; None: there is none."""
    for name in path.split(".") if path else ():
        value = value.get(name) if isinstance(value, dict) else None
    return value if path and isinstance(value, str) else None


def _is_stream(start: Message) -> bool:
    """Tell whether an answer's first piece may be long in coming."""
    return "event-stream" in Headers(raw=list(start["headers"])).get("content-type", "")


def _is_json(scope: Scope) -> bool:
    return "json" in Headers(scope=scope).get("content-type", "")


def _answered(content: bytes) -> Json:
    """Return what an answer says, or the first event of a stream."""
    _, found, event = content.partition(b"\ndata: ")
    return _json(event.partition(b"\n")[0]) if found else _json(content)


def _json(content: bytes) -> Json:
    try:
        value: Json = json.loads(content) if content else None
    except ValueError:  # a stream, a file, or half of something
        return None
    return value
