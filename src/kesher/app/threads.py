"""Threads as their people keep them: named, shared, put away, searched, branched."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from kesher.domain.answer import Thread
from kesher.domain.feedback import Feedback, Verdict
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import InputError, NotFoundError
from kesher.ports.clock import Clock, NewId
from kesher.ports.conversations import Conversations, Said
from kesher.ports.feedback import FeedbackStore
from kesher.ports.stores import Store
from kesher.text.storable import storable, visible
from kesher.text.terms import folded

TITLE_CHARS = 200
BRANCH_TITLE_CHARS = 80
REASON_CHARS = 2_000


class Found(NamedTuple):
    """A thread that was looked for.

    Attributes:
        question: The newest of its questions whose turn has the words; empty where its title has
            them, and where no words were looked for.
    """

    thread: Thread
    question: str = ""


def changed(thread: Thread, *, title: str | None = None, shared: bool | None = None) -> Thread:
    """Return the thread with another title, or shared or not; None leaves what is there.

    Raises:
        InputError: the title is blank or too long.
    """
    if title is not None:
        clean = visible(" ".join(title.split()))
        if not clean or len(clean) > TITLE_CHARS:
            raise InputError(
                f"A title has 1 to {TITLE_CHARS} characters; this has {len(clean)}. Write another."
            )
        thread = replace(thread, title=clean)
    return thread if shared is None else replace(thread, shared=shared)


def archived(thread: Thread, *, away: bool | None, now: datetime) -> Thread:
    """Return the thread put away or in use again; None leaves it as it is."""
    if away is None or away == (thread.archived_at is not None):
        return thread
    return replace(thread, archived_at=now if away else None)


@dataclass(frozen=True, slots=True)
class Threads:
    """What people do with their threads."""

    store: Store
    conversations: Conversations
    feedback: FeedbackStore
    clock: Clock
    new_id: NewId

    async def found(self, scope: RoomScope, text: str, *, away: bool) -> Sequence[Found]:
        """Return the threads in whose title or turns every word of a text stands, newest first.

        Args:
            text: Compared without points, accents and case; blank: all threads.
            away: Those that are put away, not those in use.
        """
        threads = await self.store.threads(scope)
        kept = [each for each in threads if (each.archived_at is not None) == away]
        words = folded(text).split()
        if not words:
            return [Found(each) for each in kept]
        return list(_with_words(kept, await self.conversations.said(scope), words))

    async def keep_to(
        self, scope: RoomScope, thread: Thread, document_ids: Sequence[str]
    ) -> Thread:
        """Let a thread's questions be searched in these documents alone; none: in all.

        Raises:
            NotFoundError: the room has no such document.
        """
        known = {document.id for document in await self.store.documents(scope)}
        for unknown in [each for each in document_ids if each not in known]:
            raise NotFoundError("document", unknown)
        kept = replace(thread, document_ids=tuple(dict.fromkeys(document_ids)))
        await self.store.update_thread(scope, kept)
        return kept

    async def withdraw(self, scope: RoomScope, thread: Thread) -> None:
        """Take a thread away whose first question was refused, unless it is gone already."""
        with suppress(NotFoundError):
            if not await self.store.answers(scope, thread.id):
                await self.store.delete_thread(scope, thread.id)

    async def branch(self, scope: Scope, thread_id: str, before: str, question: str) -> Thread:
        """Make a thread that shares the turns before an answer, for another question there.

        Raises:
            NotFoundError: no such thread, or it has no such answer.
        """
        thread = await self.store.thread(scope, thread_id)
        ids = [answer.id for answer in await self.store.answers(scope, thread_id)]
        if before not in ids:
            raise NotFoundError("answer", before)
        title = " ".join(storable(question).split())[:BRANCH_TITLE_CHARS]
        made = replace(
            thread,
            id=self.new_id("thr"),
            title=title or thread.title,
            created_at=self.clock(),
            shared=False,
            archived_at=None,
            branched_from=thread.id,
            branched_before=before,
        )
        room = RoomScope(scope.tenant_id, thread.room_id, user_id=scope.user_id)
        copies = {each: self.new_id("ans") for each in ids[: ids.index(before)]}
        await self.conversations.branch(room, made, copies)
        return replace(made, user_id=scope.user_id)

    async def branches(self, scope: Scope, thread: Thread) -> Sequence[Thread]:
        """Return the threads that began as copies of one, newest first."""
        room = RoomScope(scope.tenant_id, thread.room_id, user_id=scope.user_id)
        found = await self.store.threads(room)
        return [each for each in found if each.branched_from == thread.id]

    async def judge(self, scope: Scope, answer_id: str, verdict: Verdict, reason: str) -> Feedback:
        """Keep what the scope's person says of an answer.

        Raises:
            InputError: the reason is too long.
            NotFoundError: no such answer.
        """
        clean = storable(reason).strip()
        if len(clean) > REASON_CHARS:
            raise InputError(
                f"The reason has {len(clean):,} characters; at most {REASON_CHARS:,} are kept. "
                f"Shorten it."
            )
        said = Feedback(answer_id, verdict, clean, self.clock())
        await self.feedback.save(scope, said)
        return said

    async def praised(self, scope: RoomScope) -> Sequence[str]:
        """Return the answers that somebody held to be good and nobody to be bad."""
        said = await self.feedback.of_room(scope)
        bad = {each.answer_id for each in said if each.verdict is Verdict.BAD}
        good = [each.answer_id for each in said if each.verdict is Verdict.GOOD]
        return [each for each in dict.fromkeys(good) if each not in bad]


def _with_words(
    threads: Sequence[Thread], said: Sequence[Said], words: Sequence[str]
) -> Sequence[Found]:
    turns: dict[str, str] = {}
    for turn in said:
        if turn.thread_id not in turns and _has(f"{turn.question}\n{turn.text}", words):
            turns[turn.thread_id] = turn.question
    titled = {each.id for each in threads if _has(each.title, words)}
    return [
        Found(each, "" if each.id in titled else turns[each.id])
        for each in threads
        if each.id in titled or each.id in turns
    ]


def _has(text: str, words: Sequence[str]) -> bool:
    held = folded(text)
    return all(word in held for word in words)
