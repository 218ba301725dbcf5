"""What a fact is as of an instant, by what was believed at an instant: computed, never stored."""

from collections.abc import Iterable
from datetime import datetime

from kesher.domain.fact import Fact, FactKind, FactState, Held
from kesher.errors import InputError


def state(fact: Fact, *, as_of: datetime, believed_at: datetime | None = None) -> FactState:
    """Tell what the fact is at `as_of`, by what we knew at `believed_at`. Intervals are half-open.

    What was not known then has no effect: an end recorded later leaves the fact open, a belief
    ended later still stands. A fact that lapses by itself does so at the very instant, swept or
    not.

    Args:
        as_of: Aware; an instant of the world.
        believed_at: Aware; None: by all that is known now.

    Raises:
        InputError: an instant has no UTC offset.
    """
    for instant in (as_of, believed_at or as_of):
        if instant.utcoffset() is None:
            raise InputError(f"The instant {instant} has no UTC offset. Give one with its zone.")
    if believed_at is not None and fact.recorded_from > believed_at:
        return FactState.UNKNOWN_THEN
    if _known(fact.recorded_until, fact.recorded_until, believed_at):
        return FactState.CORRECTED
    if fact.held is not None:
        return FactState.HELD
    return _in_the_world(fact, as_of, believed_at)


def is_current(fact: Fact, *, as_of: datetime, believed_at: datetime | None = None) -> bool:
    """Tell whether the fact holds at `as_of`; an event holds never: it happened."""
    return state(fact, as_of=as_of, believed_at=believed_at) is FactState.CURRENT


def current(
    facts: Iterable[Fact], *, as_of: datetime, believed_at: datetime | None = None
) -> tuple[Fact, ...]:
    """Return those that hold at `as_of`, in their order."""
    return tuple(f for f in facts if is_current(f, as_of=as_of, believed_at=believed_at))


def usable_end(fact: Fact) -> datetime | None:
    """Return when the fact ends by all that is known now; None: no end is known."""
    lapses = fact.expires.at if fact.expires else None
    ends = [end for end in (fact.valid_until, lapses) if end is not None]
    return min(ends, default=None)


def believed(fact: Fact) -> bool:
    """Tell whether we still believe the fact and may use it: neither corrected nor held."""
    return fact.recorded_until is None and fact.held is None


def in_review(fact: Fact) -> bool:
    """Tell whether the fact waits for a person."""
    return fact.recorded_until is None and fact.held is Held.REVIEW


def _in_the_world(fact: Fact, as_of: datetime, believed_at: datetime | None) -> FactState:
    if as_of < fact.valid_from:
        return FactState.FUTURE
    end = fact.valid_until
    if end is not None and not _known(end, fact.end_recorded_at, believed_at):
        end = None
    lapses = fact.expires.at if fact.expires else None
    if lapses is not None and lapses <= as_of and (end is None or lapses <= end):
        return FactState.EXPIRED
    if end is not None and end <= as_of:
        return FactState.SUPERSEDED if fact.superseded_by else FactState.ENDED
    return FactState.EVENT if fact.kind is FactKind.EVENT else FactState.CURRENT


def _known(end: datetime | None, recorded_at: datetime | None, at: datetime | None) -> bool:
    """Tell whether an end was known at `at`; one without a time of learning came with the fact."""
    return end is not None and (at is None or recorded_at is None or recorded_at <= at)
