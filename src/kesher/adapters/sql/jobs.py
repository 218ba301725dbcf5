"""Transactions on jobs. A job that was taken is known again by its attempt number."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    false,
    insert,
    or_,
    select,
    true,
    update,
)

from kesher.adapters.sql import tables
from kesher.adapters.sql.locks import lock_document, of_document, with_id
from kesher.adapters.sql.notifying import notify
from kesher.adapters.sql.pages import forget_unread
from kesher.adapters.sql.records import job_from
from kesher.domain.document import DocumentState
from kesher.domain.job import Job, JobState
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.signals import Signal, SignalKind

_held = tables.jobs.c
_OPEN = _held.state.in_((JobState.QUEUED, JobState.RUNNING))


def insert_job(connection: Connection, scope: RoomScope, document_id: str, job: Job) -> None:
    """Store a new job on a document of the scope's room, queued."""
    connection.execute(
        insert(tables.jobs).values(
            tenant_id=scope.tenant_id,
            room_id=scope.room_id,
            id=job.id,
            document_id=document_id,
            kind=job.kind,
            state=JobState.QUEUED,
            attempt=job.attempt,
            created_at=job.created_at,
            cancel_requested=False,
        )
    )
    notify(connection, Signal(SignalKind.JOB))


def is_any_free(connection: Connection, *, now: datetime) -> bool:
    """Tell whether `take_job` may find something, without taking a writer's turn."""
    free = or_(_takeable(now), _unheard(now))
    return connection.execute(select(_held.id).where(free).limit(1)).first() is not None


def is_job_open(connection: Connection, scope: RoomScope, document_id: str) -> bool:
    """Tell whether work on a document waits or is under way."""
    return _open_job(connection, scope, document_id) is not None


def take_job(connection: Connection, *, now: datetime, lease_seconds: float) -> Job | None:
    """Lease the oldest job that is queued or whose lease lapsed; None if there is none."""
    _close_cancelled(connection, _unheard(now))
    oldest = (
        select(tables.jobs)
        .where(_takeable(now))
        .order_by(_held.created_at, _held.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = connection.execute(oldest).first()
    if row is None:
        return None
    this = _this_job(job_from(row))
    connection.execute(
        update(tables.jobs)
        .where(this)
        .values(
            state=JobState.RUNNING,
            attempt=row.attempt + 1,
            leased_until=now + timedelta(seconds=lease_seconds),
        )
    )
    return job_from(connection.execute(select(tables.jobs).where(this)).one())


def renew_job(
    connection: Connection, scope: RoomScope, job: Job, *, now: datetime, lease_seconds: float
) -> bool:
    """Prolong the lease; False where the job was cancelled, removed, or taken by another.

    The False of a cancelled job also closes it: its worker has heard.
    """
    held = _lock_taken(connection, scope, job)
    if held is None:
        return False
    if held.cancel_requested:
        _close(connection, job, JobState.CANCELLED)
        return False
    until = now + timedelta(seconds=lease_seconds)
    connection.execute(update(tables.jobs).where(_this_job(job)).values(leased_until=until))
    return True


def finish_job(
    connection: Connection,
    scope: RoomScope,
    job: Job,
    *,
    error_code: str | None,
    error: str | None,
    now: datetime,
) -> None:
    """Close a job, and let its document fail with it where it failed.

    Nothing happens where the job is gone, closed, or taken by another.
    """
    try:
        state = lock_document(connection, scope, job.document_id)
    except NotFoundError:
        return  # the job went with its document
    held = _lock_taken(connection, scope, job)
    if held is None:
        return
    if held.cancel_requested:
        _close(connection, job, JobState.CANCELLED)
    elif error_code is None:
        _close(connection, job, JobState.DONE)
    else:
        _close(connection, job, JobState.FAILED, error_code=error_code, error=error)
        if state is not DocumentState.READY:
            failed = {"state": DocumentState.FAILED, "error_code": error_code, "error": error}
            _update_document(connection, scope, job.document_id, failed, now=now)


def give_back_job(connection: Connection, scope: RoomScope, job: Job) -> None:
    """Queue a job again that its taker leaves; nothing happens where it is no longer its own."""
    held = _lock_taken(connection, scope, job)
    if held is None:
        return
    if held.cancel_requested:
        _close(connection, job, JobState.CANCELLED)
        return
    queued = update(tables.jobs).where(_this_job(job))
    connection.execute(queued.values(state=JobState.QUEUED, leased_until=None))
    notify(connection, Signal(SignalKind.JOB))


def release_jobs(connection: Connection) -> int:
    """Queue every running job again, close those that were cancelled, and count the former."""
    _close_cancelled(connection, _held.state == JobState.RUNNING)
    running = update(tables.jobs).where(_held.state == JobState.RUNNING)
    queued = running.values(state=JobState.QUEUED, leased_until=None)
    return connection.execute(queued).rowcount


def cancel_job(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> bool:
    """Cancel the open job of a document, which is cancelled from now on; False if none was open.

    A running job stays open until its worker has heard, or its lease has lapsed.
    """
    state = lock_document(connection, scope, document_id)
    row = _open_job(connection, scope, document_id)
    if row is None or state is DocumentState.READY:
        return False  # all of a ready document's work is done, though its job be open still
    if row.state is JobState.QUEUED:
        _close(connection, job_from(row), JobState.CANCELLED)
    else:
        asked = update(tables.jobs).where(_this_job(job_from(row)))
        connection.execute(asked.values(cancel_requested=True))
    cancelled = {"state": DocumentState.CANCELLED, "error_code": None, "error": None}
    _update_document(connection, scope, document_id, cancelled, now=now)
    return True


def requeue_job(
    connection: Connection, scope: RoomScope, document_id: str, job: Job, *, now: datetime
) -> bool:
    """Add a job and set the document queued, its unread pages to be read; False if one is open."""
    lock_document(connection, scope, document_id)
    if _open_job(connection, scope, document_id) is not None:
        return False
    insert_job(connection, scope, document_id, job)
    forget_unread(connection, scope, document_id, now=now)
    queued = {"state": DocumentState.QUEUED, "error_code": None, "error": None}
    _update_document(connection, scope, document_id, queued, now=now)
    return True


def _takeable(now: datetime) -> ColumnElement[bool]:
    lapsed = and_(_held.state == JobState.RUNNING, _held.leased_until <= now)
    return and_(
        _OPEN, _held.cancel_requested == false(), or_(_held.state == JobState.QUEUED, lapsed)
    )


def _unheard(now: datetime) -> ColumnElement[bool]:
    return and_(
        _held.state == JobState.RUNNING,
        _held.cancel_requested == true(),
        _held.leased_until <= now,
    )


def _this_job(job: Job) -> ColumnElement[bool]:
    return with_id(tables.jobs, Scope(job.tenant_id), job.id)


def _lock_taken(connection: Connection, scope: RoomScope, job: Job) -> Row[Any] | None:
    """Hold the job's row if it is still running in the hands that took it, else return None."""
    running = and_(_held.state == JobState.RUNNING, _held.attempt == job.attempt)
    found = select(tables.jobs).where(with_id(tables.jobs, scope, job.id), running)
    return connection.execute(found.with_for_update()).first()


def _open_job(connection: Connection, scope: RoomScope, document_id: str) -> Row[Any] | None:
    found = select(tables.jobs).where(of_document(tables.jobs, scope, document_id), _OPEN)
    return connection.execute(found.with_for_update()).first()


def _close(
    connection: Connection,
    job: Job,
    state: JobState,
    *,
    error_code: str | None = None,
    error: str | None = None,
) -> None:
    connection.execute(
        update(tables.jobs)
        .where(_this_job(job))
        .values(state=state, leased_until=None, error_code=error_code, error=error)
    )


def _close_cancelled(connection: Connection, condition: ColumnElement[bool]) -> None:
    """Close the jobs that were cancelled and have no worker that could hear of it."""
    connection.execute(
        update(tables.jobs)
        .where(condition, _held.cancel_requested == true())
        .values(state=JobState.CANCELLED, leased_until=None)
    )


def _update_document(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    values: Mapping[str, object],
    *,
    now: datetime,
) -> None:
    connection.execute(
        update(tables.documents)
        .where(with_id(tables.documents, scope, document_id))
        .values(**values, updated_at=now)
    )
