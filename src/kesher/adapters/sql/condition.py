"""How the database is, for who watches a server: read, and nothing changed."""

from collections.abc import Mapping

from sqlalchemy import Connection, func, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.forms import newest_form, revision_of
from kesher.domain.job import JobState
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.condition import Condition, Queue

_WATCHED = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)


class SqlCondition(Condition):
    """What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def is_current(self) -> bool:
        return await self._database.read_all(revision_of) == newest_form()

    @override
    async def queue(self, scope: Scope) -> Queue:
        return await self._database.read(_queue, scope)

    @override
    async def sequences(self, scope: Scope) -> Mapping[RoomScope, int]:
        return await self._database.read(_sequences, scope)

    @override
    def connections(self) -> Mapping[str, int]:
        return self._database.connections()


def _queue(connection: Connection, scope: Scope) -> Queue:
    held = tables.jobs.c
    watched = (held.tenant_id == scope.tenant_id) & held.state.in_(_WATCHED)
    by_state = select(held.state, func.count(), func.min(held.created_at)).where(watched)
    rows = {row[0]: row for row in connection.execute(by_state.group_by(held.state))}
    oldest = rows[JobState.QUEUED][2] if JobState.QUEUED in rows else None
    return Queue({state: rows[state][1] if state in rows else 0 for state in _WATCHED}, oldest)


def _sequences(connection: Connection, scope: Scope) -> Mapping[RoomScope, int]:
    held = tables.rooms.c
    rows = connection.execute(
        select(held.id, held.sequence).where(held.tenant_id == scope.tenant_id)
    )
    return {RoomScope(scope.tenant_id, room_id): sequence for room_id, sequence in rows}
