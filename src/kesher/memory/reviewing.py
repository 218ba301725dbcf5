"""Decisions of a person about facts: what a verdict changes, and the two values side by side."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import SequenceMatcher

from kesher.domain.fact import Fact, Held, Review, ReviewKind, Verdict
from kesher.domain.log import LogMessage, MessageRef, Speaking
from kesher.errors import ConflictError, InputError
from kesher.memory.ledger import Ledger, Setting
from kesher.memory.schema import Schema
from kesher.memory.timeline import close, in_force, insert, lane, supplant
from kesher.memory.values import same_value
from kesher.ports.memory import MemoryChange, MemoryView

_PIECE = re.compile(r"\w+|\s+|[^\w\s]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a value; `changed` where the other value says something else."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two values of a review.

    Attributes:
        parts: The value in pieces, which join to it again.
        message: Where it was said.
        quote: The words of that message in which it stands; empty where it was erased.
    """

    fact: Fact
    parts: tuple[Part, ...]
    message: MessageRef
    said_at: datetime | None
    quote: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review as a page shows it.

    Attributes:
        old: What serves meanwhile; None where nothing did.
        new: What waits; None where the message only doubts the old one or asks to remove it.
        asked_by: The words of the whole message that raised it; empty where it was erased.
    """

    review: Review
    old: Side | None
    new: Side | None
    asked_by: str


@dataclass(frozen=True, slots=True)
class Deciding:
    """Who decides, when, and what is needed to write it down.

    Attributes:
        new_id: Makes a fresh id for a kind of thing (`fact`).
        reason: Why, in the person's words; may be empty.
    """

    by: str
    now: datetime
    new_id: Callable[[str], str]
    schema: Schema
    reason: str = ""

    def decided(self, review: Review, verdict: Verdict) -> Review:
        """Return the review as it stands after the verdict."""
        return replace(
            review,
            verdict=verdict,
            decided_by=self.by,
            decided_at=self.now,
            decided_reason=self.reason,
        )


def decide(view: MemoryView, review: Review, verdict: Verdict, deciding: Deciding) -> MemoryChange:
    """Return what a person's verdict on one review changes.

    Accepting takes the new value in at the time it began, which ends the old one; where there is no
    new one, the old one ends with the message that asked, or now where a review date did. Refusing
    leaves the old one and keeps the new one in history as retracted.

    Raises:
        ConflictError: the review was decided already.
        InputError: it is about a merge, which entity resolution decides.
    """
    return decide_all(view, [review], verdict, deciding)


def decide_all(
    view: MemoryView, reviews: Sequence[Review], verdict: Verdict, deciding: Deciding
) -> MemoryChange:
    """Give the same verdict on many reviews, in their order, in one change. See `decide`."""
    if not reviews:
        return MemoryChange()
    ledger = Ledger(_setting(view, reviews[0], deciding))
    for review in reviews:
        _check(review)
        ledger.setting = _setting(view, review, deciding)
        _DOES[verdict](ledger, review)
    decided = tuple(deciding.decided(review, verdict) for review in reviews)
    return MemoryChange(facts=ledger.settled(), reviews=decided)


def amend(
    view: MemoryView, review: Review, message: LogMessage, deciding: Deciding
) -> MemoryChange:
    """Take in what a person wrote in place of the value that waits.

    Their value holds from when the waiting one would have; that one is kept in history as refused.

    Args:
        message: In the log already; its whole text is the value.

    Raises:
        ConflictError: the review was decided already.
        InputError: it asks about no new value.
    """
    _check(review)
    if review.new_fact_id is None:
        raise InputError(
            f"Review `{review.id}` asks about no new value. Accept or refuse it, and say the "
            f"right value in a message."
        )
    ledger = Ledger(_setting(view, review, deciding))
    waiting = _waiting(ledger, review.new_fact_id)
    ledger.put(replace(waiting, held=Held.RETRACTED))
    _take_in(ledger, review, _written(waiting, message, deciding))
    return MemoryChange(facts=ledger.settled(), reviews=(deciding.decided(review, Verdict.ACCEPT),))


def review_view(view: MemoryView, review: Review) -> ReviewView:
    """Return a review with both values, what of them differs, and the words they come from."""
    old = _fact(view, review.old_fact_id)
    new = _fact(view, review.new_fact_id)
    old_parts, new_parts = parts(old.value if old else "", new.value if new else "")
    asked = view.message(review.thread_id, review.message_id)
    return ReviewView(
        review=review,
        old=_side(view, old, old_parts) if old else None,
        new=_side(view, new, new_parts) if new else None,
        asked_by=asked.text if asked else "",
    )


def parts(old: str, new: str) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Cut two values into pieces, by words, and mark those that the other one does not say."""
    pieces = _PIECE.findall(old), _PIECE.findall(new)
    matcher = SequenceMatcher(None, *pieces, autojunk=False)
    sides: tuple[list[Part], list[Part]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        for side, cut in zip(sides, (pieces[0][a:b], pieces[1][c:d]), strict=True):
            if cut:
                side.append(Part("".join(cut), changed=kind != "equal"))
    return tuple(sides[0]), tuple(sides[1])


def _accept(ledger: Ledger, review: Review) -> None:
    old = _standing(ledger, review.old_fact_id)
    if review.new_fact_id is None:
        if old is not None and old.valid_until is None:
            close(ledger, old, _removed_at(ledger, old), by=review.message_id)
        return
    waiting = _waiting(ledger, review.new_fact_id)
    _take_in(ledger, review, replace(waiting, held=None))
    if ledger.fact(waiting.id) == waiting:
        # Another message said the same surely, or later: that one stands.
        ledger.put(replace(waiting, held=Held.RETRACTED))


def _take_in(ledger: Ledger, review: Review, new: Fact) -> None:
    """Let a value hold from its start, in the place of what the review would replace."""
    old = _standing(ledger, review.old_fact_id)
    key = ledger.setting.schema.key(new.key)
    if old is not None and _corrects(new, old):
        supplant(ledger, old, new)
        return
    standing = in_force(lane(ledger, new, key), ledger.setting.now)
    if standing is None or not same_value(standing, new, key):
        insert(ledger, new, key)
    left = ledger.fact(old.id) if old else None
    # A key with many values keeps the old one, and so does one of another key, unless it is ended.
    if left is not None and left.valid_until is None:
        successor = new if left.key == new.key else None
        close(ledger, left, new.valid_from, by=review.message_id, successor=successor)


def _written(waiting: Fact, message: LogMessage, deciding: Deciding) -> Fact:
    return replace(
        waiting,
        id=deciding.new_id("fact"),
        value=message.text,
        object_id=None,
        confidence=1.0,
        thread_id=message.thread_id,
        source_message_id=message.id,
        quote=(0, len(message.text)),
        said_by=Speaking.USER,
        recorded_from=deciding.now.astimezone(UTC),
        held=None,
    )


def _corrects(new: Fact, old: Fact) -> bool:
    """Tell whether a value leaves another no time at all: the other was never true."""
    same_place = (new.subject_id, new.key) == (old.subject_id, old.key)
    return same_place and new.valid_from == old.valid_from and old.valid_until is None


def _removed_at(ledger: Ledger, old: Fact) -> datetime:
    """Return when the message asked to remove it; one that was merely looked at again ends now."""
    asked_by_itself = old.source_message_id == ledger.setting.message.id
    return ledger.setting.now if asked_by_itself else ledger.setting.said_at


def _refuse(ledger: Ledger, review: Review) -> None:
    if review.new_fact_id is not None:
        ledger.put(replace(_waiting(ledger, review.new_fact_id), held=Held.RETRACTED))


_DOES: Mapping[Verdict, Callable[[Ledger, Review], None]] = {
    Verdict.ACCEPT: _accept,
    Verdict.REFUSE: _refuse,
}


def _check(review: Review) -> None:
    if review.kind is ReviewKind.MERGE:
        raise InputError(
            f"Review `{review.id}` asks whether two entities are one. Decide it where merges are."
        )
    if review.verdict is not None:
        raise ConflictError(
            f"Review `{review.id}` was decided already: {review.verdict} by {review.decided_by}. "
            f"Say the right value in a message to change it again."
        )


def _setting(view: MemoryView, review: Review, deciding: Deciding) -> Setting:
    asked = view.message(review.thread_id, review.message_id)
    message = asked or LogMessage(
        id=review.message_id,
        thread_id=review.thread_id,
        role=Speaking.USER,
        at=review.created_at,
        text="",
    )
    now = deciding.now.astimezone(UTC)
    return Setting(message, view, deciding.schema, now, deciding.new_id)


def _waiting(ledger: Ledger, fact_id: str) -> Fact:
    fact = ledger.fact(fact_id)
    if fact is None or fact.recorded_until is not None or fact.held in (None, Held.RETRACTED):
        raise ConflictError(
            f"The value `{fact_id}` does not wait for a decision any more. Load the reviews anew."
        )
    return fact


def _standing(ledger: Ledger, fact_id: str | None) -> Fact | None:
    """Return the row in which a fact stands now: its interval may have been written anew."""
    fact = ledger.fact(fact_id) if fact_id else None
    while fact is not None and fact.recorded_until is not None:
        fact = ledger.fact(fact.superseded_by) if fact.superseded_by else None
    return fact


def _fact(view: MemoryView, fact_id: str | None) -> Fact | None:
    return next(iter(view.facts_by_id([fact_id])), None) if fact_id else None


def _side(view: MemoryView, fact: Fact, value_parts: tuple[Part, ...]) -> Side:
    said = view.message(fact.thread_id, fact.source_message_id)
    return Side(
        fact=fact,
        parts=value_parts,
        message=MessageRef(fact.thread_id, fact.source_message_id),
        said_at=said.at if said else None,
        quote=said.text[slice(*fact.quote)] if said else "",
    )
