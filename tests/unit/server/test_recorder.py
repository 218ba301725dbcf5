"""When an act is noted: before its caller hears of it, and also where it came to nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from kesher.app.auditing import Auditing
from kesher.domain.access import LOCAL
from kesher.domain.audit import Act, AuditEvent, AuditFilter, Head, Outcome, Verification, follow
from kesher.domain.scope import Scope as StoreScope
from kesher.server.recorder import Recorder

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class Place:
    """An audit, and what a caller has heard, in the order in which they came."""

    came: list[object] = field(default_factory=list)

    async def append(self, scope: StoreScope, acts: Sequence[Act]) -> Sequence[AuditEvent]:
        self.came += acts
        return [follow(Head(), act) for act in acts]

    async def events(
        self, scope: StoreScope, wanted: AuditFilter, *, before: int | None, limit: int
    ) -> Sequence[AuditEvent]:
        raise AssertionError((scope, wanted, before, limit))

    async def verify(self, scope: StoreScope) -> Verification:
        raise AssertionError(scope)

    async def hear(self, message: Message) -> None:
        self.came.append(message["type"])


def _request(place: Place, method: str, path: str) -> Scope:
    ledger = SimpleNamespace(auditing=Auditing(place, lambda: datetime(2026, 11, 30, tzinfo=UTC)))
    kesher = SimpleNamespace(services=SimpleNamespace(ledger=ledger))
    return {
        "type": "http",
        "method": method,
        "headers": [],
        "route": SimpleNamespace(path=f"/api{path}"),
        "path_params": {"room_id": "room_hr"},
        "state": {"caller": LOCAL},
        "app": SimpleNamespace(state=SimpleNamespace(kesher=kesher)),
    }


async def _nothing() -> Message:
    return {"type": "http.request", "body": b""}


async def _send(place: Place, app: Any, method: str = "DELETE") -> None:
    scope = _request(place, method, "/rooms/{room_id}")
    await Recorder(app)(scope, _nothing, place.hear)


def _answering(status: int, kind: bytes = b"application/json") -> Any:
    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-type", kind)]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return app


@pytest.mark.parametrize("kind", [b"application/json", b"text/event-stream; charset=utf-8"])
async def test_the_act_is_written_before_its_caller_hears_of_it(kind: bytes) -> None:
    place = Place()
    await _send(place, _answering(200, kind))
    act, *heard = place.came
    assert isinstance(act, Act)
    assert (act.actor, act.action, act.room_id) == ("local", "room.delete", "room_hr")
    assert heard == ["http.response.start", "http.response.body"]


async def test_a_fault_of_ours_is_noted_as_failed_and_goes_on_to_whoever_answers_it() -> None:
    place = Place()

    async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await _send(place, broken)
    (act,) = place.came
    assert isinstance(act, Act)
    assert act.outcome is Outcome.FAILED


@pytest.mark.parametrize(("status", "method"), [(422, "DELETE"), (429, "DELETE"), (200, "GET")])
async def test_what_is_malformed_too_much_or_only_read_is_no_act(status: int, method: str) -> None:
    place = Place()
    await _send(place, _answering(status), method)
    assert place.came == ["http.response.start", "http.response.body"]
