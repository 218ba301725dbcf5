"""What people decide about memory: reviews, merges, corrections by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.domain.entity import Merge
from kesher.domain.fact import Review, ReviewKind, Verdict
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, InputError, NotFoundError
from kesher.memory.merging import Decision, merge, undo
from kesher.memory.reviewing import Deciding, ReviewView, amend, decide_all, review_view
from kesher.memory.schema import Schema
from kesher.ports.clock import Clock, NewId
from kesher.ports.memory import MemoryChange, MemoryStore, MemoryView


@dataclass(frozen=True, slots=True)
class Decide:
    """Decisions of people, each logged with who made it and when.

    Attributes:
        zone: IANA name of the zone of what they write.
    """

    store: MemoryStore
    schema: Schema
    clock: Clock
    new_id: NewId
    zone: str

    async def pending(self, scope: Scope) -> list[ReviewView]:
        """Return the decisions that wait, oldest first, each with both values and their words."""
        reviews = await self.store.review_list(scope, pending=True)
        return await self.store.look(scope, lambda view: [review_view(view, r) for r in reviews])

    async def review(self, scope: Scope, review_id: str) -> ReviewView:
        """Return one decision, made or not. Raises NotFoundError."""
        (found,) = await self._reviews(scope, [review_id])
        return await self.store.look(scope, lambda view: review_view(view, found))

    async def decide(
        self,
        scope: Scope,
        review_ids: Sequence[str],
        verdict: Verdict,
        *,
        by: str,
        reason: str = "",
    ) -> list[Review]:
        """Give one verdict on one or many reviews, all or none, and return them as decided.

        Args:
            reason: Why, in the person's words; kept with each.

        Raises:
            NotFoundError: there is no such review.
            ConflictError: one of them was decided already.
        """
        reviews = await self._reviews(scope, list(dict.fromkeys(review_ids)))
        deciding = Deciding(by, self.clock(), self.new_id, self.schema, reason)

        def work(view: MemoryView) -> tuple[MemoryChange, list[Review]]:
            waiting = _waiting(view, reviews)
            others = [each for each in waiting if each.kind is not ReviewKind.MERGE]
            change = decide_all(view, others, verdict, deciding)
            for each in waiting:
                if each.kind is ReviewKind.MERGE:
                    change = _joined(change, self._merge_decision(view, each, verdict, deciding))
            return change, list(change.reviews)

        return await self.store.decide(scope, work)

    async def amend(
        self, scope: Scope, review_id: str, value: str, *, by: str, reason: str = ""
    ) -> Review:
        """Take in another value than the one that waits, and return the review as decided.

        What was written joins the log as a message of `by`, in the thread that raised the review:
        so it has a source like any other value.

        Raises:
            NotFoundError: there is no such review.
            ConflictError: it was decided already.
            InputError: no value or name, or the review asks about no new value.
        """
        if not value.strip() or not by:
            raise InputError("Write the right value, and who says so. Nothing was changed.")
        (review,) = await self._reviews(scope, [review_id])
        deciding = Deciding(by, self.clock(), self.new_id, self.schema, reason)
        message = LogMessage(
            id=self.new_id("msg"),
            thread_id=review.thread_id,
            role=Speaking.USER,
            at=deciding.now,
            text=value.strip(),
            speaker=by,
            time_zone=self.zone,
        )

        def work(view: MemoryView) -> tuple[MemoryChange, Review]:
            (waiting,) = _waiting(view, [review])
            change = amend(view, waiting, message, deciding)
            return change, change.reviews[0]

        _, decided = await self.store.add_message(scope, message, work)
        return decided or review

    async def merges(self, scope: Scope) -> Sequence[Merge]:
        """Return the log of merges, oldest first, those undone among them."""
        return await self.store.merge_list(scope)

    async def merge(
        self, scope: Scope, kept_id: str, absorbed_id: str, *, reason: str, by: str
    ) -> Merge:
        """Make two entities one. Raises NotFoundError or ConflictError (`memory.merging`)."""
        decision = Decision(self.new_id("merge"), reason, by, self.clock())

        def work(view: MemoryView) -> tuple[MemoryChange, Merge]:
            change = merge(view, kept_id, absorbed_id, decision)
            return change, change.merges[0]

        return await self.store.decide(scope, work)

    async def undo_merge(self, scope: Scope, merge_id: str) -> Merge:
        """Make two entities of a merged one again. Raises NotFoundError or ConflictError."""
        now = self.clock()

        def work(view: MemoryView) -> tuple[MemoryChange, Merge]:
            merged = next(iter(view.merges_by_id([merge_id])), None)
            if merged is None:
                raise NotFoundError("merge", merge_id)
            change = undo(view, merged, at=now)
            return change, change.merges[0]

        return await self.store.decide(scope, work)

    async def _reviews(self, scope: Scope, ids: Sequence[str]) -> list[Review]:
        by_id = {each.id: each for each in await self.store.review_list(scope, pending=False)}
        for review_id in ids:
            if review_id not in by_id:
                raise NotFoundError("review", review_id)
        return [by_id[review_id] for review_id in ids]

    def _merge_decision(
        self, view: MemoryView, review: Review, verdict: Verdict, deciding: Deciding
    ) -> MemoryChange:
        decided = deciding.decided(review, verdict)
        if verdict is Verdict.REFUSE:
            return MemoryChange(reviews=(decided,))
        kept, absorbed = review.entity_ids
        decision = Decision(self.new_id("merge"), review.reason, deciding.by, deciding.now)
        change = merge(view, kept, absorbed, decision)
        return replace(change, reviews=(*change.reviews, decided))


def _waiting(view: MemoryView, reviews: Sequence[Review]) -> list[Review]:
    """Return the reviews as they stand now: since they were read, an erasure may have taken words.

    Raises:
        ConflictError: somebody decided one of them, or erased it.
    """
    threads = {review.thread_id for review in reviews}
    waiting = {each.id: each for thread in threads for each in view.waiting_reviews(thread)}
    for review in reviews:
        if review.id not in waiting:
            raise ConflictError(
                f"Review `{review.id}` waits no more: it was decided already. Say the right value "
                f"in a message to change it again."
            )
    return [waiting[review.id] for review in reviews]


def _joined(one: MemoryChange, other: MemoryChange) -> MemoryChange:
    return MemoryChange(
        entities=one.entities + other.entities,
        names=one.names + other.names,
        mentions=one.mentions + other.mentions,
        facts=one.facts + other.facts,
        reviews=one.reviews + other.reviews,
        merges=one.merges + other.merges,
    )
