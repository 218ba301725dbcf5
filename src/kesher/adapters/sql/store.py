"""The whole store on one SQL database: each call is one transaction of the modules beside this."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from kesher.adapters.sql import changes, documents, jobs, leases, pages, requests, rooms, threads
from kesher.adapters.sql import chunks as chunk_rows
from kesher.adapters.sql import trajectories as trajectory_rows
from kesher.adapters.sql.answer_records import save_answer
from kesher.adapters.sql.database import Database, utc_now
from kesher.adapters.sql.measured import count_answer, count_usage
from kesher.adapters.sql.migrating import BeforeUpgrade, migrate
from kesher.adapters.sql.parts import SqlParts
from kesher.domain.answer import Answer, Thread
from kesher.domain.answer_record import AnswerRecord
from kesher.domain.document import Chunk, Document, Page, PageFailure, Room
from kesher.domain.job import Job
from kesher.domain.request import SentRequest
from kesher.domain.retrieval import RoomFigures
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.trajectory import Event
from kesher.ports.clock import Clock
from kesher.ports.indexes import RoomChange
from kesher.ports.stores import StateChange, Store, TrajectoryHead


class SqlStore(Store):
    """Everything that Kesher keeps, in SQLite or PostgreSQL. What each call promises: the port.

    Beyond it: every call may raise `StoreError` and its kinds, and has changed nothing then.
    """

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @classmethod
    def open(
        cls,
        database_url: str,
        *,
        busy_seconds: float = 30,
        clock: Clock = utc_now,
        before_upgrade: BeforeUpgrade | None = None,
    ) -> "SqlStore":
        """Open a database, created or brought up to date where needed. Blocks: not for a loop.

        Args:
            database_url: As `sqlite_url` gives, or `postgresql+psycopg://user:password@host/name`.
            busy_seconds: Longest wait for another program's lock.
            clock: For the times at which documents were last changed, and for leases.
            before_upgrade: As for `migrate`.

        Raises:
            ConfigurationError: the URL is none that Kesher knows.
            StoreError: it cannot be reached, is damaged, or a newer Kesher made it.
        """
        database = Database(database_url, busy_seconds=busy_seconds)
        try:
            migrate(database, before_upgrade=before_upgrade)
        except BaseException:
            database.close_now()
            raise
        return cls(database, clock=clock)

    @property
    def parts(self) -> SqlParts:
        """What else the same database keeps, through the same connections."""
        return SqlParts(self._database, self._clock)

    @override
    async def close(self) -> None:
        await self._database.close()

    @override
    async def create_room(self, scope: Scope, room: Room) -> None:
        await self._database.write(rooms.create_room, scope, room)

    @override
    async def room(self, scope: RoomScope) -> Room:
        return await self._database.read_shared(rooms.read_room, scope)

    @override
    async def rooms(self, scope: Scope) -> Sequence[Room]:
        return await self._database.read(rooms.list_rooms, scope)

    @override
    async def update_room(self, scope: RoomScope, room: Room) -> None:
        await self._database.write(rooms.update_room, scope, room)

    @override
    async def delete_room(self, scope: RoomScope) -> Sequence[str]:
        left = await self._database.write(rooms.delete_room, scope)
        await self._database.empty_log()
        return left

    @override
    async def figures(self, scope: RoomScope) -> RoomFigures:
        return await self._database.read_shared(rooms.count_figures, scope)

    @override
    async def add_document(
        self, scope: RoomScope, document: Document, job: Job
    ) -> tuple[Document, bool]:
        return await self._database.write(documents.add_document, scope, document, job)

    @override
    async def document(self, scope: Scope, document_id: str) -> Document:
        return await self._database.read(documents.read_document, scope, document_id)

    @override
    async def documents(self, scope: RoomScope, *, superseded: bool = False) -> Sequence[Document]:
        return await self._database.read(documents.list_documents, scope, superseded=superseded)

    @override
    async def set_state(self, scope: RoomScope, document_id: str, change: StateChange) -> None:
        await self._database.write(
            documents.set_state, scope, document_id, change, now=self._clock()
        )

    @override
    async def unless_referred_to(self, sha256: str, drop: Callable[[], None]) -> None:
        await self._database.write_all(documents.drop_unless_referred_to, sha256, drop)

    @override
    async def delete_document(self, scope: RoomScope, document_id: str) -> Sequence[str]:
        left = await self._database.write(
            documents.delete_document, scope, document_id, now=self._clock()
        )
        await self._database.empty_log()
        return left

    @override
    async def save_page(self, scope: RoomScope, document_id: str, *read: Page) -> None:
        await self._database.write(pages.save_pages, scope, document_id, read, now=self._clock())

    @override
    async def save_page_failure(
        self, scope: RoomScope, document_id: str, failure: PageFailure
    ) -> None:
        await self._database.write(
            pages.save_page_failure, scope, document_id, failure, now=self._clock()
        )

    @override
    async def page(self, scope: Scope, document_id: str, number: int) -> Page:
        return await self._database.read(pages.read_page, scope, document_id, number)

    @override
    async def pages(self, scope: RoomScope, document_id: str) -> Sequence[Page]:
        return await self._database.read(pages.read_pages, scope, document_id)

    @override
    async def page_numbers_done(self, scope: RoomScope, document_id: str) -> frozenset[int]:
        return await self._database.read(pages.numbers_done, scope, document_id)

    @override
    async def save_chunks(
        self, scope: RoomScope, document_id: str, chunks: Sequence[Chunk]
    ) -> None:
        await self._database.write(
            chunk_rows.save_chunks, scope, document_id, chunks, now=self._clock()
        )

    @override
    async def save_vectors(
        self,
        scope: RoomScope,
        document_id: str,
        vectors: Mapping[str, NDArray[np.float32]],
        *,
        embedder: str,
    ) -> None:
        now = self._clock()
        await self._database.write(
            chunk_rows.save_vectors, scope, document_id, vectors, embedder=embedder, now=now
        )

    @override
    async def chunks_without_vector(
        self, scope: RoomScope, document_id: str, *, embedder: str
    ) -> Sequence[Chunk]:
        return await self._database.read(
            chunk_rows.chunks_without_vector, scope, document_id, embedder=embedder
        )

    @override
    async def publish(self, scope: RoomScope, document_id: str, *, embedder: str) -> None:
        await self._database.write(
            chunk_rows.publish, scope, document_id, embedder=embedder, now=self._clock()
        )

    @override
    async def join(
        self, scope: RoomScope, chunk_ids: Sequence[str], *, superseded: bool = False
    ) -> Mapping[str, tuple[Chunk, Document]]:
        return await self._database.read(
            chunk_rows.join_chunks, scope, chunk_ids, superseded=superseded
        )

    @override
    async def chunk(self, scope: Scope, chunk_id: str) -> tuple[Chunk, Document]:
        return await self._database.read(chunk_rows.read_chunk, scope, chunk_id)

    @override
    async def chunk_ids(self, scope: RoomScope, document_ids: Sequence[str]) -> frozenset[str]:
        return await self._database.read(chunk_rows.chunk_ids_in, scope, document_ids)

    @override
    async def adjacent(
        self, scope: RoomScope, document_id: str, ordinals: Sequence[int]
    ) -> Sequence[Chunk]:
        return await self._database.read(chunk_rows.adjacent_chunks, scope, document_id, ordinals)

    @override
    async def room_sequence(self, scope: RoomScope) -> int:
        return await self._database.read_shared(changes.read_sequence, scope)

    @override
    async def changes_after(
        self, scope: RoomScope, sequence: int, *, embedder: str | None, limit: int = 64
    ) -> Sequence[RoomChange]:
        return await self._database.read(
            changes.read_changes, scope, sequence, embedder=embedder, limit=limit
        )

    @override
    async def create_thread(self, scope: RoomScope, thread: Thread) -> None:
        await self._database.write(threads.create_thread, scope, thread)

    @override
    async def thread(self, scope: Scope, thread_id: str) -> Thread:
        return await self._database.read(threads.read_thread, scope, thread_id)

    @override
    async def threads(self, scope: RoomScope) -> Sequence[Thread]:
        return await self._database.read(threads.list_threads, scope)

    @override
    async def update_thread(self, scope: Scope, thread: Thread) -> None:
        await self._database.write(threads.update_thread, scope, thread)

    @override
    async def delete_thread(self, scope: Scope, thread_id: str) -> None:
        await self._database.write(threads.delete_thread, scope, thread_id)
        await self._database.empty_log()

    @override
    async def save_answer(
        self, scope: RoomScope, answer: Answer, record: AnswerRecord | None = None
    ) -> Answer:
        kept = await self._database.write(save_answer, scope, answer, record)
        count_answer(answer)
        return kept

    @override
    async def answers(self, scope: Scope, thread_id: str) -> Sequence[Answer]:
        return await self._database.read(threads.list_answers, scope, thread_id)

    @override
    async def create_trajectory(self, scope: Scope, head: TrajectoryHead) -> None:
        await self._database.write(trajectory_rows.create_trajectory, scope, head)

    @override
    async def append_event(
        self, scope: Scope, trajectory_id: str, event: Event, *, owner: str | None = None
    ) -> None:
        now = self._clock()
        await self._database.write(
            trajectory_rows.append_event, scope, trajectory_id, event, owner=owner, now=now
        )

    @override
    async def take_lease(
        self,
        scope: Scope,
        trajectory_id: str,
        *,
        owner: str,
        seconds: float,
        from_anybody: bool = False,
    ) -> None:
        take, span = leases.of_trajectories.take, leases.Span(self._clock(), seconds)
        await self._database.write(
            take, scope, trajectory_id, owner=owner, span=span, from_anybody=from_anybody
        )

    @override
    async def renew_lease(
        self, scope: Scope, trajectory_id: str, *, owner: str, seconds: float
    ) -> bool:
        renew, span = leases.of_trajectories.renew, leases.Span(self._clock(), seconds)
        return await self._database.write(renew, scope, trajectory_id, owner=owner, span=span)

    @override
    async def end_lease(self, scope: Scope, trajectory_id: str, *, owner: str) -> None:
        await self._database.write(leases.of_trajectories.end, scope, trajectory_id, owner=owner)

    @override
    async def check_not_leased(self, scope: Scope, trajectory_id: str) -> None:
        check = leases.of_trajectories.check_may_write
        await self._database.read(check, scope, trajectory_id, None, self._clock())

    @override
    async def end_all_leases(self) -> int:
        return await self._database.write_all(leases.of_trajectories.end_all)

    @override
    async def trajectory_head(self, scope: Scope, trajectory_id: str) -> TrajectoryHead:
        return await self._database.read(trajectory_rows.read_head, scope, trajectory_id)

    @override
    async def trajectory_events(
        self, scope: Scope, trajectory_id: str, *, after: int = -1
    ) -> Sequence[Event]:
        return await self._database.read(
            trajectory_rows.read_events, scope, trajectory_id, after=after
        )

    @override
    async def trajectories(self, scope: Scope) -> Sequence[TrajectoryHead]:
        return await self._database.read(trajectory_rows.list_heads, scope)

    @override
    async def last_events(self, scope: Scope) -> Sequence[tuple[TrajectoryHead, Event]]:
        return await self._database.read(trajectory_rows.last_events, scope)

    @override
    async def delete_trajectory(self, scope: Scope, trajectory_id: str) -> None:
        await self._database.write(trajectory_rows.delete_trajectory, scope, trajectory_id)
        await self._database.empty_log()

    @override
    async def save_request(
        self, scope: Scope, request: SentRequest, *, room_id: str | None = None
    ) -> None:
        await self._database.write(requests.save_request, scope, request, room_id=room_id)
        count_usage(request)

    @override
    async def request(self, scope: Scope, request_id: str) -> SentRequest:
        return await self._database.read(requests.read_request, scope, request_id)

    @override
    async def requests(self, scope: Scope, owner_id: str) -> Sequence[SentRequest]:
        return await self._database.read(requests.list_requests, scope, owner_id)

    @override
    async def take(self, *, now: datetime, lease_seconds: float) -> Job | None:
        # On SQLite whoever only looks must not wait for a writer's turn.
        if self._database.is_sqlite and not await self._database.read_all(
            jobs.is_any_free, now=now
        ):
            return None
        return await self._database.write_all(jobs.take_job, now=now, lease_seconds=lease_seconds)

    @override
    async def renew(self, job: Job, *, now: datetime, lease_seconds: float) -> bool:
        return await self._database.write(
            jobs.renew_job, _of(job), job, now=now, lease_seconds=lease_seconds
        )

    @override
    async def finish(
        self, job: Job, *, error_code: str | None = None, error: str | None = None
    ) -> None:
        await self._database.write(
            jobs.finish_job, _of(job), job, error_code=error_code, error=error, now=self._clock()
        )

    @override
    async def give_back(self, job: Job) -> None:
        await self._database.write(jobs.give_back_job, _of(job), job)

    @override
    async def release_all(self) -> int:
        return await self._database.write_all(jobs.release_jobs)

    @override
    async def cancel(self, scope: RoomScope, document_id: str) -> bool:
        return await self._database.write(jobs.cancel_job, scope, document_id, now=self._clock())

    @override
    async def requeue(self, scope: RoomScope, document_id: str, job: Job) -> bool:
        return await self._database.write(
            jobs.requeue_job, scope, document_id, job, now=self._clock()
        )


def _of(job: Job) -> RoomScope:
    """Return the scope in which a job was taken."""
    return RoomScope(job.tenant_id, job.room_id)
