"""What we ask of the database. Every call carries its scope and is one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kesher.domain.answer import Answer, Thread
from kesher.domain.answer_record import AnswerRecord
from kesher.domain.document import Chunk, Document, DocumentState, Page, PageFailure, Room
from kesher.domain.job import Job
from kesher.domain.request import SentRequest
from kesher.domain.retrieval import RoomFigures
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.trajectory import Event, Prefix
from kesher.ports.indexes import ChangeFeed


class RoomStore(Protocol):
    """Rooms of a tenant."""

    async def create_room(self, scope: Scope, room: Room) -> None:
        """Store a new room.

        Raises:
            ConflictError: the tenant has a room of that name.
        """
        ...

    async def room(self, scope: RoomScope) -> Room:
        """Return the room.

        Raises:
            NotFoundError: none of that id in the tenant.
        """
        ...

    async def rooms(self, scope: Scope) -> Sequence[Room]:
        """Return the rooms where the scope's person has a role (none given: all), by name."""
        ...

    async def update_room(self, scope: RoomScope, room: Room) -> None:
        """Replace name and languages. Raises ConflictError or NotFoundError."""
        ...

    async def delete_room(self, scope: RoomScope) -> Sequence[str]:
        """Remove the room and all that it holds; return the blobs that are left over."""
        ...

    async def figures(self, scope: RoomScope) -> RoomFigures:
        """Count what the room holds, ready documents only."""
        ...


@dataclass(frozen=True, slots=True)
class StateChange:
    """How far a document has come; None leaves a number as it was, errors are always replaced."""

    state: DocumentState
    pages_total: int | None = None
    chunks_total: int | None = None
    error_code: str | None = None
    error: str | None = None


class DocumentStore(ChangeFeed, Protocol):
    """Documents, pages, chunks and vectors of a room; and the room's sequence of changes."""

    async def add_document(
        self, scope: RoomScope, document: Document, job: Job
    ) -> tuple[Document, bool]:
        """Store a document and its job in one transaction, unless the room has these bytes.

        Returns:
            The stored document, and True if it is new; else the one that was there, and False.
            Of two callers in a race, one gets True.
        """
        ...

    async def document(self, scope: Scope, document_id: str) -> Document:
        """Return a document of any room of the tenant. Raises NotFoundError."""
        ...

    async def documents(self, scope: RoomScope, *, superseded: bool = False) -> Sequence[Document]:
        """Return the room's documents, oldest first; superseded versions only where asked for."""
        ...

    async def set_state(self, scope: RoomScope, document_id: str, change: StateChange) -> None:
        """Move a document on. Raises NotFoundError if it is gone."""
        ...

    async def save_page(self, scope: RoomScope, document_id: str, *read: Page) -> None:
        """Store pages as read, in one step, replacing earlier readings or failures of them."""
        ...

    async def save_page_failure(
        self, scope: RoomScope, document_id: str, failure: PageFailure
    ) -> None:
        """Store that a page could not be read, replacing an earlier reading or failure of it."""
        ...

    async def page(self, scope: Scope, document_id: str, number: int) -> Page:
        """Return one page, boxes included. Raises NotFoundError."""
        ...

    async def pages(self, scope: RoomScope, document_id: str) -> Sequence[Page]:
        """Return all pages that were read, by number."""
        ...

    async def page_numbers_done(self, scope: RoomScope, document_id: str) -> frozenset[int]:
        """Return the numbers of the pages that were read or failed, so that work resumes."""
        ...

    async def save_chunks(
        self, scope: RoomScope, document_id: str, chunks: Sequence[Chunk]
    ) -> None:
        """Replace the document's chunks, none of them visible to search before `publish`."""
        ...

    async def save_vectors(
        self,
        scope: RoomScope,
        document_id: str,
        vectors: Mapping[str, NDArray[np.float32]],
        *,
        embedder: str,
    ) -> None:
        """Store vectors by chunk id (float32, unit length) as a batch is done."""
        ...

    async def chunks_without_vector(
        self, scope: RoomScope, document_id: str, *, embedder: str
    ) -> Sequence[Chunk]:
        """Return the saved chunks that still lack a vector of `embedder`, by ordinal."""
        ...

    async def publish(self, scope: RoomScope, document_id: str, *, embedder: str) -> None:
        """Make the document `ready` and number the change, in one transaction.

        A new version takes the place of the current one at the same instant.

        Raises:
            ConflictError: a chunk lacks its vector.
        """
        ...

    async def join(
        self, scope: RoomScope, chunk_ids: Sequence[str], *, superseded: bool = False
    ) -> Mapping[str, tuple[Chunk, Document]]:
        """Return those of the chunks that are searched in this room, or also were, by id."""
        ...

    async def chunk(self, scope: Scope, chunk_id: str) -> tuple[Chunk, Document]:
        """Return one chunk of any room of the tenant with its document. Raises NotFoundError."""
        ...

    async def adjacent(
        self, scope: RoomScope, document_id: str, ordinals: Sequence[int]
    ) -> Sequence[Chunk]:
        """Return the document's chunks with these ordinals, those that exist."""
        ...

    async def unless_referred_to(self, sha256: str, drop: Callable[[], None]) -> None:
        """Call `drop`, which removes these bytes, unless a document of any tenant has them.

        Until it returns no process on the database can store a document that has them: one that
        does so afterwards finds the file gone.
        """
        ...

    async def delete_document(self, scope: RoomScope, document_id: str) -> Sequence[str]:
        """Remove document, pages, chunks, vectors and jobs, and number the change.

        Its current version takes all others along; any other version goes alone.
        The texts of recorded segments that hold its chunks go too; their hashes stay.

        Returns:
            The blobs (sha256) that no document refers to any more.

        Raises:
            NotFoundError: there is none; nothing changed.
        """
        ...


class ThreadStore(Protocol):
    """Threads and their answers."""

    async def create_thread(self, scope: RoomScope, thread: Thread) -> None:
        """Store a new thread."""
        ...

    async def thread(self, scope: Scope, thread_id: str) -> Thread:
        """Return a thread of any room of the tenant. Raises NotFoundError."""
        ...

    async def threads(self, scope: RoomScope) -> Sequence[Thread]:
        """Return the room's threads, newest first."""
        ...

    async def update_thread(self, scope: Scope, thread: Thread) -> None:
        """Replace what may change of a thread. Raises NotFoundError: the person has none such."""
        ...

    async def delete_thread(self, scope: Scope, thread_id: str) -> None:
        """Remove a thread, its answers and its requests. Raises NotFoundError."""
        ...

    async def save_answer(
        self, scope: RoomScope, answer: Answer, record: AnswerRecord | None = None
    ) -> Answer:
        """Append an answer with the record behind it; return it, bare of what was erased since."""
        ...

    async def answers(self, scope: Scope, thread_id: str) -> Sequence[Answer]:
        """Return the thread's answers, oldest first. Raises NotFoundError if there is no thread."""
        ...


@dataclass(frozen=True, slots=True)
class TrajectoryHead:
    """A trajectory without its events.

    Attributes:
        title: The first request, shortened, for a list.
        profile: Name of the profile it is assembled for.
        parent_id: The trajectory that delegated to this one; None: started by a caller.
    """

    id: str
    prefix: Prefix
    profile: str
    title: str
    created_at: datetime
    parent_id: str | None = None


class TrajectoryStore(Protocol):
    """Trajectories, their events, and the requests that were sent, all of one tenant."""

    async def create_trajectory(self, scope: Scope, head: TrajectoryHead) -> None:
        """Store a new trajectory. Raises ConflictError if the id is taken."""
        ...

    async def append_event(
        self, scope: Scope, trajectory_id: str, event: Event, *, owner: str | None = None
    ) -> None:
        """Store the next event, durable before this returns.

        Args:
            owner: Who holds the trajectory, as `take_lease` was given it; None: nobody may.

        Raises:
            NotFoundError: no such trajectory in the tenant.
            TrajectoryInUseError: another holds it. Nothing changed.
            ConflictError: its sequence is not the next, or `previous` is not the last hash:
                another process went on with the trajectory. Nothing changed.
        """
        ...

    async def take_lease(
        self,
        scope: Scope,
        trajectory_id: str,
        *,
        owner: str,
        seconds: float,
        from_anybody: bool = False,
    ) -> None:
        """Hold a trajectory, so that nobody else runs it; a lease that lapsed is taken over.

        Args:
            owner: Told to whoever is refused; no two holders may share it.
            seconds: After this long without `renew_lease` another may take it.
            from_anybody: Also where it is held: for a sub-agent's, which belongs to whoever holds
                its parent's.

        Raises:
            NotFoundError: no such trajectory in the tenant.
            TrajectoryInUseError: it is held.
        """
        ...

    async def renew_lease(
        self, scope: Scope, trajectory_id: str, *, owner: str, seconds: float
    ) -> bool:
        """Prolong a lease; False where it is gone, or another has taken it."""
        ...

    async def end_lease(self, scope: Scope, trajectory_id: str, *, owner: str) -> None:
        """Let a trajectory go. Nothing happens where `owner` no longer holds it."""
        ...

    async def check_not_leased(self, scope: Scope, trajectory_id: str) -> None:
        """Raise TrajectoryInUseError where it is held, NotFoundError where there is none."""
        ...

    async def end_all_leases(self) -> int:
        """Let every trajectory go (at the start of the only process); return how many were held."""
        ...

    async def trajectory_head(self, scope: Scope, trajectory_id: str) -> TrajectoryHead:
        """Return the head. Raises NotFoundError."""
        ...

    async def trajectory_events(
        self, scope: Scope, trajectory_id: str, *, after: int = -1
    ) -> Sequence[Event]:
        """Return the events past sequence `after`, oldest first. Raises NotFoundError."""
        ...

    async def trajectories(self, scope: Scope) -> Sequence[TrajectoryHead]:
        """Return the tenant's trajectories, newest first."""
        ...

    async def last_events(self, scope: Scope) -> Sequence[tuple[TrajectoryHead, Event]]:
        """Return the last event of each of the tenant's trajectories that has one, newest first."""
        ...

    async def delete_trajectory(self, scope: Scope, trajectory_id: str) -> None:
        """Remove a trajectory, those it delegated to, their events and requests.

        Raises NotFoundError.
        """
        ...

    async def save_request(
        self, scope: Scope, request: SentRequest, *, room_id: str | None = None
    ) -> None:
        """Store what is sent, before it is sent; the same id again adds usage and price.

        Segments are kept once a tenant by their hash. `room_id`: the room whose chunks it holds.
        """
        ...

    async def request(self, scope: Scope, request_id: str) -> SentRequest:
        """Return a request with all its segments. Raises NotFoundError."""
        ...

    async def requests(self, scope: Scope, owner_id: str) -> Sequence[SentRequest]:
        """Return the requests of a trajectory or thread, oldest first, without their segments."""
        ...


class JobStore(Protocol):
    """Durable work. A taken job is leased, so that another process may take it if this one dies."""

    async def take(self, *, now: datetime, lease_seconds: float) -> Job | None:
        """Lease the oldest job that is queued or whose lease lapsed; None if there is none.

        Two callers never take the same job.
        """
        ...

    async def renew(self, job: Job, *, now: datetime, lease_seconds: float) -> bool:
        """Prolong the lease; False where the job was cancelled, removed, or taken by another."""
        ...

    async def finish(
        self, job: Job, *, error_code: str | None = None, error: str | None = None
    ) -> None:
        """Close a job: done, or failed with its error. Nothing happens if it is gone."""
        ...

    async def give_back(self, job: Job) -> None:
        """Queue a job again that its taker does not go on with; nothing if another took it."""
        ...

    async def release_all(self) -> int:
        """Queue every running job again (at the start of the only process); return how many."""
        ...

    async def cancel(self, scope: RoomScope, document_id: str) -> bool:
        """Cancel the open job of a document; a running one ends at its next page.

        Returns:
            False where none was open.
        """
        ...

    async def requeue(self, scope: RoomScope, document_id: str, job: Job) -> bool:
        """Add `job` and set the document `queued`, unless one is open (then False).

        What was read before stays, so that a retry goes on where the last try ended; pages that
        failed or came out without text are forgotten, to be read again.
        """
        ...


class Store(RoomStore, DocumentStore, ThreadStore, JobStore, TrajectoryStore, Protocol):
    """One database behind all of them."""

    async def close(self) -> None:
        """Release connections."""
        ...
