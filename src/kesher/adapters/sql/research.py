"""Transactions on deep-research runs and their steps."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, exists, insert, select, true, update
from typing_extensions import override

from kesher.adapters.sql import research_details, tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.erased_documents import erased_among
from kesher.adapters.sql.erased_records import Erasing, bare_step
from kesher.adapters.sql.leases import Leases, Span
from kesher.adapters.sql.locks import in_room, with_id
from kesher.adapters.sql.research_tables import research_runs, research_steps
from kesher.domain.research import Limits, RecordedStep, ResearchRun, Searched, Step
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.research import ResearchStore

_leases = Leases(research_runs, "research")
_threads = tables.threads
_ANSWERED = (
    exists()
    .where(
        tables.answers.c.tenant_id == research_runs.c.tenant_id,
        tables.answers.c.id == research_runs.c.answer_id,
    )
    .label("answered")
)


class SqlResearch(ResearchStore):
    """Runs in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def create_run(self, scope: RoomScope, run: ResearchRun) -> None:
        await self._database.write(_create_run, scope, run)

    @override
    async def run(self, scope: Scope, run_id: str) -> ResearchRun:
        return await self._database.read(_read_run, scope, run_id)

    @override
    async def runs(self, scope: RoomScope) -> Sequence[ResearchRun]:
        return await self._database.read(_list_runs, scope)

    @override
    async def append_step(self, scope: Scope, run_id: str, step: Step, *, owner: str) -> None:
        await self._database.write(
            _append_step, scope, run_id, step, owner=owner, now=self._clock()
        )

    @override
    async def steps(self, scope: Scope, run_id: str) -> Sequence[RecordedStep]:
        return await self._database.read(_read_steps, scope, run_id)

    @override
    async def take_lease(
        self,
        scope: Scope,
        identifier: str,
        /,
        *,
        owner: str,
        seconds: float,
        from_anybody: bool = False,
    ) -> None:
        await self._database.write(
            _leases.take,
            scope,
            identifier,
            owner=owner,
            span=Span(self._clock(), seconds),
            from_anybody=from_anybody,
        )

    @override
    async def renew_lease(
        self, scope: Scope, identifier: str, /, *, owner: str, seconds: float
    ) -> bool:
        span = Span(self._clock(), seconds)
        return await self._database.write(_leases.renew, scope, identifier, owner=owner, span=span)

    @override
    async def end_lease(self, scope: Scope, identifier: str, /, *, owner: str) -> None:
        await self._database.write(_leases.end, scope, identifier, owner=owner)

    @override
    async def end_research_leases(self) -> int:
        return await self._database.write_all(_leases.end_all)


def _create_run(connection: Connection, scope: RoomScope, run: ResearchRun) -> None:
    thread = select(tables.threads.c.id).where(
        in_room(tables.threads, scope), tables.threads.c.id == run.thread_id
    )
    if connection.execute(thread.with_for_update(key_share=True)).first() is None:
        raise NotFoundError("thread", run.thread_id)
    connection.execute(
        insert(research_runs).values(
            tenant_id=scope.tenant_id,
            room_id=scope.room_id,
            id=run.id,
            thread_id=run.thread_id,
            answer_id=run.answer_id,
            question=run.question,
            earlier=run.earlier,
            model=run.model,
            limit_tokens=run.limits.tokens,
            limit_usd=run.limits.usd,
            created_at=run.created_at,
            length=0,
        )
    )


def _read_run(connection: Connection, scope: Scope, run_id: str) -> ResearchRun:
    found = select(research_runs, _ANSWERED).where(with_id(research_runs, scope, run_id))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("research", run_id)
    return _run_from(row)


def _list_runs(connection: Connection, scope: RoomScope) -> Sequence[ResearchRun]:
    held = research_runs.c
    found = select(research_runs, _ANSWERED).where(in_room(research_runs, scope), _own_of(scope))
    newest = found.order_by(held.created_at.desc(), held.id.desc())
    return [_run_from(row) for row in connection.execute(newest)]


def _own_of(scope: RoomScope) -> ColumnElement[bool]:
    """Return the condition that a run is in a thread of the scope's person; none: in any."""
    if scope.user_id is None:
        return true()
    return research_runs.c.thread_id.in_(
        select(_threads.c.id).where(in_room(_threads, scope), _threads.c.user_id == scope.user_id)
    )


def _append_step(
    connection: Connection, scope: Scope, run_id: str, step: Step, *, owner: str, now: datetime
) -> None:
    held = research_runs.c
    this = with_id(research_runs, scope, run_id)
    follows = update(research_runs).where(this, _leases.may_write(owner, now))
    sequence = connection.scalar(follows.values(length=held.length + 1).returning(held.length))
    if sequence is None:
        _leases.check_may_write(connection, scope, run_id, owner, now)
        raise NotFoundError("research", run_id)
    connection.execute(
        insert(research_steps).values(
            tenant_id=scope.tenant_id,
            run_id=run_id,
            sequence=sequence - 1,
            at=now,
            payload=research_details.write(_bare(connection, scope, step)),
        )
    )


def _bare(connection: Connection, scope: Scope, step: Step) -> Step:
    """Return a step without the documents that were erased while it was made."""
    if not isinstance(step, Searched):
        return step
    found = step.retrieval
    named = {hit.chunk.document_id for hit in (*found.hits, *found.neighbours)}
    gone = erased_among(connection, scope, named)
    if not gone:
        return step
    return bare_step(step, Erasing(frozenset(gone), frozenset(), max(gone.values())))


def _read_steps(connection: Connection, scope: Scope, run_id: str) -> Sequence[RecordedStep]:
    _read_run(connection, scope, run_id)
    held = research_steps.c
    found = select(research_steps).where(held.tenant_id == scope.tenant_id, held.run_id == run_id)
    rows = connection.execute(found.order_by(held.sequence)).all()
    return [
        RecordedStep(row.sequence, row.at, research_details.read(row.payload, place=run_id))
        for row in rows
    ]


def _run_from(row: Row[Any]) -> ResearchRun:
    return ResearchRun(
        id=row.id,
        room_id=row.room_id,
        thread_id=row.thread_id,
        answer_id=row.answer_id,
        question=row.question,
        earlier=row.earlier,
        model=row.model,
        limits=Limits(row.limit_tokens, row.limit_usd),
        created_at=row.created_at,
        leased_until=row.leased_until,
        answered=row.answered,
    )
