"""The one recorder of acts: in order, together where many come at once, and never silently lost."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from structlog.testing import capture_logs

from kesher.app.auditing import Auditing
from kesher.domain.audit import (
    Act,
    Action,
    AuditEvent,
    AuditFilter,
    Head,
    Verification,
    follow,
)
from kesher.domain.scope import Scope
from kesher.errors import StoreBusyError

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@dataclass
class Chain:
    """An audit store that keeps its transactions apart."""

    transactions: list[list[Act]] = field(default_factory=list)
    is_busy: bool = False

    async def append(self, scope: Scope, acts: Sequence[Act]) -> Sequence[AuditEvent]:
        await asyncio.sleep(0)
        if self.is_busy:
            raise StoreBusyError("The database is locked.")
        self.transactions.append(list(acts))
        return [follow(Head(), act) for act in acts]

    async def events(
        self, scope: Scope, wanted: AuditFilter, *, before: int | None, limit: int
    ) -> Sequence[AuditEvent]:
        raise AssertionError((scope, wanted, before, limit))

    async def verify(self, scope: Scope) -> Verification:
        raise AssertionError(scope)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _act(number: int) -> Act:
    return Act(NOW, f"usr_{number}", Action.QUESTION_ASK)


async def test_acts_that_come_while_one_is_written_are_written_together_in_order() -> None:
    chain = Chain()
    auditing = Auditing(chain, lambda: NOW)
    await asyncio.gather(*(auditing.note(_act(number)) for number in range(50)))
    assert [act for each in chain.transactions for act in each] == [_act(n) for n in range(50)]
    assert len(chain.transactions) <= 2


async def test_an_act_that_cannot_be_written_waits_for_the_next_and_the_log_says_so() -> None:
    chain = Chain(is_busy=True)
    auditing = Auditing(chain, lambda: NOW)
    with capture_logs() as said:
        await auditing.note(_act(1))
    assert [(line["event"], line["code"]) for line in said] == [("audit.waits", "store.busy")]
    chain.is_busy = False
    await auditing.system(Action.BACKUP_MADE, thing_id="גיבוי.zip")
    made = Act(NOW, "system", Action.BACKUP_MADE, thing_id="גיבוי.zip")
    assert chain.transactions == [[_act(1), made]]


async def test_of_more_than_can_wait_the_oldest_are_told_to_the_log() -> None:
    auditing = Auditing(Chain(is_busy=True), lambda: NOW, most_waiting=1)
    with capture_logs() as said:
        for number in (1, 2):
            await auditing.note(_act(number))
    lost = [line["actor"] for line in said if line["event"] == "audit.lost"]
    assert lost == ["usr_1"]
