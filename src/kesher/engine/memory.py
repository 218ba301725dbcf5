"""Memory in Python.

memory = kesher.memory("דנה")
thread = memory.thread("שיחה 1")
context = thread.message("עברתי לחיפה", context_tokens=60)
context.text, context.facts, context.tokens
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from typing_extensions import Unpack

from kesher.app.memory.exporting import cypher_lines, log_lines
from kesher.app.memory.looking import FactsQuery, Graph, Why
from kesher.app.memory.recalling import MemoryContext, RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryBacklog, MemoryServices
from kesher.domain.entity import Entity, Merge
from kesher.domain.fact import Review, Verdict
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.engine.loop import Loop
from kesher.errors import InputError
from kesher.memory.hearing import Learned
from kesher.memory.rendering import Known
from kesher.memory.reviewing import ReviewView
from kesher.ports.memory import Erased, ThreadHead


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What became of a message, and what memory gives for it.

    Attributes:
        id: Of the message.
        is_new: False: the thread had it already, and nothing changed.
        learned: What the rules took from it; None where it is not new.
        text: Lines for a prompt, at most `context_tokens` long.
        facts: Those of the lines, with whom they are about and whether they hold.
        turns: Messages of the log that the lines quote.
        is_known: False: nothing in memory answers the message.
    """

    id: str
    is_new: bool
    learned: Learned | None
    text: str
    tokens: int
    facts: tuple[Known, ...]
    turns: tuple[LogMessage, ...]
    is_known: bool


class MessageDetails(TypedDict, total=False):
    """What may be said of a message beside its text and time.

    Attributes:
        role: `user` (usual) or `assistant`.
        speaker: Who said it, in a thread between several people.
        id: The caller's own: adding it again changes nothing.
        zone: IANA name of the speaker's zone; absent: `time_zone`.
        injected: Spans of the text that a program put there: no fact is taken from them.
    """

    role: str
    speaker: str
    id: str
    zone: str
    injected: Sequence[tuple[int, int]]


class MemoryHandle:
    """The memory of one tenant.

    Attributes:
        review: Decisions that wait for a person.
    """

    def __init__(self, services: MemoryServices, loop: Loop, scope: Scope) -> None:
        self._services = services
        self._loop = loop
        self._scope = scope
        self.review = ReviewHandle(services, loop, scope)

    def thread(self, thread_id: str) -> "ThreadHandle":
        """Return a conversation of the log; any text names it."""
        return ThreadHandle(self._services, self._loop, self._scope, thread_id)

    def threads(self) -> list[ThreadHead]:
        """Return the conversations, newest first."""
        return list(self._loop.run(self._services.store.log_threads(self._scope)))

    def recall(
        self,
        question: str,
        *,
        tokens: int | None = None,
        as_of: datetime | None = None,
        believed_at: datetime | None = None,
        thread: str = "",
        turns: bool = True,
    ) -> MemoryContext:
        """Return what memory gives for a question.

        Args:
            tokens: Budget, 30 at least; None: `memory_context_tokens`.
            as_of: The instant in the world that is asked from; None: now.
            believed_at: By what was known then; None: by all that is known.
            thread: The conversation that it is asked in, for "he" and "it".
            turns: Quote the log, too.
        """
        query = RecallQuery(
            text=question,
            as_of=as_of or self._services.remember.clock(),
            budget_tokens=self._services.context_tokens if tokens is None else tokens,
            zone=self._services.zone,
            thread_id=thread,
            believed_at=believed_at,
            turns=turns,
        )
        return self._loop.run(self._services.recall.recall(self._scope, query))

    def facts(
        self,
        entity: str = "",
        *,
        as_of: datetime | None = None,
        believed_at: datetime | None = None,
        history: bool = False,
        keys: Sequence[str] = (),
    ) -> list[Known]:
        """Return an entity's facts, oldest first. See `FactsQuery`.

        Args:
            entity: An id or a name; empty: the user.

        Raises:
            InputError: several entities have that name.
        """
        query = FactsQuery(entity, as_of, believed_at, history, tuple(keys))
        return list(self._loop.run(self._services.looking.facts(self._scope, query)))

    def profile(self, *, as_of: datetime | None = None) -> list[Known]:
        """Return what is known of the user and lasts."""
        return list(self._loop.run(self._services.looking.profile(self._scope, as_of=as_of)))

    def why(self, fact: Known | str) -> Why:
        """Return where a fact comes from: its message, its words, what it replaced.

        Raises:
            NotFoundError: there is no such fact.
        """
        fact_id = fact if isinstance(fact, str) else fact.fact.id
        return self._loop.run(self._services.looking.why(self._scope, fact_id))

    def entities(self) -> list[Entity]:
        """Return who and what is known, oldest first."""
        return list(self._loop.run(self._services.store.entity_list(self._scope)))

    def graph(self, entity: str = "", *, hops: int = 1, as_of: datetime | None = None) -> Graph:
        """Return the entities up to two hops round one, and their facts with history.

        Raises:
            NotFoundError, InputError: no such entity; a name of several; too many hops.
        """
        looking = self._services.looking
        return self._loop.run(looking.graph(self._scope, entity, hops=hops, as_of=as_of))

    def merge(self, kept: str, absorbed: str, *, reason: str, by: str) -> Merge:
        """Make two entities one. Raises NotFoundError or ConflictError."""
        deciding = self._services.decide
        return self._loop.run(deciding.merge(self._scope, kept, absorbed, reason=reason, by=by))

    def merges(self) -> list[Merge]:
        """Return the log of merges, oldest first."""
        return list(self._loop.run(self._services.decide.merges(self._scope)))

    def undo_merge(self, merge_id: str) -> Merge:
        """Make two entities of a merged one again. Raises NotFoundError or ConflictError."""
        return self._loop.run(self._services.decide.undo_merge(self._scope, merge_id))

    def forget_message(self, thread: str, message: str) -> Erased:
        """Erase a message and what derives from it alone; return the receipt.

        Raises:
            NotFoundError: there is no such message.
        """
        return self._loop.run(self._services.store.erase_message(self._scope, thread, message))

    def forget_entity(self, entity: str) -> Erased:
        """Erase a person or thing, its facts, and the messages of its speaker; the receipt.

        Raises:
            NotFoundError, InputError: no such entity; a name of several; an empty name, which
                elsewhere means the user.
        """
        if not entity:
            raise InputError("Name what is to be erased; `user` is the user.")
        found = self._loop.run(self._services.looking.entity(self._scope, entity))
        return self._loop.run(self._services.store.erase_entity(self._scope, found.id))

    def forget_all(self) -> Erased:
        """Erase the tenant's whole memory; return the receipt."""
        return self._loop.run(self._services.store.erase_tenant(self._scope))

    def receipts(self) -> list[Erased]:
        """Return the receipts of all erasures, oldest first."""
        return list(self._loop.run(self._services.store.erasure_list(self._scope)))

    def export(self) -> Iterator[str]:
        """Yield the log as JSON lines, conversation by conversation, oldest message first."""
        lines = log_lines(self._services.store, self._scope)
        while (line := self._loop.run(_next(lines))) is not None:
            yield line

    def cypher(self) -> list[str]:
        """Return the graph as Cypher statements, for a graph database (`memory.cypher`)."""
        return list(self._loop.run(cypher_lines(self._services.store, self._scope)))

    def backlog(self) -> MemoryBacklog:
        """Count what the background has still to do for this memory."""
        return self._loop.run(self._services.backlog(self._scope))

    def retry(self) -> int:
        """Let a model read again the messages that it failed on; count them."""
        return self._loop.run(self._services.retry(self._scope))

    def settle(self) -> None:
        """Do all background work on memories that is due now: vectors, models, what lapsed."""
        self._loop.run(self._services.tending.drain())


class ThreadHandle:
    """One conversation of the log.

    Attributes:
        id: As the caller named it.
    """

    def __init__(self, services: MemoryServices, loop: Loop, scope: Scope, thread_id: str) -> None:
        self._services = services
        self._loop = loop
        self._scope = scope
        self.id = thread_id

    def message(
        self,
        text: str,
        *,
        at: datetime | None = None,
        context_tokens: int | None = None,
        **details: Unpack[MessageDetails],
    ) -> MessageContext:
        """Add a message to the log and return what memory gives for it, in one call.

        Args:
            at: When it was said, with its UTC offset; None: now.
            context_tokens: Budget of the context, 30 at least; 0: none is made; None:
                `memory_context_tokens`.
            details: Who said it and how it is called; see `MessageDetails`.

        Raises:
            InputError: no text, too much of it, a time without zone, a role that is none.
            ConflictError: the thread has another message of that id.
        """
        new = NewMessage(
            thread_id=self.id,
            text=text,
            at=at,
            role=_role(details.get("role", "user")),
            speaker=details.get("speaker", USER_SPEAKER),
            id=details.get("id", ""),
            zone=details.get("zone", ""),
            injected=tuple(details.get("injected", ())),
        )
        tokens = self._services.context_tokens if context_tokens is None else context_tokens
        adding = self._services.remember.add(self._scope, new, context_tokens=tokens or None)
        added = self._loop.run(adding)
        context = added.context
        return MessageContext(
            id=added.message.id,
            is_new=added.is_new,
            learned=added.learned,
            text=context.text if context else "",
            tokens=context.tokens if context else 0,
            facts=context.facts if context else (),
            turns=context.turns if context else (),
            is_known=context.is_known if context else False,
        )

    def log(self) -> list[LogMessage]:
        """Return the messages, oldest first."""
        return list(self._loop.run(self._services.store.log(self._scope, self.id)))


class ReviewHandle:
    """Decisions that wait for a person, and those that were made."""

    def __init__(self, services: MemoryServices, loop: Loop, scope: Scope) -> None:
        self._services = services
        self._loop = loop
        self._scope = scope

    def pending(self) -> list[ReviewView]:
        """Return what waits, oldest first: both values, what differs, and the words said."""
        return self._loop.run(self._services.decide.pending(self._scope))

    def accept(self, *review_ids: str, by: str) -> list[Review]:
        """Take the new values in. All or none. Raises NotFoundError or ConflictError."""
        return self._decide(review_ids, Verdict.ACCEPT, by)

    def refuse(self, *review_ids: str, by: str) -> list[Review]:
        """Keep the old values. All or none. Raises NotFoundError or ConflictError."""
        return self._decide(review_ids, Verdict.REFUSE, by)

    def _decide(self, ids: Sequence[str], verdict: Verdict, by: str) -> list[Review]:
        return self._loop.run(self._services.decide.decide(self._scope, ids, verdict, by=by))


async def _next(lines: AsyncIterator[str]) -> str | None:
    return await anext(lines, None)


def _role(given: str) -> Speaking:
    try:
        return Speaking(given)
    except ValueError:
        raise InputError(f"`{given}` is no role of a message: user or assistant.") from None
