"""What we ask of the database about memory. Every call carries its tenant: one transaction."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

from kesher.domain.entity import Entity, EntityName, Mention, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.job import MemoryJob
from kesher.domain.log import LogMessage, MessageRef
from kesher.domain.scope import Scope

T = TypeVar("T")


class MemoryView(Protocol):
    """One tenant's memory, unchanging while a transaction lasts. Plain calls, no waiting."""

    def message(self, thread_id: str, message_id: str) -> LogMessage | None:
        """Return one message of the log."""
        ...

    def messages_before(
        self, thread_id: str, message_id: str | None, *, limit: int
    ) -> Sequence[LogMessage]:
        """Return the last `limit` messages of the thread before one (None: all), oldest first."""
        ...

    def speaker(self, speaker: str) -> Entity | None:
        """Return the entity of a speaker."""
        ...

    def entities(self, ids: Collection[str]) -> Sequence[Entity]:
        """Return these entities in the order asked; a merged one as itself, with `merged_into`."""
        ...

    def entities_named(self, keys: Collection[str]) -> Sequence[tuple[EntityName, Entity]]:
        """Return the standing entities with any of these normalised names.

        A name of a merged entity stays with it and finds the entity that it now stands in, over
        any number of merges: undoing a merge then gives the names back by itself.
        """
        ...

    def names(self, entity_ids: Collection[str]) -> Sequence[EntityName]:
        """Return all names of these entities and of those that were merged into them."""
        ...

    def recent_mentions(
        self, thread_id: str, before_message_id: str | None, *, limit: int
    ) -> Sequence[Mention]:
        """Return the thread's last mentions before a message, newest first."""
        ...

    def facts(
        self,
        *,
        subjects: Collection[str] | None = None,
        objects: Collection[str] | None = None,
        keys: Collection[str] | None = None,
        history: bool = False,
    ) -> Sequence[Fact]:
        """Return facts by subject, object and key (all given must fit), oldest first.

        Args:
            history: Also those whose belief has ended (`recorded_until`). Lapsed, superseded and
                held facts are always among them: the caller decides by state.
        """
        ...

    def waiting_reviews(self, thread_id: str) -> Sequence[Review]:
        """Return the decisions that messages of the thread raised and that wait, oldest first."""
        ...

    def merges_by_id(self, ids: Collection[str]) -> Sequence[Merge]:
        """Return these merges in the order asked, those undone among them."""
        ...

    def messages_called(self, message_id: str) -> Sequence[LogMessage]:
        """Return the messages of that id, in whatever threads, oldest first."""
        ...

    def facts_by_id(self, ids: Collection[str]) -> Sequence[Fact]:
        """Return these facts in the order asked, in any state."""
        ...


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """All that one transaction writes. Records with a known id replace the stored one.

    Names only grow: an (entity, key) pair is kept once.
    """

    entities: tuple[Entity, ...] = ()
    names: tuple[EntityName, ...] = ()
    mentions: tuple[Mention, ...] = ()
    facts: tuple[Fact, ...] = ()
    reviews: tuple[Review, ...] = ()
    merges: tuple[Merge, ...] = ()


Deciding = Callable[[MemoryView], tuple[MemoryChange, T]]
"""Pure work inside a writer's transaction: what is known in, what changes and an answer out."""

Reading = Callable[[MemoryView], T]


@dataclass(frozen=True, slots=True)
class Erased:
    """The receipt of an erasure. It outlives what was erased and holds none of its words.

    Attributes:
        what: The ids of what was erased.
        messages, mentions, facts, entities, names, reviews, merges: Exactly the rows that each
            table lost.
        requests: Recorded requests that lost words; their rows and hashes stay.
        kept_messages: Messages that others said about an erased entity. Their words stay in the
            log, and so do the facts in them about others.
    """

    id: str
    what: str
    at: datetime
    messages: int
    mentions: int
    facts: int
    entities: int
    names: int
    reviews: int
    merges: int
    requests: int
    kept_messages: int = 0


class Erasing(StrEnum):
    """How much is erased at once."""

    MESSAGE = "message"
    THREAD = "thread"
    ENTITY = "entity"
    TENANT = "tenant"


@dataclass(frozen=True, slots=True)
class Erasure:
    """What a person asks to be erased.

    Attributes:
        ids: Of a message its thread and itself, of a tenant nothing, else the one id.
    """

    kind: Erasing
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an erasure would remove, were it made now.

    Attributes:
        receipt: As it would be; it is not kept.
        facts: Ids of those that would go, oldest first.
        messages: Those that would go, oldest first.
    """

    receipt: Erased
    facts: tuple[str, ...]
    messages: tuple[MessageRef, ...]


@dataclass(frozen=True, slots=True)
class ThreadHead:
    """A conversation in the log."""

    id: str
    messages: int
    first_at: datetime
    last_at: datetime


class MemoryStore(Protocol):
    """The log, entities, facts and reviews of a tenant."""

    async def add_message(
        self,
        scope: Scope,
        message: LogMessage,
        deciding: Deciding[T],
        *,
        read_at: datetime | None = None,
    ) -> tuple[bool, T | None]:
        """Append a message and what it changes, in one transaction.

        `deciding` sees the log with the message in it.

        Args:
            read_at: A model is to read it further, not before this: the job is queued in the same
                transaction, and what is said until then can be read in one call. None: no model.

        Returns:
            False and None where the thread has a message of that id: nothing is written twice.

        Raises:
            ConflictError: that id is stored with another text, speaker or time; or the change
                would leave two open values of a single-valued key.
        """
        ...

    async def decide(self, scope: Scope, deciding: Deciding[T]) -> T:
        """Run `deciding` in a writer's transaction and store its change. Raises ConflictError."""
        ...

    async def look(self, scope: Scope, reading: Reading[T]) -> T:
        """Run `reading` on one state of the tenant's memory."""
        ...

    async def log(
        self, scope: Scope, thread_id: str, *, after: str | None = None, limit: int | None = None
    ) -> Sequence[LogMessage]:
        """Return the thread's messages, oldest first. An unknown thread has none."""
        ...

    async def log_threads(self, scope: Scope) -> Sequence[ThreadHead]:
        """Return the tenant's conversations, newest first."""
        ...

    async def entity_list(self, scope: Scope) -> Sequence[Entity]:
        """Return the standing entities, oldest first."""
        ...

    async def review_list(self, scope: Scope, *, pending: bool) -> Sequence[Review]:
        """Return reviews, oldest first: those that wait, or all."""
        ...

    async def merge_list(self, scope: Scope) -> Sequence[Merge]:
        """Return the log of merges, oldest first."""
        ...

    async def lapse(self, scope: Scope, *, now: datetime) -> Sequence[Fact]:
        """Set `valid_until` of every open fact whose `expires.at` has come; return them."""
        ...

    async def due_tenants(self, *, now: datetime) -> Sequence[str]:
        """Return the tenants that have something for `lapse`."""
        ...

    async def facts_to_review(self, *, now: datetime) -> Sequence[tuple[str, Sequence[str]]]:
        """Return tenants with the ids of their open facts whose review date has come."""
        ...

    async def erase_message(self, scope: Scope, thread_id: str, message_id: str) -> Erased:
        """Remove a message and all that derives from it alone. Raises NotFoundError.

        Its facts go, and entities and names that nothing else knows of. A fact whose successor
        goes takes over the end that another message gave its successor; without one it is open
        again, as is a fact that this message ended.
        """
        ...

    async def erase_entity(self, scope: Scope, entity_id: str) -> Erased:
        """Remove an entity, its facts, mentions and names, and the messages of its speaker.

        All that was merged with it goes along: it is the same. Facts go whose subject or value it
        is, and all that derives from the messages alone, as in `erase_message`.

        Raises NotFoundError.
        """
        ...

    async def erase_thread(self, scope: Scope, thread_id: str) -> Erased:
        """Remove all messages of a conversation, each as in `erase_message`.

        Raises NotFoundError.
        """
        ...

    async def foresee(self, scope: Scope, erasure: Erasure) -> Foreseen:
        """Tell what an erasure would remove, and remove nothing.

        Raises NotFoundError as the erasure itself.
        """
        ...

    async def erase_tenant(self, scope: Scope) -> Erased:
        """Remove the tenant's whole memory. Receipts stay."""
        ...

    async def erasure_list(self, scope: Scope) -> Sequence[Erased]:
        """Return the receipts, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Backlog:
    """A tenant's messages that no model has read yet: those in line, and those that failed."""

    waiting: int
    failed: int


class MemoryJobStore(Protocol):
    """Messages that a model is to read: durable, and gone with the message if it is erased."""

    async def take_memory_job(
        self, *, now: datetime, lease_seconds: float, limit: int
    ) -> MemoryJob | None:
        """Lease up to `limit` messages of the thread that has waited longest, oldest first.

        Once one message of a thread is due, all that wait in it are taken. Nobody else is given a
        message of that thread until the job is finished or its lease has lapsed.

        Returns:
            None if there is nothing to take.
        """
        ...

    async def renew_memory_job(
        self, job: MemoryJob, *, now: datetime, lease_seconds: float
    ) -> bool:
        """Prolong the lease; False where all its messages were erased, or taken by another."""
        ...

    async def finish_memory_job(
        self,
        job: MemoryJob,
        *,
        error_code: str | None = None,
        error: str | None = None,
        again_at: datetime | None = None,
    ) -> None:
        """Close a job: read, or failed with its error. Nothing happens if another took it.

        Args:
            again_at: The messages of a failed job may be taken again from then on; None: they
                stay failed until `retry_memory_jobs`.
        """
        ...

    async def give_back_memory_job(self, job: MemoryJob) -> None:
        """Queue messages that their taker does not go on with, as if they had not been taken.

        Nothing happens if another took them.
        """
        ...

    async def release_memory_jobs(self) -> int:
        """Queue all messages under way again (at the start of the only process); count them."""
        ...

    async def retry_memory_jobs(self, scope: Scope) -> int:
        """Queue the tenant's failed messages again; count them."""
        ...

    async def memory_backlog(self, scope: Scope) -> Backlog:
        """Count what the tenant's models have yet to read."""
        ...
