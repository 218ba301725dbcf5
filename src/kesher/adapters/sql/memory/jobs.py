"""Transactions on the messages that a model has yet to read."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, select, update

from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.rows import Values
from kesher.adapters.sql.memory.turns import Turn, taken_turn
from kesher.domain.ids import new_id
from kesher.domain.job import JobState, MemoryJob
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.memory import Backlog

_held = tables.memory_jobs.c
# Word for word the index's own condition: with parameters in it, SQLite would not use the index.
_OPEN = tables.OPEN_JOB


def queue_memory_job(turn: Turn, message: LogMessage, *, read_at: datetime) -> None:
    """Store that a model is to read a new message, not before `read_at`."""
    turn.connection.execute(
        insert(tables.memory_jobs).values(
            tenant_id=turn.scope.tenant_id,
            thread_id=message.thread_id,
            message_id=message.id,
            sequence=turn.next(),
            state=JobState.QUEUED,
            attempt=0,
            due_at=read_at,
        )
    )


def is_any_due(connection: Connection, *, now: datetime) -> bool:
    """Tell whether `take_memory_job` may find something, without taking a writer's turn."""
    return connection.execute(select(_held.sequence).where(_free(now)).limit(1)).first() is not None


def take_memory_job(
    connection: Connection, *, now: datetime, lease_seconds: float, limit: int
) -> MemoryJob | None:
    """Lease the oldest messages of the thread whose turn it is; None if there is none."""
    due = select(_held.tenant_id, _held.thread_id).where(_free(now))
    first = connection.execute(due.order_by(_held.due_at, _held.sequence).limit(1)).first()
    if first is None:
        return None
    scope = Scope(first.tenant_id)
    thread = and_(_held.tenant_id == scope.tenant_id, _held.thread_id == first.thread_id)
    with taken_turn(connection, scope):
        # Another program may have taken the thread while this one waited for the turn.
        free = select(_held.message_id, _held.attempt).where(thread, _OPEN, ~_is_leased(now))
        rows = connection.execute(free.order_by(_held.sequence).limit(limit)).all()
        if not rows:
            return None
        job = MemoryJob(
            id=new_id("job"),
            tenant_id=scope.tenant_id,
            thread_id=first.thread_id,
            message_ids=tuple(row.message_id for row in rows),
            attempt=max(row.attempt for row in rows) + 1,
        )
        taken = {
            "state": JobState.RUNNING,
            "lease_id": job.id,
            "attempt": job.attempt,
            "due_at": now + timedelta(seconds=lease_seconds),
        }
        these = and_(thread, _held.message_id.in_(job.message_ids))
        connection.execute(update(tables.memory_jobs).where(these).values(**taken))
    return job


def renew_memory_job(
    connection: Connection, scope: Scope, job: MemoryJob, *, now: datetime, lease_seconds: float
) -> bool:
    """Prolong the lease; False where all its messages are erased, or another took them."""
    until = now + timedelta(seconds=lease_seconds)
    renewed = update(tables.memory_jobs).where(_taken(scope, job)).values(due_at=until)
    return connection.execute(renewed).rowcount > 0


def finish_memory_job(
    connection: Connection,
    scope: Scope,
    job: MemoryJob,
    *,
    error_code: str | None,
    error: str | None,
    again_at: datetime | None,
) -> None:
    """Close a job: read, to be read again, or failed. Nothing happens if another took it."""
    if error_code is None:
        connection.execute(delete(tables.memory_jobs).where(_taken(scope, job)))
        return
    values: Values = {"error_code": error_code, "error": error, "lease_id": None}
    if again_at is None:
        values["state"] = JobState.FAILED
    else:
        values |= {"state": JobState.QUEUED, "due_at": again_at}
    connection.execute(update(tables.memory_jobs).where(_taken(scope, job)).values(**values))


def give_back_memory_job(
    connection: Connection, scope: Scope, job: MemoryJob, *, now: datetime
) -> None:
    """Queue a job's messages as if they had not been taken. Nothing happens if another took it."""
    anew: Values = {
        "state": JobState.QUEUED,
        "lease_id": None,
        "due_at": now,
        "attempt": job.attempt - 1,
    }
    connection.execute(update(tables.memory_jobs).where(_taken(scope, job)).values(**anew))


def release_memory_jobs(connection: Connection, *, now: datetime) -> int:
    """Queue all messages whose reading was under way; count them."""
    running = update(tables.memory_jobs).where(_held.state == JobState.RUNNING)
    queued = running.values(state=JobState.QUEUED, lease_id=None, due_at=now)
    return connection.execute(queued).rowcount


def retry_memory_jobs(connection: Connection, scope: Scope, *, now: datetime) -> int:
    """Queue the tenant's messages whose reading failed, as if for the first time; count them."""
    failed = and_(_held.tenant_id == scope.tenant_id, _held.state == JobState.FAILED)
    anew: Values = {"state": JobState.QUEUED, "due_at": now, "attempt": 0}
    return connection.execute(update(tables.memory_jobs).where(failed).values(**anew)).rowcount


def count_backlog(connection: Connection, scope: Scope) -> Backlog:
    """Count the tenant's messages that no model has read yet."""
    found = (
        select(_held.state, func.count())
        .where(_held.tenant_id == scope.tenant_id)
        .group_by(_held.state)
    )
    counts: dict[JobState, int] = {row[0]: row[1] for row in connection.execute(found)}
    waiting = counts.get(JobState.QUEUED, 0) + counts.get(JobState.RUNNING, 0)
    return Backlog(waiting=waiting, failed=counts.get(JobState.FAILED, 0))


def _free(now: datetime) -> ColumnElement[bool]:
    """Return what is due, in a thread that nobody is reading."""
    return and_(_OPEN, _held.due_at <= now, ~_is_leased(now))


def _is_leased(now: datetime) -> ColumnElement[bool]:
    other = tables.memory_jobs.alias().c
    return exists().where(
        other.tenant_id == _held.tenant_id,
        other.thread_id == _held.thread_id,
        other.state == JobState.RUNNING,
        other.due_at > now,
    )


def _taken(scope: Scope, job: MemoryJob) -> ColumnElement[bool]:
    return and_(
        _held.tenant_id == scope.tenant_id,
        _held.lease_id == job.id,
        _held.state == JobState.RUNNING,
    )
