"""The audit, on both databases: added to, read, and never changed unseen."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from contract.samples import NOW, OTHER_TENANT
from kesher.adapters.sql.audit import SqlAudit
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.store import SqlStore
from kesher.domain.audit import Act, AuditFilter, Outcome, Verification
from kesher.domain.scope import Scope
from kesher.errors import KesherError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

ALL = Scope()
DELETED = Act(
    NOW,
    "usr_dana",
    "room.delete",
    room_id="room_hr",
    address="192.0.2.7",
    details={"הערה": "נמחק \x00\ud800", "count": 3},
)
ANYTHING = AuditFilter()


@pytest.fixture
def audit(store: Store) -> SqlAudit:
    assert isinstance(store, SqlStore)
    return store.parts.audit


def _acts(count: int, action: str = "document.add") -> list[Act]:
    return [
        Act(NOW + timedelta(minutes=n), f"usr_{n % 2}", action, room_id=f"room_{n % 2}")
        for n in range(count)
    ]


async def test_acts_come_back_newest_first_as_they_were_told(audit: SqlAudit) -> None:
    other = replace(DELETED, action="session.refused", outcome=Outcome.REFUSED, room_id=None)
    await audit.append(ALL, [DELETED, other])
    found = await audit.events(ALL, ANYTHING, before=None, limit=10)
    assert [event.act for event in found] == [other, DELETED]
    assert [event.sequence for event in found] == [2, 1]
    assert await audit.events(OTHER_TENANT, ANYTHING, before=None, limit=10) == []


async def test_events_are_found_by_room_actor_action_and_time_a_page_at_a_time(
    audit: SqlAudit,
) -> None:
    await audit.append(ALL, [*_acts(4), *_acts(2, "document.delete")])

    async def sequences(wanted: AuditFilter, before: int | None = None) -> list[int]:
        found = await audit.events(ALL, wanted, before=before, limit=2)
        return [event.sequence for event in found]

    assert await sequences(ANYTHING) == [6, 5]
    assert await sequences(ANYTHING, before=5) == [4, 3]
    assert await sequences(AuditFilter(room_id="room_1")) == [6, 4]
    assert await sequences(AuditFilter(actor="usr_0", action="document.add")) == [3, 1]
    assert await sequences(AuditFilter(action="document.")) == [6, 5]
    late = NOW + timedelta(minutes=2)
    assert await sequences(AuditFilter(since=late)) == [4, 3]
    assert await sequences(AuditFilter(until=NOW + timedelta(seconds=1))) == [5, 1]


async def test_writers_at_once_make_one_whole_chain(audit: SqlAudit) -> None:
    await asyncio.gather(*(audit.append(ALL, _acts(3)) for _ in range(8)))
    assert await audit.verify(ALL) == Verification(24)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_events SET actor = 'usr_other'",
        "DELETE FROM audit_events",
        "DELETE FROM audit_heads",
        "UPDATE audit_heads SET sequence = 0",
    ],
)
async def test_the_database_itself_refuses_to_change_or_remove_events(
    audit: SqlAudit, database: Database, statement: str
) -> None:
    await audit.append(ALL, [DELETED])
    with pytest.raises(KesherError, match="audit_"):
        await database.write_all(lambda connection: connection.execute(text(statement)) and None)
    assert await audit.verify(ALL) == Verification(1)


@pytest.mark.parametrize(
    ("statement", "broken_at"),
    [
        ("UPDATE audit_events SET outcome = 'refused' WHERE sequence = 2", 2),
        ("DELETE FROM audit_events WHERE sequence = 2", 3),
        ("DELETE FROM audit_events WHERE sequence = 3", 3),
        ("UPDATE audit_events SET hash = previous WHERE sequence = 1", 1),
    ],
)
async def test_a_change_by_somebody_who_took_the_triggers_away_is_seen(
    audit: SqlAudit, database: Database, statement: str, broken_at: int
) -> None:
    await audit.append(ALL, _acts(3))
    await database.write_all(lambda connection: _without_triggers(database, connection.execute))
    await database.write_all(lambda connection: connection.execute(text(statement)) and None)
    found = await audit.verify(ALL)
    assert found.broken_at == broken_at
    assert found.reason


def _without_triggers(database: Database, execute: object) -> None:
    assert callable(execute)
    if database.is_sqlite:
        execute(text("DROP TRIGGER audit_events_kept_update"))
        execute(text("DROP TRIGGER audit_events_kept_delete"))
    else:
        execute(text("ALTER TABLE audit_events DISABLE TRIGGER ALL"))
